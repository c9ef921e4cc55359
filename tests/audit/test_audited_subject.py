"""Runs of a solver over a chunk, and the faults found in them."""

from collections.abc import Sequence

import pytest

from crosscover.auditing.audited_subject import (
    FIRST_BATCH,
    MAX_FAILED_BATCHES,
    ONLY_IN_BATCH,
    SLOW,
    AuditedSubject,
    FaultyResponse,
)
from crosscover.exit_code import ExitCode, NotStartedError
from crosscover.options import Options
from crosscover.reference import Grid
from crosscover.responses import Declined, Failed, Fault, Response
from crosscover.subjects.subject import SubjectKind
from tests.harness.fakes import HARD, SOLUTION, TIMED_OUT, Answer, FakeClock, ScriptedSubject, right, verdicts

PUZZLES = [SOLUTION.with_cell(cell, 0) for cell in range(12)]
BAD = PUZZLES[5]
CRASH = Failed(Fault.CRASHED, "killed by SIGSEGV")
STRICT = Options().with_overrides({"time_limit": 1.0})


def judge(
    answer: Answer,
    puzzles: Sequence[Grid] = PUZZLES,
    *,
    seconds: float = 0.0,
    options: Options = STRICT,
    kind: SubjectKind = SubjectKind.FUNCTION,
) -> tuple[list[str | None], ScriptedSubject]:
    """The fault of each puzzle, `-` if it was not run, and the subject."""
    clock = FakeClock()
    subject = ScriptedSubject(clock, answer, seconds=seconds, options=options)
    subject.kind = kind
    found = AuditedSubject(subject, verdicts(), clock).judge(puzzles)
    faults = {place: complaint and complaint.fault for place, complaint in found.items()}
    return [faults.get(place, "-") for place in range(len(puzzles))], subject


def faults(**by_place: str) -> list[str | None]:
    """The faults of the twelve puzzles `p0` to `p11`."""
    return [by_place.get(f"p{place}") for place in range(len(PUZZLES))]


def from_bad_on(batch: Sequence[Grid]) -> Sequence[Response] | None:
    """Crash at a given puzzle."""
    if BAD not in batch:
        return None
    answered = batch.index(BAD)
    return [right(puzzle) for puzzle in batch[:answered]] + [CRASH] * (len(batch) - answered)


def test_right() -> None:
    """A right solver receives each puzzle once, in one run after the easy puzzle."""
    found, subject = judge(lambda _: None)
    assert found == faults()
    assert list(map(len, subject.asked)) == [1, len(PUZZLES)]


def test_long_runs() -> None:
    """Runs grow while they succeed."""
    _, subject = judge(lambda _: None, PUZZLES * 20)
    assert list(map(len, subject.asked)) == [1, FIRST_BATCH, 2 * FIRST_BATCH, 90]


def test_wrong_alone() -> None:
    """A puzzle with a wrong answer in a run is repeated alone."""
    found, subject = judge(lambda batch: [Declined() if one == BAD else right(one) for one in batch])
    assert found == faults(p5="refused")
    assert subject.asked[-1] == (BAD,)


@pytest.mark.parametrize(("kind", "last"), [(SubjectKind.FUNCTION, ONLY_IN_BATCH), (SubjectKind.PROGRAM, None)])
def test_wrong_in_a_run(kind: SubjectKind, last: str | None) -> None:
    """A puzzle that is right alone is a fault of the run; for a program only the first, since output may shift."""

    def answer(batch: Sequence[Grid]) -> Sequence[Response]:
        return [Declined() if len(batch) > 1 and place in {5, 7} else right(one) for place, one in enumerate(batch)]

    found, _ = judge(answer, kind=kind)
    assert found == [ONLY_IN_BATCH if place == 5 else last if place == 7 else None for place in range(len(PUZZLES))]


@pytest.mark.parametrize(("limit", "fault"), [({}, SLOW), ({"memory_limit": 64}, "out of memory")])
def test_out_of_memory(limit: dict[str, int], fault: str) -> None:
    """A puzzle for which the default memory is not enough is no error; a limit of the user is strict."""

    def answer(batch: Sequence[Grid]) -> Sequence[Response] | None:
        full = Failed(Fault.OUT_OF_MEMORY, "ran out of its memory")
        end = batch.index(BAD) if BAD in batch else len(batch)
        return [right(puzzle) for puzzle in batch[:end]] + [full] * (len(batch) - end)

    found, _ = judge(answer, options=Options().with_overrides(limit))
    assert found == faults(p5=fault)


def test_crash() -> None:
    """After a crash at one puzzle the later ones are judged in another run."""
    found, subject = judge(from_bad_on)
    assert found == faults(p5="crashed")
    assert subject.asked[-2:] == [(BAD,), tuple(PUZZLES[6:])]


def test_crash_of_long_runs() -> None:
    """A crash that no single puzzle causes is recorded."""
    found, _ = judge(lambda batch: [CRASH] * len(batch) if len(batch) > 3 else None)
    assert found == faults(p0=ONLY_IN_BATCH)


def test_hang() -> None:
    """A solver that hangs at one puzzle times out there and receives the others."""
    found, _ = judge(lambda batch: [TIMED_OUT] * len(batch) if BAD in batch else None)
    assert found == faults(p5="timed out")


def hangs_at_hard(batch: Sequence[Grid]) -> Sequence[Response] | None:
    """Hang for a batch with a hard puzzle."""
    return [TIMED_OUT] * len(batch) if HARD in batch else None


def test_slow() -> None:
    """Under default limits a timeout is no fault if a plain search at the same pace would time out, too."""
    found, _ = judge(hangs_at_hard, [*PUZZLES[:3], HARD, *PUZZLES[3:6]], seconds=1.0, options=Options())
    assert found == [None, None, None, SLOW, None, None, None]


def test_hangs_always() -> None:
    """A solver that always hangs is abandoned, and puzzles that were not sent have no fault."""
    found, subject = judge(lambda batch: [TIMED_OUT] * len(batch), PUZZLES * 20, seconds=10.0)
    count = found.index("-")
    assert 0 < count < FIRST_BATCH
    assert found == ["timed out"] * count + ["-"] * (len(found) - count)
    assert len(subject.asked) < MAX_FAILED_BATCHES


def test_crashes_always() -> None:
    """A solver that always crashes is abandoned after a number of runs."""
    clock = FakeClock()
    subject = ScriptedSubject(clock, lambda batch: [CRASH] * len(batch), options=STRICT)
    runs = AuditedSubject(subject, verdicts(), clock)
    assert set(map(fault, runs.judge(PUZZLES * 20).values())) == {"crashed"}
    asked = len(subject.asked)
    assert asked <= MAX_FAILED_BATCHES + 2
    assert runs.judge(PUZZLES) == {}
    assert len(subject.asked) == asked


def fault(complaint: FaultyResponse | None) -> str | None:
    """Return the fault."""
    return complaint and complaint.fault


def test_complaint() -> None:
    """A finding has the received and the expected answer and the reason."""
    subject = ScriptedSubject(FakeClock(), lambda batch: [Declined()] * len(batch), options=STRICT)
    assert AuditedSubject(subject, verdicts()).judge([BAD]) == {
        0: FaultyResponse("refused", "a refusal", str(SOLUTION), "refused a puzzle that has a solution", ExitCode.WRONG)
    }


@pytest.mark.parametrize("size", [1, 3])
def test_not_started(size: int) -> None:
    """A solver that cannot be started raises an error and has no faults."""
    failed = Failed(Fault.NOT_STARTED, "cannot start ./a.out")
    with pytest.raises(NotStartedError, match=r"^cannot start \./a\.out"):
        judge(lambda batch: [failed] * len(batch), PUZZLES[:size])

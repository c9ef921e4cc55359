"""Runs of a solver over a chunk, and the faults found in them."""

from collections.abc import Sequence

import pytest

from crosscover.auditing.findings import ABSTAINED
from crosscover.auditing.solver_judge import (
    MAX_UNANSWERED,
    ONLY_IN_BATCH,
    Complaint,
    SolverJudge,
)
from crosscover.errors import NotStartedError
from crosscover.options import Options
from crosscover.reference import Grid
from crosscover.responses import Declined, Failed, Fault, Response
from tests.harness.fakes import HARD, SOLUTION, TIMED_OUT, Answer, FakeClock, ScriptedSubject, correct, verdicts

PUZZLES = [SOLUTION.with_cell(cell, 0) for cell in range(12)]
BAD = PUZZLES[5]
CRASH = Failed(Fault.CRASHED, "killed by SIGSEGV")
STRICT = Options().with_overrides({"time_limit": 1.0})


def judge(
    answer: Answer, puzzles: Sequence[Grid] = PUZZLES, *, seconds: float = 0.0, options: Options = STRICT
) -> tuple[list[Complaint | None], ScriptedSubject]:
    """The complaint about each puzzle, and the subject."""
    clock, known = FakeClock(), verdicts()
    subject = ScriptedSubject(clock, answer, seconds=seconds, options=options)
    found = SolverJudge(subject, known, clock).judge([(puzzle, known[puzzle]) for puzzle in puzzles])
    return found, subject


def faults(found: Sequence[Complaint | None]) -> dict[int, str]:
    """The faults by their places."""
    return {place: complaint.fault for place, complaint in enumerate(found) if complaint is not None}


def until_bad(batch: Sequence[Grid], failure: Response) -> Sequence[Response] | None:
    """Answer the puzzles before a given one, and fail from there on."""
    end = batch.index(BAD) if BAD in batch else len(batch)
    return [correct(puzzle) for puzzle in batch[:end]] + [failure] * (len(batch) - end)


def test_right() -> None:
    """A correct solver receives each puzzle once, in one run after the easy puzzle."""
    found, subject = judge(lambda _: None)
    assert found == [None] * len(PUZZLES)
    assert list(map(len, subject.received)) == [1, len(PUZZLES)]


def test_wrong_alone() -> None:
    """A puzzle with a wrong answer is repeated alone; the complaint has the answer, the expected one and the reason."""
    found, subject = judge(lambda batch: [Declined() if one == BAD else correct(one) for one in batch])
    expected = str(SOLUTION)
    assert found[5] == Complaint("refusal", "a refusal", expected, "refused a puzzle that has a solution")
    assert faults(found) == {5: "refusal"}
    assert subject.received[-1] == (BAD,)


def test_wrong_in_a_run() -> None:
    """A wrong answer to a puzzle that is correct alone is a fault of the run: the first one, as output may shift."""
    wrong = {PUZZLES[5], PUZZLES[7]}
    found, _ = judge(lambda batch: [Declined() if len(batch) > 1 and one in wrong else correct(one) for one in batch])
    assert faults(found) == {5: ONLY_IN_BATCH}


@pytest.mark.parametrize(("limit", "fault"), [({}, ABSTAINED), ({"memory_limit": 64}, "out of memory")])
def test_out_of_memory(limit: dict[str, int], fault: str) -> None:
    """A puzzle for which the default memory is not enough is no error; a limit of the user is strict."""
    full = Failed(Fault.OUT_OF_MEMORY, "ran out of its memory")
    found, _ = judge(lambda batch: until_bad(batch, full), options=Options().with_overrides(limit))
    assert faults(found) == {5: fault}


def test_crash() -> None:
    """After a crash at one puzzle the later ones are judged in another run."""
    found, subject = judge(lambda batch: until_bad(batch, CRASH))
    assert faults(found) == {5: "crashed"}
    assert subject.received[-2:] == [(BAD,), tuple(PUZZLES[6:])]


def test_crash_without_output() -> None:
    """The puzzle of a crash is found if the answers before it are lost in a buffer."""
    found, _ = judge(lambda batch: [CRASH] * len(batch) if BAD in batch else None)
    assert faults(found) == {5: "crashed"}


def test_crash_of_long_runs() -> None:
    """A crash that no single puzzle causes is recorded once for each run that crashed."""
    found, _ = judge(lambda batch: [CRASH] * len(batch) if len(batch) > 6 else None)
    assert faults(found) == {0: ONLY_IN_BATCH}


def test_hang() -> None:
    """A solver that hangs at one puzzle times out there and receives the others."""
    found, _ = judge(lambda batch: [TIMED_OUT] * len(batch) if BAD in batch else None)
    assert faults(found) == {5: "timed out"}


def test_slow() -> None:
    """Under default limits a timeout is no fault if a plain search at the same pace would time out, too."""
    found, _ = judge(
        lambda batch: [TIMED_OUT] * len(batch) if HARD in batch else None,
        [*PUZZLES[:3], HARD, *PUZZLES[3:6]],
        seconds=1.0,
        options=Options(),
    )
    assert faults(found) == {3: ABSTAINED}


@pytest.mark.parametrize(("failure", "fault"), [(CRASH, "crashed"), (TIMED_OUT, "timed out")])
def test_fails_always(failure: Failed, fault: str) -> None:
    """A solver that never answers is given up after a number of runs, and abstains from then on."""
    found, _ = judge(lambda batch: [failure] * len(batch), PUZZLES * 20, seconds=10.0)
    words = list(faults(found).values())
    failed = words.index(ABSTAINED)
    assert words == [fault] * failed + [ABSTAINED] * (len(PUZZLES) * 20 - failed)
    assert failed == MAX_UNANSWERED


@pytest.mark.parametrize("size", [1, 3])
def test_not_started(size: int) -> None:
    """A solver that cannot be started raises an error and has no faults."""
    failed = Failed(Fault.NOT_STARTED, "cannot start ./a.out")
    with pytest.raises(NotStartedError, match=r"^cannot start \./a\.out"):
        judge(lambda batch: [failed] * len(batch), PUZZLES[:size])

"""Failures that depend on earlier puzzles of a run, and several causes under one property."""

from collections.abc import Sequence

import pytest

from crosscover.dialects import Formatting
from crosscover.harness.judging import Counterexample, SubjectFailedError
from crosscover.reference import Grid
from crosscover.responses import Declined, Failed, Fault, Response

from .fakes import EASY, OTHER, SOLUTION, Answer, FakeClock, ScriptedSubject, right
from .test_batch_judge import Judging

HARD = SOLUTION.keeping(sum(1 << cell for cell in range(81) if cell % 6))
"""A proper puzzle with 14 empty cells."""
MIXED = (OTHER, EASY, SOLUTION)


def fail_from(count: int) -> Answer:
    """Raise from a given puzzle of a run on, as if a counter were never reset."""

    def answer(batch: Sequence[Grid]) -> list[Response]:
        raised = Failed(Fault.RAISED, "raised IndexError: out of range at solver.py:9 in solve", "IndexError")
        return [right(puzzle) if place < count else raised for place, puzzle in enumerate(batch, 1)]

    return answer


def fail_after_work(limit: int) -> Answer:
    """Raise when the total of empty cells in a run reaches a number."""

    def answer(batch: Sequence[Grid]) -> list[Response]:
        work = [sum(len(earlier.empty_cells()) for earlier in batch[: place + 1]) for place in range(len(batch))]
        raised = Failed(Fault.RAISED, "raised RuntimeError: gave up")
        return [raised if done > limit else right(puzzle) for done, puzzle in zip(work, batch, strict=True)]

    return answer


def shrunk(answer: Answer, batch: Sequence[Grid]) -> list[Counterexample]:
    """The shrunk counterexample of each cause."""
    clock = FakeClock()
    judging = Judging(ScriptedSubject(clock, answer), clock)
    with pytest.raises(SubjectFailedError) as raised:
        judging.batches.judge(batch, Formatting())
    return judging.batches.shrink(raised.value.counterexample)


def test_a_counter_that_is_never_reset() -> None:
    """A failure at the 164th solve shrinks to 164 copies of the simplest puzzle, and is not attributed to it."""
    [found] = shrunk(fail_from(164), MIXED * 70)
    assert found.batch == (Grid.canonical(),) * 164
    assert found.failing_index == 163
    assert found.shrink_key == ("raised", "IndexError", True)


def test_a_failing_run_and_a_puzzle_that_fails_alone() -> None:
    """If a hard puzzle fails alone, and easy ones in a sequence, both are found, the single puzzle first."""
    alone, run = shrunk(fail_after_work(12), (OTHER, HARD, *MIXED * 20))
    assert (len(alone.batch), alone.right_alone) == (1, False)
    assert (len(run.batch), run.right_alone) == (2, True)
    assert len(alone.batch[0].empty_cells()) == 13
    assert [len(puzzle.empty_cells()) for puzzle in set(run.batch)] == [7]


def test_shrinking_keeps_to_the_cause() -> None:
    """A failing sequence does not shrink to a puzzle that fails alone for another cause."""
    found = shrunk(fail_after_work(12), (*MIXED * 10, HARD))
    assert [one.right_alone for one in found] == [False, True]
    assert found[1].batch[0] != HARD


def test_hypothesis_keeps_to_the_cause() -> None:
    """After a failure, a batch that fails for another cause does not count, and is recorded separately."""
    clock = FakeClock()
    judging = Judging(ScriptedSubject(clock, fail_after_work(12)), clock)
    assert judging.fails(*MIXED * 10)
    assert not judging.fails(HARD)
    with pytest.raises(SubjectFailedError) as raised:
        judging.batches.judge(MIXED * 10, Formatting())
    assert {found.right_alone for found in judging.batches.shrink(raised.value.counterexample)} == {True, False}


def test_two_exceptions_are_two_causes() -> None:
    """Exceptions of different types are different causes, whatever their messages."""

    def answer(batch: Sequence[Grid]) -> list[Response]:
        names = {EASY: "KeyError", OTHER: "ValueError"}
        return [
            Failed(Fault.RAISED, f"raised {place}", names[puzzle]) if puzzle in names else right(puzzle)
            for place, puzzle in enumerate(batch)
        ]

    found = shrunk(answer, (SOLUTION, EASY, OTHER))
    assert {(one.shrink_key.exception, one.batch) for one in found} == {("KeyError", (EASY,)), ("ValueError", (OTHER,))}


def test_a_crash_is_attributed_to_the_puzzle_that_crashes_alone() -> None:
    """If a program that answers at its end crashes, the crash is not attributed to the first unanswered puzzle."""

    def answer(batch: Sequence[Grid]) -> Sequence[Response] | None:
        return [Failed(Fault.CRASHED, "killed by SIGSEGV")] * len(batch) if HARD in batch else None

    [found] = shrunk(answer, (OTHER, EASY, HARD))
    assert (found.batch, found.right_alone) == ((HARD,), False)


def test_timeouts_while_shrinking_are_not_another_cause() -> None:
    """A timeout while another failure is shrunk is not a failure."""

    def answer(batch: Sequence[Grid]) -> Sequence[Response]:
        if EASY in batch:
            return [Declined()] * len(batch)
        return [Failed(Fault.TIMED_OUT, "no answer in time")] * len(batch)

    assert {one.cause for one in shrunk(answer, (EASY,))} == {"refusal"}


def test_a_timeout_of_a_puzzle_alone_is_not_another_cause() -> None:
    """A puzzle that is refused after a while, and times out when it is repeated alone, is a refusal."""

    def answer(batch: Sequence[Grid]) -> Sequence[Response]:
        found = Failed(Fault.TIMED_OUT, "no answer in time") if len(batch) == 1 else Declined()
        return [right(puzzle) if puzzle == SOLUTION else found for puzzle in batch]

    assert {one.cause for one in shrunk(answer, (SOLUTION, EASY))} == {"refusal"}


def test_without_shrinking_the_first_failure_is_kept() -> None:
    """Without time for shrinking the first failure is reported unchanged."""
    clock = FakeClock()
    judging = Judging(ScriptedSubject(clock, fail_from(2)), clock, shrink_steps=0)
    assert judging.fails(EASY, OTHER)
    assert judging.subject.asked == [(EASY, OTHER)]

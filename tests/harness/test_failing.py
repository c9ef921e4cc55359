"""Batches under one property: counts, causes of failures, and shrinking."""

import math
from collections.abc import Callable, Sequence

import pytest

from crosscover import contracts
from crosscover.dialects import Formatting
from crosscover.harness.budget import Budget
from crosscover.harness.failing import BatchJudge
from crosscover.harness.judging import Counterexample, InvalidExampleError, ShrinkKey, SubjectFailedError
from crosscover.options import Options
from crosscover.oracles.panel import Panel, UndecidedError
from crosscover.reference import Grid, Unique, Verdict
from crosscover.responses import Declined, Failed, Fault, Response
from crosscover.visible_kinds import VisibleKind

from .fakes import (
    BUDGET,
    EASY,
    HARD,
    OTHER,
    SOLUTION,
    TIMED_OUT,
    Answer,
    FakeClock,
    ScriptedSubject,
    TimedSubject,
    hangs_on,
    harness_of,
    refuse_if_empty,
    right,
)

SPARSE = SOLUTION.keeping(sum(1 << cell for cell in range(81) if cell % 6))
"""A proper puzzle with 14 empty cells."""
MIXED = (OTHER, EASY, SOLUTION)
CLASH = EASY.with_cell(2, 5)
TWO_EMPTY = EASY.with_cell(40, 0)
REFUSAL = ShrinkKey("refusal", "", right_alone=False)


class Judging:
    """A batch judge of a new harness."""

    def __init__(self, subject: ScriptedSubject, budget: Budget = BUDGET, *, run_seconds: float = math.inf) -> None:
        self.subject = subject
        self.harness = harness_of(subject, budget, run_seconds=run_seconds)
        self.batches = BatchJudge(self.harness)

    def failure(self, *batch: Grid) -> Counterexample | None:
        """The counterexample of a batch, None if it passes."""
        try:
            self.batches.judge(batch, Formatting())
        except SubjectFailedError as error:
            return error.counterexample
        return None

    def shrunk(self, *batch: Grid) -> list[Counterexample]:
        """The smallest counterexample of each cause that a batch shows."""
        found = self.failure(*batch)
        assert found is not None
        return self.batches.shrink(found)


def judging_of(answer: Answer, budget: Budget = BUDGET) -> Judging:
    """A judge of a subject with these answers."""
    return Judging(ScriptedSubject(FakeClock(), answer), budget)


@pytest.fixture
def judging() -> Judging:
    """A judge of a subject that refuses batches with a puzzle whose first cell is empty."""
    return judging_of(refuse_if_empty(0))


def fail_after_work(limit: int) -> Answer:
    """Raise when the total of empty cells in a run reaches a number."""

    def answer(batch: Sequence[Grid]) -> list[Response]:
        work = [sum(len(earlier.empty_cells()) for earlier in batch[: place + 1]) for place in range(len(batch))]
        raised = Failed(Fault.RAISED, "raised RuntimeError: gave up")
        return [raised if done > limit else right(puzzle) for done, puzzle in zip(work, batch, strict=True)]

    return answer


def test_counts(judging: Judging) -> None:
    """A batch that passes is a run of its puzzles with their labels; so is the first that fails, but none later."""
    assert judging.failure(OTHER, SOLUTION) is None
    result = judging.harness.result
    assert (result.judged, result.runs, result.failed_after, result.labels["one solution"]) == (2, 1, None, 2)
    assert judging.failure(EASY, OTHER) is not None
    judging.failure(SOLUTION)
    assert (result.judged, result.runs, result.distinct, result.failed_after) == (4, 2, 3, 4)


def test_known_results_are_reused(judging: Judging) -> None:
    """A batch is run again before the first failure, since a subject may get worse; later its result is known."""
    for asked, batch, fails in ((1, OTHER, False), (2, OTHER, False), (3, EASY, True), (4, OTHER, False)):
        assert [judging.failure(batch) is not None, len(judging.subject.asked)] == [fails, asked]
    assert (judging.failure(EASY) is not None, judging.failure(OTHER), len(judging.subject.asked)) == (True, None, 4)


def test_hypothesis_has_half_of_the_steps() -> None:
    """When half of the steps for shrinking are used up, only batches that are known to fail fail."""
    judging = judging_of(refuse_if_empty(0), Budget(shrink_steps=60))
    assert judging.failure(EASY) is not None
    for cell in (1, 2, 3):
        assert not judging.batches.has_shrunk_enough
        judging.failure(*[SOLUTION.with_cell(cell, 0)] * 990)
    assert judging.batches.has_shrunk_enough
    assert judging.failure(EASY, OTHER) is None
    assert judging.failure(EASY) is not None
    assert judging.harness.shrinking.left == 30


def test_improper_puzzles_are_a_fault_of_crosscover(judging: Judging) -> None:
    """Under `proper` a puzzle without one solution raises an error, and is not sent."""
    with pytest.raises(InvalidExampleError, match="expected a proper puzzle"):
        judging.batches.judge([Grid.empty()], Formatting())
    assert judging.subject.asked == []


def test_the_smallest_counterexample(judging: Judging) -> None:
    """A refusal of any batch with an empty first cell shrinks to one puzzle with one empty cell."""
    smallest, *_ = judging.shrunk(OTHER, TWO_EMPTY, SOLUTION)
    assert (smallest.batch, smallest.shrink_key) == ((EASY,), REFUSAL)


def test_undecided_puzzles_are_not_smaller(judging: Judging, monkeypatch: pytest.MonkeyPatch) -> None:
    """A counterexample is not shrunk to a puzzle that the panel cannot decide."""

    def judge(_panel: Panel, puzzle: Grid) -> tuple[Verdict, tuple[str, ...]]:
        if puzzle == EASY:
            raise UndecidedError(puzzle, ["bitmask"], ["dlx"])
        return Unique(SOLUTION), ("bitmask",)

    monkeypatch.setattr(Panel, "judge", judge)
    [smallest] = judging.shrunk(TWO_EMPTY)
    assert EASY not in smallest.batch
    assert judging.harness.result.labels["bitmask abstained"] == 1


def test_unanswered_puzzles_are_not_judged() -> None:
    """A puzzle without an answer in time is kept as unanswered; later it is made easier, and counts as such."""
    judging = Judging(TimedSubject(FakeClock(), hangs_on(HARD)), run_seconds=60)
    for _ in range(5):
        judging.failure(EASY, OTHER)
    assert judging.failure(HARD) is None
    assert judging.failure(HARD, EASY) is None
    result = judging.harness.result
    assert (result.judged, result.runs, result.unanswered, result.suspects) == (12, 6, [HARD], [])
    assert result.simplified_or_skipped == 1


def test_a_slow_puzzle_does_not_use_up_the_time_to_shrink() -> None:
    """A puzzle that fails alone is shrunk alone, even if the batch takes too long to be repeated."""
    subject = TimedSubject(FakeClock(), lambda puzzle, _: 7.0 if puzzle == OTHER else 0.01, answer=refuse_if_empty(0))
    smallest, *_ = Judging(subject).shrunk(TWO_EMPTY, OTHER, SOLUTION)
    assert smallest.batch == (EASY,)


def test_a_counter_that_is_never_reset() -> None:
    """A failure at the 64th puzzle of a run shrinks to copies of the simplest one, each of them right alone."""
    raised = Failed(Fault.RAISED, "raised IndexError: out of range at solver.py:9 in solve", "IndexError")
    judging = judging_of(lambda batch: [right(one) if place < 63 else raised for place, one in enumerate(batch)])
    [found] = judging.shrunk(*MIXED * 30)
    assert (found.batch, found.failing_index) == ((Grid.canonical(),) * 64, 63)
    assert found.shrink_key == ("raised", "IndexError", True)


def test_a_failing_run_and_a_puzzle_that_fails_alone() -> None:
    """If a hard puzzle fails alone, and easy ones in a sequence, both are found, the single puzzle first."""
    alone, run = judging_of(fail_after_work(12)).shrunk(OTHER, SPARSE, *MIXED * 20)
    assert (len(alone.batch), alone.right_alone, len(alone.batch[0].empty_cells())) == (1, False, 13)
    assert (len(run.batch), run.right_alone) == (2, True)


def test_hypothesis_keeps_to_the_cause() -> None:
    """After a failure, a batch that fails for another cause does not count, and is shrunk separately."""
    judging = judging_of(fail_after_work(12))
    first = judging.failure(*MIXED * 10)
    assert judging.failure(SPARSE) is None
    assert judging.failure(*MIXED * 10) == first
    assert [found.right_alone for found in judging.shrunk(*MIXED * 10)] == [False, True]


def test_two_exceptions_are_two_causes() -> None:
    """Exceptions of different types are different causes, whatever their messages."""
    names = {EASY: "KeyError", OTHER: "ValueError"}

    def answer(batch: Sequence[Grid]) -> list[Response]:
        return [Failed(Fault.RAISED, f"at {one}", names[one]) if one in names else right(one) for one in batch]

    found = judging_of(answer).shrunk(SOLUTION, EASY, OTHER)
    assert {(one.shrink_key.exception, one.batch) for one in found} == {("KeyError", (EASY,)), ("ValueError", (OTHER,))}


def test_known_causes() -> None:
    """A failure of a kind that another property has shown has fewer steps to shrink."""
    judging = judging_of(refuse_if_empty(0))
    judging.harness.session.known_causes.add(REFUSAL)
    assert judging.failure(TWO_EMPTY) is not None
    assert judging.harness.shrinking.left == 100


def test_a_new_cause_is_known_to_later_properties(judging: Judging) -> None:
    """A failure has all steps at first, and is known from then on."""
    assert judging.failure(TWO_EMPTY) is not None
    assert judging.harness.shrinking.left == BUDGET.shrink_steps
    assert judging.harness.session.known_causes == {REFUSAL}


def test_a_crash_is_attributed_to_the_puzzle_that_crashes_alone() -> None:
    """If a program that answers at its end crashes, the crash is not attributed to the first unanswered puzzle."""
    crash = Failed(Fault.CRASHED, "killed by SIGSEGV")
    judging = judging_of(lambda batch: [crash] * len(batch) if SPARSE in batch else None)
    [found] = judging.shrunk(OTHER, EASY, SPARSE)
    assert (found.batch, found.right_alone) == ((SPARSE,), False)


@pytest.mark.parametrize(
    "is_late", [lambda batch: EASY not in batch, lambda batch: len(batch) == 1], ids=["without EASY", "alone"]
)
def test_timeouts_while_shrinking_are_no_other_cause(is_late: Callable[[Sequence[Grid]], bool]) -> None:
    """A timeout while another failure is shrunk is not a failure."""

    def answer(batch: Sequence[Grid]) -> list[Response]:
        found = TIMED_OUT if is_late(batch) else Declined()
        return [right(puzzle) if puzzle == SOLUTION else found for puzzle in batch]

    assert {one.cause for one in judging_of(answer).shrunk(SOLUTION, EASY)} == {"refusal"}


def test_a_timeout_is_not_shrunk() -> None:
    """A subject that hangs is not asked smaller puzzles."""
    judging = Judging(TimedSubject(FakeClock(), hangs_on(TWO_EMPTY)))
    [found] = judging.shrunk(EASY, TWO_EMPTY)
    assert (found.batch, found.is_timeout, judging.harness.shrinking.left) == ((TWO_EMPTY,), True, 0)


def test_without_shrinking_the_first_failure_is_kept() -> None:
    """Without steps for shrinking, the first failure is reported as it was seen."""
    judging = judging_of(fail_after_work(1), Budget(shrink_steps=0))
    found = judging.failure(EASY, OTHER)
    assert found is not None
    assert (found.batch, judging.subject.asked) == ((EASY, OTHER), [(EASY, OTHER)])


def test_batches_are_cut_to_the_time_left() -> None:
    """A batch has as many puzzles as there is time for, unless it is asked whole."""
    judging = Judging(ScriptedSubject(FakeClock(), seconds=0.5), Budget(seconds=2.5), run_seconds=60)
    judging.failure(EASY)
    assert judging.batches.part_in_time([EASY] * 9, whole=False) == (EASY,) * 4
    assert judging.batches.part_in_time([EASY] * 9, whole=True) == (EASY,) * 9


def test_unpromised_kinds_are_left_out() -> None:
    """A full grid loses a clue, and a puzzle whose clues clash is left out, if the subject promises nothing for it."""
    options = Options(contract=contracts.ANY, no_clashes=True, no_full_grids=True)
    judging = Judging(ScriptedSubject(FakeClock(), options=options))
    [easier, same] = judging.batches.part_in_time([SOLUTION, CLASH, EASY], whole=True)
    assert (len(easier.empty_cells()), same) == (1, EASY)


@pytest.mark.parametrize(
    ("is_wrong", "kind"),
    [
        (VisibleKind.FULL.includes, VisibleKind.FULL),
        (VisibleKind.CLASHING.includes, VisibleKind.CLASHING),
        (lambda puzzle: len(puzzle.empty_cells()) < 9, None),
        (lambda puzzle: right(puzzle) == Declined(), None),
    ],
    ids=["full", "clashing", "nearly full", "unsolvable"],
)
def test_a_kind_that_fails(is_wrong: Callable[[Grid], bool], kind: VisibleKind | None) -> None:
    """A visible kind is the cause only if a similar puzzle of another kind does not fail like this."""
    raised = Failed(Fault.RAISED, "raised E", "E")
    answer: Answer = lambda batch: [raised if is_wrong(one) else right(one) for one in batch]  # noqa: E731 - an answer
    judging = Judging(ScriptedSubject(FakeClock(), answer, options=Options(contract=contracts.ANY)))
    [found] = judging.shrunk(*[one for one in (SOLUTION, CLASH) if is_wrong(one)][:1])
    assert found.only_for is kind


def test_shrinking_keeps_to_promised_puzzles() -> None:
    """A failure is not shrunk to a full grid if the subject promises nothing for full grids."""
    options = Options(no_full_grids=True)
    judging = Judging(ScriptedSubject(FakeClock(), lambda batch: [Declined()] * len(batch), options=options))
    [found] = judging.shrunk(SPARSE)
    assert len(found.batch[0].empty_cells()) == 1
    assert all(0 in puzzle.values for batch in judging.subject.asked for puzzle in batch)

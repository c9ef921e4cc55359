"""Judging batches under one property."""

import pytest

from crosscover import contracts
from crosscover.dialects import Formatting
from crosscover.harness.batch_judge import BatchJudge
from crosscover.harness.deadline import Deadline
from crosscover.harness.judging import InvalidExampleError, SubjectFailedError
from crosscover.harness.pacing import RetryPolicy
from crosscover.harness.property_run import PropertyRun
from crosscover.harness.schedule import Budget
from crosscover.harness.verdicts import VerdictCache
from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.oracles.panel import Panel, UndecidedError
from crosscover.reference import Grid, Unique, Verdict

from .fakes import EASY, OTHER, SOLUTION, FakeClock, ScriptedSubject, TimedSubject, refuse_if_empty, verdicts
from .test_pacing import HARD, UNSOLVABLE, slow

PLAIN = Formatting()


class Judging:
    """A batch judge with its dependencies."""

    def __init__(
        self, subject: ScriptedSubject, clock: FakeClock, cache: VerdictCache | None = None, shrink_steps: int = 600
    ) -> None:
        self.run = PropertyRun("property", Budget(shrink_steps=shrink_steps), clock)
        self.subject = subject
        contract = subject.options.contract
        cache = cache or verdicts()
        self.batches = BatchJudge(contract, cache, RetryPolicy(subject, cache, clock), self.run, set())

    def fails(self, *batch: Grid) -> bool:
        """Whether a batch fails."""
        try:
            self.batches.judge(batch, PLAIN)
        except SubjectFailedError:
            return True
        return False


@pytest.fixture
def clock() -> FakeClock:
    """A clock that is moved by hand."""
    return FakeClock()


@pytest.fixture
def judging(clock: FakeClock) -> Judging:
    """A judge for a subject that refuses puzzles whose first cell is empty."""
    return Judging(ScriptedSubject(clock, refuse_if_empty(0)), clock)


def test_passing_batches_are_counted(judging: Judging) -> None:
    """A batch that passes counts as a run of its puzzles, with their labels."""
    assert not judging.fails(OTHER, SOLUTION)
    record = judging.run.record
    assert (record.judged, record.runs, record.failed_after) == (2, 1, None)
    assert record.labels["one solution"] == 2


def test_nothing_is_counted_after_the_first_failure(judging: Judging) -> None:
    """The failing batch is counted; batches for shrinking are not."""
    judging.fails(OTHER)
    assert judging.fails(EASY, OTHER)
    judging.fails(SOLUTION)
    record = judging.run.record
    assert (record.judged, record.runs, record.failed_after) == (3, 2, 3)


def test_known_results_are_reused(judging: Judging) -> None:
    """After a failure, a batch with a known result is not run again."""
    assert judging.fails(EASY)
    assert not judging.fails(OTHER)
    asked = len(judging.subject.asked)
    assert judging.fails(EASY)
    assert not judging.fails(OTHER)
    assert len(judging.subject.asked) == asked


def test_batches_are_repeated_before_any_failure(judging: Judging) -> None:
    """Before any failure a repeated batch is run again, since a subject may get worse with time."""
    assert not judging.fails(OTHER)
    assert not judging.fails(OTHER)
    assert len(judging.subject.asked) == 2


def test_shrinking_ends(judging: Judging) -> None:
    """When the steps for shrinking are used up, only batches that are known to fail fail."""
    assert judging.fails(EASY)
    judging.run.shrinking.take(100 * 600)
    assert not judging.fails(EASY, OTHER)
    assert judging.fails(EASY)


def test_improper_puzzles_are_a_fault_of_crosscover(judging: Judging) -> None:
    """Under `proper` an improper puzzle raises an error and is not sent."""
    with pytest.raises(InvalidExampleError, match="expected a proper puzzle"):
        judging.batches.judge([Grid.empty()], PLAIN)
    assert judging.subject.asked == []


def test_the_smallest_counterexample(judging: Judging) -> None:
    """Shrinking leads to one puzzle with one empty cell."""
    puzzle = SOLUTION.keeping((1 << 81) - 2 - (1 << 40))
    with pytest.raises(SubjectFailedError) as raised:
        judging.batches.judge([OTHER, puzzle, SOLUTION], PLAIN)
    smallest, _ = judging.batches.shrink(raised.value.counterexample)
    assert (smallest.batch, smallest.cause) == ((EASY,), "refusal")


def test_undecided_batches_are_not_smaller(clock: FakeClock, monkeypatch: pytest.MonkeyPatch) -> None:
    """A counterexample is not shrunk to a puzzle that the panel cannot decide."""

    def judge(puzzle: Grid) -> tuple[Verdict, tuple[str, ...]]:
        if puzzle == EASY:
            raise UndecidedError(puzzle, ["bitmask"], ["dlx"])
        return Unique(SOLUTION), ("bitmask",)

    panel = Panel({"bitmask": BitmaskEngine()})
    monkeypatch.setattr(panel, "judge", judge)
    judging = Judging(ScriptedSubject(clock, refuse_if_empty(0)), clock, VerdictCache(panel))
    puzzle = EASY.with_cell(40, 0)
    with pytest.raises(SubjectFailedError) as raised:
        judging.batches.judge([puzzle], PLAIN)
    assert judging.run.record.labels["bitmask abstained"] == 1
    assert all(EASY not in found.batch for found in judging.batches.shrink(raised.value.counterexample))


def test_unanswered_puzzles_are_not_judged(clock: FakeClock) -> None:
    """A puzzle that a slow subject does not answer counts as unanswered, not as judged, and not in labels or runs."""
    judging = Judging(slow(clock, contract=contracts.ANY), clock)
    for _ in range(5):
        judging.fails(EASY, OTHER)
    before = judging.run.record.judged, judging.run.record.runs
    labels = dict(judging.run.record.labels)
    assert not judging.fails(UNSOLVABLE)
    record = judging.run.record
    assert (record.judged, record.runs) == before
    assert (record.unanswered, dict(record.labels)) == ([UNSOLVABLE], labels)


def test_a_slow_puzzle_does_not_use_up_the_time_to_shrink(clock: FakeClock) -> None:
    """A puzzle that fails alone is shrunk alone, even if the batch takes too long to be repeated."""
    answer = refuse_if_empty(0)
    subject = TimedSubject(clock, lambda puzzle, _: 7.0 if puzzle == OTHER else 0.01, answer=answer)
    judging = Judging(subject, clock)
    puzzle = SOLUTION.keeping((1 << 81) - 2 - (1 << 40))
    with pytest.raises(SubjectFailedError) as raised:
        judging.batches.judge([puzzle, OTHER, SOLUTION], PLAIN)
    smallest, *_ = judging.batches.shrink(raised.value.counterexample)
    assert smallest.batch == (EASY,)


def test_properties_with_few_puzzles_get_easier_ones(clock: FakeClock) -> None:
    """When the allowance is used up, puzzles are eased until the property has had ten, unless they are asked whole."""
    subject = TimedSubject(clock, lambda puzzle, _: 1e6 if puzzle.values.count(0) > 48 else 0.01)
    cache = verdicts()
    retries = RetryPolicy(subject, cache, clock)
    retries.start(Deadline(clock).within(72), 15)
    run = PropertyRun("property", Budget(), clock)
    batches = BatchJudge(subject.options.contract, cache, retries, run, set())
    batches.judge((EASY,), PLAIN)
    while not retries.has_waited_enough:
        retries.judge((HARD,), PLAIN)
    subject.asked.clear()
    batches.judge((HARD,), PLAIN, whole=True)
    batches.judge((HARD,), PLAIN)
    whole, eased = (batch[0].values.count(0) for batch in subject.asked)
    assert whole > 48 >= eased
    for cell in range(9):
        batches.judge((SOLUTION.with_cell(cell, 0),), PLAIN)
    batches.judge((HARD,), PLAIN)
    assert subject.asked[-1][0].values.count(0) == whole

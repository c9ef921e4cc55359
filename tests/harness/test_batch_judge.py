"""Asking batches under one property."""

import pytest

from crosscover.dialects import Formatting
from crosscover.harness.batch_judge import BatchJudge
from crosscover.harness.judging import InvalidExampleError, SubjectFailedError
from crosscover.harness.leniency import Leniency
from crosscover.harness.property_run import PropertyRun
from crosscover.harness.schedule import Budget
from crosscover.harness.verdicts import VerdictCache
from crosscover.options import Contract
from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.oracles.panel import Panel, UndecidedError
from crosscover.reference import Grid, Unique, Verdict

from .fakes import EASY, OTHER, SOLUTION, FakeClock, ScriptedSubject, refuse_if_empty, verdicts
from .test_leniency import UNSOLVABLE, slow

PLAIN = Formatting()


class Judging:
    """A batch judge with all that it needs."""

    def __init__(
        self, subject: ScriptedSubject, clock: FakeClock, cache: VerdictCache | None = None, shrink_seconds: float = 20
    ) -> None:
        self.run = PropertyRun("property", Budget(shrink_seconds=shrink_seconds), clock)
        self.subject = subject
        contract = subject.options.contract
        cache = cache or verdicts()
        self.batches = BatchJudge(contract, cache, Leniency(subject, cache, clock), self.run, clock)

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
    """A judge of a subject that refuses puzzles whose first cell is empty."""
    return Judging(ScriptedSubject(clock, refuse_if_empty(0)), clock)


def test_what_is_right_is_counted(judging: Judging) -> None:
    """A batch that passes counts as a run of its puzzles, with their labels."""
    assert not judging.fails(OTHER, SOLUTION)
    record = judging.run.record
    assert (record.judged, record.runs, record.failed_after) == (2, 1, None)
    assert record.labels["one solution"] == 2


def test_nothing_is_counted_after_the_first_failure(judging: Judging) -> None:
    """The failing batch counts; what is asked to shrink it does not."""
    judging.fails(OTHER)
    assert judging.fails(EASY, OTHER)
    judging.fails(SOLUTION)
    record = judging.run.record
    assert (record.judged, record.runs, record.failed_after) == (3, 2, 3)


def test_what_failed_is_not_asked_again(judging: Judging) -> None:
    """A batch that is known to fail fails again without being asked; so does one that is known to pass."""
    assert judging.fails(EASY)
    assert not judging.fails(OTHER)
    asked = len(judging.subject.asked)
    assert judging.fails(EASY)
    assert not judging.fails(OTHER)
    assert len(judging.subject.asked) == asked


def test_what_passed_before_any_failure_is_asked_again(judging: Judging) -> None:
    """A subject may get worse with time, so a batch that comes again is asked again."""
    assert not judging.fails(OTHER)
    assert not judging.fails(OTHER)
    assert len(judging.subject.asked) == 2


def test_shrinking_ends(judging: Judging, clock: FakeClock) -> None:
    """Once the time to shrink is over, only what is known to fail fails."""
    assert judging.fails(EASY)
    clock.now += 21
    assert not judging.fails(EASY, OTHER)
    assert judging.fails(EASY)


def test_improper_puzzles_are_our_fault(judging: Judging) -> None:
    """Under `proper` a puzzle that is not proper is no example, and is not asked."""
    with pytest.raises(InvalidExampleError, match="a proper puzzle was promised"):
        judging.batches.judge([Grid.empty()], PLAIN)
    assert judging.subject.asked == []


def test_the_smallest_counterexample(judging: Judging) -> None:
    """Shrinking leaves the one puzzle that is answered wrongly, with one empty cell."""
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


def test_what_was_skipped_is_not_counted(clock: FakeClock) -> None:
    """A puzzle that a slow subject was not given counts as skipped, and neither as judged nor in the labels or runs."""
    judging = Judging(slow(clock, contract=Contract.ANY), clock)
    for _ in range(5):
        judging.fails(EASY, OTHER)
    before = judging.run.record.judged, judging.run.record.runs
    labels = dict(judging.run.record.labels)
    assert not judging.fails(UNSOLVABLE)
    record = judging.run.record
    assert (record.judged, record.runs) == before
    assert (record.simplified_or_skipped, dict(record.labels)) == (1, labels)

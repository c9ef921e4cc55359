"""Blocks of puzzles for subjects that are slow, or slow for some puzzles, or that hang: simulated with a fake clock."""

from collections.abc import Callable, Sequence
from functools import partial
from zlib import crc32

import pytest

from crosscover import contracts
from crosscover.dialects import Formatting
from crosscover.harness.block import Block
from crosscover.harness.block_sizes import LEVELS
from crosscover.harness.harness import Harness
from crosscover.harness.judging import SubjectFailedError
from crosscover.harness.schedule import Budget
from crosscover.harness.session import SubjectSession
from crosscover.properties.corpus import known_puzzles
from crosscover.properties.corpus.graded import derived_block
from crosscover.properties.test_solver import test_long_runs as long_runs_property
from crosscover.reference import Grid
from crosscover.responses import Answered, Response

from .fakes import FakeClock, TimedSubject, right, verdicts

Cost = Callable[[Grid, int], float]

EASY, HARD = 0, LEVELS - 1
FULL = Grid.canonical()
MINIMAL = known_puzzles()[0].puzzle


class Simulation:
    """A harness for `volume` with a fake clock, in a run of a minute of which the property has `seconds`."""

    def __init__(
        self,
        cost: Cost,
        *,
        seconds: float = 12.0,
        buffers: bool = False,
        start: float = 0.0,
        is_known: bool = True,
        answer: Callable[[Sequence[Grid]], Sequence[Response] | None] = lambda _: None,
    ) -> None:
        self.clock = FakeClock()
        self.subject = TimedSubject(self.clock, cost, start=start, buffers=buffers, answer=answer)
        self.session = SubjectSession(self.subject, verdicts(), clock=self.clock)
        for batch in ((FULL,), (FULL,) * 10) if is_known else ():  # two runs show the start and the speed
            self.session.retries.judge(batch, Formatting())
        self._started = self.clock.now
        self.session.start(60.0)
        self.harness = Harness(self.session, "volume", Budget(volume_seconds=seconds), seconds=seconds)

    def judge(self, seeds: int, level: int | None = None) -> None:
        """Judge blocks of these seeds, of one level if it is given."""

        def derive(seed: int, size: int, next_level: int) -> Block:
            return derived_block(seed, size, next_level if level is None else level, contracts.PROPER)

        for seed in range(seeds):
            self.harness.judge_block(seed, derive)

    @property
    def seconds(self) -> float:
        """The seconds since the start of the run."""
        return self.clock.now - self._started

    @property
    def alone(self) -> list[Grid]:
        """The puzzles that were asked alone."""
        return [batch[0] for batch in self.subject.asked if len(batch) == 1]


class Stuck:
    """A cost of a millisecond for each puzzle, and of many seconds for one in the middle of the first long run."""

    def __init__(self, seconds: float = 1e6) -> None:
        self.puzzle: Grid | None = None
        self._seconds = seconds

    def __call__(self, puzzle: Grid, place: int) -> float:
        """Seconds for a puzzle at a place of a run."""
        if self.puzzle is None and place == 60:
            self.puzzle = puzzle
        return self._seconds if puzzle == self.puzzle else 0.001


@pytest.mark.slow
@pytest.mark.parametrize("buffers", [False, True])
def test_a_hard_puzzle_that_is_never_answered(buffers: bool) -> None:
    """It is asked alone and reported, and the puzzles behind it are judged, also if answers are buffered."""
    cost = Stuck()
    simulated = Simulation(cost, buffers=buffers)
    simulated.judge(6, HARD)
    assert cost.puzzle in simulated.alone
    assert simulated.harness.record.unanswered == [cost.puzzle]
    assert simulated.harness.record.judged > 500
    assert simulated.seconds < 16


@pytest.mark.parametrize("buffers", [False, True])
def test_an_easy_puzzle_that_is_never_answered(buffers: bool) -> None:
    """A hang at a puzzle that any search answers at once is a failure with this puzzle alone."""
    cost = Stuck()
    simulated = Simulation(cost, buffers=buffers)
    with pytest.raises(SubjectFailedError) as caught:
        simulated.judge(6, EASY)
    assert caught.value.counterexample.batch == (cost.puzzle,)
    assert caught.value.counterexample.is_timeout


@pytest.mark.parametrize("buffers", [False, True])
def test_a_puzzle_that_is_answered_late(buffers: bool) -> None:
    """A puzzle that takes two seconds is judged, alone, and so are all others of its block."""
    cost = Stuck(1.4)
    simulated = Simulation(cost, buffers=buffers)
    simulated.judge(6, HARD)
    record = simulated.harness.record
    assert cost.puzzle in simulated.alone
    assert not record.unanswered
    assert record.judged >= record.distinct > 500


def test_blocks_are_eased_when_the_allowance_is_used_up() -> None:
    """A subject that hangs for most puzzles of a level is judged by those with the fewest empty cells."""
    simulated = Simulation(lambda puzzle, _: 0.2 if puzzle.values.count(0) <= 20 else 1e6)
    simulated.session.retries.record_timeout(15.0)
    simulated.judge(12, EASY)
    assert simulated.harness.record.judged >= 10


def test_no_puzzle_is_judged_twice() -> None:
    """Of a block that times out, each puzzle is judged once."""
    cost = Stuck()
    simulated = Simulation(cost, buffers=True)
    block = derived_block(0, 300, HARD, contracts.PROPER)
    simulated.harness.judge_block(0, lambda _seed, _size, _level: block)
    record = simulated.harness.record
    assert record.judged == record.distinct == len(block) - 1


def test_a_wrong_answer_before_a_hang() -> None:
    """A wrong answer among those that came before a block timed out is a failure."""
    cost = Stuck()

    def answer(batch: Sequence[Grid]) -> Sequence[Response]:
        return [Answered(Grid.canonical()) if place == 20 else right(puzzle) for place, puzzle in enumerate(batch)]

    simulated = Simulation(cost, answer=answer)
    with pytest.raises(SubjectFailedError) as caught:
        simulated.judge(6, HARD)
    assert caught.value.counterexample.failing_index == 20


def test_a_history_of_quadratic_cost() -> None:
    """A subject that becomes slower with each puzzle of a run gets shorter runs, and nothing is reported."""
    simulated = Simulation(lambda _puzzle, place: 0.0002 * (1 + place))
    simulated.judge(40)
    assert simulated.harness.record.judged > 800
    assert not simulated.harness.record.unanswered
    assert simulated.seconds < 16


@pytest.mark.parametrize("pace", [0.5, 3.0, 10.0, 50.0, 300.0])
@pytest.mark.parametrize("seconds", [1.0, 3.0, 12.0])
def test_slow_subjects(pace: float, seconds: float) -> None:
    """A subject of any pace is judged in blocks for most of the time, and not longer."""
    simulated = Simulation(lambda _puzzle, _place: 1 / pace, seconds=seconds, start=0.05)
    simulated.judge(100)
    assert simulated.seconds <= seconds + max(2.5, 3 / pace)
    assert simulated.harness.record.judged >= 0.5 * pace * seconds - 2
    assert simulated.harness.record.distinct >= simulated.harness.record.judged - 5


def test_a_subject_that_is_slow_for_hard_puzzles() -> None:
    """A subject of 2,400 easy and 40 hard puzzles per second gets many easy ones, and still hundreds of hard ones."""
    hard = 0

    def cost(puzzle: Grid, _place: int) -> float:
        nonlocal hard
        hard += puzzle.clue_count < 26
        return 1 / 40 if puzzle.clue_count < 26 else 1 / 2400

    simulated = Simulation(cost, seconds=20.0)
    simulated.judge(100)
    assert simulated.harness.record.judged > 8000
    assert hard > 150
    assert simulated.seconds < 21


def test_a_few_puzzles_of_many_seconds() -> None:
    """If one hard puzzle in 50 takes for ever, they cost at most half of the time, and each one asked is reported."""
    stuck: set[Grid] = set()

    def cost(puzzle: Grid, _place: int) -> float:
        if puzzle.clue_count < 22 and crc32(puzzle.values) % 50 == 7:
            stuck.add(puzzle)
            return 1e6
        return 0.001

    simulated = Simulation(cost, seconds=20.0)
    simulated.judge(100)
    record = simulated.harness.record
    assert record.judged > 5000
    assert set(record.unanswered) <= stuck
    assert record.unanswered
    assert simulated.seconds < 23


def test_a_subject_that_hangs_from_the_start() -> None:
    """A subject that answers nothing fails at its first easy puzzle."""
    simulated = Simulation(lambda _puzzle, _place: 1e6, is_known=False)
    with pytest.raises(SubjectFailedError):
        simulated.judge(3, EASY)
    assert simulated.seconds < 72


def test_the_end_of_the_run() -> None:
    """No block goes on after the end of the whole run, whatever time the property has."""
    simulated = Simulation(lambda _puzzle, _place: 1e6, seconds=100.0, is_known=False)
    simulated.clock.now += 71.0
    simulated.judge(3, HARD)
    assert simulated.seconds <= 73


def test_the_derivation_is_checked() -> None:
    """The panel decides a puzzle of some blocks, and those that are asked alone, but not all."""
    simulated = Simulation(lambda _puzzle, _place: 0.001)
    simulated.judge(10)
    decided = simulated.session.verdicts.decided()
    assert 3 <= len(decided) <= len(simulated.subject.asked)


@pytest.mark.slow
@pytest.mark.parametrize("pace", [10.0, 50.0, 300.0, 20_000.0])
def test_long_runs(pace: float) -> None:
    """Each long run fits into the time of the property; a subject that is not fast receives nearly full grids."""
    simulated = Simulation(lambda puzzle, _place: 1 / pace if puzzle.clue_count < 70 else 0.2 / pace, seconds=6.0)
    simulated.session.retries.judge((MINIMAL,), Formatting())
    asked = len(simulated.subject.asked)
    before = simulated.clock.now
    long_runs_property(simulated.harness)
    runs = simulated.subject.asked[asked:]
    assert simulated.clock.now - before <= 7.0
    assert sum(map(len, runs)) >= min(600, 10 * pace)
    nearly_full = [puzzle.clue_count >= 75 for run in runs for puzzle in run]
    assert all(nearly_full) == (pace < 2000)


@pytest.mark.parametrize("level", range(LEVELS))
def test_blocks_become_harder(level: int) -> None:
    """The same arguments give the same block, and puzzles of higher levels have fewer clues."""
    derive = partial(derived_block, size=400, contract=contracts.ANY)
    block = derive(5, level=level)
    assert (block.puzzles == derive(5, level=level).puzzles).all()
    clues = (block.puzzles > 0).sum(axis=1)
    if level:
        assert clues.mean() < (derive(5, level=level - 1).puzzles > 0).sum(axis=1).mean()
        assert clues[:100].mean() >= clues[-100:].mean()

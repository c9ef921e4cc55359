"""What a plain solver has to do, and what is expected of one that is slow."""

import sys
from collections.abc import Sequence

import pytest

from crosscover.dialects import Formatting
from crosscover.harness.baseline import Pace, plain_nodes
from crosscover.harness.harness import Budget, Record, Trial, Wrong
from crosscover.harness.judging import is_timeout
from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.oracles.panel import Panel
from crosscover.properties import strategies as draw
from crosscover.reference import Grid
from crosscover.subjects.contract import Contract
from crosscover.subjects.options import Options
from crosscover.subjects.response import Answered, Failed, Fault
from crosscover.subjects.subject import Transcript

ENGINE = BitmaskEngine()
USUAL = Options()
FULL = Grid.parse("527389416819426735436751829375692184194538267268174593643217958951843672782965341")
ONE_EMPTY = FULL.with_cell(0, 0)
CLASHING = ONE_EMPTY.with_cell(0, 7)
HARD = Grid.parse("..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9")
"""The puzzle against backtracking of Wikipedia's "Sudoku solving algorithms"."""
SEVENTEEN = Grid.parse(".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...")
"""One of Gordon Royle's puzzles with 17 clues."""


@pytest.mark.parametrize(
    ("puzzle", "solutions", "nodes"), [(FULL, 1, 1), (FULL, 2, 1), (ONE_EMPTY, 1, 2), (CLASHING, 1, 0)]
)
def test_nodes_are_counted(puzzle: Grid, solutions: int, nodes: int) -> None:
    """The root is a node, and so is each digit that is tried; a clash needs no search."""
    assert plain_nodes(puzzle, solutions) == nodes


def test_counting_stops() -> None:
    """A puzzle that takes more nodes than anybody asks about is not searched to its end."""
    assert plain_nodes(HARD, 1, 1000) == 1001


def test_that_there_is_no_second_solution_takes_longer_to_see() -> None:
    """A search for two solutions of a proper puzzle goes on after the first."""
    assert plain_nodes(SEVENTEEN, 2) > plain_nodes(SEVENTEEN, 1) > 64


def test_pace() -> None:
    """Twice the time is twice the nodes, a slower subject is expected to do fewer, an unknown one the most."""
    slow, slower, unknown = Pace(1), Pace(1), Pace(1)
    slow.note((ONE_EMPTY, ONE_EMPTY), 0.06)
    slower.note((ONE_EMPTY, ONE_EMPTY), 0.6)
    assert [slow.nodes_in(9), slow.nodes_in(18), slower.nodes_in(9), unknown.nodes_in(9)] == [200, 400, 20, sys.maxsize]


class Clock:
    """Time that passes where somebody says so."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        """What the time is."""
        return self.now


class Plodder:
    """Solves plainly, ten milliseconds a node, and is stopped at its limit; a shaken one is wrong from then on."""

    name = "plodder"
    contract = Contract.PROPER

    def __init__(self, clock: Clock, options: Options, *, shaken: bool) -> None:
        self.options = options
        self._clock = clock
        self._shaken = shaken
        self._stopped = False

    def ask(self, batch: Sequence[Grid], formatting: Formatting = Formatting()) -> Transcript:
        """Answer after a while."""
        del formatting
        limit = self.options.seconds(len(batch))
        seconds = sum(plain_nodes(puzzle, 1, 2000) for puzzle in batch) / 100
        self._clock.now += min(seconds, limit)
        if seconds > limit:
            self._stopped = True
            return Transcript((Failed(Fault.TIMED_OUT, "still running"),) * len(batch))
        wrong = self._shaken and self._stopped
        return Transcript(tuple(Answered(puzzle if wrong else next(ENGINE(puzzle, 1))) for puzzle in batch))

    def close(self) -> None:
        """Nothing to give back."""


def judged(monkeypatch: pytest.MonkeyPatch, options: Options = USUAL, *, shaken: bool = False) -> Record:
    """What becomes of it under hard puzzles, after easy ones that show its pace."""
    clock = Clock()
    monkeypatch.setattr("crosscover.harness.harness.time", clock)
    subject = Plodder(clock, options, shaken=shaken)
    trial = Trial(subject, Panel({"bitmask": ENGINE}), Budget(examples=100, shrink_seconds=0))
    trial.begin("easy")
    trial.explore(draw.batches(draw.full_grids()), trial.judge, share=0.2)
    trial.begin("hard")
    trial.explore(draw.batches(draw.hard_puzzles(), most=4), trial.judge)
    return trial.record


def test_a_slow_solver_is_spared(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a plain search at its pace would not answer in time is not held against a solver, and is counted."""
    record = judged(monkeypatch)
    assert record.simplified_or_skipped > 0
    assert record.judged > 10


def test_limits_that_are_set_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where somebody has set a limit, a late answer is late."""
    with pytest.raises(Wrong) as caught:
        judged(monkeypatch, Options(time_limit=9))
    assert is_timeout(caught.value.counterexample)


def test_a_slow_solver_may_be_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it answers in time is judged as ever."""
    with pytest.raises(Wrong) as caught:
        judged(monkeypatch, shaken=True)
    assert caught.value.counterexample.cause == "wrong answer"

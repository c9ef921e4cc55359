"""Time limits that stop an engine during a search."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from crosscover.reference import Engine, Grid, Shape, Unique, verdict
from crosscover.time_limit import TimeLimit

from .conftest import open_engine
from .puzzles import SOLVED, hard_large_puzzle

PUZZLE, ANSWER = (Grid.parse(text) for text in next(iter(SOLVED.items())))
IN_LIBRARIES = ["sat", "sat:glucose4", "sat:minisat22", "cpsat", "cpsat-alldiff"]


def available(name: str) -> Engine:
    """The engine with a name; skips the test if it is unavailable."""
    engine = open_engine(name)
    return pytest.skip(engine) if isinstance(engine, str) else engine


def stop(engine: Engine) -> None:
    """Let a large puzzle exceed a time limit, after the engine was prepared for the shape."""
    next(engine(Grid.empty(Shape(5, 5)), 1))
    with pytest.raises(TimeoutError), TimeLimit(0.1):
        list(engine(hard_large_puzzle()))


@pytest.mark.parametrize("name", ["dlx", "dlx:pure", "dlx:compiled", "bitmask", *IN_LIBRARIES])
def test_search_stops(name: str) -> None:
    """A stopped engine solves the next puzzle correctly."""
    engine = available(name)
    stop(engine)
    assert verdict(engine, PUZZLE) == Unique(ANSWER)


@pytest.mark.slow
@pytest.mark.parametrize("name", IN_LIBRARIES)
def test_search_stops_in_a_thread(name: str) -> None:
    """Engines that check the remaining time can be stopped in any thread."""
    engine = available(name)
    with ThreadPoolExecutor(1) as thread:
        thread.submit(stop, engine).result()


def test_clues_of_an_interrupted_puzzle_are_forgotten() -> None:
    """After an interrupt, CP-SAT's variables have their full domains for the next puzzle."""
    engine = available("cpsat-alldiff")
    with pytest.raises(TimeoutError), TimeLimit(1e-9):
        next(engine(PUZZLE))
    assert len(list(engine(Grid.empty(), 3))) == 3

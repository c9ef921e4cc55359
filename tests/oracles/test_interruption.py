"""Engines that are stopped by a time limit in the middle of a search."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from crosscover.reference import Engine, Grid, Shape, Unique, verdict
from crosscover.time_limit import time_limit

from .conftest import open_engine
from .puzzles import SOLVED, hard_large_puzzle

PUZZLE, ANSWER = (Grid.parse(text) for text in next(iter(SOLVED.items())))
IN_LIBRARIES = ["sat", "sat:glucose4", "sat:minisat22", "cpsat", "cpsat-alldiff"]


def available(name: str) -> Engine:
    """The engine of a name; the test is skipped where it cannot run here."""
    engine = open_engine(name)
    return pytest.skip(engine) if isinstance(engine, str) else engine


def stop(engine: Engine) -> None:
    """Let a large puzzle take too long; what an engine prepares for the shape is there before."""
    next(engine(Grid.empty(Shape(5, 5)), 1))
    with pytest.raises(TimeoutError), time_limit(0.1):
        list(engine(hard_large_puzzle()))


@pytest.mark.parametrize("name", ["dlx", "dlx:pure", "dlx:compiled", "bitmask", *IN_LIBRARIES])
def test_search_stops(name: str) -> None:
    """An engine is stopped, and answers the next puzzle as if nothing had been."""
    engine = available(name)
    stop(engine)
    assert verdict(engine, PUZZLE) == Unique(ANSWER)


@pytest.mark.parametrize("name", IN_LIBRARIES)
def test_search_stops_in_a_thread(name: str) -> None:
    """What asks how much time is left is stopped in any thread."""
    engine = available(name)
    with ThreadPoolExecutor(1) as thread:
        thread.submit(stop, engine).result()


def test_clues_of_an_interrupted_puzzle_are_forgotten() -> None:
    """The integers of CP-SAT have all their values again for the next puzzle, wherever the last one was broken off."""
    engine = available("cpsat-alldiff")
    with pytest.raises(TimeoutError), time_limit(1e-9):
        next(engine(PUZZLE))
    assert len(list(engine(Grid.empty(), 3))) == 3

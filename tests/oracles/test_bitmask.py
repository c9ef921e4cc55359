"""Backtracking over bit sets."""

from itertools import islice

import pytest

from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.reference import DlxEngine, Grid, Shape
from crosscover.time_limit import time_limit

from .puzzles import IMPOSSIBLE, MANY


def test_order() -> None:
    """The lowest candidate is tried first, so the first answer to the empty grid starts with the digits in order."""
    assert str(next(BitmaskEngine()(Grid.empty()))).startswith("123456789")


@pytest.mark.parametrize("text", MANY)
def test_many(text: str) -> None:
    """Hundreds of solutions are the same set as the reference finds."""
    assert set(DlxEngine()(Grid.parse(text))) == set(BitmaskEngine()(Grid.parse(text)))


def test_impossible() -> None:
    """Where cells have many candidates, a digit with few places in a house is branched on."""
    with time_limit(60):
        assert list(BitmaskEngine()(Grid.parse(IMPOSSIBLE))) == []


def test_large() -> None:
    """A 25x25 grid is no deeper than it can go."""
    assert len(set(islice(BitmaskEngine()(Grid.empty(Shape(5, 5))), 3))) == 3


@pytest.mark.parametrize("mask", range(0, 65_536, 577))
def test_masks_of_a_small_grid(mask: int) -> None:
    """Whatever is masked of a 2x2 grid, the reference finds the same set."""
    puzzle = Grid.parse("1234341221434321", Shape(2, 2)).keeping(mask)
    assert set(DlxEngine()(puzzle)) == set(BitmaskEngine()(puzzle))

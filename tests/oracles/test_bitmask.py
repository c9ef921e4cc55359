"""Backtracking over bit sets, in both builds."""

from random import Random

import pytest

from crosscover.oracles import backtracking
from crosscover.oracles.bitmask import TYPECODE, BitmaskEngine, simplest_grid
from crosscover.oracles.rules import first_violation
from crosscover.reference import DlxEngine, Grid, Shape
from crosscover.reference.compiled import compiled_build
from crosscover.time_limit import TimeLimit

from .puzzles import IMPOSSIBLE


@pytest.fixture(params=["pure", "compiled"])
def bitmask(request: pytest.FixtureRequest) -> BitmaskEngine:
    """The engine with the search in pure Python, then with the compiled one if it is available."""
    build = backtracking if request.param == "pure" else compiled_build(backtracking, TYPECODE)
    return BitmaskEngine(build.completions) if build else pytest.skip("the search was not compiled from this source")


def test_order(bitmask: BitmaskEngine) -> None:
    """The lowest candidate is tried first, so the first solution of the empty grid begins with the digits in order."""
    assert str(next(bitmask(Grid.empty()))).startswith("123456789")


def test_impossible(bitmask: BitmaskEngine) -> None:
    """If cells have many candidates, the search branches on a digit with few places in a house."""
    with TimeLimit(60):
        assert list(bitmask(Grid.parse(IMPOSSIBLE))) == []


def test_masks_of_a_small_grid(bitmask: BitmaskEngine) -> None:
    """For any mask of a 2x2 grid the reference finds the same set."""
    for mask in range(0, 65_536, 577):
        puzzle = Grid.parse("1234341221434321", Shape(2, 2)).keeping(mask)
        assert set(DlxEngine()(puzzle)) == set(bitmask(puzzle))


def test_both_builds_find_the_same_solutions_in_the_same_order() -> None:
    """The order of solutions shows that both builds take the same branches."""
    for seed in range(20):
        puzzle = Grid.simplest().keeping(Random(seed).getrandbits(81) & Random(-seed - 1).getrandbits(81))
        assert list(BitmaskEngine()(puzzle, 50)) == list(BitmaskEngine(backtracking.completions)(puzzle, 50))


@pytest.mark.parametrize(
    ("clues", "found"),
    [([1, 1, 0], []), ([1, 2, 3], [b"\1\2\3"]), ([0, 2, 0], [b"\1\2\3", b"\3\2\1"])],
    ids=["clashing", "full", "one"],
)
def test_one_house(clues: list[int], found: list[bytes]) -> None:
    """The engine uses only the rule that a house has each digit once."""
    assert list(backtracking.completions(((0, 1, 2),), clues)) == found


@pytest.mark.parametrize("name", ["2x2+x", "2x3+x", "3x2+x", "3x3+x", "3x5+x", "5x3+x", "4x4+x"])
def test_a_solved_grid_of_a_diagonal_sudoku(name: str) -> None:
    """The solved grid of each shape obeys the rules, and is found without delay."""
    assert first_violation(simplest_grid(Shape.parse(name))) is None

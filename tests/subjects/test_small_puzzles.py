"""Easy puzzles for finding the form of a solver."""

import pytest

from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.reference import Grid, Shape
from crosscover.subjects.small_puzzles import DIAGONAL, KNOWN, easy_puzzles

SHAPES = [Shape(), DIAGONAL, Shape(2, 3), Shape(2, 3, diagonals=True), Shape(4, 4, diagonals=True)]


def solutions(puzzle: Grid, shape: Shape | None = None) -> list[Grid]:
    """At most three solutions, also with the boxes of a puzzle in another variant."""
    return list(BitmaskEngine()(Grid(puzzle.values, shape or puzzle.shape), 3))


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_easy_puzzles(shape: Shape, seed: int) -> None:
    """Each puzzle has its one solution, and the solutions of the easy ones differ."""
    puzzles = easy_puzzles(shape, seed)
    assert all(solutions(puzzle) == [solution] for puzzle, solution in puzzles)
    assert len({solution for _, solution in puzzles[:3]}) == 3


@pytest.mark.parametrize("seed", range(5))
def test_only_diagonals_decide(seed: int) -> None:
    """The puzzles of diagonal Sudoku have several solutions without the diagonals."""
    for puzzle, _ in easy_puzzles(DIAGONAL, seed):
        assert len(solutions(puzzle, Shape())) > 1


@pytest.mark.parametrize("shape", KNOWN, ids=str)
def test_improper_puzzles(shape: Shape) -> None:
    """The other known puzzles have no solution and several; without the diagonals, the first one has a solution."""
    known = KNOWN[shape]
    assert (solutions(known.unsolvable), len(solutions(known.ambiguous))) == ([], 2)
    assert len(solutions(known.unsolvable, Shape())) == shape.diagonals

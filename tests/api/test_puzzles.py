"""Solutions of puzzles in any form."""

import numpy as np
import pytest

import crosscover
from crosscover import Grid, ImproperPuzzleError, NoSolution, Several
from crosscover.api.puzzles import Puzzle
from crosscover.reference import Shape

from .solvers import PUZZLE, SOLUTION

GRID = Grid.parse(PUZZLE)
SMALL = "1...\n..3.\n.4..\n...2"
CLASH = "11" + "." * 79

FORMS = {
    "81 characters": PUZZLE,
    "a drawing": GRID.to_diagram(),
    "lines": "\n".join(PUZZLE[start : start + 9] for start in range(0, 81, 9)),
    "a table": f"puzzle,name\n{PUZZLE},example\n",
    "a grid": GRID,
    "rows of numbers": GRID.rows,
    "rows of characters": [list(PUZZLE[start : start + 9]) for start in range(0, 81, 9)],
    "rows of text": [PUZZLE[start : start + 9] for start in range(0, 81, 9)],
    "all numbers": list(GRID.values),
    "an array of rows": np.array(GRID.rows),
    "an array of bytes": np.frombuffer(GRID.values, np.uint8),
}


@pytest.mark.parametrize("puzzle", FORMS.values(), ids=FORMS)
def test_forms_of_a_puzzle(puzzle: Puzzle) -> None:
    """A puzzle has the same solution in each form."""
    assert crosscover.solve(puzzle) == Grid.parse(SOLUTION)


def test_diagonal_sudoku() -> None:
    """The variant x makes a puzzle with several solutions one with a single solution, also for a proof."""
    puzzle = "7...24.8.2.6.5.....18......387.....692.36......41..72...3...27...5.1.639.9..3654."
    solution = crosscover.solve(puzzle, variant="x")
    assert solution.shape == Shape(3, 3, diagonals=True)
    assert isinstance(crosscover.unique(puzzle), Several)
    assert crosscover.unique(puzzle, variant="x").solutions == (solution,)
    assert crosscover.solve(puzzle, shape="3x3+x") == solution
    with pytest.raises(ValueError, match="expected x, for diagonal Sudoku"):
        crosscover.solve(puzzle, variant="y")


@pytest.mark.parametrize(
    ("puzzle", "message"),
    [
        ("", "line 1, column 1: expected a puzzle, found the end of the input"),
        ("\nabc", "line 2, column 1: expected a puzzle, found 'abc'"),
        (PUZZLE[:40] + "z" + PUZZLE[41:], "line 1, column 41: expected a digit from 1 to 9 or '.', found 'z'"),
        (PUZZLE[:-1], "line 1, column 81: expected 81 characters, found 80"),
        (f"{PUZZLE}\n{PUZZLE}", "line 2, column 1: expected a single puzzle, found another one"),
        (GRID.rows[:8], "expected 9 rows of 9 cells, found 8"),
        ([*GRID.rows[:8], [0] * 8], "row 9: expected 9 cells, found 8 cells"),
        ([*GRID.rows[:8], 7], "row 9: expected 9 cells, found 7"),
        ([*GRID.rows[:2], [0, 12, *[0] * 7], *GRID.rows[3:]], "row 3, column 2: expected a digit from 1 to 9, or 0"),
        (np.full((9, 9), 0.5), "row 1, column 1: expected a digit from 1 to 9, or 0 for an empty cell, found 0.5"),
        ([True] * 81, "row 1, column 1: expected a digit"),
        (7, "expected text, a Grid, or rows of cells, not an object of type int"),
    ],
)
def test_malformed_puzzles(puzzle: Puzzle, message: str) -> None:
    """A malformed puzzle is refused with the place of the error."""
    with pytest.raises(ValueError, match=f"^{message}"):
        crosscover.solve(puzzle)


def test_other_shapes() -> None:
    """A shape is given as text or as a Shape, or taken from a grid."""
    four = crosscover.solve(SMALL, shape="2x2")
    assert four == crosscover.solve(Grid.parse(SMALL, Shape(2, 2)))
    assert four.is_full
    with pytest.raises(ValueError, match="expected a grid of the shape 3x3, not 2x2"):
        crosscover.solve(four, shape="3x3")


def test_improper_puzzles_are_not_solved() -> None:
    """A puzzle with no or several solutions raises an error with its verdict."""
    with pytest.raises(ImproperPuzzleError, match="no solution") as none:
        crosscover.solve(CLASH)
    with pytest.raises(ImproperPuzzleError, match="several solutions") as several:
        crosscover.solve("." * 81)
    assert isinstance(none.value.verdict, NoSolution)
    assert isinstance(several.value.verdict, Several)


def test_unknown_engine() -> None:
    """An unknown engine is refused with a suggestion."""
    with pytest.raises(ValueError, match="there is no engine 'dlxx'; did you mean dlx"):
        crosscover.solve(PUZZLE, engine="dlxx")


def test_names_are_offered() -> None:
    """`dir` lists every public name, though none is loaded before it is used."""
    assert set(crosscover.__all__) <= set(dir(crosscover))
    assert all(getattr(crosscover, name) is not None for name in crosscover.__all__)

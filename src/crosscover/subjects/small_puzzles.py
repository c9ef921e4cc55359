"""Easy puzzles for finding the form of a solver.

They are images of a known puzzle, different in each run, so a solver cannot recognize a test by its first puzzle. No
image is much harder: a cell-by-cell search needs at most a third more steps.
"""

from dataclasses import replace
from random import Random

from crosscover.oracles.bitmask import simplest_grid
from crosscover.reference import Grid, Shape
from crosscover.reference.symmetry import Symmetry, group_order, unrank

EASY = Grid.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
"""The first puzzle in Wikipedia's article on Sudoku."""

EASY_SOLUTION = Grid.parse("534678912672195348198342567859761423426853791713924856961537284287419635345286179")

_HARDER = Grid.parse("5..6..9.2.7..9.3.81..3....7..976..2...6.5.791....2....9615.7...2...19..5.452.6179")
"""A puzzle with the same solution that needs more than naked and hidden singles."""

UNSOLVABLE = Grid.parse("53.678912672.15348198.4256785976142342685379171392485696153728428.4.9635345286179")
"""A puzzle with few empty cells and no solution."""

AMBIGUOUS = Grid.parse("534..8912672195348198342567859..1423426853791713924856961537284287419635345286179")

_EASIER = 5
"""Factor by which the third easy puzzle has fewer empty cells than the first."""


def easy_puzzle(shape: Shape, seed: int | str) -> tuple[Grid, Grid]:
    """Return an easy puzzle of a shape, and its solution.

    It is an image of `EASY` chosen by the seed. For boxes other than 3x3, it is the simplest grid with other digits
    and an empty diagonal, so no row has two empty cells.
    """
    if shape == EASY.shape:
        return _image(EASY, seed)
    digits = 0, *Random(seed).sample(range(1, shape.side + 1), shape.side)
    solution = replace(Symmetry.identity(shape), digits=digits)(simplest_grid(shape))
    return solution.with_cells_of(Grid.empty(shape), range(0, shape.cells, shape.side + 1)), solution


def easy_puzzles(shape: Shape, seed: int | str) -> tuple[tuple[Grid, Grid], ...]:
    """Return three easy puzzles of a shape that differ in every respect, each with its solution.

    The first is `easy_puzzle`. The second has other digits, and clues exactly where the first has none; for boxes other
    than 3x3, its other diagonal is empty. The third is nearly full.
    """
    puzzle, solution = easy_puzzle(shape, seed)
    emptied = puzzle.empty_cells()
    clues = [cell for cell, _ in puzzle.clues()]
    other = clues if shape == EASY.shape else range(shape.side - 1, shape.cells - 1, shape.side - 1)
    renamed, rotated = similar_puzzles(solution)
    return (
        (puzzle, solution),
        (renamed.with_cells_of(Grid.empty(shape), other), renamed),
        (rotated.with_cells_of(Grid.empty(shape), emptied[::_EASIER]), rotated),
    )


def harder_puzzle(shape: Shape, seed: int | str) -> tuple[Grid, Grid]:
    """Return a puzzle that singles do not solve, and its solution; for boxes other than 3x3, the easy puzzle."""
    return _image(_HARDER, seed) if shape == EASY.shape else easy_puzzle(shape, seed)


def _image(puzzle: Grid, seed: int | str) -> tuple[Grid, Grid]:
    symmetry = unrank(Random(seed).randrange(group_order()))
    return symmetry(puzzle), symmetry(EASY_SOLUTION)


def similar_puzzles(puzzle: Grid) -> tuple[Grid, Grid]:
    """Return a puzzle with other digits, and this image rotated by 180 degrees; both are as easy."""
    side = puzzle.shape.side
    renamed = bytes(side + 1 - digit if digit else 0 for digit in puzzle.values)
    return Grid(renamed, puzzle.shape), Grid(renamed[::-1], puzzle.shape)

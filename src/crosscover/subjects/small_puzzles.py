"""The easy puzzles by which the form of a solver is found.

They are images of a known puzzle, other ones in each run, so that a solver cannot tell by its first puzzle that it is
under test. No image is harder: a search cell by cell needs at most a third more steps.
"""

from dataclasses import dataclass, replace
from random import Random

from crosscover.reference import Grid, NoSolution, Several, Shape, Unique, Verdict
from crosscover.reference.symmetry import Symmetry, group_order, unrank

EASY = Grid.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
"""The first puzzle of the article on Sudoku in Wikipedia."""

EASY_SOLUTION = Grid.parse("534678912672195348198342567859761423426853791713924856961537284287419635345286179")


@dataclass(frozen=True, slots=True)
class SmallPuzzle:
    """A puzzle with its verdict; of several solutions the first is the least."""

    grid: Grid
    verdict: Verdict


UNSOLVABLE = SmallPuzzle(
    Grid.parse("53.678912672.15348198.4256785976142342685379171392485696153728428.4.9635345286179"), NoSolution()
)
"""A puzzle without a solution and with few empty cells."""

AMBIGUOUS = SmallPuzzle(
    Grid.parse("534..8912672195348198342567859..1423426853791713924856961537284287419635345286179"),
    Several(
        Grid.parse("534678912672195348198342567859761423426853791713924856961537284287419635345286179"),
        Grid.parse("534768912672195348198342567859671423426853791713924856961537284287419635345286179"),
    ),
)
"""A puzzle with two solutions."""


def easy_puzzle(shape: Shape, seed: int | str | None = None) -> tuple[Grid, Grid]:
    """Return an easy puzzle of a shape, and its solution.

    It is an image of `EASY` that belongs to the seed, or `EASY` itself without one. For other boxes than 3x3 it is the
    canonical grid with other digits and without a diagonal: no row has two empty cells.
    """
    if shape == EASY.shape:
        puzzle, solution = EASY, EASY_SOLUTION
    else:
        solution = Grid.canonical(shape)
        puzzle = solution.with_cells_of(Grid.empty(shape), range(0, shape.cells, shape.side + 1))
    symmetry, random = Symmetry.identity(shape), Random(seed)
    if seed is not None and shape == EASY.shape:
        symmetry = unrank(random.randrange(group_order()))
    elif seed is not None:
        symmetry = replace(symmetry, digits=(0, *random.sample(range(1, shape.side + 1), shape.side)))
    return symmetry(puzzle), symmetry(solution)


def proper_puzzles(shape: Shape, seed: int | str | None = None) -> tuple[SmallPuzzle, ...]:
    """Return the easy puzzle, the same with other digits, and that rotated by 180 degrees."""
    easy, solution = (grid.values for grid in easy_puzzle(shape, seed))
    renamed = [bytes(shape.side + 1 - digit if digit else 0 for digit in values) for values in (easy, solution)]
    rotated = [values[::-1] for values in renamed]
    return tuple(
        SmallPuzzle(Grid(puzzle, shape), Unique(Grid(solved, shape)))
        for puzzle, solved in ((easy, solution), renamed, rotated)
    )

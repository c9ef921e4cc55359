"""Puzzles whose verdict follows from a known one, a hundred thousand a second.

Each function states a theorem and applies it to a block of puzzles, all rows at once. No engine is needed: the verdict
of a derived puzzle is as certain as the one from which it follows.
"""

from dataclasses import replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from crosscover.harness.block import Block
from crosscover.reference import Shape

FEW_CLUES = 18
"""Maximum expected number of clues besides the clash in half of the puzzles that clash."""


def images(known: Block, random: np.random.Generator) -> Block:
    """The image of each puzzle under a random symmetry; about 4 us per puzzle.

    Theorem: a puzzle has as many solutions as its image has, and those of the image are the images of its solutions.
    For a symmetry permutes the digits, and the cells so that houses become houses; so it maps grids that obey the rules
    to such grids, and those that extend the puzzle to those that extend the image. Its inverse maps them back.

    All symmetries are equally likely: for 3x3 boxes 3,359,232 of the cells and 9! of the digits.
    """
    number, shape = len(known), known.shape
    cells = _cell_permutations(number, shape, random)[:, None, :]
    digits = np.zeros((number, shape.side + 1), np.uint8)
    digits[:, 1:] = _permutations(number, shape.side, random) + 1
    rows = np.arange(number)[:, None, None]
    grids = np.concatenate([known.puzzles[:, None, :], known.solutions], axis=1)
    grids = digits[rows, np.take_along_axis(grids, cells, axis=2)]
    return replace(known, puzzles=grids[:, 0], solutions=grids[:, 1:])


def with_further_clues(known: Block, random: np.random.Generator, shares: NDArray[np.float64]) -> Block:
    """Each puzzle with further clues, from none to all that are allowed; about 4 us per puzzle.

    `shares` (n,) has the expected share of the empty cells of each puzzle that become clues, 0 to 1.

    Theorem: further clues remove solutions and add none, and keep those that contain them. So

    - a puzzle with one solution keeps exactly that one if the clues are digits of it;
    - a puzzle with several keeps the two that are known if the clues are digits of both;
    - a puzzle without a solution has none, whatever the clues.

    If there is no solution, the clues are arbitrary digits, which often clash.
    """
    first, second = known.solutions[:, 0], known.solutions[:, 1]
    anything = random.integers(1, known.shape.side + 1, first.shape, np.uint8)
    counts = known.counts[:, None]
    clues = np.where(counts == 0, anything, np.where((counts == 1) | (first == second), first, 0))
    chosen = _random_cells(known, random, shares) & (known.puzzles == 0)
    return replace(known, puzzles=np.where(chosen, clues, known.puzzles))


def with_clues_removed(known: Block, random: np.random.Generator, shares: NDArray[np.float64]) -> Block:
    """Each puzzle with several solutions, less some of its clues, from none to all; about 3 us per puzzle.

    `shares` (n,) has the expected share of the clues of each puzzle that are removed, 0 to 1.

    Theorem: every solution of a puzzle is one of the puzzle with fewer clues. So the two that are known remain, and
    there are still several. For puzzles with one solution or none nothing follows, so they stay unchanged.
    """
    removed = _random_cells(known, random, shares) & (known.counts == 2)[:, None]
    return replace(known, puzzles=np.where(removed, np.uint8(0), known.puzzles))


def with_a_clash(known: Block, random: np.random.Generator) -> Block:
    """Clues of each first solution, and a wrong one that repeats a digit; about 2 us per puzzle.

    The wrong digit occurs once in the row, the column and the box of its cell in the solution. A random set of these
    houses clashes: one, two or three kinds. Half of the puzzles have few clues besides.

    Theorem: a puzzle with a digit twice in a house has no solution, whatever its other clues. For each solution has
    its clues, and each digit once in every house.
    """
    number, shape = len(known), known.shape
    solutions, rows = known.solutions[:, 0], np.arange(number)
    cells = random.integers(0, shape.cells, number)
    digits = (solutions[rows, cells] + random.integers(0, shape.side - 1, number)) % shape.side + 1
    houses = np.array(shape.houses)[_houses_of_cells(shape)[cells]]
    places = (solutions[rows[:, None, None], houses] == digits[:, None, None]).argmax(axis=2)
    repeated = np.take_along_axis(houses, places[:, :, None], axis=2)[:, :, 0]
    chosen = (random.integers(1, 8, number)[:, None] >> np.arange(3) & 1).astype(np.bool_)
    most = np.where(random.random(number) < 0.5, FEW_CLUES / shape.cells, 1.0)
    kept = _random_cells(known, random, random.random(number) * most)
    for is_repeated in (False, True):  # a cell may be in the row and the box
        places_of = np.nonzero(chosen == is_repeated)
        kept[places_of[0], repeated[places_of]] = is_repeated
    puzzles = np.where(kept, solutions, np.uint8(0))
    puzzles[rows, cells] = digits
    return replace(known, puzzles=puzzles, solutions=np.zeros_like(known.solutions), counts=np.zeros_like(known.counts))


@cache
def _houses_of_cells(shape: Shape) -> NDArray[np.intp]:
    """The row, the column and the box of each cell, as indices into `Shape.houses`."""
    side = shape.side
    return np.array(
        [(shape.row(cell), side + shape.column(cell), 2 * side + shape.box(cell)) for cell in range(shape.cells)]
    )


def _random_cells(known: Block, random: np.random.Generator, shares: NDArray[np.float64]) -> NDArray[np.bool_]:
    """A random set of cells for each puzzle, of these shares of all cells."""
    limits = np.minimum(shares * 256, 255).astype(np.uint8)[:, None]
    return random.integers(0, 255, known.puzzles.shape, np.uint8) < limits


def _cell_permutations(number: int, shape: Shape, random: np.random.Generator) -> NDArray[np.intp]:
    """For each of `number` random symmetries, the original of each cell of the image."""
    rows = _line_permutations(number, len(shape.bands), shape.box_rows, random)
    columns = _line_permutations(number, len(shape.stacks), shape.box_columns, random)
    cells = rows[:, :, None] * shape.side + columns[:, None, :]
    if shape.box_rows != shape.box_columns:  # a transposed grid has another shape
        return cells.reshape(number, shape.cells)
    transposed = rows[:, None, :] * shape.side + columns[:, :, None]
    return np.where(random.integers(0, 2, (number, 1, 1)) == 1, transposed, cells).reshape(number, shape.cells)


def _line_permutations(number: int, strips: int, size: int, random: np.random.Generator) -> NDArray[np.intp]:
    """Orders of the rows of so many bands of a size, or of the columns of stacks, that keep these together."""
    order = _permutations(number, strips, random)[:, :, None]
    lines = _permutations(number * strips, size, random).reshape(number, strips, size)
    return (order * size + lines).reshape(number, strips * size)


def _permutations(number: int, size: int, random: np.random.Generator) -> NDArray[np.intp]:
    """`number` permutations of 0 to `size` - 1, all equally likely: the ranks of random numbers."""
    return random.random((number, size), np.float32).argsort(axis=1)

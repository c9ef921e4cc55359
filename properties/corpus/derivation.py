"""Puzzles whose verdict follows from a known one, a hundred thousand a second.

Each function states a theorem and applies it to arrays of puzzles, such as those of `certified.Corpus`, all rows at
once. No engine is needed: the verdict of a derived puzzle is as certain as the one from which it follows.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from crosscover.reference import Shape

from .certified import Cells, Corpus

SHAPE = Shape()
SIDE = SHAPE.side
STRIP = len(SHAPE.bands)
"""The number of bands, of rows in a band, of stacks, and of columns in a stack."""


@dataclass(frozen=True, slots=True)
class Derived:
    """Puzzles and their verdicts, one per row, in arrays as in `Corpus`.

    `puzzles` are uint8 (n, 81), `solutions` uint8 (n, 2, 81), `counts` uint8 (n,): 0, 1, or 2 for several.
    """

    puzzles: Cells
    solutions: Cells
    counts: Cells

    def __len__(self) -> int:
        return len(self.puzzles)

    @classmethod
    def of(cls, corpus: Corpus, rows: NDArray[np.intp]) -> "Derived":
        """Some rows of the corpus, in this order; a row may occur several times."""
        return cls(corpus.puzzles[rows], corpus.solutions[rows], corpus.counts[rows])


def images(known: Derived, random: np.random.Generator) -> Derived:
    """The image of each puzzle under a random symmetry; some 4 us a puzzle.

    Theorem: a puzzle has as many solutions as its image has, and those of the image are the images of its solutions.
    For a symmetry permutes the digits, and the cells so that houses become houses; so it maps grids that obey the rules
    to such grids, and those that extend the puzzle to those that extend the image. Its inverse maps them back.

    All 3,359,232 symmetries of the cells and all 9! of the digits are equally likely.
    """
    number = len(known)
    cells = _cell_permutations(number, random)[:, None, :]
    digits = np.zeros((number, SIDE + 1), np.uint8)
    digits[:, 1:] = _permutations(number, SIDE, random) + 1
    rows = np.arange(number)[:, None, None]
    grids = np.concatenate([known.puzzles[:, None, :], known.solutions], axis=1)
    grids = digits[rows, np.take_along_axis(grids, cells, axis=2)]
    return Derived(grids[:, 0], grids[:, 1:], known.counts)


def with_further_clues(
    known: Derived, random: np.random.Generator, shares: NDArray[np.float64] | None = None
) -> Derived:
    """Each puzzle with further clues, from none to all that are allowed; some 4 us a puzzle.

    `shares` (n,) has the expected share of the empty cells of each puzzle that become clues, 0 to 1; by default any.

    Theorem: further clues remove solutions and add none, and keep those that contain them. So

    - a puzzle with one solution keeps exactly that one if the clues are digits of it;
    - a puzzle with several keeps the two that are known if the clues are digits of both;
    - a puzzle without a solution has none, whatever the clues.

    If there is no solution, the clues are arbitrary digits, which often clash.
    """
    number = len(known)
    first, second = known.solutions[:, 0], known.solutions[:, 1]
    anything = random.integers(1, SIDE + 1, first.shape, np.uint8)
    counts = known.counts[:, None]
    clues = np.where(counts == 0, anything, np.where((counts == 1) | (first == second), first, 0))
    chosen = _random_cells(number, random, shares) & (known.puzzles == 0)
    return Derived(np.where(chosen, clues, known.puzzles), known.solutions, known.counts)


def with_clues_removed(
    known: Derived, random: np.random.Generator, shares: NDArray[np.float64] | None = None
) -> Derived:
    """Each puzzle with several solutions, less some of its clues, from none to all; some 3 us a puzzle.

    `shares` (n,) has the expected share of the clues of each puzzle that are removed, 0 to 1; by default any.

    Theorem: every solution of a puzzle is one of the puzzle with fewer clues. So the two that are known remain, and
    there are still several. For puzzles with one solution or none nothing follows, so they stay unchanged.
    """
    removed = _random_cells(len(known), random, shares) & (known.counts == 2)[:, None]
    return Derived(np.where(removed, np.uint8(0), known.puzzles), known.solutions, known.counts)


def _random_cells(
    number: int, random: np.random.Generator, shares: NDArray[np.float64] | None = None
) -> NDArray[np.bool_]:
    """A random set of cells for each of `number` puzzles, of these shares of all cells, which are by default random."""
    drawn = random.random(number) if shares is None else shares
    limits = np.minimum(drawn * 256, 255).astype(np.uint8)[:, None]
    return random.integers(0, 255, (number, SHAPE.cells), np.uint8) < limits


def _cell_permutations(number: int, random: np.random.Generator) -> NDArray[np.intp]:
    """For each of `number` random symmetries, the original of each cell of the image."""
    rows, columns = _line_permutations(number, random), _line_permutations(number, random)
    cells = rows[:, :, None] * SIDE + columns[:, None, :]
    transposed = rows[:, None, :] * SIDE + columns[:, :, None]
    return np.where(random.integers(0, 2, (number, 1, 1)) == 1, transposed, cells).reshape(number, -1)


def _line_permutations(number: int, random: np.random.Generator) -> NDArray[np.intp]:
    """Orders of rows, or of columns, that keep bands, or stacks, together."""
    strips = _permutations(number, STRIP, random)[:, :, None]
    lines = _permutations(number * STRIP, STRIP, random).reshape(number, STRIP, STRIP)
    return (strips * STRIP + lines).reshape(number, SIDE)


def _permutations(number: int, size: int, random: np.random.Generator) -> NDArray[np.intp]:
    """`number` permutations of 0 to `size` - 1, all equally likely: the ranks of random numbers."""
    return random.random((number, size), np.float32).argsort(axis=1)

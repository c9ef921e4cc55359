"""Images of puzzles under symmetries, above all of those of the corpus, which random masks do not reach."""

from collections.abc import Callable
from functools import cache

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from crosscover.properties.corpus import indices_of, known_puzzles
from crosscover.reference import Grid

from .basics import SEEDS, symmetries
from .masking import random_cells
from .symmetry import Symmetry


def images_of(puzzle: Callable[[int], Grid], count: int) -> SearchStrategy[Grid]:
    """Images of the puzzles of the numbers from 0 to `count` - 1.

    Shrinks towards the first of these puzzles as it is.
    """

    def image(number: int, symmetry: Symmetry) -> Grid:
        return symmetry(puzzle(number))

    return st.builds(image, st.integers(0, count - 1), symmetries())


def image_of_known(index: int, symmetry: Symmetry, further: int = 0, seed: int = 0) -> Grid:
    """The image of a known puzzle that has further clues of its solution: those of so many random cells."""
    known = known_puzzles()[index]
    return symmetry(known.puzzle.with_cells_of(known.solution, random_cells(further, seed)))


def symmetric_images_of_known() -> SearchStrategy[Grid]:
    """Images of any known puzzle, with any number of further clues of its solution.

    Shrinks towards the first easy puzzle as it is printed, full.
    """
    further = st.integers(0, 81).map(lambda fewer: 81 - fewer)
    return st.builds(image_of_known, st.integers(0, len(known_puzzles()) - 1), symmetries(), further, SEEDS)


def hard_puzzles() -> SearchStrategy[Grid]:
    """Images of known hard puzzles, some with a few more clues.

    Shrinks towards the first of them in the corpus, as it is printed.
    """
    indices = indices_of("magictour", "17 clues", "hardest", "backtracking")
    return st.builds(image_of_known, st.sampled_from(indices), symmetries(), st.integers(0, 12), SEEDS)


def anti_backtracking_puzzles() -> SearchStrategy[Grid]:
    """Puzzles against solvers that fill the first empty cell first: few clues early, and the high digits due there.

    In each of the eight orientations, since solvers scan by rows or columns and from either end, and with digits in
    falling or rising order. Shrinks towards Wikipedia's, against rows from the top.
    """
    return st.builds(_against_backtracking, st.sampled_from(indices_of("backtracking", "17 clues")), st.integers(0, 15))


@cache
def _against_backtracking(index: int, variant: int) -> Grid:
    """The image of a known puzzle that a search cell by cell takes long for.

    Bands, and rows within them, are put in the order of their clues, the fewest first. Digits are renamed so that the
    first row of the solution is 987654321, or, with bit 3 of the variant, 123456789. Bits 0 to 2 choose one of the
    eight orientations: a half turn, a reflection, a transposition.
    """
    known = known_puzzles()[index]
    shape = known.puzzle.shape
    clues = [sum(known.puzzle.values[cell] > 0 for cell in row) for row in shape.rows]
    bands = sorted(shape.bands, key=lambda band: (sum(clues[row] for row in band), sorted(clues[row] for row in band)))
    rows = [row for band in bands for row in sorted(band, key=lambda row: clues[row])]
    digits = [0] * (shape.side + 1)
    for place, cell in enumerate(shape.rows[rows[0]]):
        digits[known.solution.values[cell]] = place + 1 if variant & 8 else shape.side - place
    cells = [cell for row in rows for cell in shape.rows[row]]
    if variant & 1:
        cells.reverse()
    if variant & 2:
        cells = [cells[cell] for row in shape.rows for cell in reversed(row)]
    if variant & 4:
        cells = [cells[cell] for column in shape.columns for cell in column]
    return Symmetry(tuple(cells), tuple(digits), shape)(known.puzzle)

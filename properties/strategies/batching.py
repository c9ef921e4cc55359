"""Lists of puzzles that a subject is given in one run, and how they are written down."""

from collections.abc import Sequence
from random import Random

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from crosscover.dialects import Formatting, LineEnd
from crosscover.properties.corpus import known_puzzles
from crosscover.reference import Grid

from . import symmetry
from .basics import SEEDS, SELECTORS
from .images import image_of_known, symmetric_images_of_known
from .improper import without_a_clue
from .proper import minimal_puzzles, proper_puzzles


def batches(puzzles: SearchStrategy[Grid], *, max_size: int = 12) -> SearchStrategy[list[Grid]]:
    """Lists of puzzles that a subject is given in one run.

    Shrinks towards one puzzle.
    """
    return st.lists(puzzles, min_size=1, max_size=max_size)


def minimal_with_clues_removed() -> SearchStrategy[list[Grid]]:
    """A minimal puzzle, and it less one of its clues, for up to eight of them.

    Shrinks towards a known puzzle of 17 clues, and it less its first clue.
    """
    return st.builds(_with_clues_removed, minimal_puzzles(), st.lists(SELECTORS, min_size=1, max_size=8))


def _with_clues_removed(puzzle: Grid, selectors: list[int]) -> list[Grid]:
    """The puzzle, and it less one clue for each selector."""
    return [puzzle, *(without_a_clue(puzzle, selector) for selector in selectors)]


def one_cell_every_digit() -> SearchStrategy[list[Grid]]:
    """A proper puzzle and the puzzles that it becomes when each digit in turn is put into one of its empty cells.

    Shrinks towards fewer empty cells, and the first of them.
    """
    return st.builds(_every_digit, st.one_of(proper_puzzles(), symmetric_images_of_known()), SELECTORS)


def _every_digit(puzzle: Grid, selector: int) -> list[Grid]:
    """The puzzle, and it with each digit in an empty cell; a full grid with each digit in any cell."""
    cells = puzzle.empty_cells() or range(puzzle.shape.cells)
    cell = cells[selector % len(cells)]
    return [puzzle, *(puzzle.with_cell(cell, digit) for digit in range(1, puzzle.shape.side + 1))]


def long_batches(sizes: Sequence[int] = (130, 260, 520)) -> SearchStrategy[list[Grid]]:
    """About so many proper puzzles in one run, hundreds of them different, others again and again.

    Shrinks towards the first of the sizes.
    """
    return st.builds(_long_batch, st.sampled_from(sizes), st.integers(0, 30), SEEDS)


def _long_batch(size: int, fewer: int, seed: int) -> list[Grid]:
    """Up to 400 images of known puzzles, then repetitions of them, less so many from the end."""
    random = Random(seed)
    different: list[Grid] = []
    for _ in range(min(size, 400)):
        index = random.randrange(len(known_puzzles()))
        turned = symmetry.unrank(random.randrange(symmetry.group_order()))
        different.append(image_of_known(index, turned, random.choice((0, 5, 20, 40, 60)), random.randrange(2**32)))
    repeated = [random.choice(different) for _ in range(max(0, size - fewer - len(different)))]
    return [*different, *repeated][: size - fewer]


def formattings(empty_characters: Sequence[str]) -> SearchStrategy[Formatting]:
    """The ways to write a batch down that a dialect allows.

    Shrinks towards the plain form.
    """
    return st.builds(
        Formatting, st.sampled_from(empty_characters), st.sampled_from(LineEnd), st.sampled_from((True, False))
    )

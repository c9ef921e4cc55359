"""Strategies for batches of puzzles and for their formatting."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from crosscover.dialects import Dialect, Formatting, LineEnd
from crosscover.properties.corpus import MINIMAL_SMALL, SMALL_SHAPE
from crosscover.reference import Grid, Shape, symmetry
from crosscover.reference.symmetry import Symmetry

from .improper import with_wrong_digit, without_a_clue
from .masking import SEEDS, SELECTORS, bitmask, symmetries
from .proper import base_count, image_of_known, minimal_puzzles, proper_puzzles, symmetric_images_of_known

MAX_DIFFERENT = 400
"""Maximum number of distinct puzzles in a long run, since the panel decides each; fewer with more than nine digits."""


def batches(puzzles: SearchStrategy[Grid], *, max_size: int = 12) -> SearchStrategy[list[Grid]]:
    """Generate batches of puzzles. Shrinks towards a single puzzle."""
    return st.lists(puzzles, min_size=1, max_size=max_size)


def minimal_with_clues_removed(shape: Shape = Shape()) -> SearchStrategy[list[Grid]]:
    """Generate a minimal puzzle, followed by up to eight copies that each lack one clue.

    Shrinks towards a known puzzle of 17 clues and a copy without its first clue.
    """

    def with_clues_removed(puzzle: Grid, selectors: list[int]) -> list[Grid]:
        return [puzzle, *(without_a_clue(puzzle, selector) for selector in selectors)]

    return st.builds(with_clues_removed, minimal_puzzles(shape), st.lists(SELECTORS, min_size=1, max_size=8))


def every_minimal_small_puzzle() -> SearchStrategy[list[Grid]]:
    """Generate an image of each minimal puzzle of 4x4 cells, in any order. Shrinks towards the original puzzles."""
    turns = st.lists(symmetries(SMALL_SHAPE), min_size=len(MINIMAL_SMALL), max_size=len(MINIMAL_SMALL))
    images = turns.map(lambda drawn: [turn(puzzle) for turn, puzzle in zip(drawn, MINIMAL_SMALL, strict=True)])
    return images.flatmap(st.permutations)


def one_cell_every_digit(shape: Shape = Shape()) -> SearchStrategy[list[Grid]]:
    """Generate a proper puzzle, followed by copies that try each digit in one empty cell.

    Shrinks towards fewer empty cells and the first empty cell.
    """
    puzzles = st.one_of(proper_puzzles(shape), symmetric_images_of_known(shape))
    return st.builds(_every_digit, puzzles, SELECTORS)


def _every_digit(puzzle: Grid, selector: int) -> list[Grid]:
    cells = puzzle.empty_cells() or range(puzzle.shape.cells)
    cell = cells[selector % len(cells)]
    return [puzzle, *(puzzle.with_cell(cell, digit) for digit in range(1, puzzle.shape.side + 1))]


def long_batches(
    sizes: Sequence[int], shape: Shape = Shape(), *, nearly_free: bool = False, with_clashes: bool = False
) -> SearchStrategy[list[Grid]]:
    """Generate batches of about `sizes` images of base puzzles with added clues; about a fifth of the puzzles repeat.

    `nearly_free` puzzles are grids with at most six empty cells. `with_clashes` adds full grids with a wrong digit.
    Shrinks towards the first size.
    """
    most = range(shape.cells - 6, shape.cells + 1)
    further = most if nearly_free else [number * shape.cells // 81 for number in (0, 5, 20, 40, 60)]

    def batch(size: int, fewer: int, seed: int) -> list[Grid]:
        random, puzzles = Random(seed), list[Grid]()
        for number in range(size - fewer):
            kind = random.randrange(10)
            if number >= MAX_DIFFERENT * min(1, 81 / shape.cells) or (puzzles and kind < 2):
                puzzles.append(random.choice(puzzles))
                continue
            is_wrong = with_clashes and kind == 2
            index, turn = random.randrange(base_count(shape)), random.randrange(symmetry.group_order(shape))
            clues = shape.cells if is_wrong else random.choice(further)
            puzzle = image_of_known(index, symmetry.unrank(turn, shape), clues, random.randrange(2**32))
            puzzles.append(with_wrong_digit(puzzle, random.randrange(2**16)) if is_wrong else puzzle)
        return puzzles

    return st.builds(batch, st.sampled_from(sizes), st.integers(0, 30), SEEDS)


def formattings(form: Dialect) -> SearchStrategy[Formatting]:
    """Generate formattings of a batch in a dialect. Shrinks towards the usual form."""
    return st.builds(
        Formatting,
        st.sampled_from((None, *form.empty_characters[1:])),
        st.sampled_from(LineEnd),
        st.sampled_from((True, False)),
        st.sampled_from(form.spacings),
    )


def related_batches(puzzles: SearchStrategy[Grid]) -> SearchStrategy[list[Grid]]:
    """Generate a puzzle, similar puzzles, and the first puzzle again, to reveal state leaked between puzzles.

    Similar puzzles have another clue, other digits in the same cells, or exchanged lines, or are images. Unrelated
    puzzles come between them. Shrinks towards the simplest puzzle, one similar puzzle, and the first puzzle again.
    """
    return st.builds(_related, puzzles, puzzles, st.integers(1, 10), SEEDS)


def _related(puzzle: Grid, stranger: Grid, relatives: int, seed: int) -> list[Grid]:
    random, batch, shape = Random(seed), [puzzle], puzzle.shape
    identity = Symmetry.identity(shape)
    backwards = identity.rows[::-1]
    for _ in range(relatives):
        turn = symmetry.unrank(random.randrange(symmetry.group_order(shape)), shape)
        similar = (
            puzzle,
            stranger,
            turn(puzzle),
            replace(identity, rows=backwards if shape.diagonals else turn.rows)(puzzle),
            replace(identity, columns=backwards if shape.diagonals else turn.columns)(puzzle),
            _with_digits_exchanged(puzzle, random),
            _with_digits_exchanged(batch[-1], random),
            _with_another_clue(puzzle, random),
        )
        batch.append(random.choice(similar))
    return [*batch, puzzle]


def _with_digits_exchanged(puzzle: Grid, random: Random) -> Grid:
    """Exchange two digits of the puzzle, which often leaves the first rows unchanged."""
    one, other = random.sample(range(1, puzzle.shape.side + 1), 2)
    digits = list(range(puzzle.shape.side + 1))
    digits[one], digits[other] = other, one
    return replace(Symmetry.identity(puzzle.shape), digits=tuple(digits))(puzzle)


def _with_another_clue(puzzle: Grid, random: Random) -> Grid:
    """Add a clue from a solution, or a random clue if there is no solution; remove a clue from a full grid."""
    cell = random.choice(puzzle.empty_cells() or range(puzzle.shape.cells))
    solution = next(bitmask(puzzle, 1), None)
    digit = random.randint(1, puzzle.shape.side) if solution is None else solution.values[cell]
    return puzzle.with_cell(cell, 0 if puzzle.is_full else digit)

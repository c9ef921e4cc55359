"""Lists of puzzles for one run, and the ways to format them."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from crosscover.dialects import Dialect, Formatting, LineEnd
from crosscover.properties.corpus import MINIMAL_SMALL, SMALL_SHAPE
from crosscover.reference import Grid, Shape, symmetry
from crosscover.reference.symmetry import Symmetry

from .basics import SEEDS, SELECTORS, symmetries
from .masking import bitmask, clue_cells, kempe_chain, mask_of, proper
from .proper import base_count, image_of_known, minimal_puzzles, proper_puzzles, symmetric_images_of_known
from .several import without_a_clue

MAX_DIFFERENT = 400
"""Maximum number of different puzzles in a long run, since the panel decides each; fewer with more than nine digits."""


def batches(puzzles: SearchStrategy[Grid], *, max_size: int = 12) -> SearchStrategy[list[Grid]]:
    """Lists of puzzles for one run. Shrinks towards one puzzle."""
    return st.lists(puzzles, min_size=1, max_size=max_size)


def minimal_with_clues_removed(shape: Shape = Shape()) -> SearchStrategy[list[Grid]]:
    """A minimal puzzle, and the same less one of its clues, for up to eight of them.

    Shrinks towards a known puzzle of 17 clues, and the same less its first clue.
    """
    return st.builds(_with_clues_removed, minimal_puzzles(shape), st.lists(SELECTORS, min_size=1, max_size=8))


def _with_clues_removed(puzzle: Grid, selectors: list[int]) -> list[Grid]:
    return [puzzle, *(without_a_clue(puzzle, selector) for selector in selectors)]


def every_minimal_small_puzzle() -> SearchStrategy[list[Grid]]:
    """An image of each minimal puzzle of 4x4 cells, in any order. Shrinks towards the puzzles themselves."""
    turns = st.lists(symmetries(SMALL_SHAPE), min_size=len(MINIMAL_SMALL), max_size=len(MINIMAL_SMALL))
    images = turns.map(lambda drawn: [turn(one) for turn, one in zip(drawn, MINIMAL_SMALL, strict=True)])
    return images.flatmap(st.permutations)


def one_cell_every_digit(shape: Shape = Shape()) -> SearchStrategy[list[Grid]]:
    """A proper puzzle, and the same with each digit in turn in one of its empty cells.

    Shrinks towards fewer empty cells, and the first of them.
    """
    puzzles = st.one_of(proper_puzzles(shape), symmetric_images_of_known(shape))
    return st.builds(_every_digit, puzzles, SELECTORS)


def _every_digit(puzzle: Grid, selector: int) -> list[Grid]:
    """The puzzle, and the same with each digit in an empty cell, or in any cell of a full grid."""
    cells = puzzle.empty_cells() or range(puzzle.shape.cells)
    cell = cells[selector % len(cells)]
    return [puzzle, *(puzzle.with_cell(cell, digit) for digit in range(1, puzzle.shape.side + 1))]


def long_batches(sizes: Sequence[int] = (130, 260, 520), shape: Shape = Shape()) -> SearchStrategy[list[Grid]]:
    """Runs of about these sizes of proper puzzles, a hundred or more of them different, others repeated.

    Shrinks towards the first of the sizes.
    """
    return st.builds(_long_batch, st.sampled_from(sizes), st.integers(0, 30), SEEDS, st.just(shape))


def _long_batch(size: int, fewer: int, seed: int, shape: Shape) -> list[Grid]:
    """Images of base puzzles, at most `MAX_DIFFERENT`, then repetitions; the last `fewer` are left out."""
    random = Random(seed)
    different = [
        _random_image(random, random.choice((0, 5, 20, 40, 60)) * shape.cells // 81, shape)
        for _ in range(min(size, _max_different(shape)))
    ]
    repeated = [random.choice(different) for _ in range(max(0, size - fewer - len(different)))]
    return [*different, *repeated][: size - fewer]


def nearly_free_batches(
    sizes: Sequence[int], shape: Shape = Shape(), *, with_clashes: bool = False
) -> SearchStrategy[list[Grid]]:
    """Runs of about these sizes of full grids less at most six cells, some of them repeated.

    `with_clashes` puts full grids with a wrong digit between them. Shrinks towards the first of the sizes.
    """
    return st.builds(
        _nearly_free_batch, st.sampled_from(sizes), st.integers(0, 30), SEEDS, st.just(shape), st.just(with_clashes)
    )


def _nearly_free_batch(size: int, fewer: int, seed: int, shape: Shape, with_clashes: bool) -> list[Grid]:
    """Different puzzles, with an earlier one or a clash after every few of them; the last `fewer` are left out."""
    random = Random(seed)
    batch: list[Grid] = []
    for number in range(size - fewer):
        kind = random.randrange(10)
        if (kind < 2 and batch) or number >= _max_different(shape):
            batch.append(random.choice(batch))
            continue
        is_wrong = with_clashes and kind == 2
        puzzle = _random_image(random, shape.cells - (0 if is_wrong else random.randrange(7)), shape)
        cell = random.randrange(shape.cells)
        batch.append(puzzle.with_cell(cell, puzzle.values[cell] % shape.side + 1) if is_wrong else puzzle)
    return batch


def _max_different(shape: Shape) -> int:
    return min(MAX_DIFFERENT, MAX_DIFFERENT * Shape().cells // shape.cells)


def _random_image(random: Random, further: int, shape: Shape) -> Grid:
    """A random image of a base puzzle with further clues of its solution in random cells, or those that are clues."""
    index = random.randrange(base_count(shape))
    turned = symmetry.unrank(random.randrange(symmetry.group_order(shape)), shape)
    return image_of_known(index, turned, further, random.randrange(2**32))


def formattings(form: Dialect) -> SearchStrategy[Formatting]:
    """The ways to format a batch in a dialect. Shrinks towards the usual one."""
    return st.builds(
        Formatting,
        st.sampled_from((None, *form.empty_characters[1:])),
        st.sampled_from(LineEnd),
        st.sampled_from((True, False)),
        st.sampled_from(form.spacings),
    )


def related_batches(puzzles: SearchStrategy[Grid]) -> SearchStrategy[list[Grid]]:
    """A puzzle, similar puzzles, and the same puzzle again, to reveal state that is carried over between puzzles.

    Similar puzzles have one more clue, another clue, the same cells with other digits, the same first or last rows, or
    the same counts; or they are images; or they are two that differ in one clue and in their solutions. Between them
    come unrelated puzzles. Shrinks towards the simplest puzzle, one similar to it, and the first again.
    """
    return st.builds(_related, puzzles, puzzles, st.integers(1, 10), SEEDS)


def _related(puzzle: Grid, stranger: Grid, relatives: int, seed: int) -> list[Grid]:
    """The puzzle, this many relatives of random kinds, and the puzzle again."""
    batch = [puzzle]
    random = Random(seed)
    for _ in range(relatives):
        selector = random.randrange(2**17)
        match random.randrange(8):
            case 0:
                batch.append(puzzle)
            case 1:
                batch.append(stranger)
            case 2:
                batch.append(_image(puzzle, selector))
            case 3:
                batch.append(_with_digits_exchanged(puzzle, selector))
            case 4:
                batch.append(_with_digits_exchanged(batch[-1], selector))
            case 5:
                batch.append(_with_another_clue(puzzle, selector))
            case 6:
                batch.append(_with_lines_exchanged(puzzle, selector))
            case _:
                batch += _pair_differing_in_one_clue(puzzle, selector)
    return [*batch, puzzle]


def _image(puzzle: Grid, selector: int) -> Grid:
    """The image under one of 2**17 symmetries whose numbers are far apart."""
    order = symmetry.group_order(puzzle.shape)
    return symmetry.unrank(selector * max(1, order >> 19) % order, puzzle.shape)(puzzle)


def _with_digits_exchanged(puzzle: Grid, selector: int) -> Grid:
    """The same cells with two digits exchanged, which often leaves the first rows unchanged."""
    pairs = list(combinations(range(1, puzzle.shape.side + 1), 2))
    one, other = pairs[selector % len(pairs)]
    digits = list(range(puzzle.shape.side + 1))
    digits[one], digits[other] = other, one
    return replace(Symmetry.identity(puzzle.shape), digits=tuple(digits))(puzzle)


def _with_another_clue(puzzle: Grid, selector: int) -> Grid:
    """The puzzle with one more clue, or with one of its clues replaced by another; proper if it was proper.

    Both clues are among the last ones. A full grid loses a clue; a puzzle without clues gets the digit 1 in some cell.
    """
    clues = clue_cells(puzzle)
    empty_cells = puzzle.empty_cells()
    exchange, selector = selector % 4, selector // 4
    if not clues:
        return puzzle.with_cell(selector % puzzle.shape.cells, 1)
    last = clues[-1 - selector % len(clues)]
    if not empty_cells:
        return puzzle.with_cell(last, 0)
    place = empty_cells[-1 - selector // 8 % len(empty_cells)]
    solutions = list(bitmask(puzzle, 2))
    base = puzzle.with_cell(last, 0) if exchange else puzzle
    if len(solutions) != 1:
        return base.with_cell(place, selector % puzzle.shape.side + 1)
    changed = base.with_cell(place, solutions[0].values[place])
    return proper(solutions[0], mask_of(changed.empty_cells()))


def _with_lines_exchanged(puzzle: Grid, selector: int) -> Grid:
    """Two rows of a band, two columns of a stack, two bands or two stacks exchanged: all counts stay the same."""
    shape = puzzle.shape
    by_rows = selector % 2
    strips = shape.bands if by_rows else shape.stacks
    lines_of = [((one,), (other,)) for strip in strips for one, other in combinations(strip, 2)]
    swaps: list[tuple[Sequence[int], Sequence[int]]] = [*lines_of, *combinations(strips, 2)]
    one, other = swaps[selector // 2 % len(swaps)]
    lines = list(range(shape.side))
    for first, second in zip(one, other, strict=True):
        lines[first], lines[second] = second, first
    identity = Symmetry.identity(shape)
    exchange = replace(identity, rows=tuple(lines)) if by_rows else replace(identity, columns=tuple(lines))
    return exchange(puzzle)


def _pair_differing_in_one_clue(puzzle: Grid, selector: int) -> list[Grid]:
    """Two puzzles with different solutions, equal except for one clue, the last or first where they differ.

    The second solution is the first one with a Kempe chain exchanged. If that one clue of the chain does not make both
    puzzles proper, they have further clues, in the same cells. A puzzle that is not proper is returned alone.
    """
    solutions = list(bitmask(puzzle, 2))
    if len(solutions) != 1:
        return [puzzle]
    solution = solutions[0]
    by_last, selector = selector % 2, selector // 2
    chain = kempe_chain(solution, selector)
    swapped = solution.with_cells_of(_with_digits_exchanged(solution, selector), chain)  # the digits of the chain
    emptied = mask_of([*chain, *puzzle.empty_cells()]) & ~(1 << (max(chain) if by_last else min(chain)))
    one = proper(solution, emptied)
    other = proper(swapped, mask_of(one.empty_cells()))
    return [solution.keeping(mask_of(clue_cells(other))), other]

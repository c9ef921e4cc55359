"""Batches of puzzles that are easily taken for each other."""

from collections.abc import Sequence
from itertools import combinations
from random import Random

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from crosscover.reference import Grid

from . import symmetry
from .basics import SEEDS
from .masking import bitmask, kempe_chain, mask_of, proper
from .symmetry import Symmetry


def related_batches(puzzles: SearchStrategy[Grid]) -> SearchStrategy[list[Grid]]:
    """A puzzle, its near relatives and itself again: state carried from one puzzle to the next shows here.

    Relatives have one more clue, another clue, the same cells with other digits, the same first or last rows, the same
    counts; or are its images; or are two that differ in one clue, and in their solutions. Between them stand strangers.
    Shrinks towards the simplest puzzle, one relative of it, and it again.
    """
    return st.builds(_related, puzzles, puzzles, st.integers(1, 10), SEEDS)


def _related(puzzle: Grid, stranger: Grid, relatives: int, seed: int) -> list[Grid]:
    """The puzzle, so many relatives, of a random kind each, and the puzzle again."""
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
                batch.append(symmetry.unrank(selector * 2**21 % symmetry.group_order())(puzzle))
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


def _with_digits_exchanged(puzzle: Grid, selector: int) -> Grid:
    """The same cells with two digits exchanged, so that the first rows often stay as they are."""
    pairs = list(combinations(range(1, puzzle.shape.side + 1), 2))
    one, other = pairs[selector % len(pairs)]
    digits = list(range(puzzle.shape.side + 1))
    digits[one], digits[other] = other, one
    return Symmetry(tuple(range(puzzle.shape.cells)), tuple(digits), puzzle.shape)(puzzle)


def _with_another_clue(puzzle: Grid, selector: int) -> Grid:
    """The puzzle with a clue more, or with one of its clues exchanged for another; proper where it was proper.

    Both clues are among the last ones. A full grid loses a clue; a puzzle without clues gets the digit 1 anywhere.
    """
    clues = [cell for cell, _ in puzzle.clues()]
    empty_cells = puzzle.empty_cells()
    exchange, selector = selector % 4, selector // 4
    if not clues:
        return puzzle.with_cell(selector % puzzle.shape.cells, 1)
    late = clues[-1 - selector % len(clues)]
    if not empty_cells:
        return puzzle.with_cell(late, 0)
    place = empty_cells[-1 - selector // 8 % len(empty_cells)]
    solutions = list(bitmask(puzzle, 2))
    base = puzzle.with_cell(late, 0) if exchange else puzzle
    if len(solutions) != 1:
        return base.with_cell(place, selector % puzzle.shape.side + 1)
    changed = base.with_cell(place, solutions[0].values[place])
    return proper(solutions[0], mask_of(changed.empty_cells()))


def _with_lines_exchanged(puzzle: Grid, selector: int) -> Grid:
    """Two rows of a band exchanged, or two columns of a stack, two bands or two stacks: the rest is the same.

    So the first rows, or the last, are those of the puzzle, the solution is another one, and all counts are the same.
    """
    shape = puzzle.shape
    by_rows = selector % 2
    strips = shape.bands if by_rows else shape.stacks
    lines_of = [((one,), (other,)) for strip in strips for one, other in combinations(strip, 2)]
    swaps: list[tuple[Sequence[int], Sequence[int]]] = [*lines_of, *combinations(strips, 2)]
    one, other = swaps[selector // 2 % len(swaps)]
    lines = list(range(shape.side))
    for first, second in zip(one, other, strict=True):
        lines[first], lines[second] = second, first
    cells = [
        shape.cell(lines[row], column) if by_rows else shape.cell(row, lines[column])
        for row in range(shape.side)
        for column in range(shape.side)
    ]
    return Symmetry(tuple(cells), tuple(range(shape.side + 1)), shape)(puzzle)


def _pair_differing_in_one_clue(puzzle: Grid, selector: int) -> list[Grid]:
    """Two puzzles with different solutions, alike but for one clue, the last or the first in which these differ.

    The second solution is that of the puzzle with a Kempe chain exchanged. Where that one clue of the chain does not
    make each of the two proper they have further clues, in the same cells. The puzzle itself where it is not proper.
    """
    solutions = list(bitmask(puzzle, 2))
    if len(solutions) != 1:
        return [puzzle]
    solution = solutions[0]
    by_last, selector = selector % 2, selector // 2
    chain = kempe_chain(solution, selector)
    one_digit, other_digit = {solution.values[cell] for cell in chain}
    swapped = Grid(
        bytes(
            one_digit + other_digit - digit if cell in chain else digit for cell, digit in enumerate(solution.values)
        ),
        puzzle.shape,
    )
    emptied = mask_of([*chain, *puzzle.empty_cells()]) & ~(1 << (max(chain) if by_last else min(chain)))
    one = proper(solution, emptied)
    other = proper(swapped, mask_of(one.empty_cells()))
    return [solution.keeping(mask_of(cell for cell, _ in other.clues())), other]

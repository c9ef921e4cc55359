"""The parts of puzzles: integers, solved grids, symmetries and masks, and puzzles made by masking solved grids.

A mask is an integer with one bit per cell, bit 0 for cell 0. All functions depend only on their arguments, so examples
are reproducible. The bitmask engine finds the number of solutions, which all oracles confirm before a subject is
judged.
"""

from collections.abc import Callable, Iterable
from functools import cache, lru_cache, reduce
from itertools import combinations
from random import Random

import numpy as np
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from crosscover.options import CERTIFIED_SHAPES
from crosscover.oracles.bitmask import BitmaskEngine, simplest_grid
from crosscover.properties.corpus import known_grids
from crosscover.properties.corpus.certified import corpus
from crosscover.reference import Grid, Shape, count, symmetry
from crosscover.reference.symmetry import Symmetry

bitmask = BitmaskEngine()


def mask_of(cells: Iterable[int]) -> int:
    """Return the mask of some cells."""
    return sum({1 << cell for cell in cells})


def every_cell(shape: Shape = Shape()) -> int:
    """Return the mask of all cells."""
    return (1 << shape.cells) - 1


def random_cells(count: int, seed: int, shape: Shape = Shape()) -> list[int]:
    """Return `count` random cells of a grid, without repetition."""
    return Random(seed).sample(range(shape.cells), count)


def max_empty_cells(shape: Shape) -> int:
    """Return the maximum number of empty cells for which every engine decides a puzzle in about 50 ms.

    Up to nine digits, all cells may be empty, except in a diagonal Sudoku: a search cell by cell decides it as fast as
    a plain Sudoku if it has at least 30 clues. Dancing links take minutes for some 16x16 puzzles with clues in less
    than 40 % of the cells, but rarely more than a millisecond if half of the cells are clues.
    """
    if shape.diagonals:
        return int(0.62 * shape.cells)
    share = next(share for side, share in ((9, 1.0), (12, 0.62), (16, 0.55), (25, 0.35)) if shape.side <= side)
    return int(share * shape.cells)


@lru_cache(4096)
def solved_grid(number: int, shape: Shape = Shape()) -> Grid:
    """Return the solved grid of a number: known grids first, then random, essentially different grids.

    Random grids start with random boxes on the diagonal, which are independent; an engine completes the grid. The first
    completion is far from uniform, so a random symmetry follows. Shapes other than 3x3 use the canonical grid, then
    random images of solutions from their certified corpus, or of the canonical grid if there is no corpus.
    """
    random, solution = Random(number), simplest_grid(shape)
    if shape != Shape():
        if number > 0 and shape in CERTIFIED_SHAPES:
            known = corpus(shape)
            rows = np.flatnonzero(known.counts == 1)
            solution = Grid(known.solutions[rows[random.randrange(len(rows))], 0].tobytes(), shape)
        turn = random.randrange(symmetry.group_order(shape))
        return symmetry.unrank(turn, shape)(solution) if number > 0 else solution
    if number < len(known_grids()):
        return known_grids()[number]
    clues: dict[int, int] = {}
    for box in range(0, shape.side, shape.box_rows + 1):
        digits = random.sample(range(1, shape.side + 1), shape.side)
        clues.update(zip(shape.boxes[box], digits, strict=True))
    filled = next(bitmask(Grid.from_clues(clues), 1))
    return symmetry.unrank(random.randrange(symmetry.group_order()))(filled)


@lru_cache(16384)
def proper(solution: Grid, emptied: int, forbidden: int = 0) -> Grid:
    """Return a proper puzzle of a solution: the cells of `emptied` are empty, except cells needed to make it proper.

    The cells of `forbidden` stay empty if possible. At most `max_empty_cells` are empty.

    Counterexample-guided: while there is a second solution, a cell in which it differs becomes a clue; a forbidden cell
    only if there is no other. Ends, since each iteration adds a clue and a full grid has one solution.
    """
    shape = solution.shape
    kept = every_cell(shape) & ~emptied & ~forbidden
    random = Random(emptied)
    surplus = shape.cells - kept.bit_count() - max_empty_cells(shape)
    if surplus > 0:
        allowed = [cell for cell in range(shape.cells) if emptied >> cell & 1 and not forbidden >> cell & 1]
        kept |= mask_of(random.sample(allowed, min(surplus, len(allowed))))
    while True:
        puzzle = solution.keeping(kept)
        other = next((grid for grid in bitmask(puzzle, 2) if grid != solution), None)
        if other is None:
            return puzzle
        differing = [cell for cell, digit in enumerate(solution.values) if digit != other.values[cell]]
        allowed = [cell for cell in differing if not forbidden >> cell & 1]
        kept |= 1 << random.choice(allowed or differing)


@lru_cache(256)
def thinned(number: int, shape: Shape) -> Grid:
    """Return a proper puzzle of a numbered grid: minimal up to nine digits, else with as few clues as allowed."""
    puzzle = proper(solved_grid(number, shape), every_cell(shape))
    return minimal(puzzle) if shape.side <= 9 else puzzle


@lru_cache(1024)
def minimal(puzzle: Grid) -> Grid:
    """Remove clues of a proper puzzle until it is minimal, so it needs each clue. Costs one search per clue."""
    return delete_clues_while(puzzle, lambda fewer: count(bitmask, fewer, 2) == 1)


def delete_clues_while(puzzle: Grid, condition: Callable[[Grid], bool], random: Random | None = None) -> Grid:
    """Delete each clue in turn if the condition then still holds; `random` shuffles the order.

    Deletion-based minimization, as for minimal unsatisfiable subsets. One pass is enough if a condition that fails also
    fails with fewer clues: then every remaining clue is needed.
    """
    cells = [cell for cell, _ in puzzle.clues()]
    if random is not None:
        random.shuffle(cells)
    for cell in cells:
        fewer = puzzle.with_cell(cell, 0)
        if condition(fewer):
            puzzle = fewer
    return puzzle


def kempe_chain(solution: Grid, selector: int) -> list[int]:
    """Return cells in which exchanging two digits gives another solved grid: an unavoidable set.

    The selector chooses the digits and a cell; the chain is the connected component of the cell in the graph that joins
    cells of the two digits in a common house. Breadth-first search, which ends since `left` shrinks.
    """
    pairs = list(combinations(range(1, solution.shape.side + 1), 2))
    pair = pairs[selector % len(pairs)]
    cells = [cell for cell, digit in enumerate(solution.values) if digit in pair]
    return _chain(solution, cells[selector // len(pairs) % len(cells)], pair)


def chain_of(solution: Grid, cell: int, random: Random) -> list[int]:
    """Return the `kempe_chain` of a cell and a random other digit."""
    digit = solution.values[cell]
    other = random.choice([other for other in range(1, solution.shape.side + 1) if other != digit])
    return _chain(solution, cell, (digit, other))


def _chain(solution: Grid, cell: int, pair: tuple[int, int]) -> list[int]:
    houses = solution.shape.houses
    houses_of_cells = solution.shape.houses_of_cells
    left = {other for other, digit in enumerate(solution.values) if digit in pair and other != cell}
    chain = [cell]
    for member in chain:
        seen = {peer for house in houses_of_cells[member] for peer in houses[house]} & left
        chain += sorted(seen)
        left -= seen
    return chain


def uniform_integers(maximum: int) -> SearchStrategy[int]:
    """Generate integers from 0 to `maximum`, all about equally likely; `st.integers` strongly prefers small integers.

    Shrinks towards 0.
    """
    size = maximum.bit_length() // 8 + 2
    return st.binary(min_size=size, max_size=size).map(
        lambda drawn: int.from_bytes(drawn, "big") * (maximum + 1) >> 8 * size
    )


SEEDS = st.integers(0, 2**32 - 1)
"""Seeds of `random.Random`. Shrinks towards 0."""

SELECTORS = uniform_integers(2**16 - 1)
"""Integers whose remainders and quotients select from short sequences. Shrinks towards 0."""


def solved_grids(shape: Shape = Shape()) -> SearchStrategy[Grid]:
    """Generate solved grids, most of them essentially different. Shrinks towards the first known grid."""
    return SEEDS.map(lambda seed: solved_grid(seed, shape))


def symmetries(shape: Shape = Shape()) -> SearchStrategy[Symmetry]:
    """Generate symmetries of a shape, all equally likely. Shrinks towards the identity."""
    return uniform_integers(symmetry.group_order(shape) - 1).map(lambda number: symmetry.unrank(number, shape))


def masks(shape: Shape = Shape()) -> SearchStrategy[int]:
    """Generate masks of cells to empty: any size, whole regions, or patterns. Shrinks towards fewer cells."""
    anything = uniform_integers(every_cell(shape))
    sized = st.builds(random_cells, st.integers(0, shape.cells), SEEDS, st.just(shape)).map(mask_of)
    return st.one_of(anything, sized, regions(shape), patterns(shape))


def regions(shape: Shape = Shape()) -> SearchStrategy[int]:
    """Generate masks of one to three regions: rows, columns, boxes, bands, stacks, corner boxes, the cross between.

    With more than nine digits only rows, columns and boxes, since larger regions would empty too many cells. Shrinks
    towards the first row.
    """
    chosen = st.lists(st.sampled_from(_region_masks(shape)), min_size=1, max_size=3, unique=True)
    return chosen.map(lambda masks: reduce(int.__or__, masks))


@cache
def _region_masks(shape: Shape) -> tuple[int, ...]:
    houses = tuple(map(mask_of, shape.houses))
    if shape.side > 9:
        return houses
    rows, columns = houses[: shape.side], houses[shape.side : 2 * shape.side]
    strips = [sum(rows[line] for line in band) for band in shape.bands]
    strips += [sum(columns[line] for line in stack) for stack in shape.stacks]
    in_corner = {shape.box(cell) for cell in (0, shape.side - 1, shape.cells - shape.side, shape.cells - 1)}
    corners = mask_of(cell for box in in_corner for cell in shape.boxes[box])
    return (*houses, *strips, corners, every_cell(shape) & ~corners)


def patterns(shape: Shape = Shape()) -> SearchStrategy[int]:
    """Generate masks that are symmetric under a rotation or reflection. Shrinks towards fewer cells."""
    return st.builds(_mirrored, uniform_integers(every_cell(shape)), st.integers(0, 5), st.just(shape))


def _mirrored(mask: int, kind: int, shape: Shape) -> int:
    """Add the images of the cells under one of six rotations or reflections to a mask.

    A quarter turn adds three images, for its powers; every other kind is its own inverse and adds one.
    """
    last = shape.side - 1
    images: tuple[Callable[[int, int], list[tuple[int, int]]], ...] = (
        lambda row, column: [(last - row, last - column)],
        lambda row, column: [(row, last - column)],
        lambda row, column: [(last - row, column)],
        lambda row, column: [(column, row)],
        lambda row, column: [(last - column, last - row)],
        lambda row, column: [(column, last - row), (last - row, last - column), (last - column, row)],
    )
    for cell in range(shape.cells):
        if mask >> cell & 1:
            for row, column in images[kind](shape.row(cell), shape.column(cell)):
                mask |= 1 << shape.cell(row, column)
    return mask

"""The parts of puzzles: integers, solved grids, symmetries and masks, and puzzles made from solved grids by masking.

A mask is an integer with a bit for each cell, bit 0 for cell 0. Everything here depends only on its arguments, so that
examples can be reproduced. The bitmask engine decides the number of solutions, and all oracles decide it again before a
subject is judged by it.
"""

from collections.abc import Callable, Iterable
from functools import cache, lru_cache, reduce
from itertools import combinations
from random import Random

import numpy as np
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from crosscover.options import CERTIFIED_SHAPES
from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.properties.corpus import known_grids
from crosscover.properties.corpus.certified import corpus
from crosscover.reference import Grid, Shape, count, symmetry
from crosscover.reference.symmetry import Symmetry

bitmask = BitmaskEngine()


def mask_of(cells: Iterable[int]) -> int:
    """The mask of some cells."""
    return sum({1 << cell for cell in cells})


def every_cell(shape: Shape = Shape()) -> int:
    """The mask of all cells."""
    return (1 << shape.cells) - 1


def random_cells(count: int, seed: int, shape: Shape = Shape()) -> list[int]:
    """`count` different cells of a grid."""
    return Random(seed).sample(range(shape.cells), count)


def max_empty_cells(shape: Shape) -> int:
    """The maximum number of empty cells with which every engine decides a puzzle within about 50 ms.

    Up to nine digits that is any number. Some 16x16 puzzles with less than 40 % of their cells given take dancing links
    minutes; with half of them given, hardly any takes more than a millisecond.
    """
    share = next(share for side, share in ((9, 1.0), (12, 0.62), (16, 0.55), (25, 0.35)) if shape.side <= side)
    return int(share * shape.cells)


@lru_cache(4096)
def solved_grid(number: int, shape: Shape = Shape()) -> Grid:
    """The solved grid of a number: the known ones first, then random ones, essentially different from each other.

    For a random one, the boxes of the diagonal, which do not affect each other, are filled at random, and an engine
    completes the grid. Its first completion is far from uniform, so a random symmetry follows. Other shapes have the
    canonical grid, and random images of the solutions in their certified corpus, or of the canonical grid without one.
    """
    random, solution = Random(number), Grid.canonical(shape)
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
    """A proper puzzle of a solution: the cells of `emptied` are empty, except those that are needed to make it proper.

    The cells of `forbidden` stay empty if possible. At most `max_empty_cells` are empty.

    Repairs the masked grid by counterexamples: while there is a second solution, a cell in which it differs becomes a
    clue; a forbidden one only if it differs in no other. Each iteration adds a clue, so it ends, at the latest with the
    full grid.
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
    """A proper puzzle of the solved grid of a number: minimal up to nine digits, else with as few clues as allowed."""
    puzzle = proper(solved_grid(number, shape), every_cell(shape))
    return minimal(puzzle) if shape.side <= 9 else puzzle


@lru_cache(1024)
def minimal(puzzle: Grid) -> Grid:
    """A minimal puzzle among the clues of a proper one, which needs each of its clues. Costs a search per clue."""
    return delete_clues_while(puzzle, lambda fewer: count(bitmask, fewer, 2) == 1)


def delete_clues_while(puzzle: Grid, condition: Callable[[Grid], bool], random: Random | None = None) -> Grid:
    """The puzzle less each clue in turn, in random order if given, without which the condition still holds.

    Deletion-based minimization, as for minimal unsatisfiable subsets. One pass over the clues suffices if a condition
    that fails also fails with fewer clues: then each remaining clue is needed.
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
    """Cells in which two digits can be exchanged, which makes another solved grid: an unavoidable set.

    The selector chooses the digits and a cell; the chain is its connected component, if cells of the two digits in a
    common house are joined. Breadth-first search; it ends, since a cell leaves `left` as it joins the chain.
    """
    shape = solution.shape
    pairs = list(combinations(range(1, shape.side + 1), 2))
    pair = pairs[selector % len(pairs)]
    left = {cell for cell, digit in enumerate(solution.values) if digit in pair}
    chain = [sorted(left)[selector // len(pairs) % len(left)]]
    left -= set(chain)
    for cell in chain:
        seen = {peer for house in shape.houses if cell in house for peer in house} & left
        chain += sorted(seen)
        left -= seen
    return chain


def uniform_integers(maximum: int) -> SearchStrategy[int]:
    """Integers from 0 to `maximum`, all about equally likely, while `st.integers` prefers small ones by far.

    Shrinks towards 0.
    """
    size = maximum.bit_length() // 8 + 2
    return st.binary(min_size=size, max_size=size).map(
        lambda drawn: int.from_bytes(drawn, "big") * (maximum + 1) >> 8 * size
    )


SEEDS = st.integers(0, 2**32 - 1)
"""Seeds of `random.Random`. Shrinks towards 0."""

SELECTORS = uniform_integers(2**16 - 1)
"""Integers whose remainders and quotients select one of a few things. Shrinks towards 0."""


def solved_grids(shape: Shape = Shape()) -> SearchStrategy[Grid]:
    """Full grids that obey the rules, most of them essentially different. Shrinks towards the first known grid."""
    return SEEDS.map(lambda seed: solved_grid(seed, shape))


def symmetries(shape: Shape = Shape()) -> SearchStrategy[Symmetry]:
    """Every symmetry of a shape, all equally likely. Shrinks towards the identity."""
    return uniform_integers(symmetry.group_order(shape) - 1).map(lambda number: symmetry.unrank(number, shape))


def masks(shape: Shape = Shape()) -> SearchStrategy[int]:
    """Masks of cells to empty: of any size, of whole regions, in patterns. Shrinks towards fewer cells."""
    anything = uniform_integers(every_cell(shape))
    sized = st.builds(random_cells, st.integers(0, shape.cells), SEEDS, st.just(shape)).map(mask_of)
    return st.one_of(anything, sized, regions(shape), patterns(shape))


def regions(shape: Shape = Shape()) -> SearchStrategy[int]:
    """Masks of one to three regions: rows, columns, boxes, bands, stacks, the corner boxes, the cross between.

    With more than nine digits only rows, columns and boxes, since too much would be empty. Shrinks towards the first
    row.
    """
    chosen = st.lists(st.sampled_from(_region_masks(shape)), min_size=1, max_size=3, unique=True)
    return chosen.map(lambda masks: reduce(int.__or__, masks))


@cache
def _region_masks(shape: Shape) -> tuple[int, ...]:
    """The masks of all single regions, the first row first."""
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
    """Masks that some rotation or reflection of the grid maps to themselves. Shrinks towards fewer cells."""
    return st.builds(_mirrored, uniform_integers(every_cell(shape)), st.integers(0, 5), st.just(shape))


def _mirrored(mask: int, kind: int, shape: Shape) -> int:
    """The mask with the images of its cells under one of six kinds of rotation or reflection.

    A quarter turn has three images, its powers, to include the whole orbit; the others are their own inverses.
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

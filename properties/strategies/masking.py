"""Puzzles made from solved grids by masking them.

A mask is an integer with a bit for each cell, bit 0 for cell 0. Everything here depends only on its arguments, so that
examples can be reproduced. The bitmask engine decides the number of solutions, and all oracles decide it again before a
subject is judged by it.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import combinations
from random import Random

import numpy as np

from crosscover.options import CERTIFIED_SHAPES
from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.properties.corpus import known_grids
from crosscover.properties.corpus.certified import corpus
from crosscover.reference import Grid, Shape, count, symmetry

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


def clue_cells(puzzle: Grid) -> list[int]:
    """The cells that are not empty, in order."""
    return [cell for cell, _ in puzzle.clues()]


@lru_cache(4096)
def solved_grid(number: int, shape: Shape = Shape()) -> Grid:
    """The solved grid of a number: the known ones first, then random ones, essentially different from each other.

    For a random one, the boxes of the diagonal, which do not affect each other, are filled at random, and an engine
    completes the grid. Its first completion is far from uniform, so a random symmetry follows. Other shapes have the
    canonical grid, and random images of the solutions in their certified corpus, or of the canonical grid without one.
    """
    if shape != Shape():
        return _grid_of_other_shape(number, shape)
    known = known_grids()
    if number < len(known):
        return known[number]
    random = Random(number)
    clues: dict[int, int] = {}
    for box in range(0, shape.side, shape.box_rows + 1):
        digits = random.sample(range(1, shape.side + 1), shape.side)
        clues.update(zip(shape.boxes[box], digits, strict=True))
    filled = next(bitmask(Grid.from_clues(clues), 1))
    return symmetry.unrank(random.randrange(symmetry.group_order()))(filled)


def _grid_of_other_shape(number: int, shape: Shape) -> Grid:
    random, solution = Random(number), Grid.canonical(shape)
    if number == 0:
        return solution
    if shape in CERTIFIED_SHAPES:
        known = corpus(shape)
        rows = np.flatnonzero(known.counts == 1)
        solution = Grid(known.solutions[rows[random.randrange(len(rows))], 0].tobytes(), shape)
    return symmetry.unrank(random.randrange(symmetry.group_order(shape)), shape)(solution)


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
    cells = clue_cells(puzzle)
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

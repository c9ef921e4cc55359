"""Puzzles with several solutions: few clues, Kempe chains, and patterns that mislead solvers."""

from functools import cache
from random import Random

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from crosscover.properties.corpus.certified import corpus
from crosscover.reference import Grid, Shape, count
from crosscover.subjects.blocks import grids

from .basics import SEEDS, SELECTORS, masks, solved_grids
from .masking import (
    bitmask,
    clue_cells,
    every_cell,
    kempe_chain,
    mask_of,
    max_empty_cells,
    proper,
    random_cells,
    solved_grid,
)
from .proper import images_of, minimal_puzzles

COUNTS = ("256 solutions", "257 solutions", "65,536 solutions")
"""Kinds of certified puzzles whose solutions overflow to 0 or 1 in counters of one or two bytes."""

PATTERNS = ("BUG+1", "unique rectangle, hidden", *(f"unique rectangle, type {number}" for number in (1, 2, 3, 4)))
"""Kinds of certified puzzles that solvers which assume a single solution treat as proper."""


def puzzles_with_multiple_solutions(shape: Shape = Shape()) -> SearchStrategy[Grid]:
    """Puzzles with several solutions: few clues, a minimal puzzle less a clue, or two digits that can be exchanged.

    Some have exactly two solutions, and more without any one of their clues. With more than nine digits none has few
    clues. Shrinks towards the first known grid less its digits 1 and 2.
    """
    swappable = st.builds(_without_chain, solved_grids(shape), SELECTORS)
    more = st.builds(_without_chain, solved_grids(shape), SELECTORS, masks(shape))
    numbers = st.integers(0, 31 if shape == Shape() else 7)
    two = images_of(numbers.map(lambda number: _thinned_to_two_solutions(number, shape, shape.cells, 1)), shape)
    if shape.side > 9:
        return st.one_of(swappable, more, two)
    sparse = st.builds(random_clues, solved_grids(shape), st.integers(0, never_proper(shape)), SEEDS)
    short = st.builds(without_a_clue, minimal_puzzles(shape), SELECTORS)
    drawn = st.one_of(swappable, more, two, short, sparse)
    return st.one_of(drawn, images_of(st.sampled_from(_certified(*COUNTS)))) if shape == Shape() else drawn


@cache
def _certified(*kinds: str) -> list[Grid]:
    return grids(corpus().puzzles[corpus().indices_of(*kinds)])


def never_proper(shape: Shape) -> int:
    """A number of clues that never makes a puzzle proper: 16 for 9x9 cells.

    McGuire, Tugemann and Civario (2012) for 3x3 boxes; otherwise two less than there are digits, since two digits
    without clues can be exchanged.
    """
    return 16 if shape == Shape() else shape.side - 2


def random_clues(solution: Grid, count: int, seed: int) -> Grid:
    """A puzzle with `count` clues of the solution, in random cells."""
    return solution.keeping(mask_of(random_cells(count, seed, solution.shape)))


def without_a_clue(puzzle: Grid, selector: int) -> Grid:
    """The puzzle less one of its clues."""
    cell, _ = list(puzzle.clues())[selector % puzzle.clue_count]
    return puzzle.with_cell(cell, 0)


def _without_chain(solution: Grid, selector: int, emptied: int = 0) -> Grid:
    """A puzzle that is proper except for a Kempe chain without clues."""
    chain = mask_of(kempe_chain(solution, selector))
    return proper(solution, emptied).keeping(every_cell(solution.shape) & ~chain)


@cache
def _thinned_to_two_solutions(number: int, shape: Shape, further: int, tries: int) -> Grid:
    """A puzzle with two solutions that differ in a Kempe chain, the shortest of some, less up to `further` clues.

    If exchanging the chain makes others exchangeable, there may be more solutions at first, and clues stay.
    """
    random, solution = Random(number), solved_grid(number, shape)
    chain = min((kempe_chain(solution, random.randrange(2**16)) for _ in range(tries)), key=len)
    puzzle = solution.keeping(every_cell(shape) & ~mask_of(chain))
    clues = clue_cells(puzzle)
    for cell in random.sample(clues, min(further, len(clues))):
        fewer = puzzle.with_cell(cell, 0)
        if fewer.values.count(0) <= max_empty_cells(shape) and count(bitmask, fewer, 3) == 2:
            puzzle = fewer
    return puzzle


def deadly_patterns(shape: Shape = Shape()) -> SearchStrategy[Grid]:
    """Puzzles with several solutions that mislead solvers which assume a single one.

    Most have two solutions that differ in a unique rectangle, whose corners may have further candidates; others are
    images of certified puzzles. Shrinks towards a unique rectangle in an otherwise full grid.
    """
    numbers = st.integers(3, 192 if shape == Shape() else 26)
    chains = numbers.map(lambda number: _thinned_to_two_solutions(number // 3, shape, (0, 25, 81)[number % 3], 100))
    if shape != Shape():
        return images_of(chains, shape)
    return images_of(st.one_of(chains, st.sampled_from(_certified(*PATTERNS))))

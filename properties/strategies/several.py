"""Puzzles with several solutions: few clues, Kempe chains, symmetric clues, and deadly patterns."""

from collections import Counter
from functools import cache
from itertools import combinations
from operator import itemgetter
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
    delete_clues_while,
    every_cell,
    kempe_chain,
    mask_of,
    max_empty_cells,
    proper,
    random_cells,
    solved_grid,
)
from .proper import images_of, minimal_puzzles

RARE_RECTANGLES = tuple(
    map(
        Grid.parse,
        (
            ".7...968....24............1...92..3.5...6.....86..49..3.4.12..9...8..4......9....",
            "1..24......4....5..958.1..49...6.3...68...7...............9...38.......143..1.2..",
            "........6.41....25..5.3.8..9......5....2.43.....8...61....8..14....4.....7...32..",
            "..2...8.........9.....7.5.....5...4.1.78......4....6.8.2...6...698.5...4....3.95.",
            "...82....5.43.9..2.....5.8.37..........6.34........8..69......1.3..5.2......9.6.4",
            ".7..8.9..5....1..219...4.5..317.......61.....4.5............6....4..8..5.....2.4.",
            "1...4..3.34.8..2....92..5.89.......5..4.52..6.....1..28....4......9.5.......7....",
            "..58..63.27......1.3........2....9...4...6..7..72....5..37.8.5..6..54..2...1.....",
        ),
    )
)
"""Puzzles like those of `_around_rectangle`, found by search, with rarer kinds of misleading rectangles."""

_DIGITS = frozenset(range(1, Shape().side + 1))
_REFLECTED = tuple(Shape().cell(column, row) for row in range(Shape().side) for column in range(Shape().side))
INVOLUTIONS = (
    tuple(reversed(range(Shape().cells))),
    _REFLECTED,
    tuple(Shape().cells - 1 - cell for cell in _REFLECTED),
)
"""The image of each cell under a half turn, and under a reflection in either diagonal."""


def puzzles_with_multiple_solutions(shape: Shape = Shape()) -> SearchStrategy[Grid]:
    """Puzzles with several solutions: few clues, a minimal puzzle less a clue, or two digits that can be exchanged.

    Some have exactly two solutions, and more without any one of their clues. With more than nine digits none has few
    clues. Shrinks towards the first known grid less its digits 1 and 2.
    """
    swappable = st.builds(_without_chain, solved_grids(shape), SELECTORS)
    more = st.builds(_without_chain, solved_grids(shape), SELECTORS, masks(shape))
    numbers = st.integers(0, 31 if shape == Shape() else 7)
    two = images_of(numbers.map(lambda number: _thinned_to_two_solutions(number, shape)), shape)
    if shape.side > 9:
        return st.one_of(swappable, more, two)
    sparse = st.builds(random_clues, solved_grids(shape), st.integers(0, never_proper(shape)), SEEDS)
    short = st.builds(without_a_clue, minimal_puzzles(shape), SELECTORS)
    drawn = st.one_of(swappable, more, two, short, sparse)
    if shape != Shape():
        return drawn
    return st.one_of(drawn, _symmetric_puzzles(), images_of(st.sampled_from(_puzzles_that_wrap_counters())))


@cache
def _puzzles_that_wrap_counters() -> tuple[Grid, ...]:
    """Puzzles with 256, 257 and 65,536 solutions, which overflow to 0 or 1 in counters of one or two bytes."""
    known = corpus()
    rows = known.indices_of("256 solutions", "257 solutions", "65,536 solutions")
    return tuple(grids(known.puzzles[rows]))


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


def _symmetric_puzzles() -> SearchStrategy[Grid]:
    return st.builds(symmetric_puzzle, SEEDS, st.sampled_from(INVOLUTIONS))


def symmetric_puzzle(number: int, places: tuple[int, ...]) -> Grid:
    """A puzzle whose clues, all nine digits among them, are symmetric while one of its solutions is not.

    The image of that solution is another one. A solver that assumes a single solution infers that it is as symmetric as
    the clues (Gurth's theorem); mostly no solution is, and with few clues that would take long to find out.
    """
    while True:
        solution = solved_grid(number)
        puzzle = _symmetric_clues(solution, places)
        if puzzle != solution and puzzle.clue_count >= 27 and {digit for _, digit in puzzle.clues()} == _DIGITS:
            return puzzle
        number += 1


def _symmetric_clues(solution: Grid, places: tuple[int, ...]) -> Grid:
    """The clues of a solved grid that are mapped to each other if cells move to `places` and digits swap in pairs.

    The pairs, some of them single digits, are those that keep most clues: a matching by dynamic programming.
    """
    pairs = [frozenset((digit, solution.values[place])) for digit, place in zip(solution.values, places, strict=True)]
    common = Counter(pairs)

    @cache
    def matching(digits: frozenset[int]) -> tuple[int, frozenset[frozenset[int]]]:
        if not digits:
            return 0, frozenset()
        first = min(digits)
        matchings: list[tuple[int, frozenset[frozenset[int]]]] = []
        for partner in sorted(digits):
            pair = frozenset((first, partner))
            clues, others = matching(digits - pair)
            matchings.append((clues + common[pair], others | {pair}))
        return max(matchings, key=itemgetter(0))

    _, matched = matching(frozenset(solution.values))
    return solution.keeping(mask_of(cell for cell, pair in enumerate(pairs) if pair in matched))


@cache
def _thinned_to_two_solutions(number: int, shape: Shape) -> Grid:
    """A puzzle with two solutions, and more without any of its clues: a grid less a Kempe chain, then minimized.

    If exchanging the chain makes others exchangeable, there may be more solutions at first, and clues stay.
    """
    random = Random(number)
    puzzle = _without_chain(solved_grid(number, shape), random.randrange(2**16))
    return delete_clues_while(puzzle, _has_two_solutions, random)


def _has_two_solutions(puzzle: Grid) -> bool:
    """Whether there are exactly two solutions; False if it may take long to decide."""
    return puzzle.values.count(0) <= max_empty_cells(puzzle.shape) and count(bitmask, puzzle, 3) == 2


def deadly_patterns(shape: Shape = Shape()) -> SearchStrategy[Grid]:
    """Puzzles with several solutions that mislead solvers which assume a single one.

    Some have two solutions that differ in a unique rectangle, whose corners may have further candidates. Others are
    full except for two Kempe chains through one cell, mostly the only one with three candidates. A quarter have
    symmetric clues and asymmetric solutions. Shrinks towards a unique rectangle in an otherwise full grid.
    """
    numbers = st.integers(0, 63 if shape == Shape() else 7)
    rectangles = st.builds(_around_rectangle, numbers, st.sampled_from((0, 25, 81)), st.just(shape))
    crossing = st.builds(_crossing_chains, numbers, st.integers(0, 9), st.just(shape))
    if shape != Shape():
        return images_of(st.one_of(rectangles, crossing), shape)
    patterns = (rectangles, crossing, st.sampled_from(RARE_RECTANGLES))
    return st.one_of(*map(images_of, patterns), _symmetric_puzzles())


@cache
def _around_rectangle(number: int, further: int, shape: Shape) -> Grid:
    """A puzzle with two solutions that differ in a unique rectangle, less up to `further` other clues.

    Clues that affect few of three corners go first, so that the fourth corner is the likeliest to have further
    candidates.
    """
    random = Random(number)
    while not (rectangles := _rectangles(number, shape)):
        number += 1
    solution = solved_grid(number, shape)
    corners = random.choice(rectangles)
    puzzle = solution.keeping(every_cell(shape) & ~mask_of(corners))
    three = random.sample(corners, 3)
    seen = Counter(cell for house in shape.houses for corner in three if corner in house for cell in house)
    cells = clue_cells(puzzle)
    random.shuffle(cells)
    for cell in sorted(cells, key=seen.__getitem__):
        fewer = puzzle.with_cell(cell, 0)
        if further and _has_two_solutions(fewer):
            puzzle, further = fewer, further - 1
    return puzzle


@cache
def _rectangles(number: int, shape: Shape) -> list[tuple[int, ...]]:
    """The unique rectangles of the solved grid of a number, which are Kempe chains of four cells."""
    return [chain for chain in _chains(solved_grid(number, shape)) if len(chain) == 4]


@cache
def _crossing_chains(number: int, selector: int, shape: Shape) -> Grid:
    """A grid less two short Kempe chains that share one cell, or less the shortest chain if none do."""
    solution = solved_grid(number, shape)
    chains = _chains(solution)
    crossing = [(*one, *other) for one, other in combinations(chains, 2) if len(set(one) & set(other)) == 1]
    cells = sorted(crossing, key=lambda cells: (len(cells), cells))[selector : selector + 1] or chains[:1]
    return solution.keeping(every_cell(shape) & ~mask_of(cells[0]))


@cache
def _chains(solution: Grid) -> list[tuple[int, ...]]:
    """All Kempe chains of a grid, the shortest first; only some if there are more than nine digits."""
    found = {tuple(sorted(kempe_chain(solution, selector))) for selector in range(36 * 18)}
    return sorted(found, key=lambda chain: (len(chain), chain))

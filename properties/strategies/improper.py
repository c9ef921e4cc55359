"""Strategies for improper puzzles (several solutions, clashing clues, other contradictions) and for all kinds."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from random import Random

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from crosscover.oracles.plain_search import baseline_nodes
from crosscover.oracles.rules import clashes
from crosscover.reference import Grid, Shape, count

from .masking import (
    SEEDS,
    SELECTORS,
    bitmask,
    delete_clues_while,
    every_cell,
    kempe_chain,
    mask_of,
    masks,
    max_empty_cells,
    proper,
    random_cells,
    solved_grid,
    solved_grids,
)
from .proper import (
    certified_rows,
    hard_puzzles,
    images_of,
    minimal_puzzles,
    proper_puzzles,
    puzzle_and_solution,
    symmetric_images_of_known,
)

EASY_NODE_LIMIT = 500
"""Number of search nodes that takes any solver little time."""

COUNTS = ("256 solutions", "257 solutions", "65,536 solutions")
"""Kinds of certified puzzles whose solution count overflows to 0 or 1 in counters of one or two bytes."""

BROKEN = "broken diagonal", "clashing clues on a diagonal"
"""Kinds of certified puzzles in which only a diagonal repeats a digit."""

ON_DIAGONALS = ("contradiction on the diagonals",)
"""Kind of certified puzzles without a solution, some of which have one as plain Sudoku."""

PATTERNS = (
    "deadly pattern",
    "BUG+1",
    "unique rectangle, hidden",
    *(f"unique rectangle, type {number}" for number in (1, 2, 3, 4)),
)
"""Kinds of certified puzzles that look proper to solvers which assume a unique solution."""


def puzzles_with_multiple_solutions(shape: Shape = Shape()) -> SearchStrategy[Grid]:
    """Generate puzzles with several solutions: few clues, a minimal puzzle without a clue, or exchangeable digits.

    Some have exactly two solutions, and more if any clue is removed. With more than nine digits, no puzzle has few
    clues. Shrinks towards the first known grid without a chain of the digits 1 and 2.
    """
    swappable = st.builds(_without_chain, solved_grids(shape), SELECTORS)
    more = st.builds(_without_chain, solved_grids(shape), SELECTORS, masks(shape))
    numbers = st.integers(0, 31 if shape.side == 9 else 7)
    two = images_of(numbers.map(lambda number: _thinned_to_two_solutions(number, shape, shape.cells, 1)), shape)
    if shape.side > 9:
        return st.one_of(swappable, more, two)
    sparse = st.builds(random_clues, solved_grids(shape), st.integers(0, never_proper(shape)), SEEDS)
    short = st.builds(without_a_clue, minimal_puzzles(shape), SELECTORS)
    return st.one_of(swappable, more, two, short, sparse, *_images_of_certified(COUNTS, shape))


def _certified(kinds: Sequence[str], shape: Shape) -> Iterator[SearchStrategy[Grid]]:
    """Yield the certified puzzles of some kinds, nothing if the shape has no such puzzles."""
    puzzles = [puzzle_and_solution(row, shape)[0] for row in sorted(certified_rows(tuple(kinds), shape))]
    if puzzles:
        yield st.sampled_from(puzzles)


def _images_of_certified(kinds: Sequence[str], shape: Shape) -> Iterator[SearchStrategy[Grid]]:
    return (images_of(puzzles, shape) for puzzles in _certified(kinds, shape))


def never_proper(shape: Shape) -> int:
    """Return a number of clues that never makes a puzzle proper: 16 for 9x9 cells.

    McGuire, Tugemann and Civario (2012) for 3x3 boxes; otherwise two less than the number of digits, since two digits
    without clues can be exchanged.
    """
    return 16 if shape == Shape() else shape.side - 2


def random_clues(solution: Grid, count: int, seed: int) -> Grid:
    """Return a puzzle with `count` clues of the solution, in random cells."""
    return solution.keeping(mask_of(random_cells(count, seed, solution.shape)))


def without_a_clue(puzzle: Grid, selector: int) -> Grid:
    """Return a puzzle without one of its clues."""
    cell, _ = list(puzzle.clues())[selector % puzzle.clue_count]
    return puzzle.with_cell(cell, 0)


def _without_chain(solution: Grid, selector: int, emptied: int = 0) -> Grid:
    chain = mask_of(kempe_chain(solution, selector))
    return proper(solution, emptied).keeping(every_cell(solution.shape) & ~chain)


@cache
def _thinned_to_two_solutions(number: int, shape: Shape, further: int, tries: int) -> Grid:
    """Return a puzzle whose two solutions differ in the shortest of `tries` Kempe chains; drops up to `further` clues.

    If exchanging the chain makes other chains exchangeable, the grid may have more solutions and keeps its clues.
    """
    random, solution = Random(number), solved_grid(number, shape)
    chain = min((kempe_chain(solution, random.randrange(2**16)) for _ in range(tries)), key=len)
    puzzle = solution.keeping(every_cell(shape) & ~mask_of(chain))
    clues = [cell for cell, _ in puzzle.clues()]
    for cell in random.sample(clues, min(further, len(clues))):
        fewer = puzzle.with_cell(cell, 0)
        if fewer.values.count(0) <= max_empty_cells(shape) and count(bitmask, fewer, 3) == 2:
            puzzle = fewer
    return puzzle


def deadly_patterns(shape: Shape = Shape()) -> SearchStrategy[Grid]:
    """Generate puzzles with several solutions that mislead solvers which assume a unique solution.

    Most have two solutions that differ in a unique rectangle, whose corners may have further candidates; the rest are
    images of certified puzzles. Shrinks towards a unique rectangle in an otherwise full grid.
    """
    numbers = st.integers(3, 192 if shape.side == 9 else 26)
    chains = numbers.map(lambda number: _thinned_to_two_solutions(number // 3, shape, (0, 25, 81)[number % 3], 100))
    return images_of(st.one_of(chains, *_certified(PATTERNS, shape)), shape)


def clashing_puzzles(shape: Shape = Shape()) -> SearchStrategy[Grid]:
    """Generate puzzles with a digit twice in a house.

    They include full grids, and grids in which only rows, only columns or only boxes clash. Shrinks towards the first
    known grid with a wrong digit in its first cell.
    """
    few_clues = st.builds(random_clues, solved_grids(shape), st.integers(1, never_proper(shape)), SEEDS)
    base = st.one_of(proper_puzzles(shape), few_clues)
    clashing_clue = st.builds(_with_clashing_clue, base, SELECTORS)
    wrong_digit = st.builds(with_wrong_digit, solved_grids(shape), SELECTORS)
    one_kind = st.builds(_violating_one_house_kind, solved_grids(shape), st.integers(0, 2), SELECTORS)
    return st.one_of(clashing_clue, wrong_digit, one_kind, *_images_of_certified(BROKEN, shape))


def _with_clashing_clue(puzzle: Grid, selector: int) -> Grid:
    places = [
        (cell, digit)
        for house in puzzle.shape.houses
        for digit in {puzzle.values[cell] for cell in house} - {0}
        for cell in house
        if not puzzle.values[cell]
    ]
    return puzzle.with_cell(*places[selector % len(places)]) if places else with_wrong_digit(puzzle, selector)


def with_wrong_digit(solution: Grid, selector: int) -> Grid:
    """Return a full grid with a wrong digit, which clashes in its row, column and box."""
    shape = solution.shape
    cell, offset = divmod(selector, shape.side)
    cell %= shape.cells
    return solution.with_cell(cell, (solution.values[cell] + offset % (shape.side - 1)) % shape.side + 1)


def _violating_one_house_kind(solution: Grid, kind: int, selector: int) -> Grid:
    """Return a full grid that breaks the rules in only one kind of house, if the exchange breaks any rule.

    Kind 0 exchanges two rows of a box, which breaks rows of the grid; kind 1 exchanges two columns of a box, which
    breaks columns; kind 2 exchanges a row of the first band and a row of the last band, which breaks boxes. In a
    diagonal Sudoku, diagonals may break, too.
    """
    shape = solution.shape
    box, selector = selector % shape.side, selector // shape.side
    if kind == 2:
        one = shape.rows[shape.bands[0][selector % shape.box_rows]]
        other = shape.rows[shape.bands[-1][selector // shape.box_rows % shape.box_rows]]
    else:
        lines = shape.columns if kind else shape.rows
        parts = [part for line in lines if (part := tuple(cell for cell in line if cell in shape.boxes[box]))]
        pairs = list(combinations(parts, 2))
        one, other = pairs[selector % len(pairs)]
    values = bytearray(solution.values)
    for cell, partner in zip(one, other, strict=True):
        values[cell], values[partner] = values[partner], values[cell]
    exchanged = Grid(bytes(values), shape)
    return exchanged if next(clashes(exchanged), None) else with_wrong_digit(solution, selector)


def contradicting_puzzles(shape: Shape = Shape()) -> SearchStrategy[Grid]:
    """Generate puzzles without a solution and, if possible, without clashing clues.

    In some puzzles the contradiction needs every clue. Shrinks towards the first known grid with a wrong digit in its
    first cell.
    """
    puzzles = st.one_of(proper_puzzles(shape), symmetric_images_of_known(shape))
    contradictions = st.builds(_with_a_contradiction, puzzles, SELECTORS)
    if shape.side > 9:
        return contradictions
    numbers = st.integers(0, 63 if shape.side == 9 else 15)
    few_clues = images_of(numbers.map(lambda number: _minimal_contradiction(number, shape)), shape)
    return st.one_of(contradictions, few_clues, *_images_of_certified(ON_DIAGONALS, shape))


def _with_a_contradiction(puzzle: Grid, selector: int) -> Grid:
    return with_wrong_clue(puzzle, next(bitmask(puzzle, 1)), selector)


@cache
def _minimal_contradiction(number: int, shape: Shape) -> Grid:
    """Return a puzzle with a wrong clue and only the clues that the contradiction needs, often fewer than ten.

    They are a minimal unsatisfiable subset (MUS), plus clues without which plain backtracking would be too slow.
    """

    def has_none(puzzle: Grid) -> bool:
        return baseline_nodes(puzzle, 1, EASY_NODE_LIMIT) <= EASY_NODE_LIMIT and not count(bitmask, puzzle, 1)

    solution, random = solved_grid(number, shape), Random(number)
    puzzle = proper(solution, random.getrandbits(solution.shape.cells))
    contradiction = with_wrong_clue(puzzle, solution, random.randrange(1000))
    return delete_clues_while(contradiction, has_none, Random(number))


def with_wrong_clue(puzzle: Grid, solution: Grid, selector: int) -> Grid:
    """Add a wrong clue to a proper puzzle, if possible without a clash, so it has no solution."""
    shape = puzzle.shape
    wrong = [
        (cell, digit)
        for cell in puzzle.empty_cells()
        for digit in range(1, shape.side + 1)
        if digit != solution.values[cell]
    ]
    places = [(cell, digit) for cell, digit in wrong if not _clashes(puzzle, cell, digit)] or wrong
    return puzzle.with_cell(*places[selector % len(places)]) if places else with_wrong_digit(puzzle, selector)


def _clashes(puzzle: Grid, cell: int, digit: int) -> bool:
    return any(cell in house and any(puzzle.values[peer] == digit for peer in house) for house in puzzle.shape.houses)


def any_puzzles(shape: Shape = Shape()) -> SearchStrategy[Grid]:
    """Generate puzzles of all kinds, with none, one or several solutions. Shrinks towards the first known grid."""
    return st.one_of(
        proper_puzzles(shape),
        hard_puzzles(shape) if shape.plain == Shape() else minimal_puzzles(shape),
        puzzles_with_multiple_solutions(shape),
        clashing_puzzles(shape),
        contradicting_puzzles(shape),
    )

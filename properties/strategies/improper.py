"""Puzzles with clashing clues, or without a solution for other reasons, and mixtures of all kinds of puzzle."""

from functools import cache
from itertools import combinations
from random import Random

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from crosscover.harness.baseline import baseline_nodes
from crosscover.oracles.rules import clashes
from crosscover.reference import Grid, Shape, count

from .basics import SEEDS, SELECTORS, solved_grids
from .masking import bitmask, delete_clues_while, proper, solved_grid
from .proper import hard_puzzles, images_of, minimal_puzzles, proper_puzzles, symmetric_images_of_known
from .several import never_proper, puzzles_with_multiple_solutions, random_clues

EASY_NODE_LIMIT = 500
"""Number of search nodes that takes no kind of solver much time."""


def clashing_puzzles(shape: Shape = Shape()) -> SearchStrategy[Grid]:
    """Puzzles with a digit twice in a house.

    They include full grids, and grids in which only rows, only columns or only boxes clash. Shrinks towards the first
    known grid with another digit in its first cell.
    """
    few_clues = st.builds(random_clues, solved_grids(shape), st.integers(1, never_proper(shape)), SEEDS)
    base = st.one_of(proper_puzzles(shape), few_clues)
    clashing_clue = st.builds(_with_clashing_clue, base, SELECTORS)
    wrong_digit = st.builds(with_wrong_digit, solved_grids(shape), SELECTORS)
    one_kind = st.builds(_violating_one_house_kind, solved_grids(shape), st.integers(0, 2), SELECTORS)
    return st.one_of(clashing_clue, wrong_digit, one_kind)


def _with_clashing_clue(puzzle: Grid, selector: int) -> Grid:
    """The puzzle with one more clue that repeats a digit in a house; a full grid with a wrong digit."""
    places = [
        (cell, digit)
        for house in puzzle.shape.houses
        for digit in {puzzle.values[cell] for cell in house} - {0}
        for cell in house
        if not puzzle.values[cell]
    ]
    return puzzle.with_cell(*places[selector % len(places)]) if places else with_wrong_digit(puzzle, selector)


def with_wrong_digit(solution: Grid, selector: int) -> Grid:
    """The full grid with another digit in one cell, which clashes in its row, column and box."""
    shape = solution.shape
    cell, offset = divmod(selector, shape.side)
    cell %= shape.cells
    return solution.with_cell(cell, (solution.values[cell] + offset % (shape.side - 1)) % shape.side + 1)


def _violating_one_house_kind(solution: Grid, kind: int, selector: int) -> Grid:
    """A full grid that breaks the rules in only one kind of house, if the exchange breaks any.

    Kind 0 exchanges two rows of a box, which breaks the rows of the grid; kind 1 two columns of a box, which breaks the
    columns; kind 2 a row of the first band and one of the last, which breaks the boxes.
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
    """Puzzles without a solution and, if possible, without clashing clues.

    Some have so few clues that each is needed for the contradiction. Shrinks towards the first known grid with another
    digit in its first cell.
    """
    puzzles = st.one_of(proper_puzzles(shape), symmetric_images_of_known(shape))
    contradictions = st.builds(_with_a_contradiction, puzzles, SELECTORS)
    if shape.side > 9:
        return contradictions
    numbers = st.integers(0, 63 if shape == Shape() else 15)
    few_clues = images_of(numbers.map(lambda number: _minimal_contradiction(number, shape)), shape)
    return st.one_of(contradictions, few_clues)


def _with_a_contradiction(puzzle: Grid, selector: int) -> Grid:
    return with_wrong_clue(puzzle, next(bitmask(puzzle, 1)), selector)


@cache
def _minimal_contradiction(number: int, shape: Shape) -> Grid:
    """A puzzle with a wrong clue, less all clues that the contradiction does not need; often fewer than ten stay.

    That is a minimal unsatisfiable subset (MUS), apart from clues that keep plain backtracking fast enough.
    """

    def has_none(puzzle: Grid) -> bool:
        return baseline_nodes(puzzle, 1, EASY_NODE_LIMIT) <= EASY_NODE_LIMIT and not count(bitmask, puzzle, 1)

    solution, random = solved_grid(number, shape), Random(number)
    puzzle = proper(solution, random.getrandbits(solution.shape.cells))
    contradiction = with_wrong_clue(puzzle, solution, random.randrange(1000))
    return delete_clues_while(contradiction, has_none, Random(number))


def with_wrong_clue(puzzle: Grid, solution: Grid, selector: int) -> Grid:
    """A proper puzzle with a further, wrong clue, if possible without a clash: it has no solution."""
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
    """Whether a digit occurs in a house of the cell."""
    return any(cell in house and any(puzzle.values[peer] == digit for peer in house) for house in puzzle.shape.houses)


def any_puzzles(shape: Shape = Shape()) -> SearchStrategy[Grid]:
    """Puzzles with none, one or several solutions, of all kinds here. Shrinks towards the first known grid."""
    return st.one_of(
        proper_puzzles(shape),
        hard_puzzles() if shape == Shape() else minimal_puzzles(shape),
        puzzles_with_multiple_solutions(shape),
        clashing_puzzles(shape),
        contradicting_puzzles(shape),
    )

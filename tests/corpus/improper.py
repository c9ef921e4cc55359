"""Puzzles with no or several solutions: endless generators, each driven by one `Random`."""

from collections.abc import Iterator
from functools import cache
from random import Random

from crosscover.properties.corpus import ESSENTIAL, SMALL_SHAPE
from crosscover.properties.strategies.masking import delete_clues_while, kempe_chain
from crosscover.reference import Grid, Shape
from crosscover.reference.canonical import canonical

from .easing import eased
from .proper import SearchLimit, SearchLimitError, engine, fewer_clues, is_proper, random_grid, solutions, without

FEW = (2, 2, 2, 2, 3, 3, 4, 4, 5, 6, 6, 7, 8, 8, 9, 10, 12, 16, 20, 24, 32, 48, 64, 96, 128)
"""Target numbers of solutions; 256 and 257, at which a byte wraps, have kinds of their own."""


def is_refuted(puzzle: Grid) -> bool:
    """Whether a short search proves that there is no solution."""
    try:
        return next(engine.search(puzzle, SearchLimit(max(400, 2 * puzzle.shape.cells))), None) is None
    except SearchLimitError:
        return False


def clashing_puzzles(random: Random, shape: Shape = Shape()) -> Iterator[Grid]:
    """Puzzles with a repeated digit in exactly one house; from 2 clues to a full grid."""
    while True:
        puzzle = random_grid(random, shape)
        house = random.choice(shape.houses)
        one, other = random.sample(house, 2)
        if sum({one, other} <= set(cells) for cells in shape.houses) == 1:
            emptied = set(
                random.sample(range(shape.cells), random.choice((0, 20, 40, 55, 60, 70, 79)) * shape.cells // 81)
            )
            yield without(puzzle.with_cell(other, puzzle.values[one]), sorted(emptied - {one, other}))


def contradicting_puzzles(random: Random, shape: Shape = Shape()) -> Iterator[Grid]:
    """Puzzles without a solution or a clash: a wrong clue among right ones, often only the necessary ones."""
    return (puzzle for puzzle, _ in _contradictions_of_any_length(random, shape))


def eased_contradictions(random: Random, shape: Shape) -> Iterator[Grid]:
    """The same, most of them with further right clues."""
    return (eased(puzzle, fuller, random) for puzzle, fuller in _contradictions_of_any_length(random, shape))


def _contradictions_of_any_length(random: Random, shape: Shape) -> Iterator[tuple[Grid, Grid]]:
    """Each puzzle, and the same one with all right clues that do not clash with the wrong one."""
    while True:
        proper = fewer_clues(random_grid(random, shape), random)
        solution = next(engine(proper, 1))
        cell = random.choice(proper.empty_cells())
        peers = {peer for house in shape.houses if cell in house for peer in house}
        given = {proper.values[peer] for peer in peers}
        wrong = [digit for digit in range(1, shape.side + 1) if digit not in given | {solution.values[cell]}]
        if not wrong:
            continue
        digit = random.choice(wrong)
        puzzle = proper.with_cell(cell, digit)
        if shape.side <= 9 or is_refuted(puzzle):
            if random.random() < 0.7:
                puzzle = delete_clues_while(puzzle, is_refuted, random)
            fuller = without(solution, [peer for peer in sorted(peers) if solution.values[peer] == digit])
            yield puzzle, fuller.with_cell(cell, digit)


def puzzles_with_few_solutions(random: Random, shape: Shape = Shape()) -> Iterator[Grid]:
    """Puzzles whose number of solutions is in `FEW`."""
    while True:
        yield puzzle_with_solutions(random.choice(FEW), random, shape)


def puzzles_with_solutions(number: int, random: Random, shape: Shape = Shape()) -> Iterator[Grid]:
    """Puzzles with exactly a given number of solutions."""
    while True:
        yield puzzle_with_solutions(number, random, shape)


def puzzle_with_solutions(number: int, random: Random, shape: Shape) -> Grid:
    """A puzzle with exactly a given number of solutions.

    Cells and deadly patterns of a solved grid are emptied as long as the number of solutions divides the target, since
    independent patterns multiply. An odd target is rarely such a product, so any smaller number is allowed on the way
    to it. If there is no progress, the search restarts with another grid.
    """
    while True:
        puzzle = solution = random_grid(random, shape)
        chains = sorted((kempe_chain(solution, random.randrange(10**6)) for _ in range(60)), key=len)
        cells = [[cell] for cell in random.sample(range(shape.cells), 40 * shape.cells // Shape().cells)]
        for emptied in (*cells[:20], *chains, *cells):
            fewer = without(puzzle, emptied)
            if fewer == puzzle:
                continue
            found = solutions(fewer, number + 1)
            if found <= number and (number % 2 or number % found == 0):
                puzzle = fewer
                if found == number:
                    return _fewer_clues(puzzle, number, random)


def _fewer_clues(puzzle: Grid, number: int, random: Random) -> Grid:
    """The puzzle without some redundant clues."""
    kept = random.choice((17, 24, 30)) * puzzle.shape.cells // Shape().cells
    return delete_clues_while(
        puzzle, lambda fewer: fewer.clue_count >= kept and solutions(fewer, number + 1) == number, random
    )


def puzzles_without_two_digits(random: Random, shape: Shape = Shape()) -> Iterator[Grid]:
    """Puzzles in which two digits do not occur, so they can be swapped in each solution."""
    while True:
        solution = random_grid(random, shape)
        missing = random.sample(range(1, shape.side + 1), 2)
        puzzle = without(solution, [cell for cell, digit in solution.clues() if digit in missing])
        yield _with_at_most(random.choice((2, 2, 4, 8)), puzzle, random)


def _with_at_most(most: int, puzzle: Grid, random: Random) -> Grid:
    """The puzzle with clues removed as long as it has at most a given number of solutions."""
    return delete_clues_while(puzzle, lambda fewer: solutions(fewer, most + 1) <= most, random)


def puzzles_with_few_clues(random: Random, shape: Shape = Shape()) -> Iterator[Grid]:
    """Puzzles with 0 to 24 clues, usually with very many solutions."""
    while True:
        puzzle = random_grid(random, shape)
        yield without(
            puzzle, random.sample(range(shape.cells), shape.cells - random.randint(0, 24 * shape.cells // 81))
        )


def nearly_full_puzzles(random: Random, shape: Shape = Shape()) -> Iterator[Grid]:
    """Nearly full puzzles with several solutions: an unavoidable set and some other cells are empty."""
    while True:
        solution = random_grid(random, shape)
        chain = min((kempe_chain(solution, random.randrange(10**6)) for _ in range(9)), key=len)
        puzzle = without(solution, [*chain, *random.sample(range(shape.cells), random.randint(0, 4))])
        if not is_proper(puzzle):
            yield puzzle


def small_puzzles(number: int) -> Iterator[Grid]:
    """Every puzzle of 2x2 boxes with one solution, or with several for the number 2, up to symmetry.

    For the number 0 every one without a solution or a clash that has a solution without any one of its clues.
    """
    for puzzle in solvable_small_puzzles():
        if number:
            if solutions(puzzle, 2) == number:
                yield puzzle
        else:
            yield from _contradictions(puzzle)


def _contradictions(puzzle: Grid) -> Iterator[Grid]:
    """The puzzle with one more clue, in canonical form, if it is minimal among those without a solution."""
    for cell in puzzle.empty_cells():
        peers = {puzzle.values[peer] for house in puzzle.shape.houses if cell in house for peer in house}
        for digit in {1, 2, 3, 4} - peers:
            longer = puzzle.with_cell(cell, digit)
            if not solutions(longer, 1) and all(solutions(longer.with_cell(clue, 0), 1) for clue, _ in longer.clues()):
                yield canonical(longer).grid


@cache
def solvable_small_puzzles() -> tuple[Grid, ...]:
    """The clues of a solved grid of 2x2 boxes in any set of cells, each puzzle once up to symmetry."""
    masks = range(1 << SMALL_SHAPE.cells)
    return tuple(sorted({canonical(grid.keeping(mask)).grid for grid in ESSENTIAL for mask in masks}, key=str))

"""Puzzles with no or several solutions: endless generators, each driven by one `Random`."""

from collections.abc import Iterator
from random import Random

from crosscover.properties.strategies.masking import delete_clues_while, kempe_chain
from crosscover.reference import Grid, Shape, count

from .proper import engine, fewer_clues, is_proper, random_grid, without

SHAPE = Shape()
FEW = (2, 2, 2, 2, 3, 3, 4, 4, 5, 6, 6, 7, 8, 8, 9, 10, 12, 16, 20, 24, 32, 48, 64, 96, 128)
"""Target numbers of solutions; 256 and 257, at which a byte wraps, have kinds of their own."""


class SearchLimitError(RuntimeError):
    """A search has exceeded its number of steps."""


class SearchLimit:
    """A `Watcher` that limits the steps of a search: refuting a puzzle with few clues can take for ever."""

    def __init__(self, steps: int) -> None:
        self._left = steps

    def chose(self, _level: int, _item: int, _size: int, /) -> None:
        """Count a step; raises SearchLimitError."""
        self._left -= 1
        if self._left < 0:
            raise SearchLimitError

    def tried(self, _level: int, _option: int, /) -> None:
        """Do nothing; steps are counted when an item is chosen."""

    undone = tried


def is_refuted(puzzle: Grid) -> bool:
    """Whether a short search proves that there is no solution."""
    try:
        return next(engine.search(puzzle, SearchLimit(400)), None) is None
    except SearchLimitError:
        return False


def clashing_puzzles(random: Random) -> Iterator[Grid]:
    """Puzzles with a repeated digit in exactly one house; from 2 clues to a full grid."""
    while True:
        puzzle = random_grid(random)
        house = random.choice(SHAPE.houses)
        one, other = random.sample(house, 2)
        if sum({one, other} <= set(cells) for cells in SHAPE.houses) == 1:
            emptied = set(random.sample(range(SHAPE.cells), random.choice((0, 20, 40, 55, 60, 70, 79))))
            yield without(puzzle.with_cell(other, puzzle.values[one]), sorted(emptied - {one, other}))


def contradicting_puzzles(random: Random) -> Iterator[Grid]:
    """Puzzles without a solution or a clash: a wrong clue among right ones, often only the necessary ones."""
    while True:
        proper = fewer_clues(random_grid(random), random)
        solution = next(engine(proper, 1))
        cell = random.choice(proper.empty_cells())
        peers = {proper.values[peer] for house in SHAPE.houses if cell in house for peer in house}
        wrong = [digit for digit in range(1, SHAPE.side + 1) if digit not in peers | {solution.values[cell]}]
        if wrong:
            puzzle = proper.with_cell(cell, random.choice(wrong))
            if random.random() < 0.7:
                puzzle = delete_clues_while(puzzle, is_refuted, random)
            yield puzzle


def puzzles_with_few_solutions(random: Random) -> Iterator[Grid]:
    """Puzzles whose number of solutions is in `FEW`."""
    while True:
        yield puzzle_with_solutions(random.choice(FEW), random)


def puzzles_with_solutions(number: int, random: Random) -> Iterator[Grid]:
    """Puzzles with exactly a given number of solutions."""
    while True:
        yield puzzle_with_solutions(number, random)


def puzzle_with_solutions(number: int, random: Random) -> Grid:
    """A puzzle with exactly a given number of solutions.

    Cells and deadly patterns of a solved grid are emptied as long as the number of solutions divides the target, since
    independent patterns multiply. An odd target is rarely such a product, so any smaller number is allowed on the way
    to it. If there is no progress, the search restarts with another grid.
    """
    while True:
        puzzle = solution = random_grid(random)
        chains = sorted((kempe_chain(solution, random.randrange(10**6)) for _ in range(60)), key=len)
        cells = [[cell] for cell in random.sample(range(SHAPE.cells), 40)]
        for emptied in (*cells[:20], *chains, *cells):
            fewer = without(puzzle, emptied)
            if fewer == puzzle:
                continue
            solutions = count(engine, fewer, number + 1)
            if solutions <= number and (number % 2 or number % solutions == 0):
                puzzle = fewer
                if solutions == number:
                    return _fewer_clues(puzzle, number, random)


def _fewer_clues(puzzle: Grid, number: int, random: Random) -> Grid:
    """The puzzle without some redundant clues."""
    kept = random.choice((17, 24, 30))
    return delete_clues_while(
        puzzle, lambda fewer: fewer.clue_count >= kept and count(engine, fewer, number + 1) == number, random
    )


def puzzles_without_two_digits(random: Random) -> Iterator[Grid]:
    """Puzzles in which two digits do not occur, so they can be swapped in each solution."""
    while True:
        solution = random_grid(random)
        missing = random.sample(range(1, SHAPE.side + 1), 2)
        puzzle = without(solution, [cell for cell, digit in solution.clues() if digit in missing])
        yield _with_at_most(random.choice((2, 2, 4, 8)), puzzle, random)


def _with_at_most(most: int, puzzle: Grid, random: Random) -> Grid:
    """The puzzle with clues removed as long as it has at most a given number of solutions."""
    return delete_clues_while(puzzle, lambda fewer: count(engine, fewer, most + 1) <= most, random)


def puzzles_with_few_clues(random: Random) -> Iterator[Grid]:
    """Puzzles with 0 to 24 clues, usually with very many solutions."""
    while True:
        puzzle = random_grid(random)
        yield without(puzzle, random.sample(range(SHAPE.cells), SHAPE.cells - random.randint(0, 24)))


def nearly_full_puzzles(random: Random) -> Iterator[Grid]:
    """Nearly full puzzles with several solutions: an unavoidable set and some other cells are empty."""
    while True:
        solution = random_grid(random)
        chain = min((kempe_chain(solution, random.randrange(10**6)) for _ in range(9)), key=len)
        puzzle = without(solution, [*chain, *random.sample(range(SHAPE.cells), random.randint(0, 4))])
        if not is_proper(puzzle):
            yield puzzle

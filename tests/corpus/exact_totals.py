"""Puzzles with exact numbers of solutions: every number up to 100, and larger ones at which counters go wrong.

Products of deadly patterns, as in `improper.puzzle_with_solutions`, rarely reach a given number. Instead, all solutions
of a puzzle, the origin, are stored as bit sets: for each digit of each cell, the solutions that have it there. The
number of solutions with additional clues is the size of an intersection, so a search of sets of three clues finds many
numbers at once. Clues that exclude no solution are removed afterwards.

`FOUND` are puzzles with 65,536 solutions, at which a 16-bit counter wraps to 0: `search(ORIGIN, {MAX_TOTAL})` finds the
first, and takes some minutes. The others have the same solutions: they have additional clues that all solutions share,
or lack a clue that follows from the others.
"""

from collections.abc import Collection, Iterator
from random import Random

import numpy as np
from numpy.typing import NDArray

from crosscover.properties.corpus import SMALL_SHAPE
from crosscover.properties.corpus.certified import MAX_TOTAL
from crosscover.properties.covering.limits import limit_puzzles
from crosscover.properties.strategies.masking import delete_clues_while
from crosscover.reference import Grid, Shape, count

from .improper import solvable_small_puzzles
from .proper import engine, random_grid, without

ORIGIN = Grid.parse("9.1....2..26..1.49.47.9.1....8.4......5.62..4..............................8.5..3")
"""A puzzle with 1,270,986 solutions, found by chance."""

FOUND = (
    "9.1..4.2..26..1.49.47.9.1....8.4......5.62..4...........................4.28.5..3",
    "9.1..4.2..26..1.49.4729.1....8.4......5.62..4...........................4.28.5..3",
    "9.1..4.2..26..1.49.47.9.1....8.4......5.62..4..4........................4.28.5..3",
    "9.1..4.2..26..1.49.4729.1....8.4......5.62..4..4........................4.28.5..3",
    "9.1..4.2..26..1.49..729.1....8.4......5.62..4..4........................4.28.5..3",
    "9.1..4.2..26..1.49..729.1....8.4......5.62..4...........................4.28.5..3",
    "9.1..4.2..26..1.49..7.9.1....8.4......5.62..4..4........................4.28.5..3",
)

SMALL = range(1, 101)
MEDIUM = (
    *(power + near for power in (128, 256, 512, 1024, 2048) for near in (-1, 0, 1)),
    *(200, 300, 400, 500, 600, 700, 800, 900, 999, 1000, 1001, 1193, 2000),
)
LARGE = (4095, 4096, 4097, 5000, 8191, 8192, 8193, 9999, 10_000, 10_001)
LARGER = (
    *(16_383, 16_384, 16_385, 20_000, 25_000, 32_767, 32_768, 32_769, 40_000, 50_000, 60_000),
    *(65_535, 65_537, 99_999, 100_000),
)
"""Numbers around which counters of one and two bytes, and limits of solvers, go wrong.

The puzzles of `LARGER` numbers are those of `limits.csv`.
"""

ORIGINS = {
    Shape(2, 2): (),
    Shape(2, 3): ((SMALL, 26, range(500, 10_000)), (SMALL, 26, range(500, 10_000))),
    Shape(3, 3): (
        (SMALL, 55, range(3000, 10_000)),
        (SMALL, 55, range(3000, 10_000)),
        (MEDIUM, 55, range(5000, 20_000)),
        (LARGE, 56, range(40_000, 80_000)),
    ),
}
"""For each shape numbers to find, and of their origins the numbers of empty cells and of solutions."""

MAX_ORIGINS = 10

MAX_COUNTED = 1100
"""Maximum number of solutions of a puzzle from which redundant clues are removed."""

Clue = tuple[int, int]


def fixed_puzzles(_random: Random) -> Iterator[Grid]:
    """The puzzles of the list; the seed is ignored."""
    yield from map(Grid.parse, FOUND)


def puzzles_by_number(shape: Shape, random: Random) -> Iterator[tuple[int, Grid]]:
    """Numbers of solutions, each with a puzzle of this shape; for 2x2 boxes every number that a puzzle has."""
    if shape == SMALL_SHAPE:
        by_number = {count(engine, puzzle, None): puzzle for puzzle in solvable_small_puzzles()}
        yield from sorted(by_number.items())
        return
    for numbers, empty, solutions in ORIGINS[shape]:
        yield from _found(shape, numbers, empty, solutions, random)
    if shape == Shape():
        known = {one.least: one.puzzle for one in limit_puzzles() if one.measure == "solutions"}
        known[MAX_TOTAL] = Grid.parse(FOUND[0])
        yield from ((number, known[number]) for number in sorted((*LARGER, MAX_TOTAL)))


def _found(
    shape: Shape, numbers: Collection[int], empty: int, solutions: range, random: Random
) -> Iterator[tuple[int, Grid]]:
    found, origins = dict[int, Grid](), 0
    while origins < MAX_ORIGINS and (missing := set(numbers) - found.keys()):
        puzzle = without(random_grid(random, shape), random.sample(range(shape.cells), empty))
        if count(engine, puzzle, solutions.stop) in solutions:
            origins += 1
            found |= search(puzzle, missing)
    for number, puzzle in sorted(found.items()):
        yield number, _without_redundant(puzzle, number, random)


def _without_redundant(puzzle: Grid, number: int, random: Random) -> Grid:
    if number > MAX_COUNTED:
        return puzzle
    return delete_clues_while(puzzle, lambda fewer: count(engine, fewer, number + 1) == number, random)


def search(origin: Grid, numbers: Collection[int]) -> dict[int, Grid]:
    """The origin with three additional clues that leave each of these numbers of solutions, as far as there are any."""
    clues, members = solutions_by_clue(origin, min(numbers))
    missing, found = np.array(sorted(numbers)), dict[int, Grid]()
    for first, one in enumerate(members):
        pairs = members[first + 1 :] & one
        for second in np.flatnonzero(sizes(pairs) > 1.3 * missing[0]).tolist():
            left = sizes(pairs[second + 1 :] & pairs[second])
            for third in np.flatnonzero(np.isin(left, missing)).tolist():
                places = (first, first + 1 + second, first + 2 + second + third)
                found.setdefault(int(left[third]), with_clues(origin, *(clues[place] for place in places)))
            missing = np.setdiff1d(missing, list(found)) if found else missing
            if not len(missing):
                return found
    return found


def with_clues(puzzle: Grid, *clues: Clue) -> Grid:
    """The puzzle with additional clues."""
    for cell, digit in clues:
        puzzle = puzzle.with_cell(cell, digit)
    return puzzle


def solutions_by_clue(puzzle: Grid, least: int) -> tuple[list[Clue], NDArray[np.uint64]]:
    """The clues that more than `least` solutions have, most common first, each with a bit set of the solutions."""
    text = b"".join(solution.values for solution in engine(puzzle, None))
    solutions = np.frombuffer(text, np.uint8).reshape(-1, puzzle.shape.cells)
    clues = [(cell, digit) for cell in puzzle.empty_cells() for digit in range(1, puzzle.shape.side + 1)]
    padding = -len(solutions) % 64
    rows = [np.packbits(np.pad(solutions[:, cell] == digit, (0, padding))) for cell, digit in clues]
    members = np.array(rows).view(np.uint64)
    common = sizes(members)
    order = np.argsort(-common, kind="stable")[: np.count_nonzero(common > least)]
    return [clues[place] for place in order.tolist()], members[order]


def sizes(members: NDArray[np.uint64]) -> NDArray[np.int64]:
    """The number of set bits in each row."""
    total: NDArray[np.int64] = np.bitwise_count(members).sum(axis=1, dtype=np.int64)
    return total

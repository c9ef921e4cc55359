"""Puzzles with exactly 65,536 solutions, for which a 16-bit counter wraps to 0: a fixed list and the search for it.

Products of deadly patterns, as in `improper.puzzle_with_solutions`, rarely reach this number. Instead, all 1,270,986
solutions of a puzzle are stored as bit sets: for each digit of each cell, the solutions that have it there. The number
of solutions with additional clues is the size of an intersection. `python -m tests.corpus.exact_totals` tries sets of
three clues, which takes some minutes, and prints the first puzzle found, the first of the list. The others have the
same solutions: they have additional clues that all solutions share, or lack a clue that follows from the others.
"""

from collections.abc import Iterator
from random import Random

import numpy as np
from numpy.typing import NDArray

from crosscover.properties.corpus.certified import MAX_TOTAL
from crosscover.reference import Grid, Shape

from .proper import engine

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

Clue = tuple[int, int]


def fixed_puzzles(_random: Random) -> Iterator[Grid]:
    """The puzzles of the list; the seed is ignored."""
    yield from map(Grid.parse, FOUND)


def search(number: int) -> Grid | None:
    """The origin with three additional clues that leave a given number of solutions; None if there are none."""
    clues, members = solutions_by_clue(ORIGIN)
    for first, one in enumerate(members):
        pairs = members[first + 1 :] & one
        for second in np.flatnonzero(sizes(pairs) > 1.3 * number).tolist():
            third = np.flatnonzero(sizes(pairs[second + 1 :] & pairs[second]) == number)
            if len(third):
                places = (first, first + 1 + second, first + 2 + second + int(third[0]))
                return with_clues(ORIGIN, *(clues[place] for place in places))
    return None


def with_clues(puzzle: Grid, *clues: Clue) -> Grid:
    """The puzzle with additional clues."""
    for cell, digit in clues:
        puzzle = puzzle.with_cell(cell, digit)
    return puzzle


def solutions_by_clue(puzzle: Grid) -> tuple[list[Clue], NDArray[np.uint64]]:
    """The clues that many solutions have, most common first, each with a bit set of the solutions that have it."""
    text = b"".join(solution.values for solution in engine(puzzle, None))
    solutions = np.frombuffer(text, np.uint8).reshape(-1, Shape().cells)
    clues = [(cell, digit) for cell in puzzle.empty_cells() for digit in range(1, Shape().side + 1)]
    padding = -len(solutions) % 64
    rows = [np.packbits(np.pad(solutions[:, cell] == digit, (0, padding))) for cell, digit in clues]
    members = np.array(rows).view(np.uint64)
    common = sizes(members)
    order = np.argsort(-common, kind="stable")[: np.count_nonzero(common > MAX_TOTAL)]
    return [clues[place] for place in order.tolist()], members[order]


def sizes(members: NDArray[np.uint64]) -> NDArray[np.int64]:
    """The number of set bits in each row."""
    total: NDArray[np.int64] = np.bitwise_count(members).sum(axis=1, dtype=np.int64)
    return total


if __name__ == "__main__":
    print(search(MAX_TOTAL))

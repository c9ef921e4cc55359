"""Puzzles with exactly 65,536 solutions, which a counter of 16 bits takes for none: a fixed list, and how it was found.

Products of deadly patterns, as in `improper.puzzle_with_solutions`, hardly ever come so far. So all 1,270,986 solutions
of a puzzle are written down, as a set of bits for each digit of each cell: which solutions have it there. How many
solutions further clues leave is then the size of an intersection. `python -m tests.corpus.exact_totals` tries three
clues at a time, which takes some minutes, and prints the first puzzle that it finds; that is the first of the list. The
others have the same solutions: they have clues more that all of these share, or less one that follows from those.
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
    """The puzzles of the list, whatever the seed."""
    yield from map(Grid.parse, FOUND)


def search(number: int) -> Grid | None:
    """The origin with three further clues that leave just so many solutions; None where none do."""
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
    """The puzzle with further clues."""
    for cell, digit in clues:
        puzzle = puzzle.with_cell(cell, digit)
    return puzzle


def solutions_by_clue(puzzle: Grid) -> tuple[list[Clue], NDArray[np.uint64]]:
    """The further clues that many solutions have, the most common first, and for each a row of bits: which have it."""
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
    """How many bits are set in each row."""
    total: NDArray[np.int64] = np.bitwise_count(members).sum(axis=1, dtype=np.int64)
    return total


if __name__ == "__main__":
    print(search(MAX_TOTAL))

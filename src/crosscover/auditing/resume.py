"""Which rows of a collection are still to be done, by the ledger of an audit that was stopped."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from crosscover.exit_code import UsageError
from crosscover.puzzle_files import Row, display_name

from .findings import Task
from .ledger import Ledger

Range = tuple[int, int]
"""Numbers of rows, from the first to the last."""

BEGIN = (0, 1)
"""The place of the first row there can be: file and line."""


def starting_point(ledger: Ledger, done: Sequence[Range]) -> tuple[int, tuple[int, int]]:
    """The number of a row before which all are done, and its place, from which its file can be read.

    It is the first that begins in the line of the last row before any that is left.
    """
    if not done or done[0][0] != 1:
        return 1, BEGIN
    number = done[0][1]
    place = ledger.place(number)
    while ledger.place(number - 1) == place:
        number -= 1
    return number, place or BEGIN


def remaining(rows: Iterator[Row], done: Iterable[Range], number: int = 1) -> Iterator[Task]:
    """The rows that are not in the ranges that are done, each after its number; the first row has this one."""
    for first, last in done:
        for row in islice(rows, max(0, first - number)):
            yield Task(number, row)
            number += 1
        deque(islice(rows, last + 1 - max(first, number)), 0)
        number = last + 1
    for row in rows:
        yield Task(number, row)
        number += 1


def compare(rows: Iterator[Row], ledger: Ledger, names: list[str]) -> Iterator[Row]:
    """The same rows; raises UsageError at the first that differs from the one of its number in the ledger.

    For input that is not known by a digest.
    """
    kept = ledger.puzzles()
    expected = next(kept, None)
    number = 0
    for number, row in enumerate(rows, 1):
        if expected is not None and number == expected[0]:
            puzzle, solution = (None if grid is None else str(grid) for grid in (row.puzzle, row.solution))
            if (number, puzzle, solution) != expected:
                place = f"{display_name(names[row.file])}:{row.line}"
                then, now = _describe(*expected[1:]), _describe(puzzle, solution)
                raise UsageError(f"{ledger.path} has another puzzle {number}: expected {then}, found {now}", place)
            expected = next(kept, None)
        yield row
    if expected is not None:
        raise UsageError(f"{ledger.path} has a puzzle {expected[0]:,}; the input ends after {number:,}")


def _describe(puzzle: str | None, solution: str | None) -> str:
    if puzzle is None:
        return "a malformed row"
    return f"{puzzle} with the solution {solution}" if solution else puzzle

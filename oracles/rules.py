"""The rules of Sudoku, and nothing else: what every other part of the suite is measured by.

A full grid is right when each of its houses has each digit once and when it keeps the clues. That is all there is to
check, and it is checked straight from the houses of the shape: no table, no engine, no library.
"""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain
from operator import eq, itemgetter
from typing import cast

from crosscover.reference.grid import DIGITS, Grid
from crosscover.reference.shape import Shape


def first_violation(answer: Grid, puzzle: Grid | None = None) -> str | None:
    """The first thing that is wrong with an answer, in words; None where it is a solution of the puzzle.

    Without a puzzle the answer has only to be full and to obey the rules. A right 9x9 answer costs 8 us.

    >>> solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    >>> first_violation(Grid.parse(solution), Grid.parse("5" + 80 * "."))
    >>> first_violation(Grid.parse("7" + solution[1:]), Grid.parse("5" + 80 * "."))
    'clue r1c1 = 5 became 7'
    >>> first_violation(Grid.parse("7" + solution[1:]))
    'row 1 has 7 twice, at r1c1 and r1c5'
    """
    return None if _is_solution(answer, puzzle) else next(violations(answer, puzzle))


def violations(answer: Grid, puzzle: Grid | None = None) -> Iterator[str]:
    """Everything that is wrong with an answer, found as it is asked for: lost clues, empty cells, then houses."""
    shape = answer.shape
    if puzzle is not None:
        if puzzle.shape != shape:
            yield f"the answer has {shape} boxes where the puzzle has {puzzle.shape}"
            return
        for cell, clue in puzzle.clues():
            if answer.values[cell] != clue:
                became = DIGITS[answer.values[cell] - 1] if answer.values[cell] else "empty"
                yield f"clue {shape.cell_name(cell)} = {DIGITS[clue - 1]} became {became}"
    yield from (f"{shape.cell_name(cell)} is empty" for cell, digit in enumerate(answer.values) if not digit)
    yield from clashes(answer)


def clashes(grid: Grid) -> Iterator[str]:
    """The digits that a house has more than once; empty cells are passed over, so that puzzles can be judged too."""
    shape = grid.shape
    for number, house in enumerate(shape.houses):
        places: dict[int, list[int]] = {}
        for cell in house:
            places.setdefault(grid.values[cell], []).append(cell)
        for digit, cells in places.items():
            if digit and len(cells) > 1:
                *names, last = map(shape.cell_name, cells)
                times = "twice" if len(cells) == 2 else f"{len(cells)} times"
                yield f"{shape.house_name(number)} has {DIGITS[digit - 1]} {times}, at {', '.join(names)} and {last}"


def _is_solution(answer: Grid, puzzle: Grid | None) -> bool:
    """Whether there is nothing to find: each house lacks no digit, so has each once, and every clue is met."""
    shape = answer.shape
    digits = bytes(range(1, shape.side + 1))
    by_house = bytes(_house_by_house(shape)(answer.values))
    for start in range(0, len(by_house), shape.side):
        if digits.translate(None, by_house[start : start + shape.side]):
            return False
    return puzzle is None or (puzzle.shape == shape and sum(map(eq, answer.values, puzzle.values)) == puzzle.clue_count)


@cache
def _house_by_house(shape: Shape) -> Callable[[bytes], tuple[int, ...]]:
    """What takes the digits of all houses out of the values of a grid, a house after the other."""
    return cast("Callable[[bytes], tuple[int, ...]]", itemgetter(*chain.from_iterable(shape.houses)))

"""The rules of Sudoku and nothing else: everything else in the suite is measured against them.

A full grid is correct if each house contains each digit once and the clues are kept. This is checked directly from the
houses of the shape: no table, no engine, no library.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache
from itertools import chain, compress

from crosscover.reference.grid import DIGITS, Grid
from crosscover.reference.shape import Shape


class Rule(Enum):
    """The rules that an answer can break."""

    SHAPE = "another shape"
    CLUE_CHANGED = "changed clue"
    CLUE_LOST = "lost clue"
    FULL = "empty cell"
    HOUSE = "repeated digit"


@dataclass(frozen=True, slots=True)
class Violation:
    """A rule that an answer breaks, with the cells that break it and their digits; `str` returns a sentence.

    `digits` holds the repeated digit, or for a changed clue the clue and the digit in its place. `house` is empty
    unless a house repeats a digit.
    """

    rule: Rule
    sentence: str
    cells: tuple[int, ...] = ()
    digits: tuple[int, ...] = ()
    house: str = ""

    def __str__(self) -> str:
        return self.sentence

    @property
    def repetition(self) -> str:
        """The repeated digit and its house: "7 twice in column 8"."""
        return f"{DIGITS[self.digits[0] - 1]} {_times(len(self.cells))} in {self.house}"


def first_violation(answer: Grid, puzzle: Grid | None = None) -> Violation | None:
    """Return the first rule that an answer breaks, or None if it is a solution of the puzzle.

    Without a puzzle, the answer need only be full and obey the rules. Checking a correct 9x9 answer takes 8 us.

    >>> solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    >>> first_violation(Grid.parse(solution), Grid.parse("5" + 80 * "."))
    >>> print(first_violation(Grid.parse("7" + solution[1:]), Grid.parse("5" + 80 * ".")))
    clue r1c1 = 5 became 7
    >>> print(first_violation(Grid.parse("7" + solution[1:])))
    row 1 has 7 twice, at r1c1 and r1c5
    """
    return None if _is_solution(answer, puzzle) else next(violations(answer, puzzle))


def violations(answer: Grid, puzzle: Grid | None = None) -> Iterator[Violation]:
    """Yield every rule that an answer breaks: changed and lost clues, then empty cells, then repeated digits."""
    shape = answer.shape
    if puzzle is not None:
        if puzzle.shape != shape:
            yield Violation(Rule.SHAPE, f"the answer has {shape} boxes, the puzzle {puzzle.shape}")
            return
        for cell, clue in puzzle.clues():
            if (digit := answer.values[cell]) != clue:
                rule, became = (Rule.CLUE_CHANGED, DIGITS[digit - 1]) if digit else (Rule.CLUE_LOST, "empty")
                sentence = f"clue {shape.cell_name(cell)} = {DIGITS[clue - 1]} became {became}"
                yield Violation(rule, sentence, (cell,), (clue, digit))
    empty = tuple(cell for cell, digit in enumerate(answer.values) if not digit)
    if empty and answer == puzzle:
        are = "the empty cell is" if len(empty) == 1 else f"all {len(empty)} empty cells are"
        yield Violation(Rule.FULL, f"the puzzle was returned unsolved: {are} still empty", empty[:1])
    elif empty:
        first = f"{shape.cell_name(empty[0])} is empty"
        others = ("", f", and so is {shape.cell_name(empty[-1])}", f", and so are {len(empty) - 1} other cells")
        yield Violation(Rule.FULL, f"{first}{others[min(len(empty), 3) - 1]}", empty[:1])
    yield from clashes(answer)


def clashes(grid: Grid) -> Iterator[Violation]:
    """Yield the repeated digits of each house; empty cells are ignored, so puzzles can be checked too."""
    shape = grid.shape
    for number, house in enumerate(shape.houses):
        places: dict[int, list[int]] = {}
        for cell in house:
            places.setdefault(grid.values[cell], []).append(cell)
        for digit, cells in places.items():
            if digit and len(cells) > 1:
                *names, last = map(shape.cell_name, cells)
                name = shape.house_name(number)
                sentence = f"{name} has {DIGITS[digit - 1]} {_times(len(cells))}, at {', '.join(names)} and {last}"
                yield Violation(Rule.HOUSE, sentence, tuple(cells), (digit,), name)


def _times(number: int) -> str:
    return "twice" if number == 2 else f"{number} times"


def _is_solution(answer: Grid, puzzle: Grid | None) -> bool:
    """Return whether an answer is correct: no house lacks a digit, so none repeats one, and all clues are kept."""
    shape, side = answer.shape, answer.shape.side
    digits = bytes(range(1, side + 1))
    by_house = _house_by_house(shape)(answer.values)
    for start in range(0, len(by_house), side):
        if digits.translate(None, by_house[start : start + side]):
            return False
    if puzzle is None:
        return True
    return puzzle.shape == shape and bytes(compress(answer.values, puzzle.values)) == puzzle.values.replace(b"\0", b"")


@cache
def _house_by_house(shape: Shape) -> Callable[[bytes], bytes]:
    """Return a function that lists the digits of all houses, one house after the other, from a grid's values."""
    cells = tuple(chain.from_iterable(shape.houses))
    if shape.cells > 256:
        return lambda values: bytes(map(values.__getitem__, cells))
    in_bytes = bytes(cells)
    return lambda values: in_bytes.translate(values.ljust(256))  # values translate cells; a tenth of the cost

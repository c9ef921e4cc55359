"""Features of an observation: facts in words, and numbers, in the order of their simplicity.

Words follow the noun "puzzles". A new feature is a function, and a row of a table at the end.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import lru_cache
from os.path import commonprefix

from crosscover.dialects import Spacing
from crosscover.oracles.backtracking import Board, layout_of, peers_of
from crosscover.oracles.plain_search import search_nodes
from crosscover.oracles.rules import clashes
from crosscover.reference import Grid
from crosscover.reference.grid import DIGITS

from .failure import describe_formatting
from .observations import Observation

HOUSES = {"row": "rows", "column": "columns", "box": "boxes", "diagonal": "diagonals"}

MAX_BACKTRACKS = 2_000
"""Largest number of backtracks of a plain search that is counted: all larger numbers are equal."""

PATTERNED = 20
"""Minimum number of empty cells of a puzzle whose images count as one: fewer empty cells form too few patterns."""

RECENT = 200
"""Number of earlier puzzles of a run that are compared with a puzzle."""


@lru_cache(10_000)
def origin(puzzle: Grid) -> Hashable:
    """Return a key that is equal for images of a puzzle, which are not independent."""
    shape, values = puzzle.shape, puzzle.values
    if values.count(0) < PATTERNED:
        return puzzle
    counts = [sum(values[cell] > 0 for cell in house) for house in shape.houses]
    rows, columns, *others = (sorted(counts[start : start + shape.side]) for start in range(0, len(counts), shape.side))
    return str((sorted((rows, columns)), others, sorted(map(values.count, range(1, shape.side + 1)))))


@lru_cache(10_000)
def clashing(grid: Grid) -> frozenset[str]:
    """Return the names of the houses with a repeated digit."""
    return frozenset(violation.house for violation in clashes(grid))


def _kinds(one: Observation) -> Iterator[str]:
    yield ("without a solution", "with one solution", "with several solutions")[one.solutions]
    if one.puzzle.is_full:
        yield "without an empty cell"
    elif one.solutions:
        are_enough = not _after_singles(one.puzzle)
        yield f"that naked and hidden singles {'solve' if are_enough else 'do not solve'}"
    if houses := clashing(one.puzzle):
        yield "whose clues clash"
        kinds = [kind for kind in HOUSES if any(house.startswith(kind) for house in houses)]
        yield from (f"whose clues clash in a {kind}" for kind in kinds)
        yield f"whose clues clash only in {' and '.join(f'a {kind}' for kind in kinds)}"
        yield from (f"whose clues clash in {house}" for house in sorted(houses))
        yield from (f"with a clue {DIGITS[clash.digits[0] - 1]} twice in a house" for clash in clashes(one.puzzle))
    elif not one.solutions:
        yield "without a solution, though no clues clash"


def _forms(one: Observation) -> Iterator[str]:
    yield from (f"whose input has {words}" for words in describe_formatting(one.formatting))
    if one.formatting.spacing is not Spacing.SINGLE:
        yield "whose input has unusual blanks"


def _digits(one: Observation) -> Iterator[str]:
    for digit in range(1, one.puzzle.shape.side + 1):
        number = one.puzzle.values.count(digit)
        name = DIGITS[digit - 1]
        yield f"with a clue {name}" if number else f"without a clue {name}"
        if number == 1:
            yield f"with only one clue {name}"


def _houses(one: Observation) -> Iterator[str]:
    shape, values = one.puzzle.shape, one.puzzle.values
    for number, house in enumerate(shape.houses):
        clues = sum(values[cell] > 0 for cell in house)
        yield f"with {'a clue' if clues else 'no clue'} in {shape.house_name(number)}"
        if clues == shape.side:
            yield f"with a full {shape.house_name(number)}"


def _symmetries(one: Observation) -> Iterator[str]:
    shape, values = one.puzzle.shape, one.puzzle.values
    filled = [digit > 0 for digit in values]
    if filled == filled[::-1]:
        yield "whose clues are symmetric under a half turn"
    if all(filled[cell] == filled[shape.cell(shape.column(cell), shape.row(cell))] for cell in range(shape.cells)):
        yield "whose clues are symmetric about the diagonal from r1c1"


def _cells(one: Observation) -> Iterator[str]:
    for cell, digit in enumerate(one.puzzle.values):
        name = one.puzzle.shape.cell_name(cell)
        yield f"with a clue in {name}" if digit else f"with {name} empty"
        if digit:
            yield f"with the clue {DIGITS[digit - 1]} in {name}"


def _candidates(one: Observation) -> Iterator[str]:
    for cell, number in _candidate_numbers(one.puzzle).items():
        if number == one.puzzle.shape.side:
            yield f"with all digits possible in {one.puzzle.shape.cell_name(cell)}"
            yield "with a cell in which all digits are possible"


@lru_cache(10_000)
def _candidate_numbers(puzzle: Grid) -> dict[int, int]:
    """Return the number of digits that the clues leave for each empty cell."""
    shape, values = puzzle.shape, puzzle.values
    peers = peers_of(shape.houses)
    return {cell: shape.side + 1 - len({0, *(values[peer] for peer in peers[cell])}) for cell in puzzle.empty_cells()}


@lru_cache(10_000)
def _backtracks(puzzle: Grid) -> int:
    """Return the nodes that a plain search for one solution wastes, at most `MAX_BACKTRACKS`."""
    empty = puzzle.empty_cells()
    needed = len(empty) + 1
    return min(MAX_BACKTRACKS, max(0, search_nodes(puzzle, empty, 1, MAX_BACKTRACKS + needed) - needed))


@lru_cache(10_000)
def _after_singles(puzzle: Grid) -> int:
    """Return the number of cells that naked and hidden singles leave empty."""
    houses, every_digit = puzzle.shape.houses, (1 << puzzle.shape.side) - 1
    candidates = [1 << digit - 1 if digit else every_digit for digit in puzzle.values]
    board = Board(layout_of(houses), candidates, [0] * puzzle.shape.cells)
    board.fill()
    return board.settled.count(0)


def _earlier(one: Observation) -> Iterator[str]:
    """Yield how a puzzle is related to earlier puzzles of its run."""
    before = _before(one)
    if one.puzzle in before:
        yield "that follow an equal puzzle"
    others = [_relation_keys(puzzle) for puzzle in before if puzzle != one.puzzle]
    for words, key, *keys in zip(RELATIONS, _relation_keys(one.puzzle), *others, strict=True):
        if key in keys:
            yield f"that follow another puzzle with {words}"
    if one.unsolvable_before:
        yield "that follow a puzzle without a solution"
    if any(map(clashing, before)):
        yield "that follow a puzzle whose clues clash"
    if any(puzzle.is_full for puzzle in before):
        yield "that follow a full grid"
    if before and before[-1].clue_count < one.puzzle.clue_count:
        yield "that directly follow a puzzle with fewer clues"
    if one.place == len(one.run) - 1:
        yield "at the end of a run"


@lru_cache(10_000)
def _relation_keys(puzzle: Grid) -> Sequence[Hashable]:
    return [key(puzzle) for key in RELATIONS.values()]


def _before(one: Observation) -> Sequence[Grid]:
    return one.run[max(0, one.place - RECENT) : one.place]


def _common_cells(one: Observation) -> int:
    common = (commonprefix((one.puzzle.values, other.values)) for other in _before(one))  # noqa: RUF071 - cells, no paths
    return max(map(len, common), default=0)


def _fewest_candidates(one: Observation) -> int:
    return min(_candidate_numbers(one.puzzle).values(), default=0)


RELATIONS: dict[str, Callable[[Grid], Hashable]] = {
    "the same first row": lambda puzzle: puzzle.values[: puzzle.shape.side],
    "the same clues except in the last row": lambda puzzle: puzzle.values[: -puzzle.shape.side],
    "clues in the same cells": lambda puzzle: bytes(map(bool, puzzle.values)),
    "the same digits in each column": lambda puzzle: str(
        [sorted(puzzle.values[place :: puzzle.shape.side]) for place in range(puzzle.shape.side)]
    ),
    "the same digits as clues": lambda puzzle: bytes(sorted(puzzle.values)),
    "as many clues": lambda puzzle: puzzle.clue_count,
}


def _occurring(one: Observation, number: int) -> int:
    return sum(one.puzzle.values.count(digit) == number for digit in range(1, one.puzzle.shape.side + 1))


def _houses_with(one: Observation, kind: int, *, full: bool) -> int:
    """Return the number of full or empty rows (kind 0), columns or boxes."""
    shape, values = one.puzzle.shape, one.puzzle.values
    houses = shape.houses[kind * shape.side : (kind + 1) * shape.side]
    return sum(all((values[cell] > 0) == full for cell in house) for house in houses)


def _empty_bands(one: Observation) -> int:
    shape = one.puzzle.shape
    return sum(not any(one.puzzle.values[cell] for row in band for cell in shape.rows[row]) for band in shape.bands)


FACTS: Sequence[Callable[[Observation], Iterator[str]]] = (
    _kinds,
    _forms,
    _digits,
    _symmetries,
    _candidates,
    _houses,
    _cells,
)
"""Facts in words, simplest first."""

RUN_FACTS: Sequence[Callable[[Observation], Iterator[str]]] = (_earlier, _kinds, _forms)

Numbers = Sequence[tuple[str, str, Callable[[Observation], int]]]
"""Nouns in the singular and in the plural, and what counts them."""

NUMBERS: Numbers = (
    ("clue", "clues", lambda one: one.puzzle.clue_count),
    ("cell that singles leave empty", "cells that singles leave empty", lambda one: _after_singles(one.puzzle)),
    ("backtrack of a plain search", "backtracks of a plain search", lambda one: _backtracks(one.puzzle)),
    ("candidate in each empty cell", "candidates in each empty cell", _fewest_candidates),
    ("digit without a clue", "digits without a clue", lambda one: _occurring(one, 0)),
    ("digit with only one clue", "digits with only one clue", lambda one: _occurring(one, 1)),
    ("empty row", "empty rows", lambda one: _houses_with(one, 0, full=False)),
    ("empty column", "empty columns", lambda one: _houses_with(one, 1, full=False)),
    ("digit with all its clues", "digits with all their clues", lambda one: _occurring(one, one.puzzle.shape.side)),
    ("empty box", "empty boxes", lambda one: _houses_with(one, 2, full=False)),
    ("empty band", "empty bands", _empty_bands),
    ("full row", "full rows", lambda one: _houses_with(one, 0, full=True)),
    ("full column", "full columns", lambda one: _houses_with(one, 1, full=True)),
    ("full box", "full boxes", lambda one: _houses_with(one, 2, full=True)),
)
"""Numbers, simplest first."""

CUMULATIVE = "puzzle before it in the run", "unsolvable puzzle before it"
"""Numbers that only grow in a run: a subject may need many, but hardly ever few."""

RUN_NUMBERS: Numbers = (
    (CUMULATIVE[0], "puzzles before them in the run", lambda one: one.place),
    ("first cell in common with an earlier puzzle", "first cells in common with an earlier puzzle", _common_cells),
    (CUMULATIVE[1], "unsolvable puzzles before them in the run", lambda one: one.unsolvable_before),
)

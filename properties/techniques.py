"""The techniques that a 9x9 puzzle needs, by a solver that searches for the simplest one first."""

from collections.abc import Callable
from functools import cache
from itertools import combinations, product

from crosscover.reference import Grid, Shape

SHAPE = Shape()
PEERS = tuple(
    frozenset(peer for house in SHAPE.houses if cell in house for peer in house) - {cell} for cell in range(SHAPE.cells)
)

Candidates = list[set[int]]
"""The candidates of each cell; those of a filled cell are its digit alone."""

Eliminations = set[tuple[int, int]]
"""Pairs of a cell and a digit that it cannot hold."""


@cache
def techniques(puzzle: Grid) -> frozenset[str]:
    """The techniques used if each step is the simplest possible; "search" if they do not suffice.

    A puzzle without a solution needs those that lead to a dead end. Each step removes a candidate, so it ends.
    """
    cells: Candidates = [{digit} if digit else set(range(1, SHAPE.side + 1)) for digit in puzzle.values]
    filled: set[int] = set()
    used: set[str] = set()
    while True:
        _fill(cells, filled)
        if len(filled) == SHAPE.cells or not all(cells) or not _has_places(cells):
            return frozenset(used)
        for name, find in TECHNIQUES.items():
            eliminated = {(cell, digit) for cell, digit in find(cells) if digit in cells[cell]}
            if eliminated:
                used.add(name)
                for cell, digit in eliminated:
                    cells[cell].discard(digit)
                break
        else:
            return frozenset(used | {"search"})


def _fill(cells: Candidates, filled: set[int]) -> None:
    """Remove the digits of cells with one candidate from their peers. A chain of them counts as no technique."""
    while found := [cell for cell in range(SHAPE.cells) if len(cells[cell]) == 1 and cell not in filled]:
        for cell in found:
            filled.add(cell)
            for peer in PEERS[cell]:
                cells[peer] -= cells[cell]


def _has_places(cells: Candidates) -> bool:
    return all(_places(cells, house, digit) for house, digit in product(SHAPE.houses, range(1, SHAPE.side + 1)))


def _places(cells: Candidates, house: tuple[int, ...], digit: int) -> tuple[int, ...]:
    return tuple(cell for cell in house if digit in cells[cell])


def _hidden_singles(cells: Candidates, houses: tuple[tuple[int, ...], ...]) -> Eliminations:
    for house, digit in product(houses, range(1, SHAPE.side + 1)):
        places = _places(cells, house, digit)
        if len(places) == 1 and len(cells[places[0]]) > 1:
            return {(places[0], other) for other in cells[places[0]] - {digit}}
    return set()


def _locked(
    cells: Candidates, within: tuple[tuple[int, ...], ...], others: tuple[tuple[int, ...], ...]
) -> Eliminations:
    """A digit whose places in a house of `within` all lie in one of `others` has no other place there."""
    for house, digit in product(within, range(1, SHAPE.side + 1)):
        places = set(_places(cells, house, digit))
        for other in others:
            if len(places) > 1 and places <= set(other):
                found = {(cell, digit) for cell in set(other) - places if digit in cells[cell]}
                if found:
                    return found
    return set()


def _naked(cells: Candidates, size: int) -> Eliminations:
    for house in SHAPE.houses:
        open_cells = [cell for cell in house if 2 <= len(cells[cell]) <= size]
        for chosen in combinations(open_cells, size):
            digits = set[int]().union(*(cells[cell] for cell in chosen))
            found = {(cell, digit) for cell in set(house) - set(chosen) for digit in cells[cell] & digits}
            if len(digits) == size and found:
                return found
    return set()


def _hidden(cells: Candidates, size: int) -> Eliminations:
    for house in SHAPE.houses:
        places = {digit: set(_places(cells, house, digit)) for digit in range(1, SHAPE.side + 1)}
        rare = [digit for digit, where in places.items() if 2 <= len(where) <= size]
        for digits in combinations(rare, size):
            where = set[int]().union(*(places[digit] for digit in digits))
            found = {(cell, digit) for cell in where for digit in cells[cell] - set(digits)}
            if len(where) == size and found:
                return found
    return set()


def _fish(cells: Candidates, size: int, *, by_rows: bool) -> Eliminations:
    """X-wing and swordfish: the places of a digit in some lines lie in as many crossing lines."""
    lines, crossing = (SHAPE.rows, SHAPE.column) if by_rows else (SHAPE.columns, SHAPE.row)
    others = SHAPE.columns if by_rows else SHAPE.rows
    for digit in range(1, SHAPE.side + 1):
        places = {number: _places(cells, line, digit) for number, line in enumerate(lines)}
        short = [number for number, where in places.items() if 2 <= len(where) <= size]
        for chosen in combinations(short, size):
            kept = {cell for number in chosen for cell in places[number]}
            crossed = {crossing(cell) for cell in kept}
            found = {(cell, digit) for number in crossed for cell in set(others[number]) - kept if digit in cells[cell]}
            if len(crossed) == size and found:
                return found
    return set()


def _xy_wing(cells: Candidates) -> Eliminations:
    for pivot in (cell for cell in range(SHAPE.cells) if len(cells[cell]) == 2):
        wings = [cell for cell in PEERS[pivot] if len(cells[cell]) == 2 and len(cells[cell] & cells[pivot]) == 1]
        for one, other in combinations(sorted(wings), 2):
            common = cells[one] & cells[other] - cells[pivot]
            if len(common) == 1 and cells[one] & cells[pivot] != cells[other] & cells[pivot]:
                digit = min(common)
                found = {(cell, digit) for cell in PEERS[one] & PEERS[other] if digit in cells[cell]}
                if found:
                    return found
    return set()


_LINES = (*SHAPE.rows, *SHAPE.columns)

TECHNIQUES: dict[str, Callable[[Candidates], Eliminations]] = {
    "a hidden single in a box": lambda cells: _hidden_singles(cells, SHAPE.boxes),
    "a hidden single in a row": lambda cells: _hidden_singles(cells, SHAPE.rows),
    "a hidden single in a column": lambda cells: _hidden_singles(cells, SHAPE.columns),
    "locked candidates in a box": lambda cells: _locked(cells, SHAPE.boxes, _LINES),
    "locked candidates in a line": lambda cells: _locked(cells, _LINES, SHAPE.boxes),
    "a naked pair": lambda cells: _naked(cells, 2),
    "a hidden pair": lambda cells: _hidden(cells, 2),
    "a naked triple": lambda cells: _naked(cells, 3),
    "a hidden triple": lambda cells: _hidden(cells, 3),
    "an x-wing in rows": lambda cells: _fish(cells, 2, by_rows=True),
    "an x-wing in columns": lambda cells: _fish(cells, 2, by_rows=False),
    "an xy-wing": _xy_wing,
    "a swordfish": lambda cells: _fish(cells, 3, by_rows=True) or _fish(cells, 3, by_rows=False),
}
"""The techniques beyond naked singles, the simplest first."""

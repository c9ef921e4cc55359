"""Puzzles that are the same but for symmetry: found by their canonical forms, shown by the symmetry between them.

A worker writes the canonical form of each puzzle down, with the symmetry that leads there. At the end those with the
same form are brought together by sorting, which SQLite does on disk where memory does not suffice. For each but the
first of a class the symmetry to that first is worked out, and applied, before it is written.
"""

import json
from collections.abc import Iterator
from sqlite3 import Connection

from crosscover.exit_code import ExitCode
from crosscover.reference import Grid, Shape
from crosscover.reference.canonical import canonical
from crosscover.reference.symmetry import Symmetry

from .findings import PuzzleRow


class IsomorphError(RuntimeError):
    """A symmetry in the ledger does not lead from a puzzle to the other: a fault of ours."""


def with_canonical_form(row: PuzzleRow, puzzle: Grid) -> PuzzleRow:
    """The row of a puzzle with its canonical form, the symmetry that leads there, and the number of automorphisms."""
    form = canonical(puzzle)
    row = row._replace(canonical=str(form.grid), symmetry=str(form.symmetry), automorphisms=form.automorphisms)
    if form.symmetry(puzzle) != form.grid:
        return row.with_complaint(f"{form.symmetry} does not lead to the canonical form {form.grid}", ExitCode.FAULT)
    return row


def find_isomorphs(connection: Connection) -> None:
    """Fill the table `isomorph`, which is empty, from the canonical forms of all puzzles.

    Sorts the forms, and holds two rows at a time. Raises IsomorphError where a symmetry is wrong.
    """
    for number, first in _pairs(connection):
        between = _symmetry_between(connection, number, first)
        connection.execute("INSERT INTO isomorph VALUES (?, ?, ?)", (number, first, str(between)))


def _pairs(connection: Connection) -> Iterator[tuple[int, int]]:
    """The number of each puzzle whose form occurred before, and of the first with that form."""
    first, form = 0, None
    forms = "SELECT number, canonical FROM puzzle WHERE canonical IS NOT NULL ORDER BY canonical, number"
    for number, canonical_text in connection.execute(forms):
        if canonical_text == form:
            yield number, first
        else:
            first, form = number, canonical_text


def _symmetry_between(connection: Connection, number: int, first: int) -> Symmetry:
    """What leads from a puzzle to the first of its class: its symmetry, then that of the first backwards."""
    puzzle, symmetry = _puzzle_and_symmetry(connection, number)
    first_puzzle, first_symmetry = _puzzle_and_symmetry(connection, first)
    between = first_symmetry.inverse() @ symmetry
    if between(puzzle) != first_puzzle:
        raise IsomorphError(f"{between} does not lead from row {number}, {puzzle}, to row {first}, {first_puzzle}")
    return between


def _puzzle_and_symmetry(connection: Connection, number: int) -> tuple[Grid, Symmetry]:
    puzzle, symmetry = connection.execute("SELECT puzzle, symmetry FROM puzzle WHERE number = ?", (number,)).fetchone()
    shape = _shape(connection, len(puzzle))
    return Grid.parse(puzzle, shape), Symmetry.parse(symmetry, shape)


def _shape(connection: Connection, cells: int) -> Shape:
    """The shape of the puzzles: that of the setting, or else the one with square boxes."""
    setting = connection.execute("SELECT value FROM setting WHERE name = 'shape'").fetchone()
    given = json.loads(setting[0]) if setting else None
    return Shape.parse(given) if given else Shape.with_square_boxes(cells)

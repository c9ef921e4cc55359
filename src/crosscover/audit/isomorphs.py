"""Puzzles that are the same but for symmetry: found by their canonical forms, shown by the symmetry between them.

A worker writes the canonical form of each puzzle down, with the symmetry that leads there. At the end those with the
same form are brought together by sorting, which SQLite does on disk where memory does not suffice. For each but the
first of a class the symmetry to that first is worked out, and applied, before it is written.
"""

import json
from collections.abc import Iterator
from math import isqrt

from crosscover.exit_code import ExitCode
from crosscover.puzzle_files import display_name
from crosscover.reference import Grid, Shape
from crosscover.reference.canonical import canonical
from crosscover.reference.symmetry import Symmetry
from crosscover.report.plural import pluralize

from .findings import PuzzleRow
from .ledger import Ledger

_PAIRS_SHOWN = """
SELECT here.name, puzzle.line, there.name, first.line, isomorph.symmetry
FROM isomorph
JOIN puzzle ON puzzle.number = isomorph.number JOIN input AS here ON here.file = puzzle.file
JOIN puzzle AS first ON first.number = isomorph.first JOIN input AS there ON there.file = first.file
ORDER BY isomorph.number LIMIT ?
"""


class IsomorphError(RuntimeError):
    """A symmetry in the ledger does not lead from a puzzle to the other: a fault of ours."""


def with_canonical_form(row: PuzzleRow, puzzle: Grid) -> PuzzleRow:
    """The row of a puzzle with its canonical form, the symmetry that leads there, and the number of automorphisms."""
    form = canonical(puzzle)
    row = row._replace(canonical=str(form.grid), symmetry=str(form.symmetry), automorphisms=form.automorphisms)
    if form.symmetry(puzzle) != form.grid:
        return row.with_complaint(f"{form.symmetry} does not lead to the canonical form {form.grid}", ExitCode.FAULT)
    return row


def relate_isomorphs(ledger: Ledger) -> None:
    """Fill the table `isomorph` from the canonical forms of all puzzles: each time with the same rows, or not at all.

    Sorts the forms, and holds two rows of the ledger at a time. Raises IsomorphError where a symmetry is wrong.
    """
    ledger.commit()
    ledger.execute("BEGIN")
    try:
        ledger.execute("DELETE FROM isomorph")
        for number, first in _pairs(ledger):
            between = _symmetry_between(ledger, number, first)
            ledger.execute("INSERT INTO isomorph VALUES (?, ?, ?)", (number, first, str(between)))
    except BaseException:
        ledger.execute("ROLLBACK")
        raise
    ledger.commit()


def isomorph_sentences(ledger: Ledger, most: int = 3) -> Iterator[str]:
    """How many classes there are, and the first pairs, at most so many."""
    puzzles, others = ledger.execute(
        "SELECT count(*) FILTER (WHERE canonical IS NOT NULL), (SELECT count(*) FROM isomorph) FROM puzzle"
    ).fetchone()
    yield f"{puzzles - others:,} essentially different among {pluralize(puzzles, 'puzzles')}"
    for name, line, first_name, first_line, symmetry in ledger.execute(_PAIRS_SHOWN, (most,)):
        places = f"{display_name(name)}:{line}", f"{display_name(first_name)}:{first_line}"
        yield f"  {symmetry} makes {places[0]} into {places[1]}"


def _pairs(ledger: Ledger) -> Iterator[tuple[int, int]]:
    """The number of each puzzle whose form occurred before, and of the first with that form."""
    first, form = 0, None
    forms = "SELECT number, canonical FROM puzzle WHERE canonical IS NOT NULL ORDER BY canonical, number"
    for number, canonical_text in ledger.execute(forms):
        if canonical_text == form:
            yield number, first
        else:
            first, form = number, canonical_text


def _symmetry_between(ledger: Ledger, number: int, first: int) -> Symmetry:
    """What leads from a puzzle to the first of its class: its symmetry, then that of the first backwards."""
    puzzle, symmetry = _puzzle_and_symmetry(ledger, number)
    first_puzzle, first_symmetry = _puzzle_and_symmetry(ledger, first)
    between = first_symmetry.inverse() @ symmetry
    if between(puzzle) != first_puzzle:
        raise IsomorphError(f"{between} does not lead from row {number}, {puzzle}, to row {first}, {first_puzzle}")
    return between


def _puzzle_and_symmetry(ledger: Ledger, number: int) -> tuple[Grid, Symmetry]:
    puzzle, symmetry = ledger.execute("SELECT puzzle, symmetry FROM puzzle WHERE number = ?", (number,)).fetchone()
    shape = _shape(ledger, len(puzzle))
    return Grid.parse(puzzle, shape), Symmetry.parse(symmetry, shape)


def _shape(ledger: Ledger, cells: int) -> Shape:
    """The shape of the puzzles: that of the setting, or else the one with square boxes."""
    setting = ledger.execute("SELECT value FROM setting WHERE name = 'shape'").fetchone()
    given = json.loads(setting[0]) if setting else None
    return Shape.parse(given) if given else Shape(isqrt(isqrt(cells)), isqrt(isqrt(cells)))

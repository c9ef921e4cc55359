"""Collections for audits, and the contents of their ledgers."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

from crosscover.auditing.audit_request import AuditRequest
from crosscover.auditing.findings import PuzzleRow
from crosscover.puzzle_files import Row
from crosscover.reference import Grid, VerdictKind
from tests.dialects.samples import ANSWER, PUZZLE

REQUEST = AuditRequest(("dlx", "bitmask"), certify=False)
SETTINGS = REQUEST.settings()

TABLES = ("input", "setting", "puzzle", "duplicate", "isomorph", "certificate", "answer")
"""The tables and views that do not depend on how an audit was run: all except the runs."""


def make_table(rows: int, seed: int) -> str:
    """Puzzles with one or several solutions, with right and wrong solutions beside them, and duplicates."""
    random = Random(seed)
    lines = ["puzzle,solution"]
    for _ in range(rows):
        if len(lines) > 1 and random.random() < 0.1:
            lines.append(random.choice(lines[1:]))
            continue
        digits = dict(zip("123456789", random.sample("123456789", 9), strict=True))
        puzzle = "".join("." if random.random() < 0.05 else digits.get(cell, ".") for cell in PUZZLE)
        solution = "".join(map(digits.__getitem__, ANSWER))
        lines.append(f"{puzzle},{solution[::-1] if random.random() < 0.02 else solution}")
    return "\n".join(lines) + "\n"


def contents(ledger: Path) -> dict[str, list[tuple[object, ...]]]:
    """The rows of each table of a ledger except the runs, in order."""
    with closing(sqlite3.connect(ledger)) as connection:
        return {table: connection.execute(f"SELECT * FROM {table} ORDER BY 1").fetchall() for table in TABLES}  # noqa: S608 - our own tables


def unjudged(numbers: range) -> Iterator[PuzzleRow]:
    """Rows with these numbers that are not judged, all with the same puzzle."""
    puzzle = Grid.parse(PUZZLE)
    return (PuzzleRow.of(number, Row(0, number, puzzle, None)) for number in numbers)


def row(number: int) -> PuzzleRow:
    """Such a row, judged."""
    return PuzzleRow(number, 0, number, PUZZLE, "3x3", Grid.parse(PUZZLE).clue_count, VerdictKind.UNIQUE, ANSWER)

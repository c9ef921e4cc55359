"""Collections for audits, audits of them, and the contents of their ledgers."""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random

from crosscover.auditing.findings import PuzzleRow
from crosscover.auditing.request import AuditRequest
from crosscover.cli import main
from crosscover.puzzle_files import Row
from crosscover.reference import Grid, VerdictKind
from tests.dialects.samples import ANSWER, PUZZLE, SECOND

SEVERAL = ".39...12....9.7...8..4.1..6.42...79...........91...54.5..1.9..3...8.5....14...87."
"""Two solutions (Sudopedia, "Test cases")."""

CLASHING = "11" + "." * 79
TABLE = "puzzle,solution\n"
RIGHT, WRONG = f"{PUZZLE},{ANSWER}\n", f"{SECOND},{ANSWER}\n"
COLLECTION = [PUZZLE, CLASHING, SECOND, SEVERAL, PUZZLE]
ENGINES = ("--engines", "dlx,bitmask", "--jobs", "1")

FACTS = f"""
UPDATE puzzle SET minimal = 0, canonical = 'form', symmetry = 'id', automorphisms = 1 WHERE number IN (1, 3, 5);
UPDATE puzzle SET minimal = 1 WHERE number = 3;
UPDATE puzzle SET verdict = 'undecided', solutions = NULL, abstained = '["dlx"]', disagreed = '["bitmask"]', code = 3,
                  complaint = 'tab' || char(9) || 'line' || char(10) || 'end' WHERE number = 2;
INSERT OR REPLACE INTO certificate VALUES (1, 'unique', '{{"puzzle": "{PUZZLE}"}}');
INSERT OR REPLACE INTO answer VALUES (2, 'bitmask', 'wrong', '', 'nothing'),
    (4, 'bitmask', 'timed out', '', '');
"""  # noqa: S608 - a script of our own
"""Findings of an audit of `COLLECTION` with further options."""

REQUEST = AuditRequest(("dlx", "bitmask"), certify=False)
SETTINGS = REQUEST.settings()

TABLES = ("input", "setting", "puzzle", "duplicate", "isomorph", "certificate", "answer")
"""The tables and views that do not depend on how an audit was run: all except the runs."""


def audit(*arguments: str | Path) -> int:
    """Run `crosscover audit` with two engines in one process."""
    return main(["audit", *ENGINES, *map(str, arguments)])


def collection(path: Path, puzzles: Iterable[object] = COLLECTION) -> Path:
    """Write a file of puzzles."""
    path.write_text("".join(f"{puzzle}\n" for puzzle in puzzles))
    return path


def write(ledger: Path, script: str) -> None:
    """Execute SQL on a ledger, or on another database."""
    with closing(sqlite3.connect(ledger)) as connection:
        connection.executescript(script)


def ledger_command(*arguments: str | Path) -> int:
    """Run `crosscover ledger`."""
    return main(["ledger", *map(str, arguments)])


def exported(ledger: Path, suffix: str = ".tsv") -> str:
    """The output of `crosscover ledger export`."""
    file = ledger.with_suffix(suffix)
    assert ledger_command("export", ledger, "-o", file) == 0
    return file.read_text()


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
    return PuzzleRow(number, 0, number, "", PUZZLE, "3x3", Grid.parse(PUZZLE).clue_count, VerdictKind.UNIQUE, ANSWER)

"""Small ledgers of real audits, and further findings as SQL."""

import sqlite3
from contextlib import closing
from pathlib import Path

from crosscover.cli import main
from tests.dialects.samples import ANSWER, PUZZLE, SECOND

SEVERAL = ".39...12....9.7...8..4.1..6.42...79...........91...54.5..1.9..3...8.5....14...87."
"""Two solutions (Sudopedia, "Test cases")."""

CLASHING = "11" + "." * 79
COLLECTION = [PUZZLE, CLASHING, SECOND, SEVERAL, PUZZLE]
WRONG = f"puzzle,solution\n{PUZZLE},{ANSWER}\n{SECOND},{ANSWER}\n"
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


def audit(ledger: Path, *arguments: str | Path) -> int:
    """Audit files with a ledger."""
    return main(["audit", *ENGINES, "--ledger", str(ledger), *map(str, arguments)])


def collection(path: Path, puzzles: list[str] = COLLECTION) -> Path:
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

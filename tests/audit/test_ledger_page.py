"""docs/reference/ledger.md describes the actual schema, and its queries run."""

import re
import shlex
import sqlite3
from contextlib import closing
from importlib import resources
from pathlib import Path

import pytest

from crosscover.auditing.ledger_file import SCHEMA_VERSION

from .ledgers import ledger_command, write

PAGE = (Path(__file__).parents[2] / "docs/reference/ledger.md").read_text(encoding="utf-8")
SCHEMA = resources.files("crosscover.auditing").joinpath("schema.sql").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^(?:sqlite3|crosscover ledger) .*$", PAGE, re.MULTILINE)


def test_every_column_is_described() -> None:
    """The page has a section for each table with its columns in order."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(SCHEMA)
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type <> 'index'")]
        columns = {
            table: [name for _, name, *_ in connection.execute(f"PRAGMA table_info({table})")] for table in tables
        }
    sections = re.findall(r"^### `(\w+)`\n(.*?)(?=^#)", PAGE, re.MULTILINE | re.DOTALL)
    assert {table: re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE) for table, text in sections} == columns
    assert f"This is version {SCHEMA_VERSION} of the schema" in PAGE


@pytest.mark.parametrize("line", [line for line in COMMANDS if line.startswith("sqlite3")])
def test_a_query_runs(line: str, ledger: Path) -> None:
    """Each query finds rows in a ledger with every kind of finding."""
    write(ledger, "UPDATE puzzle SET expected = puzzle, code = 1, uncertified = 'no time' WHERE number = 1")
    [query] = [word for word in shlex.split(line) if word.startswith("SELECT ")]
    with closing(sqlite3.connect(ledger)) as connection:
        assert connection.execute(query).fetchall()


@pytest.mark.parametrize("line", [line for line in COMMANDS if line.startswith("crosscover")])
def test_a_command_runs(line: str, ledger: Path) -> None:
    """The commands of the page run for a ledger and an equal older one."""
    ledger.with_name("old.db").write_bytes(ledger.read_bytes())
    assert ledger_command(*shlex.split(line, comments=True)[2:]) == 0

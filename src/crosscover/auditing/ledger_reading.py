"""Reads a ledger without writing to it, even while an audit writes to it."""

import json
import sqlite3
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict
from errno import EISDIR
from os import strerror
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from crosscover.exit_code import UsageError
from crosscover.oracles.certificate import Certificate
from crosscover.puzzle_files import display_name

from .audit_inputs import Input
from .findings import DECIDED

APPLICATION_ID = 0x78636F76
"""The application ID in the header of a ledger, by which SQLite files are told apart."""

SCHEMA_VERSION = 2

SQLITE_MAGIC = b"SQLite format 3\0"
"""The first bytes of every SQLite file."""

HEADER = 100
VERSION_AT, APPLICATION_AT = 60, 68
"""Offsets of the version and the application ID, four bytes each, in the header of an SQLite file."""

INSTRUCTIONS = 1_000_000
"""SQLite instructions between two opportunities to handle signals."""

BATCH = 1_000
"""Rows that are fetched together when several ledgers are read."""

_CERTIFIED_ROWS = """
SELECT number, puzzle, verdict, solution, second, certificate.line FROM puzzle LEFT JOIN certificate USING (number)
UNION ALL
SELECT number, NULL, '', NULL, NULL, line FROM certificate WHERE number NOT IN (SELECT number FROM puzzle)
ORDER BY number
"""


class Queryable(Protocol):
    """A ledger or a connection to one."""

    def execute(self, query: str, values: Sequence[object] = (), /) -> sqlite3.Cursor:
        """Execute a query."""
        ...


@contextmanager
def open_ledger(path: Path) -> Generator[sqlite3.Connection]:
    """Open the ledger as it is at this moment, whatever is written to it meanwhile.

    Unless an audit has it open, no file is created beside it, so that its folder may be read-only. Raises UsageError
    for other files, other versions, and damaged ledgers.
    """
    before = _identity(path)
    if is_empty(path, path):
        raise UsageError(f"{path} is no ledger of an audit")
    unreadable = _unreadable(path)
    journal = path.with_name(f"{path.name}-wal")
    at_rest = not journal.exists()
    address = f"{path.absolute().as_uri()}?{'immutable=1' if at_rest else 'mode=ro'}"
    with explain_errors(unreadable), closing(sqlite3.connect(address, uri=True, isolation_level=None)) as connection:
        connection.set_progress_handler(lambda: None, INSTRUCTIONS)
        connection.execute("BEGIN")
        yield connection
    if at_rest and (journal.exists() or _identity(path) != before):
        raise UsageError(f"an audit began to write {path} while it was read; try again")


def is_empty(path: Path, name: Path) -> bool:
    """Whether a file is empty; raises UsageError for other files than ledgers of this version, under that name.

    Reads the header without SQLite, which would complete an unfinished transaction of another program.
    """
    if not path.is_file():
        raise UsageError(f"{name} is no ledger: it is no plain file")
    with path.open("rb") as file:
        header = file.read(HEADER)
    application, version = (int.from_bytes(header[start : start + 4]) for start in (APPLICATION_AT, VERSION_AT))
    if header and not header.startswith(SQLITE_MAGIC):
        raise UsageError(f"{name} is no ledger of an audit")
    if header and application != APPLICATION_ID:
        raise UsageError(f"{name} is no ledger of an audit, but another SQLite database")
    if header and version != SCHEMA_VERSION:
        raise UsageError(f"{name} is a ledger of version {version}; this crosscover knows version {SCHEMA_VERSION}")
    return not header


def tables(connection: sqlite3.Connection) -> list[str]:
    """The names of the tables, in the order of the schema."""
    return [
        name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid")
    ]


def read(connection: sqlite3.Connection, query: str) -> Iterator[tuple[Any, ...]]:
    """The rows of a query; the UsageError for a damaged ledger names it, as several may be open."""
    _, _, path = connection.execute("PRAGMA database_list").fetchone()
    unreadable = _unreadable(path)
    with explain_errors(unreadable):
        cursor = connection.execute(query)
        batch = cursor.fetchmany(BATCH)
    while batch:
        yield from batch
        with explain_errors(unreadable):
            batch = cursor.fetchmany(BATCH)


def is_complete(connection: sqlite3.Connection) -> bool:
    """Whether a run has completed the audit: the ledger has all rows and their relations."""
    (found,) = connection.execute("SELECT EXISTS (SELECT 1 FROM run WHERE outcome = 'complete')").fetchone()
    return bool(found)


@contextmanager
def explain_errors(what: str) -> Generator[None]:
    """Raise UsageError for errors of SQLite, and KeyboardInterrupt if an interrupt caused one."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_INTERRUPT:
            raise KeyboardInterrupt from None
        raise UsageError(f"{what}: {error}") from None


def _unreadable(path: object) -> str:
    return f"the ledger {path} cannot be read"


def _identity(path: Path) -> tuple[int, int, int]:
    try:
        found = path.stat()
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from None
    if path.is_dir():
        raise UsageError(f"{path}: {strerror(EISDIR)}")
    return found.st_ino, found.st_size, found.st_mtime_ns


def circumstances_to_json(ledger: Queryable) -> dict[str, Any]:
    """The inputs, settings and runs of a ledger."""
    runs = ledger.execute("SELECT started, ended, outcome, executor, versions FROM run ORDER BY run")
    return {
        "inputs": list(map(asdict, stored_inputs(ledger))),
        "settings": stored_settings(ledger),
        "runs": [
            {"started": started, "ended": ended, "outcome": outcome, "executor": executor, "versions": json.loads(text)}
            for started, ended, outcome, executor, text in runs
        ],
    }


def stored_inputs(ledger: Queryable) -> list[Input]:
    """The inputs of a ledger in their order."""
    return [Input(*row) for row in ledger.execute("SELECT name, bytes, sha256 FROM input ORDER BY file")]


def stored_settings(ledger: Queryable) -> dict[str, Any]:
    """The settings of a ledger by name."""
    query = "SELECT name, value FROM setting ORDER BY name"
    return {name: json.loads(value) for name, value in ledger.execute(query)}


def place_of(name: str, line: int) -> str:
    """The place of a row in messages, `FILE:LINE`."""
    return f"{display_name(name)}:{line}"


class CertifiedRow(NamedTuple):
    """The contents of a ledger about a puzzle, and the line of its certificate; the verdict is empty without a row."""

    number: int
    puzzle: str | None
    verdict: str
    solution: str | None
    second: str | None
    line: str | None

    def find_mismatch(self, certificate: Certificate) -> str:
        """Describe how the certificate and the row differ; empty if they match."""
        if str(certificate.puzzle) != self.puzzle:
            return f"the puzzle of this row is {self.puzzle}"
        if certificate.kind.value != self.verdict:
            return f"it says {certificate.kind.value}, the row {self.verdict}"
        solutions = [text for text in (self.solution, self.second) if text is not None]
        if list(map(str, certificate.solutions)) != solutions:
            return f"the solutions of this row are {', '.join(solutions) or 'none'}"
        return ""


def certified_rows(path: Path) -> Iterator[CertifiedRow]:
    """The rows of a ledger that need a certificate or have one, in order, as they are at one moment.

    Raises what `open_ledger` raises, and UsageError if the audit made no certificates.
    """
    with open_ledger(path) as connection:
        if connection.execute("SELECT value FROM setting WHERE name = 'certify'").fetchone() != ("true",):
            raise UsageError(f"{path} is a ledger without certificates: the audit ran without --certify")
        for row in map(CertifiedRow._make, connection.execute(_CERTIFIED_ROWS)):
            if row.verdict in DECIDED or row.line is not None:
                yield row


def is_sqlite(name: str) -> bool:
    """Whether there is a plain file of that name that begins like an SQLite file; reads nothing from pipes."""
    with suppress(OSError):
        if Path(name).is_file():
            with Path(name).open("rb") as file:
                return file.read(len(SQLITE_MAGIC)) == SQLITE_MAGIC
    return False

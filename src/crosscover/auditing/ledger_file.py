"""The file of a ledger: an SQLite database with our application ID, version and schema, under SQLite's own locks.

It may be damaged or of another version; forged files are out of scope. SQLite rolls back the journal after a kill.
"""

import json
import os
import sqlite3
from collections.abc import Generator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Protocol

from crosscover.exit_code import UsageError

APPLICATION_ID, SCHEMA_VERSION = 0x78636F76, 7
SCHEMA = Path(__file__).with_name("schema.sql").read_text(encoding="utf-8")
MAGIC = b"SQLite format 3\0"
JOURNAL_MAGIC = bytes.fromhex("d9d505f920a163d7")

REASONS = {
    sqlite3.SQLITE_BUSY: "is in use: another audit is writing to it, or a command is reading it",
    sqlite3.SQLITE_FULL: "cannot be written: No space left on device",
    sqlite3.SQLITE_IOERR_WRITE: "cannot be written: a quota, a file size limit or a fault of the disk",
    sqlite3.SQLITE_READONLY_ROLLBACK: "was being written when an audit was killed: continue that audit first",
}
"""Messages for common SQLite error codes."""


class Queryable(Protocol):
    """A ledger or a connection to one."""

    def execute(self, query: str, values: Sequence[object] = (), /) -> sqlite3.Cursor:
        """Execute a query."""
        ...


def is_complete(ledger: Queryable) -> bool:
    """Return whether a run has completed the audit, so the ledger holds all rows."""
    (found,) = ledger.execute("SELECT count(ended) FROM run").fetchone()
    return bool(found)


def stored_settings(ledger: Queryable) -> dict[str, Any]:
    """Return the settings of a ledger by name."""
    (text,) = ledger.execute("SELECT settings FROM setting").fetchone()
    settings: dict[str, Any] = json.loads(text)
    return settings


def is_sqlite(path: Path) -> bool:
    """Return whether a path is a plain file with the header of an SQLite database; reads nothing from pipes."""
    return path.is_file() and _header(path).startswith(MAGIC)


def refuse_other_files(path: Path) -> None:
    """Raise UsageError for a file that is neither empty nor a ledger of this version, before SQLite opens it."""
    header = b"not a plain file" if path.exists() and not path.is_file() else _header(path)
    if header and not (header.startswith(MAGIC) and int.from_bytes(header[68:72]) == APPLICATION_ID):
        raise UsageError(f"{path} is not a ledger of an audit")
    if header and (version := int.from_bytes(header[60:64])) != SCHEMA_VERSION:
        raise UsageError(f"{path} is a ledger of version {version}; this crosscover reads version {SCHEMA_VERSION}")


def refuse_other_journals(path: Path) -> None:
    """Raise UsageError for a file that SQLite would take for a journal of the ledger, and delete.

    Only a journal of SQLite beside an existing ledger may stay; after a commit it is empty or begins with zeros.
    """
    for suffix in ("-journal", "-wal"):
        journal = Path(os.path.realpath(path) + suffix)
        if journal.exists() and not (path.exists() and _header(journal)[:8] in (b"", bytes(8), JOURNAL_MAGIC)):
            reason = "SQLite would take it for a journal of the ledger and delete it"
            raise UsageError(f"{journal} is in the way: {reason}; use another ledger")


def _header(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(100)


def connect(address: str) -> sqlite3.Connection:
    """Open a database by its URI; Python handles signals during long queries."""
    connection = sqlite3.connect(address, timeout=0, isolation_level=None, uri=True)
    connection.set_progress_handler(lambda: None, 1_000_000)
    connection.execute("PRAGMA trusted_schema = OFF")
    return connection


def check(connection: sqlite3.Connection, path: Path) -> None:
    """Raise UsageError for a ledger with other tables or with damage that SQLite detects."""
    objects = "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid"
    if ";\n".join(sql for (sql,) in connection.execute(objects)) != SCHEMA.removesuffix(";\n"):
        raise UsageError(f"{path} is not a ledger of an audit: it has other tables")
    (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise UsageError(f"the ledger {path} is damaged: {found.splitlines()[-1]}")


@contextmanager
def open_ledger(path: Path) -> Generator[sqlite3.Connection]:
    """Open a ledger for reading; raises UsageError for other files, and OSError."""
    refuse_other_files(path)
    with explaining_errors(path), closing(connect(f"{path.absolute().as_uri()}?mode=ro")) as connection:
        connection.execute("BEGIN")
        check(connection, path)
        yield connection


@contextmanager
def explaining_errors(path: Path) -> Generator[None]:
    """Turn SQLite errors into UsageError, or into KeyboardInterrupt if an interrupt caused the error."""
    try:
        yield
    except sqlite3.Error as error:
        code: int = getattr(error, "sqlite_errorcode", -1)
        if code == sqlite3.SQLITE_INTERRUPT:
            raise KeyboardInterrupt from None
        raise UsageError(f"the ledger {path} {REASONS.get(code, f'cannot be read or written: {error}')}") from None

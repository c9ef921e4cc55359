"""Reads a ledger without writing to it, also while an audit writes."""

import sqlite3
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from errno import EISDIR
from os import strerror
from pathlib import Path
from typing import Any

from crosscover.exit_code import UsageError

from .findings import APPLICATION_ID, SCHEMA_VERSION

INSTRUCTIONS = 1_000_000
"""After so many of SQLite's instructions a long query lets signals be handled."""

BATCH = 1_000
"""How many rows are fetched at once where several ledgers are read."""


@contextmanager
def open_ledger(path: Path) -> Generator[sqlite3.Connection]:
    """The ledger as it is at this moment, whatever is written to it meanwhile.

    Where no audit has it open, no file appears beside it, so that it may lie in a folder that cannot be written to.
    Raises UsageError for what is no ledger, or one of another version, and where it turns out to be damaged.
    """
    before = _identity(path)
    unreadable = _unreadable(path)
    journal = path.with_name(f"{path.name}-wal")
    at_rest = not journal.exists()
    address = f"{path.absolute().as_uri()}?{'immutable=1' if at_rest else 'mode=ro'}"
    with explain_errors(unreadable), closing(sqlite3.connect(address, uri=True, isolation_level=None)) as connection:
        connection.set_progress_handler(lambda: None, INSTRUCTIONS)
        connection.execute("BEGIN")
        _check(connection, path)
        yield connection
    if at_rest and (journal.exists() or _identity(path) != before):
        raise UsageError(f"an audit began to write {path} while it was read; try again")


def columns(connection: sqlite3.Connection, table: str) -> dict[str, str]:
    """The columns of a table with their types, in their order."""
    return dict(connection.execute("SELECT name, type FROM pragma_table_info(?) ORDER BY cid", (table,)))


def primary_key(connection: sqlite3.Connection, table: str) -> list[str]:
    """The columns that tell the rows of a table apart."""
    return [
        name for (name,) in connection.execute("SELECT name FROM pragma_table_info(?) WHERE pk ORDER BY pk", (table,))
    ]


def tables(connection: sqlite3.Connection) -> list[str]:
    """The names of the tables, in the order of the schema."""
    return [
        name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid")
    ]


def read(connection: sqlite3.Connection, query: str) -> Iterator[tuple[Any, ...]]:
    """The rows of a query, where several ledgers are read: the UsageError for one that is damaged names it."""
    _, _, path = connection.execute("PRAGMA database_list").fetchone()
    unreadable = _unreadable(path)
    with explain_errors(unreadable):
        cursor = connection.execute(query)
        batch = cursor.fetchmany(BATCH)
    while batch:
        yield from batch
        with explain_errors(unreadable):
            batch = cursor.fetchmany(BATCH)


def rows(connection: sqlite3.Connection, query: str) -> Iterator[dict[str, object]]:
    """The rows of a query, each with the names of its columns."""
    cursor = connection.execute(query)
    names = [column[0] for column in cursor.description]
    return (dict(zip(names, row, strict=True)) for row in cursor)


def is_complete(connection: sqlite3.Connection) -> bool:
    """Whether a run has come to its end: all rows are there, and what relates them has been found."""
    (found,) = connection.execute("SELECT EXISTS (SELECT 1 FROM run WHERE outcome = 'complete')").fetchone()
    return bool(found)


@contextmanager
def explain_errors(what: str) -> Generator[None]:
    """Raise UsageError with what SQLite could not do, and KeyboardInterrupt where that is what has interrupted it."""
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


def _check(connection: sqlite3.Connection, path: Path) -> None:
    try:
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
    except sqlite3.DatabaseError as error:
        if "not a database" not in str(error):
            raise
        application = version = None
    if application != APPLICATION_ID:
        raise UsageError(f"{path} is no ledger of an audit")
    if version != SCHEMA_VERSION:
        raise UsageError(f"{path} is a ledger of version {version}; this crosscover knows {SCHEMA_VERSION}")

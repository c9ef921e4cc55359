"""The ledger: an SQLite file with the results of an audit, from which an interrupted audit continues.

One process writes it, in transactions of `COMMIT_SECONDS`; a row is there whole or not at all. Others may read it
meanwhile. `schema.sql` is its schema, docs/reference/ledger.md its description.

The lock of a ledger is a record lock on a byte of the file behind any that SQLite uses. Processes forked meanwhile do
not inherit it, and it ends with this process. POSIX drops all locks of a process on a file, also those of SQLite, if
the process closes any descriptor of it: nothing else opens the file in the meantime, and the lock is closed last.
"""

import json
import os
import sqlite3
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, suppress
from datetime import UTC, datetime
from fcntl import LOCK_EX, LOCK_NB, lockf
from functools import partial
from pathlib import Path

from crosscover.exit_code import UsageError
from crosscover.report.files import atomic_write, create_file
from crosscover.sqlite_files import refuse_foreign_side_files

from .audit_inputs import Input, explain_changed_inputs
from .findings import Findings, storable
from .ledger_check import APPLICATION_ID, SCHEMA, SCHEMA_VERSION
from .ledger_opening import check, connect, is_empty
from .ledger_reading import is_complete, stored_inputs, stored_settings
from .ledger_seal import TABLES, TableSeal, read_seals, rows_as_json, seal_table, write_seals
from .relations import find_relations
from .stored_settings import explain_changed_settings, settings_to_json

COMMIT_SECONDS = 0.5
"""Interval between commits in seconds: the work that a power cut can cost."""

CACHE_KIB = 65_536
"""SQLite's cache, which is also the memory for sorting."""

PAGE = 10_000
"""Rows per query, so that no query stays open while others write."""

OF_NUMBERS = "number IN (SELECT value FROM json_each(?))"
"""A condition for the rows about puzzles, whose numbers are given as a JSON array."""

LOCKED_BYTE = 1 << 62
"""The offset of the byte that is locked; SQLite's own locks are at 1 << 30."""

WAL_MODE = b"\2\2"
"""The versions at `VERSIONS_AT` in the header of an SQLite file that has a write-ahead log and never a journal."""

VERSIONS_AT = slice(18, 20)

TEMPORARY = Path("(temporary)")
"""The name of a ledger without a path in messages."""


class Ledger:
    """An open ledger, to be closed; all methods raise UsageError if it cannot be read or written.

    Raises UsageError, and leaves the file as it is, if it is not a ledger, was begun with other inputs or settings, or
    if another audit is writing to it. Without a path the ledger is an unnamed file in SQLite's temporary folder, which
    disappears with the process.
    """

    def __init__(self, path: Path | None, inputs: Sequence[Input], settings: Mapping[str, object]) -> None:
        self.path = path or TEMPORARY
        self._seals: dict[str, TableSeal] = {}
        self._is_lost = False
        self._is_whole = True
        self._last_commit = time.monotonic()
        self._file: int | None = None
        place = None if path is None else Path(os.path.realpath(path))
        with ExitStack() as stack:
            if place is not None:
                try:
                    self._file = stack.enter_context(_locked(place, self.path, partial(_begin, inputs, settings)))
                except OSError as error:
                    raise UsageError(f"the ledger {path} cannot be opened: {error.strerror}") from None
            self._connection = stack.enter_context(closing(connect(place or "", self.path)))
            with self._explain_errors():
                if place is None:
                    _fill(self._connection, inputs, settings)
                else:
                    check(self._connection, place)
                    self._connection.set_progress_handler(None, 0)
                self._refuse_changes(inputs, settings)
                self._connection.execute("PRAGMA journal_mode = WAL")
                self._connection.execute("PRAGMA synchronous = NORMAL")
                self._connection.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
            self._resources = stack.pop_all()

    @contextmanager
    def run(self, executor: str, versions: Mapping[str, str]) -> Generator[None]:
        """Record a run and its outcome: complete, interrupted by Ctrl-C, or failed if the block raises anything else.

        Commits in any case.
        """
        self.add_runs([(_now(), None, None, executor, json.dumps(dict(versions)))])
        (number,) = self.execute("SELECT max(run) FROM run").fetchone()
        outcome = "failed"
        try:
            yield
            outcome = "complete"
        except KeyboardInterrupt:
            outcome = "interrupted"
            raise
        finally:
            with self._transaction("run"):
                query = "UPDATE run SET ended = ?, outcome = ? WHERE run = ?"
                self._connection.execute(query, (_now(), outcome, number))
            self._connection.allow_any_work()

    def add_runs(self, runs: Iterable[Sequence[object]]) -> None:
        """Insert runs: start, end, outcome, executor and versions of each."""
        with self._transaction("run"):
            query = "INSERT INTO run (started, ended, outcome, executor, versions) VALUES (?, ?, ?, ?, ?)"
            self._connection.executemany(query, runs)

    @property
    def is_complete(self) -> bool:
        """Whether a run has completed the audit: the ledger has all rows and their relations."""
        with self._explain_errors():
            return is_complete(self._connection)

    def done(self) -> list[tuple[int, int]]:
        """The numbers of the rows in the ledger, as ranges from first to last, in order."""
        numbers = "SELECT number, number - row_number() OVER (ORDER BY number) AS gaps FROM puzzle"
        query = f"SELECT min(number), max(number) FROM ({numbers}) GROUP BY gaps ORDER BY 1"  # noqa: S608 - as above
        return self.execute(query).fetchall()

    def place(self, number: int) -> tuple[int, int] | None:
        """The file and the line of a row; None if the ledger does not have it."""
        place: tuple[int, int] | None
        place = self.execute("SELECT file, line FROM puzzle WHERE number = ?", (number,)).fetchone()
        return place

    def puzzles(self) -> Iterator[tuple[int, str | None, str | None]]:
        """The number, puzzle and expected solution of each row, in order."""
        last = 0
        query = "SELECT number, puzzle, expected FROM puzzle WHERE number > ? ORDER BY number LIMIT ?"
        while rows := self.execute(query, (last, PAGE)).fetchall():
            yield from rows
            last = rows[-1][0]

    def keep(self, findings: Findings) -> None:
        """Insert findings, replacing those of the same puzzles, all or none; commits from time to time."""
        with self._all_or_nothing():
            self._begin()
            for table, rows in findings.tables():
                self._replace(table, rows)
        if time.monotonic() - self._last_commit > COMMIT_SECONDS:
            self.commit()

    def commit(self) -> None:
        """Commit the transaction; raises UsageError, once, if the ledger is not at its path any more."""
        self._remove_part()
        if self._connection.in_transaction:
            with self._all_or_nothing():
                write_seals(self._connection, self._seals)
                self._connection.execute("COMMIT")
        self._last_commit = time.monotonic()
        if self._file is None or self._is_lost or _is_at(self._file, self.path):
            return
        self._is_lost = True
        change = "replaced" if self.path.exists() else "removed"
        fate = "are in that file, which has another name now" if os.fstat(self._file).st_nlink else "are lost"
        raise UsageError(f"the ledger {self.path} was {change} while it was written; its rows {fate}")

    def find_relations(self) -> None:
        """Find duplicates and isomorphs, once the ledger has all puzzles."""
        self.commit()
        self._connection.allow_any_work()
        settings = stored_settings(self._connection)
        certify = bool(settings["certify"] and settings["isomorphs"])
        with self._transaction("duplicate", "isomorph", *(["certificate"] if certify else [])):
            find_relations(self._connection, certify=certify)

    def execute(self, query: str, values: Sequence[object] = ()) -> sqlite3.Cursor:
        """Execute a query."""
        with self._explain_errors():
            return self._connection.execute(query, values)

    def close(self) -> None:
        """Commit, and close the file; no other file stays beside it unless somebody reads it."""
        with self._resources:
            try:
                self.commit()
            finally:
                with suppress(sqlite3.OperationalError):  # what stays in the WAL is moved at the next opening
                    self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _begin(self) -> None:
        """Begin a transaction, unless there is one; nobody else writes, so the seals are those of its beginning."""
        if not self._connection.in_transaction:
            self._seals = read_seals(self._connection)
            self._connection.execute("BEGIN")

    def _replace(self, table: str, rows: Sequence[tuple[object, ...]]) -> None:
        """Insert rows of a table into the ledger and its seal, instead of those with the same keys."""
        if not rows:
            return
        numbers, seal = json.dumps([row[0] for row in rows]), self._seals[table]
        insert = f"INSERT OR REPLACE INTO {table} VALUES ({','.join('?' * len(rows[0]))})"  # noqa: S608 - our own table
        for before in rows_as_json(self._connection, table, OF_NUMBERS, (numbers,)):
            seal.remove(before)
        try:
            self._connection.executemany(insert, rows)
        except UnicodeEncodeError:  # rarely
            self._connection.executemany(insert, map(_storable_row, rows))
        for now in rows_as_json(self._connection, table, OF_NUMBERS, (numbers,)):
            seal.add(now)

    @contextmanager
    def _transaction(self, *tables: str) -> Generator[None]:
        """Change these tables in a transaction of their own, and seal them again."""
        self.commit()
        with self._all_or_nothing():
            self._begin()
            yield
            self._seals |= {table: seal_table(self._connection, table) for table in tables}
        self.commit()

    @contextmanager
    def _all_or_nothing(self) -> Generator[None]:
        """Roll the transaction back if the block is left by an exception, which is explained."""
        self._remove_part()
        self._is_whole = False
        try:
            with self._explain_errors():
                yield
        except BaseException:
            self._remove_part()
            raise
        self._is_whole = True

    def _remove_part(self) -> None:
        """Roll back a transaction with a part of a change; an interrupt may have kept it from being rolled back."""
        if self._connection.in_transaction and not self._is_whole:  # a full disk ends it
            self._connection.execute("ROLLBACK")

    def _refuse_changes(self, inputs: Sequence[Input], settings: Mapping[str, object]) -> None:
        """Raise UsageError if the ledger was begun with other inputs or settings."""
        if change := explain_changed_inputs(stored_inputs(self._connection), inputs):
            raise UsageError(f"{self.path} cannot continue with these puzzles: {change}; name another ledger for them")
        known = dict(self._connection.execute("SELECT name, value FROM setting").fetchall())
        if difference := explain_changed_settings(known, settings_to_json(settings)):
            raise UsageError(
                f"{self.path} cannot continue with these options: {difference}; give the same ones, or name another "
                "ledger"
            )

    def _explain_errors(self) -> AbstractContextManager[None]:
        return self._connection.explaining_errors("cannot be read or written any more")


@contextmanager
def _locked(place: Path, name: Path, begin: Callable[[], bytes]) -> Generator[int]:
    """Hold the lock of a ledger, which is created if needed; yields a descriptor of the file.

    Raises OSError; UsageError if another process has the lock, for other files, and for foreign side files.
    """
    while True:
        exists = place.exists()
        refuse_foreign_side_files(place, name, is_new=not exists or is_empty(place, name))
        if not exists:
            with suppress(FileExistsError):
                create_file(place, begin())
        with os.fdopen(os.open(place, os.O_RDWR | os.O_NOFOLLOW), "r+b", buffering=0) as file:
            try:
                lockf(file, LOCK_EX | LOCK_NB, 1, LOCKED_BYTE)
            except (BlockingIOError, PermissionError):
                raise UsageError(f"another audit is writing to {name}") from None
            if not _is_at(file.fileno(), place):
                continue  # somebody has replaced it in the meantime
            if os.fstat(file.fileno()).st_size:
                yield file.fileno()
                return
            atomic_write(place, begin())


def _is_at(file: int, place: Path) -> bool:
    """Whether an open file is the one at that path."""
    try:
        return os.path.samestat(os.fstat(file), place.stat())
    except OSError:
        return False


def _begin(inputs: Sequence[Input], settings: Mapping[str, object]) -> bytes:
    """The contents of a ledger without rows."""
    with closing(connect(":memory:")) as connection, connection.explaining_errors("cannot be written"):
        _fill(connection, inputs, settings)
        content = bytearray(connection.serialize())
    content[VERSIONS_AT] = WAL_MODE
    return bytes(content)


def _fill(connection: sqlite3.Connection, inputs: Sequence[Input], settings: Mapping[str, object]) -> None:
    """Turn an empty database into a ledger without rows."""
    connection.executescript(SCHEMA)
    files = ((number, storable(each.name), each.bytes, each.sha256) for number, each in enumerate(inputs))
    connection.executemany("INSERT INTO input VALUES (?, ?, ?, ?)", files)
    connection.executemany("INSERT INTO setting VALUES (?, ?)", settings_to_json(settings).items())
    write_seals(connection, {table: seal_table(connection, table) for table in TABLES})
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


def _storable_row(row: Iterable[object]) -> list[object]:
    return [storable(value) if isinstance(value, str) else value for value in row]


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")

"""The ledger: an SQLite file that keeps what an audit found, so that it goes on where it was stopped.

One process writes it, in transactions of `COMMIT_SECONDS`; a row is there whole or not at all. Others may read it
meanwhile. `schema.sql` is its schema, docs/reference/ledger.md its description.
"""

import json
import os
import sqlite3
import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, suppress
from dataclasses import asdict
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path

from crosscover.exit_code import UsageError
from crosscover.report.files import atomic_write

from .findings import APPLICATION_ID, SCHEMA_VERSION, SQLITE_MAGIC, Findings
from .inputs import Input, explain_change
from .lock import lock
from .reading import INSTRUCTIONS, explain_errors, is_complete
from .relations import find_relations
from .settings import explain_difference, to_json

COMMIT_SECONDS = 0.5
"""How long findings may wait to be committed: what is done again after a power cut."""

CACHE_KIB = 65_536
"""What SQLite may hold in memory, which is also how much it sorts at once."""

PAGE = 10_000
"""So many rows are read at once, so that no query stays open while others write."""

TEMPORARY = Path("(temporary)")
"""What messages call a ledger without a path."""

HEADER = 100
VERSION_AT, APPLICATION_AT = 60, 68
"""Where the header of an SQLite file has its version and the application, four bytes each."""


class Ledger:
    """An open ledger, to be closed; all methods raise UsageError where it cannot be read or written.

    Where the file is no ledger, or was begun with other inputs or settings, or another audit is writing to it,
    UsageError says so, and the file stays as it is. Without a path it is a file without a name, in SQLite's folder for
    temporary ones, which is gone with the process, however that ends.
    """

    def __init__(self, path: Path | None, inputs: Sequence[Input], settings: Mapping[str, object]) -> None:
        self.path = path or TEMPORARY
        self._run = 0
        self._last_commit = time.monotonic()
        place = None if path is None else Path(os.path.realpath(path))
        with ExitStack() as stack:
            if place is not None:
                stack.enter_context(lock(place))
                try:
                    if _is_new(place, self.path):
                        _begin(place, inputs, settings)
                except OSError as error:
                    raise UsageError(f"the ledger {path} cannot be opened: {error.strerror}") from None
            self._connection = stack.enter_context(closing(sqlite3.connect(place or "", isolation_level=None)))
            with self._explain_errors():
                if place is None:
                    _fill(self._connection, inputs, settings)
                self._check(inputs, settings)
                self._connection.execute("PRAGMA journal_mode = WAL")
                self._connection.execute("PRAGMA synchronous = NORMAL")
                self._connection.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
            self._resources = stack.pop_all()

    @contextmanager
    def run(self, executor: str, versions: Mapping[str, str]) -> Generator[None]:
        """Note that a run begins, and how it ended: complete unless the block raises, interrupted by Ctrl-C, failed.

        What was kept is committed in any case.
        """
        query = "INSERT INTO run (started, executor, versions) VALUES (?, ?, ?)"
        self._run = self.execute(query, (_now(), executor, json.dumps(dict(versions)))).lastrowid or 0
        outcome = "failed"
        try:
            yield
            outcome = "complete"
        except KeyboardInterrupt:
            outcome = "interrupted"
            raise
        finally:
            self.commit()
            self.execute("UPDATE run SET ended = ?, outcome = ? WHERE run = ?", (_now(), outcome, self._run))
            self._make_interruptible()

    @property
    def is_complete(self) -> bool:
        """Whether a run has come to its end: all rows are there, and what relates them has been found."""
        with self._explain_errors():
            return is_complete(self._connection)

    def done(self) -> Iterator[tuple[int, int]]:
        """The numbers of the rows that are done, as ranges from first to last, in order."""
        first = last = 0
        for (number,) in self.execute("SELECT number FROM puzzle ORDER BY number"):
            if number != last + 1 or not last:
                if last:
                    yield first, last
                first = number
            last = number
        if last:
            yield first, last

    def place(self, number: int) -> tuple[int, int] | None:
        """The file and the line of a row, if it is done."""
        place: tuple[int, int] | None
        place = self.execute("SELECT file, line FROM puzzle WHERE number = ?", (number,)).fetchone()
        return place

    def puzzles(self) -> Iterator[tuple[int, str | None, str | None]]:
        """The rows that are done, in order: the number, the puzzle, and the solution that stood beside it."""
        last = 0
        query = "SELECT number, puzzle, expected FROM puzzle WHERE number > ? ORDER BY number LIMIT ?"
        while rows := self.execute(query, (last, PAGE)).fetchall():
            yield from rows
            last = rows[-1][0]

    def keep(self, findings: Findings) -> None:
        """Keep findings, in the place of those of the same puzzles if there are any; commits now and then."""
        with self._explain_errors():
            if not self._connection.in_transaction:
                self._connection.execute("BEGIN")
            for table, rows in findings.tables():
                if rows:
                    marks = ",".join("?" * len(rows[0]))
                    self._connection.executemany(f"INSERT OR REPLACE INTO {table} VALUES ({marks})", rows)  # noqa: S608 - our own table
        if time.monotonic() - self._last_commit > COMMIT_SECONDS:
            self.commit()

    def commit(self) -> None:
        """Commit what was kept."""
        if self._connection.in_transaction:
            self.execute("COMMIT")
        self._last_commit = time.monotonic()

    def find_relations(self) -> None:
        """Find duplicates, and what else relates the puzzles to each other, once all are there."""
        self.commit()
        self._make_interruptible()
        with self._explain_errors():
            find_relations(self._connection)

    def execute(self, query: str, values: Sequence[object] = ()) -> sqlite3.Cursor:
        """Ask the ledger."""
        with self._explain_errors():
            return self._connection.execute(query, values)

    def close(self) -> None:
        """Commit what was kept, and close the file; nothing stays beside it unless somebody reads it."""
        with self._resources:
            self.commit()
            with suppress(sqlite3.OperationalError):  # what cannot be moved to its place now is moved when it is opened
                self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _make_interruptible(self) -> None:
        """Let signals be handled in long queries; not before all is committed, which an interrupt would roll back."""
        self._connection.set_progress_handler(lambda: None, INSTRUCTIONS)

    def _check(self, inputs: Sequence[Input], settings: Mapping[str, object]) -> None:
        """Raise UsageError where the ledger was begun with other inputs or settings."""
        began = [Input(*row) for row in self._connection.execute("SELECT name, bytes, sha256 FROM input ORDER BY file")]
        if change := explain_change(began, inputs):
            raise UsageError(f"{self.path} cannot go on with these puzzles: {change}; name another ledger for them")
        known = dict(self._connection.execute("SELECT name, value FROM setting").fetchall())
        if difference := explain_difference(known, to_json(settings)):
            raise UsageError(
                f"{self.path} cannot go on with these options: {difference}; give the same ones, or name another ledger"
            )

    def _explain_errors(self) -> AbstractContextManager[None]:
        return explain_errors(f"the ledger {self.path} cannot be read or written any more")


def _is_new(place: Path, name: Path) -> bool:
    """Whether a ledger is still to be begun there; raises UsageError where something else lies there.

    Looks at the file without SQLite, which would bring one that was left unfinished by another program to its end.
    """
    if not place.exists():
        return True
    if not place.is_file():
        raise UsageError(f"{name} is no ledger: it is no plain file")
    with place.open("rb") as file:
        header = file.read(HEADER)
    application, version = (int.from_bytes(header[start : start + 4]) for start in (APPLICATION_AT, VERSION_AT))
    if header and not header.startswith(SQLITE_MAGIC):
        raise UsageError(f"{name} is no ledger of an audit")
    if header and application != APPLICATION_ID:
        raise UsageError(f"{name} is no ledger of an audit, but another SQLite database")
    if header and version != SCHEMA_VERSION:
        raise UsageError(f"{name} is a ledger of version {version}; this crosscover knows version {SCHEMA_VERSION}")
    return not header


def _begin(place: Path, inputs: Sequence[Input], settings: Mapping[str, object]) -> None:
    """Write a ledger without rows, as a whole."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        _fill(connection, inputs, settings)
        content = connection.serialize()
    for ending in ("-wal", "-shm", "-journal"):  # of a ledger that was removed: SQLite would take it for this one's
        place.with_name(place.name + ending).unlink(missing_ok=True)
    atomic_write(place, content)


def _fill(connection: sqlite3.Connection, inputs: Sequence[Input], settings: Mapping[str, object]) -> None:
    """Make an empty database a ledger without rows."""
    connection.executescript(resources.files("crosscover.auditing").joinpath("schema.sql").read_text(encoding="utf-8"))
    connection.executemany(
        "INSERT INTO input VALUES (:file, :name, :bytes, :sha256)",
        [{"file": file, **asdict(each)} for file, each in enumerate(inputs)],
    )
    connection.executemany("INSERT INTO setting VALUES (?, ?)", to_json(settings).items())
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")

"""The ledger: an SQLite file with the results of an audit, from which an interrupted audit continues.

One process writes it and holds SQLite's exclusive lock throughout. It collects findings and writes them every
`COMMIT_SECONDS` in one transaction, so a row is written whole or not at all; SQLite rolls back the journal after a
kill. `schema.sql` holds the schema; docs/reference/ledger.md describes it. A ledger may be damaged or of another
version; forged files are out of scope.
"""

import json
import os
import sqlite3
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from crosscover.errors import UsageError

from .findings import Findings, Input, storable

APPLICATION_ID, SCHEMA_VERSION = 0x78636F76, 8
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

COMMIT_SECONDS = 0.5
"""Commit interval in seconds: a kill costs at most this much work."""


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


class Ledger:
    """An open ledger, which the caller closes; all methods raise UsageError if it cannot be read or written.

    Raises UsageError and leaves the file unchanged if the file is in use, is not a ledger, or was started with other
    inputs or settings. Without a path, the ledger is an unnamed file in SQLite's temporary folder, which disappears
    with the process.
    """

    def __init__(self, path: Path | None, inputs: Sequence[Input], settings: Mapping[str, object]) -> None:
        self.path = path or Path("(temporary)")
        self._kept: list[Findings] = []
        self._last_commit = time.monotonic()
        if path is not None:
            refuse_other_journals(path)
            if path.exists():
                refuse_other_files(path)
        with explaining_errors(self.path):
            self._connection = connect("" if path is None else path.absolute().as_uri())
            try:
                self._connection.execute("PRAGMA locking_mode = EXCLUSIVE")
                self._connection.execute("PRAGMA cache_size = -65536")  # KiB; larger sorts use files in `SQLITE_TMPDIR`
                self._connection.execute("BEGIN EXCLUSIVE")
                with self._connection:
                    self._begin(inputs, settings)
            except BaseException:
                self._connection.close()
                raise

    def begin_run(self, versions: Mapping[str, str]) -> None:
        """Record the start of a run."""
        self.execute("INSERT INTO run (started, versions) VALUES (?, ?)", (_now(), json.dumps(versions)))

    def keep_places(self, places: Mapping[int, str]) -> None:
        """Store the place of the puzzles in each file; files are numbered from 0."""
        for file, place in places.items():
            self.execute("UPDATE input SET puzzle_in = ? WHERE file = ?", (storable(place), file))

    def end_run(self) -> None:
        """Commit all rows of the collection, and record that the audit is complete."""
        self.commit()
        self.execute("UPDATE run SET ended = ? WHERE run = (SELECT max(run) FROM run)", (_now(),))

    def done(self) -> list[tuple[int, int]]:
        """Return the numbers of the rows in the ledger as ranges from first to last, in order."""
        numbers = "SELECT number, number - row_number() OVER (ORDER BY number) AS gaps FROM puzzle"
        query = f"SELECT min(number), max(number) FROM ({numbers}) GROUP BY gaps ORDER BY 1"  # noqa: S608 - as above
        return self.execute(query).fetchall()

    def keep(self, findings: Findings) -> None:
        """Add findings, which replace earlier findings of the same puzzles; commits every `COMMIT_SECONDS`."""
        self._kept.append(findings)
        if time.monotonic() - self._last_commit > COMMIT_SECONDS:
            self.commit()

    def commit(self) -> None:
        """Write the collected findings; if this fails, they are dropped, and the next run judges their rows again."""
        kept, self._kept = self._kept, []
        with explaining_errors(self.path), self._connection:
            self._connection.execute("BEGIN")
            for findings in kept:
                for table in ("answer", "certificate", "puzzle"):  # a row of `puzzle` implies its rows in other tables
                    rows = getattr(findings, table)
                    if rows:
                        places = ",".join("?" * len(rows[0]))
                        self._connection.executemany(f"INSERT OR REPLACE INTO {table} VALUES ({places})", rows)  # noqa: S608 - our own table
        self._last_commit = time.monotonic()

    def execute(self, query: str, values: Sequence[object] = ()) -> sqlite3.Cursor:
        """Execute a query."""
        with explaining_errors(self.path):
            return self._connection.execute(query, values)

    def close(self) -> None:
        """Commit and close the file; no journal stays next to it."""
        with closing(self._connection):
            self.commit()

    def _begin(self, inputs: Sequence[Input], settings: Mapping[str, object]) -> None:
        if self._connection.execute("SELECT 1 FROM sqlite_schema").fetchone() is None:
            for statement in SCHEMA.split(";\n"):
                self._connection.execute(statement)
            files = ((number, storable(each.name), each.bytes, each.sha256) for number, each in enumerate(inputs))
            self._connection.executemany("INSERT INTO input VALUES (?, ?, ?, ?, '')", files)
            self._connection.execute("INSERT INTO setting VALUES (?)", (json.dumps(settings),))
            self._connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            self._connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
            return
        check(self._connection, self.path)
        stored = [Input(*row) for row in self.execute("SELECT name, bytes, sha256 FROM input ORDER BY file")]
        given = (stored_settings(self), settings)
        before, now = ({name: json.dumps(value) for name, value in each.items()} for each in given)
        changed = [name for name in now if before.get(name) != now[name]]
        digests = [each.sha256 for each in stored]
        if None in digests or digests != [each.sha256 for each in inputs]:  # names may differ
            changed.append("puzzles")
            before["puzzles"], now["puzzles"] = (", ".join(map(str, each)) for each in (stored, inputs))
        if changed:
            then, asked = (", ".join(f"{name} {each.get(name)}" for name in changed) for each in (before, now))
            begun = f"it was started with {then}, not with {asked}"
            raise UsageError(f"{self.path} cannot continue: {begun}; use the original values or another ledger")


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


Queryable = Ledger | sqlite3.Connection


def is_complete(ledger: Queryable) -> bool:
    """Return whether a run has completed the audit, so the ledger holds all rows."""
    (found,) = ledger.execute("SELECT count(ended) FROM run").fetchone()
    return bool(found)


def stored_settings(ledger: Queryable) -> dict[str, Any]:
    """Return the settings of a ledger by name."""
    (text,) = ledger.execute("SELECT settings FROM setting").fetchone()
    return dict(json.loads(text))

"""The ledger: an SQLite file that keeps what an audit found, so that it goes on where it was stopped.

One process writes it, in transactions of `COMMIT_SECONDS`; a row is there whole or not at all. Others may read it
meanwhile. `schema.sql` is its schema, docs/ledger.md its description.
"""

import json
import sqlite3
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from hashlib import file_digest
from importlib import resources
from pathlib import Path

from crosscover.exit_code import UsageError
from crosscover.puzzle_files import STDIN

from .findings import Findings

APPLICATION_ID = 0x78636F76
"""What tells a ledger from other SQLite files."""

SCHEMA_VERSION = 1

COMMIT_SECONDS = 0.5
"""How long findings may wait to be committed: what is done again after a power cut."""


@dataclass(frozen=True, slots=True)
class Input:
    """A file of the collection as it was when the audit began; the standard input has no size and no digest."""

    name: str
    bytes: int | None
    sha256: str | None

    @classmethod
    def of(cls, name: str) -> "Input":
        """The input of that name; reads it once. Raises UsageError."""
        if name == STDIN:
            return cls(name, None, None)
        try:
            with Path(name).open("rb") as file:
                return cls(name, Path(name).stat().st_size, file_digest(file, "sha256").hexdigest())
        except OSError as error:
            raise UsageError(f"{name}: {error.strerror}") from None


class Ledger:
    """An open ledger; raises UsageError where the file is none, or was begun with other inputs or settings."""

    def __init__(self, path: Path, inputs: Sequence[Input], settings: Mapping[str, object]) -> None:
        self.path = path
        self._connection = sqlite3.connect(path, isolation_level=None)
        try:
            self._open(inputs, settings)
        except BaseException:
            self._connection.close()
            raise
        self._run = 0
        self._last_commit = time.monotonic()

    def begin_run(self, executor: str, versions: Mapping[str, str]) -> None:
        """Note that a run begins."""
        cursor = self._connection.execute(
            "INSERT INTO run (started, executor, versions) VALUES (?, ?, ?)",
            (_now(), executor, json.dumps(dict(versions))),
        )
        self._run = cursor.lastrowid or 0

    def end_run(self, outcome: str) -> None:
        """Note how the run ended, and commit everything."""
        self.commit()
        self._connection.execute("UPDATE run SET ended = ?, outcome = ? WHERE run = ?", (_now(), outcome, self._run))

    def done(self) -> Iterator[tuple[int, int]]:
        """The numbers of the rows that are done, as ranges from first to last, in order."""
        first = last = 0
        for (number,) in self._connection.execute("SELECT number FROM puzzle ORDER BY number"):
            if number != last + 1 or not last:
                if last:
                    yield first, last
                first = number
            last = number
        if last:
            yield first, last

    def keep(self, findings: Findings) -> None:
        """Keep findings, in the place of those of the same puzzles if there are any; commits now and then."""
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
            self._connection.execute("COMMIT")
        self._last_commit = time.monotonic()

    def execute(self, query: str, values: Sequence[object] = ()) -> sqlite3.Cursor:
        """Ask the ledger."""
        return self._connection.execute(query, values)

    def close(self) -> None:
        """Commit what was kept, and close the file."""
        with closing(self._connection):
            self.commit()

    def _open(self, inputs: Sequence[Input], settings: Mapping[str, object]) -> None:
        connection = self._connection
        try:
            (application,) = connection.execute("PRAGMA application_id").fetchone()
            (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            (version,) = connection.execute("PRAGMA user_version").fetchone()
        except sqlite3.DatabaseError as error:
            raise UsageError(f"{self.path} is no ledger: {error}") from None
        if tables and application != APPLICATION_ID:
            raise UsageError(f"{self.path} is no ledger: another SQLite file")
        if tables and version != SCHEMA_VERSION:
            raise UsageError(f"{self.path} is a ledger of version {version}; this crosscover knows {SCHEMA_VERSION}")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        asked = {name: json.dumps(value) for name, value in settings.items()}
        if not tables:
            schema = resources.files("crosscover.audit").joinpath("schema.sql").read_text(encoding="utf-8")
            connection.executescript(f"BEGIN; {schema}")
            connection.executemany(
                "INSERT INTO input VALUES (:file, :name, :bytes, :sha256)",
                [{"file": file, **asdict(each)} for file, each in enumerate(inputs)],
            )
            connection.executemany("INSERT INTO setting VALUES (?, ?)", asked.items())
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
            connection.execute("COMMIT")
            return
        known = [Input(*row) for row in connection.execute("SELECT name, bytes, sha256 FROM input ORDER BY file")]
        if known != list(inputs):
            raise UsageError(f"{self.path} was begun with other inputs, or they have changed since")
        for name, value in connection.execute("SELECT name, value FROM setting"):
            if asked.get(name) != value:
                raise UsageError(f"{self.path} was begun with {name} = {value}, not {asked.get(name)}")


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")

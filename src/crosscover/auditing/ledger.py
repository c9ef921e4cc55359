"""The ledger: an SQLite file with the results of an audit, from which an interrupted audit continues.

One process writes it and holds SQLite's exclusive lock throughout. It collects findings and writes them every
`COMMIT_SECONDS` in one transaction, so a row is written whole or not at all. `schema.sql` holds the schema;
docs/reference/ledger.md describes it.
"""

import json
import sqlite3
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from crosscover.exit_code import UsageError

from .audit_request import storable
from .collection import Input
from .findings import Findings
from .ledger_file import (
    APPLICATION_ID,
    SCHEMA,
    SCHEMA_VERSION,
    check,
    connect,
    explaining_errors,
    refuse_other_files,
    refuse_other_journals,
    stored_settings,
)

COMMIT_SECONDS = 0.5
"""Commit interval in seconds: a kill costs at most this much work."""

CACHE_KIB = 65_536
"""Size of SQLite's cache, which also serves for sorting; larger sorts use temporary files (`SQLITE_TMPDIR`)."""


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
                self._connection.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
                self._connection.execute("BEGIN EXCLUSIVE")
                with self._connection:
                    self._begin(inputs, settings)
            except BaseException:
                self._connection.close()
                raise

    def begin_run(self, versions: Mapping[str, str]) -> None:
        """Record the start of a run."""
        self.execute("INSERT INTO run (started, versions) VALUES (?, ?)", (_now(), json.dumps(dict(versions))))

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
            for table, rows in (pair for findings in kept for pair in findings.tables()):
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
        """Fill a new ledger, or refuse a ledger that is damaged or was started with other inputs or settings."""
        if self._connection.execute("SELECT 1 FROM sqlite_schema").fetchone() is None:
            for statement in SCHEMA.split(";\n"):
                self._connection.execute(statement)
            files = ((number, storable(each.name), each.bytes, each.sha256) for number, each in enumerate(inputs))
            self._connection.executemany("INSERT INTO input VALUES (?, ?, ?, ?)", files)
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

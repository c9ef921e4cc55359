"""The seal of a ledger: the number of rows of each table and a digest of them, written with every commit.

It shows that another program changed, added, removed or renumbered rows. Rows arrive in any order, and may be replaced,
so the digest is a sum over the rows. It protects against damage and editing, not against somebody who computes it
again: that takes certificates.

SQLite turns the rows into JSON, which is faster than to read their columns. What is sealed is what it has stored.
"""

import json
import sqlite3
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

TABLES = ("setting", "run", "input", "puzzle", "duplicate", "isomorph", "certificate", "clue", "answer", "timing")
"""The sealed tables."""

WITH_REAL = "timing"
"""The table with real numbers, of which SQLite's JSON has 15 digits."""

MODULUS = 2**256

BATCH = 100
"""Rows that are sealed together; certificates may have megabytes."""

_to_json = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


@dataclass(slots=True)
class TableSeal:
    """The number of rows of a table, and the sum of their digests; rows are given as JSON arrays."""

    rows: int = 0
    digest: int = 0

    def add(self, rows: Collection[str]) -> None:
        """Add rows; takes 1 us for each."""
        self.rows += len(rows)
        self.digest = (self.digest + sum(map(_digest, rows))) % MODULUS

    def remove(self, rows: Collection[str]) -> None:
        """Remove rows."""
        self.rows -= len(rows)
        self.digest = (self.digest - sum(map(_digest, rows))) % MODULUS

    def __str__(self) -> str:
        return f"{self.digest:064x}"


def _digest(row: str) -> int:
    return int.from_bytes(sha256(row.encode()).digest())


def rows_as_json(
    connection: sqlite3.Connection, table: str, condition: str = "TRUE", values: Sequence[object] = ()
) -> Iterator[list[str]]:
    """Read rows of a table as JSON arrays without spaces, in batches."""
    return (rows for rows, _ in rows_and_columns(connection, table, (), condition, values))


def rows_and_columns(
    connection: sqlite3.Connection,
    table: str,
    further: Sequence[str],
    condition: str = "TRUE",
    values: Sequence[object] = (),
) -> Iterator[tuple[list[str], list[tuple[Any, ...]]]]:
    """Read rows of a table as JSON arrays without spaces, each with the values of further expressions, in batches."""
    columns = [name for _, name, *_ in connection.execute(f"PRAGMA table_info({table})")]
    row = columns if table == WITH_REAL else [f"json_array({', '.join(columns)})"]
    query = f"SELECT {', '.join([*row, *further])} FROM {table} WHERE {condition}"  # noqa: S608 - our own tables
    cursor = connection.execute(query, values)
    while batch := cursor.fetchmany(BATCH):
        yield list(map(_to_json, batch)) if table == WITH_REAL else [each[0] for each in batch], batch


def seal_table(connection: sqlite3.Connection, table: str) -> TableSeal:
    """Read a table and compute its seal."""
    seal = TableSeal()
    for rows in rows_as_json(connection, table):
        seal.add(rows)
    return seal


def read_seals(connection: sqlite3.Connection) -> dict[str, TableSeal]:
    """The seals that a ledger has, by table; raises ValueError for other text than digests."""
    rows = connection.execute("SELECT name, rows, digest FROM seal")
    return {name: TableSeal(count, int(digest, 16)) for name, count, digest in rows}


def write_seals(connection: sqlite3.Connection, seals: Mapping[str, TableSeal]) -> None:
    """Replace the seals of tables."""
    rows = ((table, seal.rows, str(seal)) for table, seal in seals.items())
    connection.executemany("INSERT OR REPLACE INTO seal VALUES (?, ?, ?)", rows)

"""The seal of a ledger: the number of rows of each table and a digest of them, written with every commit.

It shows that another program changed, added, removed or renumbered rows. Rows arrive in any order, and may be replaced,
so the digest is a sum over the rows. It protects against damage and editing, not against somebody who computes it
again: that takes certificates.
"""

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

TABLES = ("setting", "run", "input", "puzzle", "duplicate", "isomorph", "certificate", "clue", "answer", "timing")
"""The sealed tables."""

MODULUS = 2**256

_to_json = json.JSONEncoder(separators=(",", ":")).encode
"""Faster than `json.dumps`; the same in all versions of Python."""


@dataclass(slots=True)
class TableSeal:
    """The number of rows of a table, and the sum of their digests."""

    rows: int = 0
    digest: int = 0

    @classmethod
    def of(cls, rows: Iterable[Sequence[object]]) -> "TableSeal":
        """The seal of a table with these rows."""
        seal = cls()
        for row in rows:
            seal.add(row)
        return seal

    def add(self, row: Sequence[object]) -> None:
        """Add a row; takes 6 us."""
        self.rows += 1
        self.digest = (self.digest + _digest(row)) % MODULUS

    def remove(self, row: Sequence[object]) -> None:
        """Remove a row."""
        self.rows -= 1
        self.digest = (self.digest - _digest(row)) % MODULUS

    def __str__(self) -> str:
        return f"{self.digest:064x}"


def _digest(row: Sequence[object]) -> int:
    return int.from_bytes(sha256(_to_json(row).encode()).digest())


def seal_table(connection: sqlite3.Connection, table: str) -> TableSeal:
    """Read a table and compute its seal."""
    return TableSeal.of(connection.execute(f"SELECT * FROM {table}"))  # noqa: S608 - our own table


def read_seals(connection: sqlite3.Connection) -> dict[str, TableSeal]:
    """The seals that a ledger has, by table; raises ValueError for other text than digests."""
    rows = connection.execute("SELECT name, rows, digest FROM seal")
    return {name: TableSeal(count, int(digest, 16)) for name, count, digest in rows}


def write_seals(connection: sqlite3.Connection, seals: Mapping[str, TableSeal]) -> None:
    """Replace the seals of tables."""
    rows = ((table, seal.rows, str(seal)) for table, seal in seals.items())
    connection.executemany("INSERT OR REPLACE INTO seal VALUES (?, ?, ?)", rows)

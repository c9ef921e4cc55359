"""Reads a ledger without writing to it, even while an audit writes to it."""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any, Protocol

from crosscover.puzzle_files import display_name

from .audit_inputs import Input
from .ledger_opening import LedgerConnection

BATCH = 100
"""Rows that are fetched together when several ledgers are read."""


class Queryable(Protocol):
    """A ledger or a connection to one."""

    def execute(self, query: str, values: Sequence[object] = (), /) -> sqlite3.Cursor:
        """Execute a query."""
        ...


def tables(connection: sqlite3.Connection) -> list[str]:
    """The names of the tables, in the order of the schema."""
    return [
        name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid")
    ]


def read(connection: LedgerConnection, query: str, batch_size: int = BATCH) -> Iterator[tuple[Any, ...]]:
    """The rows of a query; the UsageError for a damaged ledger names it, as several may be open."""
    with connection.explaining_errors():
        cursor = connection.execute(query)
        batch = cursor.fetchmany(batch_size)
    while batch:
        yield from batch
        with connection.explaining_errors():
            batch = cursor.fetchmany(batch_size)


def is_complete(connection: sqlite3.Connection) -> bool:
    """Whether a run has completed the audit: the ledger has all rows and their relations."""
    (found,) = connection.execute("SELECT EXISTS (SELECT 1 FROM run WHERE outcome = 'complete')").fetchone()
    return bool(found)


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

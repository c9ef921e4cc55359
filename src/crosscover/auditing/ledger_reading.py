"""Reads a ledger without writing to it, even while an audit writes to it."""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any, NamedTuple, Protocol

from crosscover.exit_code import UsageError
from crosscover.oracles.certificate import Certificate
from crosscover.puzzle_files import display_name
from crosscover.report.words import pluralize

from .audit_inputs import Input
from .findings import DECIDED
from .ledger_opening import LedgerConnection

BATCH = 100
"""Rows that are fetched together when several ledgers are read."""

_CERTIFIED_ROWS = """
SELECT number, puzzle, verdict, solution, second, certificate.line FROM puzzle LEFT JOIN certificate USING (number)
ORDER BY number
"""


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


def read(connection: LedgerConnection, query: str) -> Iterator[tuple[Any, ...]]:
    """The rows of a query; the UsageError for a damaged ledger names it, as several may be open."""
    with connection.explaining_errors():
        cursor = connection.execute(query)
        batch = cursor.fetchmany(BATCH)
    while batch:
        yield from batch
        with connection.explaining_errors():
            batch = cursor.fetchmany(BATCH)


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


class CertifiedRow(NamedTuple):
    """The contents of a ledger about a puzzle, and the line of its certificate."""

    number: int
    puzzle: str | None
    verdict: str
    solution: str | None
    second: str | None
    line: str | None

    def find_mismatch(self, certificate: Certificate) -> str:
        """Describe how the certificate and the row differ; empty if they match."""
        if str(certificate.puzzle) != self.puzzle:
            return f"the puzzle of this row is {self.puzzle}"
        if certificate.claim.value != self.verdict:
            return f"it says {certificate.claim.value}, the row {self.verdict}"
        solutions = [text for text in (self.solution, self.second) if text is not None]
        if list(map(str, certificate.solutions)) != solutions:
            return f"the solutions of this row are {', '.join(solutions) or 'none'}"
        return ""


def certified_rows(ledger: LedgerConnection) -> Iterator[CertifiedRow]:
    """The rows of a ledger that need a certificate or have one, in order.

    Raises UsageError if the audit made no certificates.
    """
    if not stored_settings(ledger)["certify"]:
        raise UsageError(f"{ledger.name} is a ledger without certificates: the audit ran without --certify")
    for row in map(CertifiedRow._make, read(ledger, _CERTIFIED_ROWS)):
        if row.verdict in DECIDED or row.line is not None:
            yield row


def uncertified(ledger: LedgerConnection) -> Iterator[str]:
    """Why a ledger with true certificates does not prove a verdict for each puzzle."""
    rows = ledger.execute("SELECT verdict, count(*) FROM puzzle GROUP BY verdict ORDER BY verdict").fetchall()
    for verdict, count in rows:
        if verdict not in DECIDED:
            yield f"{pluralize(count, 'puzzles')} {verdict}"
    if not rows:
        yield "there are no puzzles"
    if not is_complete(ledger):
        yield "the audit is not complete"

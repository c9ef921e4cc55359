"""Refuses ledgers that crosscover did not write, or that were changed since: a ledger may come from a stranger.

A database can hold programs: views that never end, triggers, generated columns. So the schema must be exactly ours
before anything else is read. SQLite then checks its own structures and the types of all values, and one pass over the
rows checks their ranges and the seal. This is linear in the size of the file: some 20 us per puzzle.
"""

import json
import sqlite3
from collections.abc import Callable, Collection
from contextlib import closing
from functools import cache, lru_cache
from importlib import resources
from math import isfinite
from typing import Any, cast

from crosscover.reference import Shape
from crosscover.reference.grid import DIGITS, EMPTY
from crosscover.reference.shape import MAX_SIDE
from crosscover.report.words import pluralize

from .findings import RowVerdict
from .ledger_seal import TABLES, TableSeal, read_seals
from .stored_settings import MAX_COUNT, explain_invalid_settings

APPLICATION_ID = 0x78636F76
"""The application ID in the header of a ledger, by which SQLite files are told apart."""

SCHEMA_VERSION = 3

SCHEMA = resources.files("crosscover.auditing").joinpath("schema.sql").read_text(encoding="utf-8")

MAX_NUMBER = 10**12
"""The highest number of a row or a line."""

MAX_NAME = 10_000
"""Maximum length of names and descriptions in characters."""

MAX_SYMMETRY = 200
"""Maximum length of the text of a symmetry."""

MAX_SHOWN = 100
"""Maximum number of characters of a value in a message."""

VERDICTS = frozenset(map(str, RowVerdict))
CODES = (0, 1, 2, 3, 5)
OUTCOMES = ("complete", "part", "interrupted", "failed", None)

OBJECTS = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name"

LOOSE = "SELECT {column} FROM {table} LEFT JOIN puzzle ON puzzle.number = {column} WHERE puzzle.puzzle IS NULL LIMIT 1"
"""A row about a puzzle that is not in the ledger."""

REFERENCES = (
    *((table, f"{table}.number") for table in ("duplicate", "isomorph", "certificate", "clue", "answer")),
    *((table, f"{table}.first") for table in ("duplicate", "isomorph")),
)
"""Tables, and their columns that have numbers of puzzles."""


class ForeignLedgerError(ValueError):
    """A ledger that crosscover did not write, or that was changed or damaged since; the message says how it shows."""


def check_ledger(connection: sqlite3.Connection) -> None:
    """Raise ForeignLedgerError unless crosscover wrote the ledger; DatabaseError if SQLite cannot read it."""
    for pragma, expected in (("application_id", APPLICATION_ID), ("user_version", SCHEMA_VERSION)):
        if connection.execute(f"PRAGMA {pragma}").fetchone() != (expected,):
            raise ForeignLedgerError(f"its {pragma} is not {expected}")
    own = _own_objects()
    if connection.execute(OBJECTS).fetchmany(len(own) + 1) != own:
        raise ForeignLedgerError("its tables, indexes, views or triggers are not those of a ledger")
    (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok":
        raise ForeignLedgerError(found.splitlines()[-1])
    _check_rows(connection)
    for table, column in REFERENCES:
        if loose := connection.execute(LOOSE.format(table=table, column=column)).fetchone():
            raise ForeignLedgerError(f"the table {table} is about a puzzle {loose[0]}, which it does not have")
    if connection.execute("SELECT 1 FROM puzzle WHERE file NOT IN (SELECT file FROM input) LIMIT 1").fetchone():
        raise ForeignLedgerError("a puzzle is of an input that it does not have")


@cache
def _own_objects() -> list[tuple[str, ...]]:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(SCHEMA)
        return connection.execute(OBJECTS).fetchall()


def _check_rows(connection: sqlite3.Connection) -> None:
    """Check the values and the seal of each table, in one pass over its rows."""
    try:
        seals = read_seals(connection)
    except ValueError:
        raise ForeignLedgerError("its seal has something else than digests") from None
    if seals.keys() != set(TABLES):
        raise ForeignLedgerError("its seal is not complete")
    settings = read_settings(connection)
    values = RowValues({*settings["engines"], *settings["judge"]})
    for table in TABLES:
        seal = TableSeal()
        is_valid: Callable[..., bool] = getattr(values, table)
        for row in connection.execute(f"SELECT * FROM {table}"):  # noqa: S608 - our own table
            seal.add(row)
            if not is_valid(*row):
                where = str(row[0])[:MAX_SHOWN]
                raise ForeignLedgerError(f"the table {table} has impossible values in row {where}")
        if seal.rows != seals[table].rows:
            rows = pluralize(seal.rows, "rows")
            raise ForeignLedgerError(f"the table {table} has {rows}, and had {seals[table].rows:,} when it was written")
        if seal != seals[table]:
            raise ForeignLedgerError(f"rows of the table {table} were changed since it was written")


def read_settings(connection: sqlite3.Connection) -> dict[str, Any]:
    """The settings of a ledger by name; raises ForeignLedgerError."""
    rows = connection.execute("SELECT name, value FROM setting ORDER BY name")
    settings = {name: read_json(value) for name, value in rows}
    if why := explain_invalid_settings(settings):
        raise ForeignLedgerError(why)
    return settings


def read_json(text: str) -> Any:
    """Read JSON; raises ForeignLedgerError for other text, and for huge numbers and deep nesting."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise ForeignLedgerError(f"expected JSON, found {text[:MAX_SHOWN]!r}") from None


class RowValues:
    """Whether values are possible: a method for each table, which is given those of a row in their order.

    SQLite has checked their types.
    """

    def __init__(self, judges: Collection[str]) -> None:
        self._judges = judges
        self._are_judges = lru_cache(1000)(self._read_judges)

    def _read_judges(self, text: str) -> bool:
        names = read_json(text)
        return isinstance(names, list) and all(
            isinstance(name, str) and name in self._judges for name in cast("list[object]", names)
        )

    def setting(self, _name: str, _value: str) -> bool:
        """`read_settings` has checked them."""
        return True

    def run(  # noqa: PLR0917 - the columns
        self, number: int, started: str, ended: str | None, outcome: str | None, executor: str, versions: str
    ) -> bool:
        """Whether a run is possible."""
        packages = read_json(versions)
        return (
            0 < number <= MAX_NUMBER
            and max(map(len, (started, ended or "", executor, versions))) <= MAX_NAME
            and outcome in OUTCOMES
            and isinstance(packages, dict)
            and all(isinstance(version, str) for version in cast("dict[str, object]", packages).values())
        )

    def input(self, file: int, name: str, size: int | None, sha256: str | None) -> bool:
        """Whether an input is possible."""
        if file < 0 or len(name) > MAX_NAME:
            return False
        if size is None or sha256 is None:
            return (size, sha256) == (None, None)
        return size >= 0 and len(sha256) == 64 and not sha256.strip("0123456789abcdef")

    def puzzle(  # noqa: PLR0917 - the columns
        self,
        number: int,
        file: int,
        line: int,
        puzzle: str | None,
        shape: str | None,
        clues: int | None,
        verdict: str,
        solution: str | None,
        second: str | None,
        solutions: int | None,
        nodes: int | None,
        expected: str | None,
        decided: str,
        abstained: str,
        disagreed: str,
        complaint: str,
        code: int,
        canonical: str | None,
        symmetry: str | None,
        automorphisms: int | None,
        minimal: int | None,
    ) -> bool:
        """Whether a row of the collection is possible."""
        if not (
            0 < number <= MAX_NUMBER
            and file >= 0
            and 0 < line <= MAX_NUMBER
            and verdict in VERDICTS
            and code in CODES
            and self._are_judges(decided)
            and self._are_judges(abstained)
            and self._are_judges(disagreed)
        ):
            return False
        form = (canonical, symmetry, automorphisms)
        if puzzle is None:
            facts = (shape, clues, solution, second, solutions, nodes, expected, minimal, *form)
            return verdict == RowVerdict.INVALID and facts.count(None) == len(facts) and bool(complaint)
        cells, digits = _cells(shape)
        return (
            len(puzzle) == cells
            and not puzzle.strip(digits + EMPTY[0])
            and clues == cells - puzzle.count(EMPTY[0])
            and _is_answer(verdict, solution, second, solutions)
            and all(
                grid is None or (len(grid) == cells and not grid.strip(digits)) for grid in (solution, second, expected)
            )
            and (nodes is None or nodes >= 0)
            and minimal in (None, 0, 1)
            and (
                form == (None, None, None)
                if canonical is None or symmetry is None or automorphisms is None
                else len(canonical) == cells
                and not canonical.strip(digits + EMPTY[0])
                and len(symmetry) <= MAX_SYMMETRY
                and automorphisms > 0
            )
        )

    def duplicate(self, number: int, first: int) -> bool:
        """Whether a duplicate is possible."""
        return first < number

    def isomorph(self, number: int, first: int, symmetry: str) -> bool:
        """Whether an isomorph is possible."""
        return first < number and len(symmetry) <= MAX_SYMMETRY

    def certificate(self, _number: int, _line: str) -> bool:
        """`crosscover verify` checks certificates."""
        return True

    def clue(self, _number: int, cell: int, solution: str | None) -> bool:
        """Whether evidence for a clue is possible."""
        return 0 <= cell < MAX_SIDE**2 and (solution is None or not solution.strip(DIGITS))

    def answer(self, _number: int, judge: str, fault: str, _answer: str, _complaint: str) -> bool:
        """Whether a wrong or missing answer is possible."""
        return judge in self._judges and len(fault) <= MAX_NAME

    def timing(self, number: int, judge: str, puzzles: int, seconds: float) -> bool:
        """Whether a time is possible."""
        is_time = isfinite(seconds) and seconds >= 0
        return is_time and 0 < number <= MAX_NUMBER and judge in self._judges and puzzles >= 0


@lru_cache(1000)
def _cells(shape: str | None) -> tuple[int, str]:
    """The number of cells of a shape, and its digits; no cells for other text."""
    try:
        parsed = Shape.parse(shape or "")
    except ValueError:
        return 0, ""
    return parsed.cells if str(parsed) == shape else 0, DIGITS[: parsed.side]


def _is_answer(verdict: str, solution: str | None, second: str | None, solutions: int | None) -> bool:
    """Whether a verdict fits the solutions beside it."""
    match verdict:
        case RowVerdict.NONE:
            return solution is second is None and solutions in (None, 0)
        case RowVerdict.UNIQUE:
            return solution is not None and second is None and solutions in (None, 1)
        case RowVerdict.SEVERAL:
            return None not in (solution, second) and (solutions is None or 2 <= solutions <= MAX_COUNT)
        case RowVerdict.UNDECIDED:
            return solutions is None or 0 <= solutions <= MAX_COUNT
        case _:
            return False

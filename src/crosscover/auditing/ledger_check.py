"""Refuses ledgers that crosscover did not write, or that were changed since: a ledger may come from a stranger.

A database can hold programs: views that never end, triggers, generated columns. So the schema must be exactly ours
before anything else is read. SQLite then checks its own structures, the types of all values, and their ranges. Python
checks distinct values once, and grids and the seal in batches. This is linear in the size of the file: some 6 us per
puzzle.
"""

import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import closing
from functools import cache, lru_cache
from importlib import resources
from itertools import chain, groupby
from operator import eq, itemgetter
from typing import Any, cast

from crosscover.json_files import parse_json
from crosscover.oracles.certificate import ClaimKind
from crosscover.reference import Shape
from crosscover.reference.grid import DIGITS, EMPTY
from crosscover.reference.shape import MAX_SIDE
from crosscover.report.words import pluralize

from .findings import VERDICT_CLAIMS, RowVerdict
from .ledger_seal import TABLES, TableSeal, read_seals, rows_and_columns
from .packed_lines import MAX_PACKED
from .stored_settings import MAX_COUNT, explain_invalid_settings

APPLICATION_ID = 0x78636F76
"""The application ID in the header of a ledger; other SQLite databases have another one or none."""

SCHEMA_VERSION = 4

SCHEMA = resources.files("crosscover.auditing").joinpath("schema.sql").read_text(encoding="utf-8")

MAX_NUMBER = 10**12
"""The highest number of a row or a line."""

MAX_NAME = 100_000
"""Maximum length of names and descriptions in bytes; a path has at most 4096, of which escapes make six times more."""

MAX_SYMMETRY = 200
"""Maximum length of the text of a symmetry in bytes."""

MAX_SHOWN = 100
"""Maximum number of characters of a value in a message."""

CODES = (0, 1, 2, 3, 5)

OBJECTS = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name"

LOOSE = "SELECT {column} FROM {table} LEFT JOIN puzzle ON puzzle.number = {column} WHERE puzzle.puzzle IS NULL LIMIT 1"
"""A row about a puzzle that is not in the ledger."""

REFERENCES = (
    *((table, f"{table}.number") for table in ("duplicate", "isomorph", "certificate", "clue", "answer")),
    *((table, f"{table}.first") for table in ("duplicate", "isomorph")),
)
"""Tables, and their columns that have numbers of puzzles."""


def _short(column: str, limit: int) -> str:
    return f"length(CAST({column} AS BLOB)) <= {limit}"  # the length of text ends at a NUL


def _number_given(*columns: str) -> str:
    return " + ".join(f"({column} IS NOT NULL)" for column in columns)


NUMBER = f"number BETWEEN 1 AND {MAX_NUMBER}"
SHA256 = "length(CAST(sha256 AS BLOB)) = 64 AND sha256 NOT GLOB '*[^0-9a-f]*'"
OUTCOMES = "'complete', 'part', 'interrupted', 'failed'"
RUN_TEXTS = " AND ".join(_short(f"coalesce({name}, '')", MAX_NAME) for name in ("started", "ended", "executor"))
OF_VERDICT = ", ".join(f"'{claim}'" for claims in VERDICT_CLAIMS.values() for claim in claims)
CLAIMS = ", ".join(f"'{claim.value}'" for claim in ClaimKind)
FORM = f"{_short('symmetry', MAX_SYMMETRY)} AND automorphisms > 0"

RANGES = {
    "run": ("run", f"run BETWEEN 1 AND {MAX_NUMBER} AND {RUN_TEXTS} AND coalesce(outcome, 'failed') IN ({OUTCOMES})"),
    "input": (
        "file",
        (
            f"file >= 0 AND {_short('name', MAX_NAME)}"
            f" AND CASE WHEN sha256 IS NULL THEN bytes IS NULL ELSE bytes >= 0 AND {SHA256} END"
        ),
    ),
    "puzzle": (
        "number",
        (
            f"{NUMBER} AND file >= 0 AND line BETWEEN 1 AND {MAX_NUMBER} AND coalesce(nodes, 0) >= 0"
            f" AND coalesce(minimal, 0) IN (0, 1) AND (canonical IS NULL OR {FORM})"
            f" AND {_short('uncertified', MAX_NAME)} AND (puzzle IS NOT NULL OR uncertified = '')"
        ),
    ),
    "certificate": (
        "number",
        (
            f"place BETWEEN 0 AND {MAX_SIDE**2} AND claim IN ({CLAIMS})"
            f" AND (place = 0) = (claim IN ({OF_VERDICT})) AND {_short('line', MAX_PACKED)}"
        ),
    ),
    "duplicate": ("number", "first < number"),
    "isomorph": ("number", f"first < number AND {_short('symmetry', MAX_SYMMETRY)}"),
    "clue": ("number", f"cell BETWEEN 0 AND {MAX_SIDE**2 - 1}"),
    "answer": ("number", _short("fault", MAX_NAME)),
    "timing": ("number", f"{NUMBER} AND puzzles >= 0 AND seconds BETWEEN 0 AND 1e308"),
}
"""What is true of each row, by table: the column in messages, and a condition. SQLite has checked the types."""

KINDS = {
    "run": ("versions",),
    "puzzle": (
        "puzzle IS NULL",
        _number_given("shape", "clues", "solution", "second", "solutions", "nodes", "expected", "minimal"),
        _number_given("canonical", "symmetry", "automorphisms"),
        *("verdict", "solution IS NOT NULL", "second IS NOT NULL", "solutions", "complaint <> ''", "code"),
        *("decided", "abstained", "disagreed"),
    ),
    "answer": ("judge",),
    "timing": ("judge",),
}
"""What Python checks, by table: expressions with few distinct values."""

GRIDS = {
    "puzzle": ("number", "shape", "clues", "puzzle", "canonical", "solution", "second", "expected"),
    "clue": ("number", "(SELECT shape FROM puzzle WHERE number = clue.number)", *["NULL"] * 3, "solution"),
}
"""Expressions for grids, by table: a number, the shape, the number of clues, two puzzles, and solutions."""


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
    """Check the values and the seal of each table."""
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
        impossible = next(_impossible_rows(connection, table, values), None)
        for texts, rows in rows_and_columns(connection, table, GRIDS.get(table, ())):
            if impossible is None and table in GRIDS:
                impossible = next(_impossible_grids(rows), None)
            if impossible is not None:
                raise ForeignLedgerError(f"the table {table} has impossible values in row {impossible}")
            seal.add(texts)
        if seal.rows != seals[table].rows:
            now = pluralize(seal.rows, "rows")
            raise ForeignLedgerError(f"the table {table} has {now}, and had {seals[table].rows:,} when it was written")
        if seal != seals[table]:
            raise ForeignLedgerError(f"rows of the table {table} were changed since it was written")


def _impossible_rows(connection: sqlite3.Connection, table: str, values: "RowValues") -> Iterator[int]:
    """The numbers of some rows of a table that no audit writes, if there are any."""
    if table in RANGES:
        key, condition = RANGES[table]
        for (number,) in connection.execute(f"SELECT {key} FROM {table} WHERE ({condition}) IS NOT TRUE LIMIT 1"):  # noqa: S608 - our own table
            yield number
    if table in KINDS:
        key, columns = RANGES[table][0], ", ".join(KINDS[table])
        is_possible: Callable[..., bool] = getattr(values, table)
        for kind in connection.execute(f"SELECT DISTINCT {columns} FROM {table}"):  # noqa: S608 - the same
            if not is_possible(*kind):
                query = f"SELECT {key} FROM {table} WHERE ({columns}) IS ({','.join('?' * len(kind))})"  # noqa: S608 - the same
                yield connection.execute(query, kind).fetchone()[0]


def _impossible_grids(rows: Sequence[tuple[Any, ...]]) -> Iterator[int]:
    """The numbers of some rows of a batch whose grids no audit writes, if there are any."""
    for shape, group in groupby(rows, itemgetter(2)):
        same = list(group)
        if not _are_grids(shape, same):
            yield next(row[1] for row in same if not _are_grids(shape, [row]))


def read_settings(connection: sqlite3.Connection) -> dict[str, Any]:
    """The settings of a ledger by name; raises ForeignLedgerError."""
    rows = connection.execute("SELECT name, value FROM setting ORDER BY name")
    settings = {name: _value_of(value) for name, value in rows}
    if why := explain_invalid_settings(settings):
        raise ForeignLedgerError(why)
    return settings


def _value_of(text: str) -> object:
    """The value of a text in JSON; raises ForeignLedgerError."""
    try:
        return parse_json(text)
    except ValueError:
        raise ForeignLedgerError(f"expected JSON, found {text[:MAX_SHOWN]!r}") from None


class RowValues:
    """Whether the values of `KINDS` are possible: a method for each table."""

    def __init__(self, judges: Collection[str]) -> None:
        self._judges = judges
        self._are_judges = lru_cache(1000)(self._read_judges)

    def _read_judges(self, text: str) -> bool:
        names = _value_of(text)
        return isinstance(names, list) and all(
            isinstance(name, str) and name in self._judges for name in cast("list[object]", names)
        )

    def run(self, versions: str) -> bool:
        """Whether there can be such versions of packages."""
        packages = _value_of(versions)
        return isinstance(packages, dict) and all(
            isinstance(version, str) for version in cast("dict[str, object]", packages).values()
        )

    def puzzle(  # noqa: PLR0917 - the columns
        self,
        is_invalid: int,
        facts: int,
        form: int,
        verdict: str,
        has_solution: int,
        has_second: int,
        solutions: int | None,
        has_complaint: int,
        code: int,
        decided: str,
        abstained: str,
        disagreed: str,
    ) -> bool:
        """Whether there can be such a row of the collection, with that number of facts beside the verdict."""
        if not (code in CODES and all(map(self._are_judges, (decided, abstained, disagreed)))):
            return False
        if is_invalid:
            return verdict == RowVerdict.INVALID and facts == form == 0 and bool(has_complaint)
        return form in (0, 3) and _is_answer(verdict, has_solution, has_second, solutions)

    def answer(self, judge: str) -> bool:
        """Whether there is such a judge."""
        return judge in self._judges

    timing = answer


@lru_cache(1000)
def _cells(shape: str | None) -> tuple[int, bytes]:
    """The number of cells of a shape, and its digits; no cells for other text."""
    try:
        parsed = Shape.parse(shape or "")
    except ValueError:
        return 0, b""
    return parsed.cells if str(parsed) == shape else 0, DIGITS[: parsed.side].encode()


def _are_grids(shape: str | None, rows: Sequence[tuple[Any, ...]]) -> bool:
    """Whether rows of `GRIDS` are possible, all of the same shape."""
    cells, digits = _cells(shape)
    _, _, _, clues, *columns = zip(*rows, strict=True)
    givens, forms, *filled = ([text for text in column if text is not None] for column in columns)
    puzzles, solutions = [*givens, *forms], list(chain(*filled))
    lengths = set(map(len, chain(puzzles, solutions)))
    return not lengths or (
        cells > 0
        and lengths == {cells}
        and _has_only(puzzles, digits + EMPTY[0].encode())
        and _has_only(solutions, digits)
        and all(map(eq, clues, (cells - text.count(EMPTY[0]) for text in givens)))
    )


def _has_only(texts: Iterable[str], characters: bytes) -> bool:
    return not "".join(texts).encode().translate(None, characters)


def _is_answer(verdict: str, has_solution: int, has_second: int, solutions: int | None) -> bool:
    """Whether a verdict fits the solutions beside it."""
    match verdict:
        case RowVerdict.NONE:
            return not has_solution and not has_second and solutions in (None, 0)
        case RowVerdict.UNIQUE:
            return bool(has_solution) and not has_second and solutions in (None, 1)
        case RowVerdict.SEVERAL:
            return bool(has_solution and has_second) and (solutions is None or 2 <= solutions <= MAX_COUNT)
        case RowVerdict.UNDECIDED:
            return solutions is None or 0 <= solutions <= MAX_COUNT
        case _:
            return False

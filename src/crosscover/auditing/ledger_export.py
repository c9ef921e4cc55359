"""Export of the tables of a ledger as text or Parquet, in the order of the puzzles.

The same findings give the same bytes. Dates and versions differ from run to run; they are in the tables `run`, `input`
and `setting` alone, which are exported by name.
"""

import csv
import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import chain, islice
from typing import NamedTuple, TextIO

from crosscover.exit_code import UsageError
from crosscover.output import escape
from crosscover.parquet import import_pyarrow

from .ledger_check import ForeignLedgerError
from .ledger_reading import tables
from .packed_lines import unpack

GROUP_ROWS = 20_000
"""Rows of a row group of Parquet, which are held in memory."""

GROUP_TEXT = 100_000_000
"""Characters of a row group of Parquet, after which it ends."""

PUZZLES = "puzzle"
CERTIFICATES = "certificate"

QUERY = """
SELECT number, input.name AS file, {columns},
       duplicate.first AS duplicate_of, isomorph.first AS isomorph_of, isomorph.symmetry AS isomorph_symmetry,
       CASE WHEN minimal IS NOT NULL
            THEN (SELECT count(solution) FROM clue WHERE clue.number = puzzle.number) END AS needed_clues
FROM puzzle LEFT JOIN input USING (file) LEFT JOIN duplicate USING (number) LEFT JOIN isomorph USING (number)
ORDER BY number
"""
"""The puzzles with the names of their files and their relations."""

JOINED = {
    "file": "TEXT",
    "duplicate_of": "INTEGER",
    "isomorph_of": "INTEGER",
    "isomorph_symmetry": "TEXT",
    "needed_clues": "INTEGER",
}
"""The columns of the query that the table lacks, with their types."""

ESCAPES = str.maketrans({"\\": r"\\", "\t": r"\t", "\n": r"\n", "\r": r"\r"})


class ExportFormat(StrEnum):
    """The formats of an export; each is also the suffix of its files."""

    TSV = "tsv"
    CSV = "csv"
    JSONL = "jsonl"
    PARQUET = "parquet"


class LedgerExport(NamedTuple):
    """Rows of a ledger, and their columns with the types in SQLite."""

    columns: dict[str, str]
    rows: Iterator[Sequence[object]]


def select(connection: sqlite3.Connection, table: str = PUZZLES) -> LedgerExport:
    """The rows of a table for an export; raises UsageError for a table that the ledger does not have."""
    there = tables(connection)
    if table not in there:
        raise UsageError(f"there is no table {table!r} in a ledger; there are {', '.join(there)}")
    types = dict(connection.execute("SELECT name, type FROM pragma_table_info(?) ORDER BY cid", (table,)))
    if table == PUZZLES:
        own = ", ".join(f"puzzle.{name}" for name in types if name not in {"number", "file"})
        cursor = connection.execute(QUERY.format(columns=own))
        types |= JOINED
    elif table == CERTIFICATES:
        cursor = connection.execute("SELECT * FROM certificate ORDER BY number, place")
        return LedgerExport(types, _unpacked(cursor))
    else:
        key = connection.execute("SELECT name FROM pragma_table_info(?) WHERE pk ORDER BY pk", (table,))
        order = ", ".join(name for (name,) in key)
        cursor = connection.execute(f"SELECT * FROM {table} ORDER BY {order}")  # noqa: S608 - a table that is there
    return LedgerExport({name: types[name] for name, *_ in cursor.description}, cursor)


def _unpacked(rows: Iterable[tuple[int, int, str, str]]) -> Iterator[Sequence[object]]:
    """The rows of certificates with their lines; raises ForeignLedgerError for a line that no audit writes."""
    for number, place, claim, line in rows:
        try:
            yield number, place, claim, unpack(line)
        except ValueError as error:
            raise ForeignLedgerError(f"the table certificate, row {number}: {error}") from None


def write(export: LedgerExport, form: ExportFormat, file: TextIO) -> None:
    """Write an export to a file that is open for text, in constant memory.

    Raises UsageError for Parquet without pyarrow.
    """
    names = list(export.columns)
    match form:
        case ExportFormat.TSV:
            file.writelines(map(tsv_line, chain([names], export.rows)))
        case ExportFormat.CSV:
            csv.writer(file, lineterminator="\n").writerows(chain([names], export.rows))
        case ExportFormat.JSONL:
            objects = (dict(zip(names, row, strict=True)) for row in export.rows)
            file.writelines(json.dumps(each) + "\n" for each in objects)
        case ExportFormat.PARQUET:
            _write_parquet(export, file)


def tsv_line(row: Iterable[object]) -> str:
    """A line of a tab-separated file, escaped as by `@tsv` of jq, and then as all output."""
    return escape("\t".join("" if value is None else str(value).translate(ESCAPES) for value in row)) + "\n"


def _write_parquet(export: LedgerExport, file: TextIO) -> None:
    arrow, parquet = import_pyarrow()
    types = {"INTEGER": arrow.int64(), "REAL": arrow.float64(), "TEXT": arrow.string()}
    schema = arrow.schema([(name, types[kind]) for name, kind in export.columns.items()])
    with parquet.ParquetWriter(file.buffer, schema) as writer:
        while group := list(_row_group(export.rows)):
            values = zip(*group, strict=True)
            arrays = [arrow.array(column, kind) for column, kind in zip(values, schema.types, strict=True)]
            writer.write_table(arrow.table(arrays, schema=schema))


def _row_group(rows: Iterator[Sequence[object]]) -> Iterator[Sequence[object]]:
    """The next rows, up to `GROUP_ROWS` and about `GROUP_TEXT`."""
    size = 0
    for row in islice(rows, GROUP_ROWS):
        yield row
        size += sum(len(value) for value in row if isinstance(value, str))
        if size > GROUP_TEXT:
            break

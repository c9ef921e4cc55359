"""Export of the tables of a ledger as text, in the order of the puzzles: the same findings give the same bytes."""

import json
from collections.abc import Iterable
from enum import StrEnum
from itertools import chain
from sqlite3 import Connection, Cursor
from typing import TextIO

from crosscover.exit_code import UsageError
from crosscover.output import escape

PUZZLES = "puzzle"

QUERY = """
SELECT number, input.name AS file, {columns},
       duplicate.first AS duplicate_of, isomorph.first AS isomorph_of
FROM puzzle LEFT JOIN input USING (file) LEFT JOIN duplicate USING (number) LEFT JOIN isomorph USING (number)
ORDER BY number
"""
"""The puzzles with the names of their files and their relations."""

ESCAPES = str.maketrans({"\\": r"\\", "\t": r"\t", "\n": r"\n", "\r": r"\r"})


class ExportFormat(StrEnum):
    """The formats of an export; each is also the suffix of its files."""

    TSV = "tsv"
    JSONL = "jsonl"


def select(connection: Connection, table: str = PUZZLES) -> Cursor:
    """The rows of a table for an export; raises UsageError for a table that the ledger does not have."""
    tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type <> 'index'")]
    if table not in tables:
        raise UsageError(f"there is no table {table!r} in a ledger; there are {', '.join(tables)}")
    if table != PUZZLES:
        return connection.execute(f"SELECT * FROM {table} ORDER BY 1")  # noqa: S608 - a table that is there
    columns = [name for _, name, *_ in connection.execute("PRAGMA table_info(puzzle)")]
    own = ", ".join(f"puzzle.{name}" for name in columns if name not in {"number", "file"})
    return connection.execute(QUERY.format(columns=own))


def write(rows: Cursor, form: ExportFormat, file: TextIO) -> None:
    """Write an export to a file that is open for text, in constant memory."""
    names = [name for name, *_ in rows.description]
    if form is ExportFormat.TSV:
        file.writelines(map(tsv_line, chain([names], rows)))
    else:
        objects = (dict(zip(names, row, strict=True)) for row in rows)
        file.writelines(escape(json.dumps(each)) + "\n" for each in objects)


def tsv_line(row: Iterable[object]) -> str:
    """A line of a tab-separated file, escaped as by `@tsv` of jq, and then as all output."""
    return escape("\t".join("" if value is None else str(value).translate(ESCAPES) for value in row)) + "\n"

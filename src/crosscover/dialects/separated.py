"""Comma-separated values: the form of spreadsheets and data sets."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from crosscover.reference import Grid, Shape

from .cells import grid
from .interface import BLANK_LINE, Answer, Dialect, Entry, Refusal, Reply
from .lines import layout
from .text import MalformedInputError, NumberedLines, has_digit, quote

PUZZLE = "puzzle"
SOLUTION = "solution"
FIELD = re.compile(r'[ \t]*+(?:"((?:[^"]|"")*+)"|([^",]*+))[ \t]*+(,|$)')
"""A field and what ends it. Quotes may stand around it; a quoted line end may not, for no puzzle has one.

The standard library's reader does not say where fields begin, which errors name. The repetitions are possessive: they
never give back what they took, which would cost cubic time and find nothing.
"""


class Field(NamedTuple):
    """The text of a field, without blanks and quotes around it, and the place where it begins."""

    text: str
    line: int
    column: int

    def grid(self, shape: Shape) -> Grid:
        """The grid that it holds; raises MalformedInputError."""
        return grid(self.text, self.line, shape, column=self.column, rest="the field")


def read(source: NumberedLines, shape: Shape) -> Iterator[Entry]:
    """Yield the puzzles, and the solutions where there are some; blank lines are skipped.

    The header names a column `puzzle`, perhaps one `solution` and any others; then each puzzle is a row.
    """
    header = _header(source, PUZZLE)
    for line in filter(None, source):
        row = _row(line, source.number, header)
        field = row.get(SOLUTION)
        puzzle = row[PUZZLE].grid(shape)
        solution = field.grid(shape) if field and field.text else None
        if field and solution and not solution.is_full:
            column = field.column + solution.values.index(0)
            raise MalformedInputError(source.number, column, f"a digit from 1 to {shape.side}", "an empty cell")
        yield Entry(puzzle, source.number, solution=solution)


def read_answers(source: NumberedLines, shape: Shape) -> Iterator[Reply]:
    """One reply a row; none of the rows can be read where the header is not there.

    The columns are `puzzle` and `solution`; where there is no solution that field is empty. Blank lines are skipped,
    unless a row is a single field.
    """
    try:
        header = _header(source, SOLUTION)
    except MalformedInputError as error:
        if source.number:
            yield error.with_traceback(None)
        return
    for line in source:
        if not line:
            if len(header) == 1:
                yield BLANK_LINE
            continue
        try:
            field = _row(line, source.number, header)[SOLUTION]
            yield Answer(field.grid(shape)) if has_digit(field.text) else Refusal(field.text)
        except MalformedInputError as error:
            yield error.with_traceback(None)


def _header(source: NumberedLines, needed: str) -> list[str]:
    """The names of the columns, in lower case; `puzzle` and `solution` at most once."""
    expected = f"a header with the column {needed!r}"
    for line in filter(None, source):
        fields = _fields(line, source.number)
        names = [field.text.lower() for field in fields]
        if needed not in names:
            raise MalformedInputError(source.number, 1, expected, quote(line))
        for name in (PUZZLE, SOLUTION):
            if names.count(name) > 1:
                column = fields[names.index(name)].column
                raise MalformedInputError(source.number, column, f"one column {name!r}", "two")
        return names
    raise source.missing(expected)


def _row(line: str, number: int, header: list[str]) -> dict[str, Field]:
    fields = _fields(line, number)
    expected = len(header)
    if len(fields) != expected:
        column = fields[expected].column if len(fields) > expected else len(line) + 1
        raise MalformedInputError(number, column, f"as many fields as in the header, {expected}", f"{len(fields)}")
    return dict(zip(header, fields, strict=True))


def _fields(line: str, number: int) -> list[Field]:
    fields: list[Field] = []
    start = 0
    while True:
        found = FIELD.match(line, start)
        if found is None:
            raise MalformedInputError(number, start + 1, "a field and a comma", quote(line[start:]))
        group = 1 if found[1] is not None else 2
        fields.append(Field(found[group].strip().replace('""', '"'), number, found.start(group) + 1))
        if not found[3]:
            return fields
        start = found.end()


CSV = Dialect(
    "csv",
    "a header with the column 'puzzle' and perhaps 'solution', then rows; answers have these two columns",
    read,
    read_answers,
    layout,
    empty_characters=".0",
    header=PUZZLE,
    answer_header=f"{PUZZLE},{SOLUTION}\n",
)

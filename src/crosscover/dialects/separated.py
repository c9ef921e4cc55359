"""Comma-separated values: the form of spreadsheets and data sets."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from crosscover.reference import Grid, Shape

from .cells import characters, empty_character, encode, join_lines
from .formatting import Formatting
from .interface import Answer, Entry, Refusal, Reply
from .malformed import MalformedInputError
from .text import NumberedLines, has_digit, output_lines, quote

PUZZLE = "puzzle"
SOLUTION = "solution"
FIELD = re.compile(r'[ \t]*(?:"((?:[^"]|"")*)"|([^",]*))[ \t]*(,|$)')
"""A field and what ends it. Quotes may stand around it; a quoted line end may not, for no puzzle has one."""


@dataclass(frozen=True, slots=True)
class Field:
    """The text of a field, without blanks and quotes around it, and the column where it begins."""

    text: str
    column: int


@dataclass(frozen=True, slots=True)
class Csv:
    """A header that names a column `puzzle`, perhaps one `solution` and any others; then a row a puzzle.

    Answers have the columns `puzzle` and `solution`; where there is no solution that field is empty.
    """

    name: str = "csv"
    summary: str = "a header with the column 'puzzle' and perhaps 'solution', then rows; answers have these two columns"
    batch_limit: int | None = None
    empty_characters: str = ".0"
    line_per_puzzle: bool = False
    end: str = ""
    answer_header: str = f"{PUZZLE},{SOLUTION}\n"

    def read(self, lines: Iterable[str], shape: Shape = Shape()) -> Iterator[Entry]:
        """Yield the puzzles, and the solutions where there are some; blank lines are skipped."""
        source = NumberedLines(lines)
        header = _header(source, PUZZLE)
        place = header.index(PUZZLE)
        beside = header.index(SOLUTION) if SOLUTION in header else None
        for line in filter(None, source):
            row = _row(line, source.number, len(header))
            puzzle = _grid(row[place], source.number, shape)
            solution = None if beside is None or not row[beside].text else _grid(row[beside], source.number, shape)
            if beside is not None and solution is not None and not solution.is_full:
                column = row[beside].column + solution.values.index(0)
                raise MalformedInputError(source.number, column, f"a digit from 1 to {shape.side}", "an empty cell")
            yield Entry(puzzle, source.number, solution=solution)

    def write(self, puzzles: Sequence[Grid], formatting: Formatting = Formatting()) -> str:
        """The header and a row a puzzle."""
        empty = empty_character(formatting, self.empty_characters)
        return join_lines([PUZZLE, *(encode(puzzle, empty) for puzzle in puzzles)], formatting)

    def write_puzzle(self, puzzle: Grid, formatting: Formatting = Formatting()) -> str:
        """The row of a puzzle."""
        return encode(puzzle, empty_character(formatting, self.empty_characters)) + formatting.line_end.value

    def write_answer(self, answer: Grid | None, puzzle: Grid) -> str:
        """The row of an answer."""
        return f"{encode(puzzle)},{'' if answer is None else encode(answer)}\n"

    def read_answers(self, text: str, shape: Shape = Shape()) -> list[Reply]:
        """One reply a row; none of the rows can be read where the header is not there."""
        source = NumberedLines(output_lines(text))
        try:
            header = _header(source, SOLUTION)
        except MalformedInputError as error:
            return [error.with_traceback(None)] if text else []
        return [_reply(line, source.number, header, shape) for line in source]


def _reply(line: str, number: int, header: list[str], shape: Shape) -> Reply:
    try:
        field = _row(line, number, len(header))[header.index(SOLUTION)]
        return Answer(_grid(field, number, shape)) if has_digit(field.text) else Refusal(field.text)
    except MalformedInputError as error:
        return error.with_traceback(None)


def _grid(field: Field, number: int, shape: Shape) -> Grid:
    values = characters(field.text, number, shape, shape.cells, column=field.column, rest="the field")
    return Grid(values, shape)


def _header(source: NumberedLines, needed: str) -> list[str]:
    expected = f"a header with the column {needed!r}"
    for line in filter(None, source):
        names = [field.text.lower() for field in _fields(line, source.number)]
        if needed not in names:
            raise MalformedInputError(source.number, 1, expected, quote(line))
        for field in _fields(line, source.number):
            if names.count(field.text.lower()) > 1 and field.text.lower() in (PUZZLE, SOLUTION):
                raise MalformedInputError(source.number, field.column, f"one column {field.text.lower()!r}", "two")
        return names
    raise source.missing(expected)


def _row(line: str, number: int, length: int) -> list[Field]:
    fields = _fields(line, number)
    if len(fields) != length:
        column = fields[length].column if len(fields) > length else len(line) + 1
        raise MalformedInputError(number, column, f"as many fields as in the header, {length}", f"{len(fields)}")
    return fields


def _fields(line: str, number: int) -> list[Field]:
    fields: list[Field] = []
    start = 0
    while True:
        found = FIELD.match(line, start)
        if found is None:
            raise MalformedInputError(number, start + 1, "a field and a comma", quote(line[start:]))
        group = 1 if found[1] is not None else 2
        text = found[group]
        fields.append(Field(text.strip().replace('""', '"'), found.start(group) + 1))
        if not found[3]:
            return fields
        start = found.end()


CSV = Csv()

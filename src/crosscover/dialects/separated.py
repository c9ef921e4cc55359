"""Comma-separated values: the form of spreadsheets and data sets.

Inputs for programs have commas and the columns `puzzle` and `solution`. Files that are read may have other names for
these, and semicolons or tabs instead of commas.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import NamedTuple

from crosscover.reference import Grid, Shape

from .cells import full_grid, grid, plain_grid
from .interface import BLANK_LINE, Answer, Dialect, Entry, Refusal, Reply
from .lines import layout
from .text import BLANKS, MalformedInputError, NumberedLines, has_digit, quote

PUZZLE_COLUMNS = ("puzzle", "puzzles", "quiz", "quizzes", "question", "questions", "sudoku", "sudokus")
"""Names of the column of puzzles in public data sets."""

SOLUTION_COLUMNS = ("solution", "solutions", "answer", "answers")
"""Names of their column of solutions."""

MAX_NAMES_SHOWN = 20

MAX_FIELDS = 1 << 14
"""Maximum number of fields in a row, as many as a spreadsheet has."""


class ColumnError(ValueError):
    """A header without the needed columns; `index` is the wrong one, from 0."""

    def __init__(self, expected: str, found: str, index: int = 0) -> None:
        super().__init__(f"expected {expected}, found {found}")
        self.expected = expected
        self.found = found
        self.index = index


@dataclass(frozen=True, slots=True)
class Columns:
    """The names of the columns of puzzles and of solutions; None: one of the usual names.

    With an empty name no solutions are read. Case does not matter.
    """

    puzzle: str | None = None
    solution: str | None = None

    def find(self, names: Sequence[str]) -> tuple[int, int | None]:
        """The places of both in a header, from 0; None without solutions. Raises ColumnError."""
        lowered = [name.strip().lower() for name in names]
        puzzle = _place(lowered, PUZZLE_COLUMNS if self.puzzle is None else (self.puzzle.lower(),), "--puzzle-column")
        if puzzle is None:
            expected = f"a header with a column of puzzles ({', '.join(PUZZLE_COLUMNS)}), or --puzzle-column NAME"
            raise ColumnError(expected if self.puzzle is None else f"the column {self.puzzle!r}", _show(names))
        if self.solution == "":
            return puzzle, None
        usual = self.solution is None
        wanted = SOLUTION_COLUMNS if self.solution is None else (self.solution.lower(),)
        solution = _place(lowered, wanted, "--solution-column")
        if solution is None and not usual:
            raise ColumnError(f"the column {self.solution!r}", _show(names))
        if solution == puzzle:
            raise ColumnError("the solutions in another column than the puzzles", repr(names[puzzle]), puzzle)
        return puzzle, solution


def _place(names: Sequence[str], wanted: Sequence[str], option: str) -> int | None:
    """The place of the column with a wanted name; raises ColumnError if there are two."""
    places = [place for place, name in enumerate(names) if name in wanted]
    if len(places) > 1:
        first, second = (names[place] for place in places[:2])
        if first == second:
            raise ColumnError(f"one column {first!r}", "two", places[0])
        raise ColumnError(f"{option} NAME to choose a column", f"both {first!r} and {second!r}", places[1])
    return places[0] if places else None


def _show(names: Sequence[str]) -> str:
    shown = ", ".join(map(quote, names[:MAX_NAMES_SHOWN]))
    more = f" and {len(names) - MAX_NAMES_SHOWN} more" if len(names) > MAX_NAMES_SHOWN else ""
    return f"the column{'s' if len(names) > 1 else ''} {shown}{more}"


PUZZLE = "puzzle"
SOLUTION = "solution"
SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab"}
FIELDS = {
    separator: re.compile(rf'{blanks}*+(?:"((?:[^"]|"")*+)"|([^"{separator}]*+)){blanks}*+({separator}|$)')
    for separator, blanks in ((",", r"[ \t]"), (";", r"[ \t]"), ("\t", "[ ]"))
}
"""A field, perhaps in quotes, and the separator after it; quoted line ends are not allowed, as no puzzle has one.

The standard library's reader does not tell where fields begin, which errors name. The repetitions are possessive:
backtracking would cost cubic time and find nothing.
"""

QUOTED_ROWS = {
    separator: re.compile(rf'(?:(?:"[^"{separator}]*+"|[^"{separator}]*+)(?:{separator}|$))++')
    for separator in SEPARATORS
}
"""Rows in which all quotes surround whole fields, and no field contains a separator or a quote."""


class Field(NamedTuple):
    """The text of a field, without surrounding blanks and quotes, and the place at which it begins."""

    text: str
    line: int
    column: int

    def grid(self, shape: Shape, *, full: bool = False) -> Grid:
        """The grid in it, without empty cells if it must be full; raises MalformedInputError."""
        return (full_grid if full else grid)(self.text, self.line, shape, column=self.column, rest="the field")


@dataclass(frozen=True, slots=True)
class TableHeader:
    """The separator, the number of fields, and the columns to read (from 0), as the first line of a table has them."""

    separator: str
    width: int
    puzzle: int
    solution: int | None

    def fields(self, line: str, number: int) -> list[Field]:
        """The fields of a line; raises MalformedInputError unless there are as many as in the header."""
        fields = _fields(line, number, self.separator)
        if len(fields) != self.width:
            column = fields[self.width].column if len(fields) > self.width else len(line) + 1
            expected = f"as many fields as in the header, {self.width}"
            raise MalformedInputError(number, column, expected, f"{len(fields)}")
        return fields

    def entry(self, line: str, number: int, shape: Shape) -> Entry:
        """The entry in a line; raises MalformedInputError."""
        fields = self.fields(line, number)
        puzzle = fields[self.puzzle].grid(shape)
        field = None if self.solution is None else fields[self.solution]
        return Entry(puzzle, number, solution=field.grid(shape, full=True) if field and field.text else None)

    def plain_entry(self, line: str, number: int, shape: Shape) -> Entry | None:
        """The entry in a line without blanks or odd quotes, in a third of the time; None for any other line."""
        if '"' in line:
            if not QUOTED_ROWS[self.separator].fullmatch(line):
                return None
            line = line.replace('"', "")
        fields = line.split(self.separator)
        if len(fields) != self.width:
            return None
        puzzle = plain_grid(fields[self.puzzle], shape)
        if self.solution is None or not fields[self.solution]:
            return Entry(puzzle, number) if puzzle else None
        solution = plain_grid(fields[self.solution], shape)
        return Entry(puzzle, number, "", solution) if puzzle and solution and solution.is_full else None


def read(source: NumberedLines, shape: Shape, columns: Columns = Columns()) -> Iterator[Entry | MalformedInputError]:
    """Yield the puzzles, with solutions if there are any, or the error of a row; blank lines are skipped.

    The header names a column of puzzles, perhaps one of solutions, and any others; each puzzle is a row.
    """
    header = _read_header(source, columns)
    source.skip()
    for line in filter(None, source):
        try:
            entry = header.plain_entry(line, source.number, shape)
            yield entry or header.entry(_whole_row(source, line, header.separator), source.number, shape)
        except MalformedInputError as error:
            yield error.with_traceback(None)


def read_answers(source: NumberedLines, shape: Shape) -> Iterator[Reply]:
    """One reply for each row; without the header no row can be read.

    The columns are `puzzle` and `solution`; the second is empty if there is no solution. Blank lines are skipped,
    unless rows have a single field.
    """
    try:
        header = _read_header(source, Columns(SOLUTION, ""))
    except MalformedInputError as error:
        if source.number:
            yield error.with_traceback(None)
        return
    for line in source:
        if not line:
            if header.width == 1:
                yield BLANK_LINE
            continue
        try:
            field = header.fields(_whole_row(source, line, header.separator), source.number)[header.puzzle]
            yield Answer(field.grid(shape)) if has_digit(field.text) else Refusal(field.text)
        except MalformedInputError as error:
            yield error.with_traceback(None)


def is_header(line: str) -> bool:
    """Whether a line has one of the usual names of a column of puzzles."""
    names = re.split(f"[{''.join(SEPARATORS)}]", line.lower())
    return any(name.strip(BLANKS).strip('"').strip(BLANKS) in PUZZLE_COLUMNS for name in names)


@cache
def table(columns: Columns) -> Dialect:
    """The dialect `csv` for tables with these columns."""
    return CSV if columns == Columns() else replace(CSV, entries=partial(read, columns=columns))


def _read_header(source: NumberedLines, columns: Columns) -> TableHeader:
    """The header, with the separator that is most frequent in it outside quotes."""
    for line in filter(None, source):
        separator = max(SEPARATORS, key=re.sub('"[^"]*"', "", source.unstripped).count)
        fields = _fields(_whole_row(source, line, separator), source.number, separator)
        try:
            return TableHeader(separator, len(fields), *columns.find([field.text for field in fields]))
        except ColumnError as error:
            column = fields[error.index].column
            raise MalformedInputError(source.number, column, error.expected, error.found) from None
    raise source.missing("a header with a column of puzzles")


def _whole_row(source: NumberedLines, line: str, separator: str) -> str:
    """The line, with the tabs at its end if tabs separate fields."""
    return source.unstripped.rstrip(" \r\n") if separator == "\t" else line


def _fields(line: str, number: int, separator: str) -> list[Field]:
    fields: list[Field] = []
    start = 0
    while True:
        found = FIELDS[separator].match(line, start)
        if found is None:
            expected = f"a field and a {SEPARATORS[separator]}"
            raise MalformedInputError(number, start + 1, expected, quote(line[start:]))
        group = 1 if found[1] is not None else 2
        fields.append(Field(found[group].strip().replace('""', '"'), number, found.start(group) + 1))
        if not found[3]:
            return fields
        if len(fields) == MAX_FIELDS:
            raise MalformedInputError(number, found.end() + 1, f"at most {MAX_FIELDS} fields", "more")
        start = found.end()


CSV = Dialect(
    "csv",
    "a header with the column 'puzzle' and optionally 'solution', then rows; answers have both columns",
    read,
    read_answers,
    layout,
    empty_characters=".0",
    header=PUZZLE,
    answer_header=f"{PUZZLE},{SOLUTION}\n",
)

"""Comma-separated values: the form of spreadsheets and data sets.

Inputs for programs have commas and the columns `puzzle` and `solution`. Files that are read may have other names for
these, and semicolons or tabs instead of commas.
"""

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial

from crosscover.reference import Grid, Shape

from .cells import full_grid, grid, plain_grid
from .interface import BLANK_LINE, Answer, Dialect, Entry, Refusal, Reply
from .lines import layout
from .text import BLANKS, MalformedInputError, NumberedLines, has_digit, quote

PUZZLE_COLUMNS = ("puzzle", "puzzles", "quiz", "quizzes", "question", "questions", "sudoku", "sudokus")
"""Names of the column of puzzles in public data sets."""

SOLUTION_COLUMNS = ("solution", "solutions", "answer", "answers")
"""Names of their column of solutions."""

PUZZLE, SOLUTION = PUZZLE_COLUMNS[0], SOLUTION_COLUMNS[0]
SEPARATORS = ",;\t"
MAX_NAMES_SHOWN = 20


class ColumnError(ValueError):
    """A header without the needed columns."""

    def __init__(self, expected: str, found: str) -> None:
        super().__init__(f"expected {expected}, found {found}")
        self.expected = expected
        self.found = found


@dataclass(frozen=True, slots=True)
class Columns:
    """The names of the columns of puzzles and of solutions; None: one of the usual names.

    With an empty name no solutions are read. Case does not matter.
    """

    puzzle: str | None = None
    solution: str | None = None

    def find(self, names: Sequence[str]) -> tuple[int, int | None]:
        """The places of both in a header, from 0; None without solutions. Raises ColumnError."""
        puzzle = _place(names, PUZZLE, self.puzzle, PUZZLE_COLUMNS)
        if puzzle is None:
            expected = f"a header with a column of puzzles ({', '.join(PUZZLE_COLUMNS)}), or --puzzle-column NAME"
            raise ColumnError(expected, _show(names))
        solution = None if self.solution == "" else _place(names, SOLUTION, self.solution, SOLUTION_COLUMNS)
        if solution == puzzle:
            raise ColumnError("the solutions in another column than the puzzles", repr(names[puzzle]))
        return puzzle, solution


def _place(names: Sequence[str], kind: str, name: str | None, usual: Sequence[str]) -> int | None:
    """The place of the column of a name, or of one of the usual names; raises ColumnError for two, or a missing one."""
    wanted = usual if name is None else (name.lower(),)
    places = [place for place, each in enumerate(names) if each.strip().lower() in wanted]
    if len(places) > 1:
        first, second = (names[place] for place in places[:2])
        raise ColumnError(f"--{kind}-column NAME to choose a column", f"both {first!r} and {second!r}")
    if name is not None and not places:
        raise ColumnError(f"the column {name!r}", _show(names))
    return places[0] if places else None


def _show(names: Sequence[str]) -> str:
    shown = ", ".join(map(quote, names[:MAX_NAMES_SHOWN]))
    more = f" and {len(names) - MAX_NAMES_SHOWN} more" if len(names) > MAX_NAMES_SHOWN else ""
    return f"the column{'s' if len(names) > 1 else ''} {shown}{more}"


@dataclass(frozen=True, slots=True)
class TableHeader:
    """The separator, the number of fields, and the columns to read (from 0), as the first line of a table has them."""

    separator: str
    width: int
    puzzle: int
    solution: int | None

    def fields(self, source: NumberedLines) -> list[str]:
        """The fields of the last line; raises MalformedInputError unless there are as many as in the header."""
        fields = _fields(source, self.separator)
        if len(fields) != self.width:
            expected = f"as many fields as in the header, {self.width}"
            raise MalformedInputError(source.number, len(source.unstripped) + 1, expected, f"{len(fields)}")
        return fields

    def entry(self, source: NumberedLines, shape: Shape) -> Entry:
        """The entry in the last line; raises MalformedInputError."""
        fields = self.fields(source)
        solution = "" if self.solution is None else fields[self.solution]
        puzzle = _grid(fields[self.puzzle], source, shape)
        return Entry(puzzle, source.number, "", _grid(solution, source, shape, full=True) if solution else None)


def _grid(text: str, source: NumberedLines, shape: Shape, *, full: bool = False) -> Grid:
    """The grid in a field of the last line, without empty cells if it must be full; raises MalformedInputError."""
    found = plain_grid(text, shape)
    if found is not None and (found.is_full or not full):
        return found
    column = source.unstripped.rfind(text) if full else source.unstripped.find(text)
    return (full_grid if full else grid)(text, source.number, shape, column=max(column, 0) + 1, rest="the field")


def read(source: NumberedLines, shape: Shape, columns: Columns = Columns()) -> Iterator[Entry | MalformedInputError]:
    """Yield the puzzles, with solutions if there are any, or the error of a row; blank lines are skipped.

    The header names a column of puzzles, perhaps one of solutions, and any others; each puzzle is a row.
    """
    header = _read_header(source, columns)
    for _ in filter(None, source):
        try:
            yield header.entry(source, shape)
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
            text = header.fields(source)[header.puzzle]
            yield Answer(_grid(text, source, shape)) if has_digit(text) else Refusal(text)
        except MalformedInputError as error:
            yield error.with_traceback(None)


def is_header(line: str) -> bool:
    """Whether a line has one of the usual names of a column of puzzles."""
    names = re.split(f"[{SEPARATORS}]", line.lower())
    return any(name.strip(BLANKS).strip('"').strip(BLANKS) in PUZZLE_COLUMNS for name in names)


@cache
def table(columns: Columns) -> Dialect:
    """The dialect `csv` for tables with these columns."""
    return CSV if columns == Columns() else replace(CSV, entries=partial(read, columns=columns))


def _read_header(source: NumberedLines, columns: Columns) -> TableHeader:
    """The header, with the separator that is most frequent in it outside quotes."""
    for _ in filter(None, source):
        separator = max(SEPARATORS, key=re.sub('"[^"]*"', "", source.unstripped).count)
        names = _fields(source, separator)
        try:
            return TableHeader(separator, len(names), *columns.find(names))
        except ColumnError as error:
            raise MalformedInputError(source.number, 1, error.expected, error.found) from None
    raise source.missing("a header with a column of puzzles")


def _fields(source: NumberedLines, separator: str) -> list[str]:
    """The fields of the last line, whose quotes end on it."""
    line = source.unstripped.rstrip("\r\n")
    try:
        [fields] = (
            csv.reader([line], delimiter=separator, skipinitialspace=True) if '"' in line else [line.split(separator)]
        )
    except csv.Error as error:
        raise MalformedInputError(source.number, 1, "fields", str(error)) from None
    return [field.strip() for field in fields]


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

"""Comma-separated values, the format of spreadsheets and data sets.

Programs receive commas and the column `puzzle`; files may contain other columns and separators, and lack a header.
"""

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from crosscover.reference import Grid, Shape
from crosscover.responses import Answered, Declined, Response

from .cells import plain_grid, read_grid
from .interface import Entry, find_puzzle, find_solution, is_another_puzzle, unread
from .numbered_lines import MalformedInputError, NumberedLines, has_digit, quote

PUZZLE_COLUMNS = ("puzzle", "puzzles", "quiz", "quizzes", "question", "questions", "sudoku", "sudokus")
"""Names of the puzzle column in public data sets."""

SOLUTION_COLUMNS = ("solution", "solutions", "answer", "answers")
"""Names of the solution column in public data sets."""

PUZZLE, SOLUTION = PUZZLE_COLUMNS[0], SOLUTION_COLUMNS[0]
SEPARATORS = (",;\t", "|", ":", " ")
"""Separators of columns; a separator of a later group counts only if no earlier one occurs."""
ROW = re.compile("[0-9.]{9}")
"""Clues or empty cells of a puzzle, which no column name contains."""


@dataclass(frozen=True, slots=True)
class Columns:
    """The names of the puzzle and solution columns; None finds a column by its usual names or its content.

    Without a header, the names are numbers from 1. If the solution name is empty, no solutions are read. Case does not
    matter.
    """

    puzzle: str | None = None
    solution: str | None = None

    def find(
        self, names: Sequence[str], row: Sequence[object] = (), shape: Shape = Shape(), line: int = 1
    ) -> tuple[int, int | None]:
        """Return the indices of both columns, from 0; None if no column has a usual name for solutions.

        The column of puzzles may be found in `row`, the first row. Raises MalformedInputError at the header.
        """
        puzzle = _place(names, self.puzzle, PUZZLE_COLUMNS, line)
        solution = None if self.solution == "" else _place(names, self.solution, SOLUTION_COLUMNS, line)
        if puzzle is None:
            fields = ["" if place == solution else str(field) for place, field in enumerate(row)]
            is_malformed = any(ROW.search(field) and not plain_grid(field, shape) for field in fields)
            puzzle = find_puzzle(fields, shape)
            clues = plain_grid(fields[puzzle], shape) if puzzle is not None else None
            if clues and any(is_another_puzzle(field, clues) for field in fields):
                raise MalformedInputError(line, 1, f"--{PUZZLE}-column NAME to choose a column", "several puzzles")
            if puzzle is not None and is_malformed and "." not in fields[puzzle] and "0" not in fields[puzzle]:
                puzzle = None  # the full grid may be the solution of a malformed puzzle
        if puzzle is None:
            expected = f"a header with a column of puzzles ({', '.join(PUZZLE_COLUMNS)}), or --puzzle-column NAME"
            raise MalformedInputError(line, 1, expected, _show(names))
        return puzzle, solution

    def solution_column(self, row: Sequence[object], puzzle: int, usual: int | None, shape: Shape) -> int | None:
        """Return the index of the solution in a row, from 0; None if there is none.

        If the usual column is unknown or empty in this row, a full grid in another one is the solution, unless the user
        has given the column.
        """
        if usual is not None and usual < len(row) and row[usual]:
            return usual
        return find_solution(row, shape, puzzle) if self.solution is None else None


def _place(names: Sequence[str], name: str | None, usual: Sequence[str], line: int) -> int | None:
    wanted = usual if name is None else (name.strip().lower(),)
    places = [place for place, each in enumerate(names) if each.strip().lower() in wanted]
    if len(places) > 1 or (name is not None and not places):
        expected = f"one column {name!r}" if name is not None else f"--{usual[0]}-column NAME to choose a column"
        raise MalformedInputError(line, 1, expected, _show(names))
    return places[0] if places else None


def _show(names: Sequence[str]) -> str:
    shown = [quote(name) for name in names[:20]]
    if len(names) > 20:
        shown.append("...")
    return f"the columns {', '.join(shown)}"


class TableReader:
    """Reads the rows of a table; the first solution shows the column of solutions, unless its name does."""

    def __init__(
        self, columns: Columns, names: Sequence[str], first: Sequence[object], shape: Shape, line: int
    ) -> None:
        self._columns, self._shape = columns, shape
        self._descriptions = [f"column {quote(name)}" for name in names]
        self.puzzle, self.solution = columns.find(names, first, shape, line)

    def entry(self, row: Sequence[str], line: int, text: str = "", *, rest: str = "the field") -> Entry:
        """Read a row with this line number; raises MalformedInputError with the place of the field in the text."""
        column = self.solution
        if column is None or column >= len(row) or not row[column]:
            column = self._columns.solution_column(row, self.puzzle, column, self._shape)
        if self.solution is None:
            self.solution = column
        solution, name = (None, "") if column is None else (row[column], self._descriptions[column])
        label = ""
        if len(row) > 2 or solution is None:
            label = " ".join(field for place, field in enumerate(row) if field and place not in (self.puzzle, column))
        return Entry.read(
            row[self.puzzle],
            line,
            self._shape,
            solution,
            text=text,
            rest=rest,
            solution_in=name,
            label=label,
            puzzle_in=self._descriptions[self.puzzle],
        )


def read(source: NumberedLines, shape: Shape, *, columns: Columns = Columns()) -> Iterator[Entry | MalformedInputError]:
    """Yield the puzzles, with any solutions, or the error of a malformed row; blank lines are skipped.

    The header, if there is one, names the columns; each puzzle is a row. Until a column of solutions is known, a full
    grid in a row is the solution, and shows the column.
    """
    rows = (source.unstripped for line in source if line)
    header = next(rows, None)
    if header is None:
        raise source.missing("a header with a column of puzzles")
    number = source.number
    has_header = _is_header(_fields(header, number, _separator(header, header)), shape)
    first = next(rows, None) if has_header else header
    separator = _separator(header, header if first is None else first)
    names = _fields(header, number, separator)
    if not has_header:
        names = [str(place) for place in range(1, len(names) + 1)]
    row = [] if first is None else _fields(first, source.number, separator)[: len(names)]
    reader = TableReader(columns, names, row, shape, number)
    if first is None:
        raise source.missing("a row with a puzzle")
    for text in chain([first], rows):
        try:
            yield reader.entry(_fields(text, source.number, separator, len(names)), source.number, text)
        except MalformedInputError as error:
            yield error.with_traceback(None)


def read_answers(source: NumberedLines, shape: Shape) -> Iterator[Response]:
    """Yield a response for each row; without the header, no row can be read.

    The columns are `puzzle` and `solution`, which is empty if there is no solution. Blank lines are skipped unless rows
    consist of a single field.
    """
    if not any(source):
        return
    header = source.unstripped
    separator = _separator(header, header)
    try:
        names = _fields(header, source.number, separator)
        place, _ = Columns(SOLUTION, "").find(names, line=source.number)
    except MalformedInputError as error:
        yield unread(error)
        return
    for line in source:
        if line:
            try:
                text = _fields(source.unstripped, source.number, separator, len(names))[place]
                yield Answered(_grid(text, source, shape)) if has_digit(text) else Declined()
            except MalformedInputError as error:
                yield unread(error)
        elif len(names) == 1:
            yield Declined("")


def _is_header(fields: Sequence[str], shape: Shape) -> bool:
    """Return whether the first line holds names: it has a letter, and no field looks like a puzzle."""
    has_letter = re.search(r"[^\W\d_]", "".join(fields))
    return bool(has_letter) and not any(ROW.search(field) or plain_grid(field, shape) for field in fields)


def _separator(header: str, row: str) -> str:
    """Return the most frequent separator of the header and the row after it, outside quotes."""
    texts = [re.sub('"[^"]*"', "", text) for text in (header, row)]
    for group in SEPARATORS:
        separator = max(group, key=lambda each: min(text.count(each) for text in texts))
        if all(separator in text for text in texts):
            return separator
    return max(SEPARATORS[0], key=texts[0].count)


def _fields(line: str, number: int, separator: str, width: int = 0) -> list[str]:
    """Return the fields of a line (quotes end with it); raises MalformedInputError unless there are `width`."""
    try:
        if '"' in line:
            [fields] = csv.reader([line], delimiter=separator, skipinitialspace=True)
        else:
            fields = line.split(None if separator == " " else separator)
    except csv.Error as error:
        raise MalformedInputError(number, 1, "fields", str(error)) from None
    if width and len(fields) == width + 1 and not fields[-1]:
        fields.pop()  # after a final separator
    if width and len(fields) != width:
        expected = f"as many fields as in the header, {width}"
        raise MalformedInputError(number, len(line) + 1, expected, f"{len(fields)}")
    return [field.strip() for field in fields]


def _grid(text: str, source: NumberedLines, shape: Shape) -> Grid:
    column = max(source.unstripped.find(text), 0) + 1
    return plain_grid(text, shape) or read_grid(text, source.number, shape, column=column, rest="the field")

"""Comma-separated values, the format of spreadsheets and data sets.

Programs receive commas and the column `puzzle`; files may contain other columns, and semicolons or tabs.
"""

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from crosscover.reference import Grid, Shape

from .cells import grid, plain_grid
from .interface import BLANK_LINE, Answer, Entry, Refusal, Reply
from .numbered_lines import MalformedInputError, NumberedLines, has_digit, quote

PUZZLE_COLUMNS = ("puzzle", "puzzles", "quiz", "quizzes", "question", "questions", "sudoku", "sudokus")
"""Names of the puzzle column in public data sets."""

SOLUTION_COLUMNS = ("solution", "solutions", "answer", "answers")
"""Names of the solution column in public data sets."""

PUZZLE, SOLUTION = PUZZLE_COLUMNS[0], SOLUTION_COLUMNS[0]
SEPARATORS = ",;\t"
ROW = re.compile("[0-9.]{9}")
"""Clues or empty cells of a puzzle, which no column name contains."""


@dataclass(frozen=True, slots=True)
class Columns:
    """The names of the puzzle and solution columns; None finds a column by its usual names or its content.

    If the solution name is empty, no solutions are read. Case does not matter.
    """

    puzzle: str | None = None
    solution: str | None = None

    def find(
        self, names: Sequence[str], row: Sequence[object] = (), shape: Shape = Shape(), line: int = 1
    ) -> tuple[int, int | None]:
        """Return the indices of both columns in a header, from 0; None without solutions.

        Without a usual name, the first field of `row` that holds a puzzle is the puzzle, and the first that holds its
        solution is the solution, unless the names look like a row. Raises MalformedInputError at the header.
        """
        puzzle = _place(names, self.puzzle, PUZZLE_COLUMNS, line)
        solution = None if self.solution == "" else _place(names, self.solution, SOLUTION_COLUMNS, line)
        if puzzle is None:
            is_row = ROW.search(",".join(names)) or not re.search(r"[^\W\d_]", "".join(names))
            read = (plain_grid(text, shape) if isinstance(text, str) else None for text in (() if is_row else row))
            grids = {place: found for place, found in enumerate(read) if found and place != solution}
            puzzle = min(grids, key=lambda place: grids[place].is_full, default=None)
            if puzzle is None:
                expected = f"a header with a column of puzzles ({', '.join(PUZZLE_COLUMNS)}), or --puzzle-column NAME"
                raise MalformedInputError(line, 1, expected, _show(names))
            if solution is None and self.solution is None:
                solved = (place for place, found in grids.items() if found.is_full and found.extends(grids[puzzle]))
                solution = next((place for place in solved if place != puzzle), None)
        return puzzle, solution


def _place(names: Sequence[str], name: str | None, usual: Sequence[str], line: int) -> int | None:
    """Return the index of the column with this name, or with a usual name; raises MalformedInputError."""
    wanted = usual if name is None else (name.lower(),)
    places = [place for place, each in enumerate(names) if each.strip().lower() in wanted]
    if len(places) > 1 or (name is not None and not places):
        expected = f"one column {name!r}" if name is not None else f"--{usual[0]}-column NAME to choose a column"
        raise MalformedInputError(line, 1, expected, _show(names))
    return places[0] if places else None


def _show(names: Sequence[str]) -> str:
    return f"the columns {', '.join(map(quote, names[:20]))}{', ...' * (len(names) > 20)}"


def read(source: NumberedLines, shape: Shape, *, columns: Columns = Columns()) -> Iterator[Entry | MalformedInputError]:
    """Yield the puzzles, with any solutions, or the error of a malformed row; blank lines are skipped.

    The header names a puzzle column, optionally a solution column, and any other columns; each puzzle is a row.
    """
    separator, names = _header(source)
    header, rows = source.number, filter(None, source)
    first = next(rows, None)
    puzzle, solution = columns.find(names, [] if first is None else _fields(source, separator), shape, header)
    for _ in chain([] if first is None else [first], rows):
        try:
            fields = _fields(source, separator, len(names))
            found = _grid(fields[puzzle], source, shape)
            text = "" if solution is None else fields[solution]
            yield Entry(found, source.number, _grid(text, source, shape, full=True) if text else None)
        except MalformedInputError as error:
            yield error.with_traceback(None)


def read_answers(source: NumberedLines, shape: Shape) -> Iterator[Reply]:
    """Yield a reply for each row; without the header, no row can be read.

    The columns are `puzzle` and `solution`, which is empty if there is no solution. Blank lines are skipped unless rows
    consist of a single field.
    """
    try:
        separator, names = _header(source)
        place, _ = Columns(SOLUTION, "").find(names, line=source.number)
    except MalformedInputError as error:
        if source.number:
            yield error.with_traceback(None)
        return
    for line in source if len(names) == 1 else filter(None, source):
        try:
            text = _fields(source, separator, len(names))[place]
            yield Answer(_grid(text, source, shape)) if has_digit(text) else Refusal(text) if line else BLANK_LINE
        except MalformedInputError as error:
            yield error.with_traceback(None)


def _header(source: NumberedLines) -> tuple[str, list[str]]:
    """Return the separator, which is the most frequent one in the header outside quotes, and the column names."""
    if not any(source):
        raise source.missing("a header with a column of puzzles")
    separator = max(SEPARATORS, key=re.sub('"[^"]*"', "", source.unstripped).count)
    return separator, _fields(source, separator)


def _fields(source: NumberedLines, separator: str, width: int = 0) -> list[str]:
    """Return the fields of the last line (quotes end with it); raises MalformedInputError unless there are `width`."""
    line = source.unstripped.rstrip("\r\n")
    try:
        [fields] = (
            csv.reader([line], delimiter=separator, skipinitialspace=True) if '"' in line else [line.split(separator)]
        )
    except csv.Error as error:
        raise MalformedInputError(source.number, 1, "fields", str(error)) from None
    if width and len(fields) != width:
        expected = f"as many fields as in the header, {width}"
        raise MalformedInputError(source.number, len(source.unstripped) + 1, expected, f"{len(fields)}")
    return [field.strip() for field in fields]


def _grid(text: str, source: NumberedLines, shape: Shape, *, full: bool = False) -> Grid:
    """Read a field of the last line as a grid, without empty cells if `full`; raises MalformedInputError."""
    found = plain_grid(text, shape)
    if found is not None and (found.is_full or not full):
        return found
    column = source.unstripped.rfind(text) if full else source.unstripped.find(text)
    return grid(text, source.number, shape, column=max(column, 0) + 1, rest="the field", full=full)

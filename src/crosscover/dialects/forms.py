"""The forms of puzzle files: how each is recognized, its reader, and the dialect of its answers.

Recognition takes the first line that may hold cells, or the first two, and the whole text of a JSON document. The form
and the shape of the first puzzle are those of the file.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import isqrt
from operator import itemgetter
from typing import NamedTuple

from crosscover.reference import Grid, Shape
from crosscover.reference.shape import MAX_SIDE

from . import catalogue, documents
from .cells import integers
from .interface import Dialect, Entry, has_clash, raise_errors
from .lists import FIELD
from .numbered_lines import MAX_DOCUMENT_BYTES, LineStream, MalformedInputError, NumberedLines, quote
from .rows import is_comment, is_title, read_grids
from .separated import PUZZLE_COLUMNS

Reader = Callable[[NumberedLines, Shape], Iterator[Entry | MalformedInputError]]


class Form(NamedTuple):
    """A form of puzzle files: its name, how it is recognized, examples, its reader, and the dialect of answers.

    In examples, `{0}` and `{1}` stand for the cells of a puzzle and of its solution. Examples of grids are their first
    lines.
    """

    name: str
    recognized: str
    examples: tuple[str, ...]
    dialect: Dialect
    read: Reader

    @classmethod
    def of(cls, dialect: Dialect, recognized: str, *examples: str) -> "Form":
        """Return the form of a dialect."""
        return cls(dialect.name, recognized, examples, dialect, dialect.entries)


LIST = Form.of(
    catalogue.LINES,
    "a field of a line is a grid",
    "{0}",
    "0a1b2c {0} 1.2",
    '"{0}","{1}",',
    ":0000:x:{0}:451:::",
    "# a title\nHardest\n{0}",
)
OBJECTS = Form.of(
    catalogue.JSONL,
    "each line is an object in JSON",
    '{{"puzzle": "{0}", "solution": "{1}"}}',
    '{{"id": 7, "grid": "{0}"}}',
)
TABLE = Form.of(
    catalogue.CSV,
    "the first line names columns, and the second one has a puzzle",
    "id,quizzes,solutions\n7,{0},{1}",
    "nr;grid\n7;{0}",
)
DOCUMENT = Form(
    "document",
    "the text is JSON or XML",
    ('{{"newboard": {{"grids": [{{"value": "{0}"}}]}}}}', '["{0}"]', '<game data="{0}"/>'),
    catalogue.LINES,
    documents.read,
)
NUMBERED = (
    Form.of(catalogue.T_GRIDS, "the first line is a number, the second one a row of numbers", "1\n5 3 0 0 7 0 0 0 0"),
    Form.of(catalogue.POJ2676, "the first line is a number, the second one a row of digits", "1\n530070000"),
    Form.of(catalogue.NUMBERS, "each line is a number", "5\n3"),
)
"""Forms that begin with a number, which does not tell them apart."""

FORMS = (
    OBJECTS,
    LIST,
    TABLE,
    Form.of(catalogue.GRID, "a line is a row of numbers", "5 3 0 0 7 0 0 0 0"),
    Form.of(catalogue.COMMAS, "a line is a row of numbers with commas", "5,3,0,0,7,0,0,0,0"),
    Form(
        "numbers with commas",
        "a line holds all numbers of a grid, with commas",
        (",".join("530070000600195000098000060800060003400803001700020006060000280000419005000080079"),),
        catalogue.LINES,
        partial(read_grids, row=lambda text, line, shape: integers(text.replace(",", " "), line, shape, shape.cells)),
    ),
    Form.of(
        catalogue.DRAWING,
        "a line is a row of cells: plain, in a frame, in code, or with fields",
        "Grid 01\n530070000",
        "+-------+-------+-------+\n| 5 3 . | . 7 . | . . . |",
        "    {{5, 3, 0, 0, 7, 0, 0, 0, 0}},",
        "5,3,?,?,7,?,?,?,?",
        "5 3   7",
    ),
    *NUMBERED,
    DOCUMENT,
)
"""The forms in the order in which they are tried."""

OBJECT = re.compile(r"""\s*\{\s*".*\}\s*""")
"""A line that is an object in JSON, perhaps malformed."""

MAX_LINE = 1 << 16
"""Maximum number of characters of a line that the readers of other forms try if it begins like JSON."""

MAX_NUMBER = 9
"""Maximum number of digits of a number of grids."""


def recognize(lines: LineStream, shape: Shape | None = None) -> tuple[Form, Shape]:
    """Return the form and the shape of a text without consuming it; the form explains the error of a malformed one.

    Without a shape, boxes are 3x3 unless the first two puzzles of a list have another size. Raises MalformedInputError
    if no form is near, or if the size of a puzzle has several shapes.
    """
    wanted, nearest = shape or Shape(), None
    for count in (1, 2):
        first = lines.peek(count, passes=partial(_holds_no_cells, shape=wanted))
        if first and documents.BEGIN.match(first[0]) and (found := _form_of_document(lines, first)):
            return found, wanted
        nearest, is_accepted = _nearest(first, wanted)
        if nearest is not None and is_accepted:
            return nearest, wanted
    for other in _shapes(first[-1]) if first and not shape else ():
        form, is_accepted = _nearest(first, other)
        if form is not None and is_accepted:
            return form, other if form is not LIST else _only_shape(other, first)
    if nearest is None:
        number, line = next(((n, line) for n, line in enumerate(lines, 1) if line.strip()), (1, ""))
        if not line:
            raise MalformedInputError(number, 1, "a puzzle", "the end of the input")
        raise MalformedInputError(number, 1, "a puzzle, --dialect NAME, or --shape RxC", quote(line))
    return nearest, wanted


def _holds_no_cells(line: str, shape: Shape) -> bool:
    return is_comment(line) or is_title(line, shape) or not line.strip("[]{}(),; \t")


def _form_of_document(lines: LineStream, first: Sequence[str]) -> Form | None:
    """Return the form of a text that begins like a document; None for a text that is nearer to code."""
    if first[0].lstrip().startswith("<") or len(first[0]) > MAX_LINE:
        return DOCUMENT
    form, is_accepted = _nearest(first, Shape())
    two = first if form is OBJECTS and is_accepted else lines.peek(2)
    if two is first or (len(two) == 2 and all(map(OBJECT.fullmatch, two))):
        return OBJECTS
    text = lines.peek(MAX_DOCUMENT_BYTES, size=MAX_DOCUMENT_BYTES)
    try:
        values = documents.parse("\n".join(text))
    except json.JSONDecodeError as error:
        is_nearer = is_accepted or (form and (error.lineno, error.colno) <= _reached(form, first, Shape()))
        return None if is_nearer else DOCUMENT
    except (ValueError, RecursionError):  # thousands of digits or brackets
        return DOCUMENT
    return DOCUMENT if len(values) == 1 or not is_accepted else None


def _nearest(lines: Sequence[str], shape: Shape) -> tuple[Form | None, bool]:
    """Return the form whose reader gets furthest, None if that is not far, and whether it accepts all lines."""
    begin = next((place for place, line in enumerate(lines) if not _holds_no_cells(line, shape)), len(lines))
    if begin == 1 and not is_comment(lines[0]) and _is_header(lines[0]):
        reached = _reached(TABLE, lines, shape)
        if len(lines) == 1 or reached > (len(lines), 1):
            return TABLE, len(lines) > 1
    cells = lines[begin:]
    begin_of_cells = cells[0].strip() if cells else ""
    excluded = {DOCUMENT, *(NUMBERED if len(begin_of_cells) > MAX_NUMBER else ())}
    excluded |= set() if begin_of_cells.startswith("{") else {OBJECTS}
    forms = [form for form in FORMS if cells and form not in excluded]
    ends = [(_reached(form, cells, shape), form) for form in forms]
    for (line, _), form in ends:
        if line > len(cells) and (len(cells) > 1 or form not in NUMBERED):
            return form, True
    ends.sort(key=lambda end: end[1] is LIST)  # of equal ones, the first is taken
    (line, column), nearest = max(ends, key=itemgetter(0), default=((0, 0), None))
    return (nearest if line > 1 or column > shape.side // 2 else None), False


def _is_header(line: str) -> bool:
    """Return whether a title names a column of puzzles, or several columns."""
    names = re.split("[,;\t|]", line)
    return len(names) > 1 or names[0].strip("\"' ").lower() in PUZZLE_COLUMNS


def _reached(form: Form, lines: Sequence[str], shape: Shape) -> tuple[int, int]:
    """Return the line and column, from 1, of a reader's first error; the line after the last one if there is none."""
    try:
        for _ in raise_errors(form.read(NumberedLines(lines), shape)):
            pass
    except MalformedInputError as error:
        return error.line, error.column
    return len(lines) + 1, 1


def _shapes(line: str) -> Iterator[Shape]:
    """Yield the shapes of grids of which a field of a line, or the line, may be a grid or a row."""
    fields = FIELD.findall(line)
    sizes = {len(field) for field in fields}
    for side in sorted({isqrt(size) for size in sizes} | {*sizes, len(fields)}):
        rows = next((rows for rows in range(isqrt(side), 1, -1) if side % rows == 0), 0)
        if rows and side <= MAX_SIDE:
            yield Shape(rows, side // rows)


def _only_shape(shape: Shape, lines: Sequence[str]) -> Shape:
    """Return this shape or its transpose, in which no clues clash; raises MalformedInputError if both are possible."""
    entry = next(raise_errors(LIST.read(NumberedLines(lines), shape)))
    shapes = list(dict.fromkeys((shape, Shape(shape.box_columns, shape.box_rows))))
    possible = [each for each in shapes if not has_clash(Grid(entry.puzzle.values, each))]
    if len(possible) != 1:
        expected = " or ".join(f"--shape {each}" for each in possible or shapes)
        raise MalformedInputError(entry.line, 1, expected, f"{shape.cells} cells")
    return possible[0]

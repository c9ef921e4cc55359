"""A puzzle as somebody holds it who writes Python: text in any dialect, a grid, or rows of numbers or characters."""

import io
from collections.abc import Iterable, Iterator, Sequence
from operator import index
from typing import Protocol, SupportsIndex, cast

from crosscover.dialects import LineStream, MalformedInputError, raise_errors
from crosscover.puzzle_files import dialect_and_shape
from crosscover.reference import Grid, Shape
from crosscover.reference.grid import digit_of


class Array(Protocol):
    """What numpy's arrays have of interest here."""

    def tolist(self) -> object:
        """The same as nested lists."""
        ...


Puzzle = str | Grid | Array | Sequence[object]
"""Text in any dialect that tells itself, a drawing of many lines among them; a `Grid`; rows of cells, or all cells in
one row, where a cell is a number, 0 for an empty one, or a character; an array of numpy of either form."""


def to_grid(puzzle: Puzzle, shape: Shape | str | None = None) -> Grid:
    """The grid of a puzzle; of 3x3 boxes unless a shape is given, such as `"2x3"`, or the text is for another.

    Raises ValueError, which names the line and the column of a text, or the row and the column of cells, for what is
    no puzzle of that shape, and for a text that holds several.
    """
    wanted = Shape.parse(shape) if isinstance(shape, str) else shape
    if isinstance(puzzle, Grid):
        if wanted not in (None, puzzle.shape):
            raise ValueError(f"expected a grid of the shape {wanted}, not {puzzle.shape}")
        return puzzle
    if isinstance(puzzle, str):
        return _read_text(puzzle, wanted)
    return _read_cells(puzzle, wanted or Shape())


def _read_text(text: str, shape: Shape | None) -> Grid:
    lines = LineStream(io.BytesIO(text.encode("utf-8", "surrogatepass")))
    try:
        spoken, shape = dialect_and_shape(lines, shape=shape)
    except MalformedInputError as error:  # which tells of an option of commands
        raise MalformedInputError(error.line, error.column, "a puzzle", error.found) from None
    entries = raise_errors(spoken.read_with_errors(lines, shape))
    first = next(entries, None)
    if first is None:
        raise MalformedInputError(1, 1, "a puzzle", "the end of the text")
    for further in entries:
        raise MalformedInputError(further.line, 1, "one puzzle alone", "another one")
    return first.puzzle


def _read_cells(puzzle: object, shape: Shape) -> Grid:
    rows = _items(puzzle)
    if rows is None:
        raise ValueError(f"expected text, a Grid, or rows of cells, not an object of type {type(puzzle).__name__}")
    if len(rows) == shape.cells and all(map(_is_cell, rows)):
        rows = [rows[start : start + shape.side] for start in range(0, shape.cells, shape.side)]
    if len(rows) != shape.side:
        raise ValueError(f"expected {shape.side} rows of {shape.side} cells, found {len(rows)}")
    return Grid(bytes(_read_rows(rows, shape)), shape)


def _read_rows(rows: Iterable[object], shape: Shape) -> Iterator[int]:
    for number, row in enumerate(rows, 1):
        cells = _items(row)
        if cells is None or len(cells) != shape.side:
            found = f"{len(cells)} cells" if cells is not None else repr(row)
            raise ValueError(f"row {number}: expected {shape.side} cells, found {found}")
        for column, cell in enumerate(cells, 1):
            value = _value(cell, shape)
            if value is None:
                expected = f"a digit from 1 to {shape.side}, or 0 for an empty cell"
                raise ValueError(f"row {number}, column {column}: expected {expected}, found {cell!r}")
            yield value


def _value(cell: object, shape: Shape) -> int | None:
    """The digit of a cell, 0 for an empty one; None for what is no cell."""
    if isinstance(cell, str):
        return digit_of(cell, shape) if len(cell) == 1 else None
    try:
        value = index(cast("SupportsIndex", cell))
    except TypeError:
        return None
    return value if 0 <= value <= shape.side and not isinstance(cell, bool) else None


def _items(value: object) -> list[object] | None:
    """The items of rows, or of a row; None for what has none."""
    if hasattr(value, "to_numpy"):  # a table of pandas, which by itself would give its columns
        value = cast("object", value.to_numpy())  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType] - as asked
    if hasattr(value, "tolist"):
        value = cast("Array", value).tolist()
    return list(cast("Iterable[object]", value)) if isinstance(value, (str, Sequence)) else None


def _is_cell(value: object) -> bool:
    return not isinstance(value, Sequence) or (isinstance(value, str) and len(value) == 1)

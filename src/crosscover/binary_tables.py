"""Binary tables: Parquet, and arrays of NumPy.

A puzzle is text, a list of its cells, or a list of its rows. Numbers become text a batch at a time, so that all tables
share one reader.
"""

import re
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from itertools import chain, pairwise
from tokenize import TokenError
from typing import Any, BinaryIO, NamedTuple

from crosscover.dialects import Columns, Entry, MalformedInputError
from crosscover.dialects.cells import cell_characters, plain_grid
from crosscover.dialects.separated import TableReader
from crosscover.errors import UsageError, message_of
from crosscover.reference import Shape

BATCH_ROWS = 1 << 9
"""Maximum number of rows in memory."""

MAX_ROW_BYTES = 1 << 13
"""Maximum length in bytes of a row of an array."""

GRIDS = re.compile(
    "null|(large_)?(string|binary)|dictionary|((large_|fixed_size_)?list<[^:<>]+: ){1,2}(u?int|halffloat|float|double)"
)
"""Parquet types of columns that may contain grids: texts, and lists of cells or of rows."""

ENCODINGS = {"|S": "latin-1", "<U": "utf-32-le", ">U": "utf-32-be"}
"""The encodings of texts in arrays by their type; NumPy does not check them."""


class Column(NamedTuple):
    """Some rows of a column: their texts, and for numbers the column, expected and found text of malformed rows."""

    texts: list[str]
    errors: dict[int, tuple[int, str, str]] | None = None


def _column_of_numbers(values: Any, starts: Any, side: int, errors: dict[int, tuple[int, str, str]]) -> Column:
    """Return a column of grids: a flat array of numbers, and the indices of their first numbers and of the end."""
    numpy = import_module("numpy")
    with numpy.errstate(invalid="ignore"):  # for NaN, which equals no digit
        digits = values.astype(numpy.uint8)
    for row, place in _first_by_row((digits != values) | (digits > side), starts):
        errors[row] = (place - int(starts[row]) + 1, f"a number from 0 to {side}", str(values[place]))
    text = digits.tobytes().translate(cell_characters()).decode("ascii")
    return Column([text[start:end] for start, end in pairwise(starts.tolist())], errors)


def _first_by_row(is_wrong: Any, starts: Any) -> Iterator[tuple[int, int]]:
    """Yield each row with wrong values, and the index of its first wrong value."""
    numpy = import_module("numpy")
    places = numpy.flatnonzero(is_wrong)
    rows, first = numpy.unique(numpy.searchsorted(starts, places, "right") - 1, return_index=True)
    return zip(rows.tolist(), places[first].tolist(), strict=True)


@contextmanager
def _errors_of(name: str, kind: type[Exception] = ValueError) -> Generator[None]:
    """Raise UsageError for a table that cannot be read, but leave the error of a row."""
    try:
        yield
    except MalformedInputError:
        raise
    except (OSError, ValueError, kind) as error:
        reason, _, _ = message_of(error).partition("\n")
        raise UsageError(f"{name}: {reason}") from None


def read_parquet(stream: BinaryIO, name: str, shape: Shape, columns: Columns) -> Iterator[Entry | MalformedInputError]:
    """Yield the entries of a Parquet file, or the errors of its rows; their line numbers are row numbers, from 1.

    Raises UsageError without pyarrow (the extra `parquet`), or if pyarrow cannot read the file.
    """
    try:
        arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise UsageError(f"{name}: Parquet needs pyarrow: pip install 'crosscover[parquet]'") from None
    with _errors_of(name, arrow.ArrowException), parquet.ParquetFile(stream, buffer_size=1 << 20) as file:
        types = {field.name: str(field.type) for field in file.schema_arrow}
        if len(types) < len(file.schema_arrow):
            raise ValueError("expected columns with different names")
        names = [name for name, kind in types.items() if GRIDS.match(kind)]
        rows = file.iter_batches(BATCH_ROWS, columns=names, use_threads=False)
        batches = ([_parquet_column(each.column(name), shape.side) for name in names] for each in rows)
        yield from _entries(types, names, batches, shape, columns)


def _parquet_column(column: Any, side: int) -> Column:
    if not column.type.num_fields:  # text
        return Column([(text or "").strip() for text in column.cast("string").to_pylist()])
    compute, numpy = import_module("pyarrow.compute"), import_module("numpy")
    starts, values = numpy.arange(len(column) + 1), column
    errors: dict[int, tuple[int, str, str]] = {}
    while values.type.num_fields:  # lists
        lengths = compute.list_value_length(values).fill_null(0).to_numpy(zero_copy_only=False)
        for row, place in () if values is column else _first_by_row(lengths != side, starts):
            first = side * (place - int(starts[row])) + 1
            errors[row] = (first, f"a list of {side} numbers", f"{lengths[place]}")
        starts = numpy.concatenate(([0], numpy.cumsum(lengths)))[starts]
        values = compute.list_flatten(values)
    return _column_of_numbers(values.fill_null(0).to_numpy(zero_copy_only=False), starts, side, errors)


def read_arrays(
    streams: Mapping[str, BinaryIO], name: str, shape: Shape, columns: Columns
) -> Iterator[Entry | MalformedInputError]:
    """Yield the entries of NumPy arrays, which are columns, or the errors of their rows, numbered from 1.

    An array contains texts, or numbers in the shape (n, 81) or (n, 9, 9), or of a single grid. Raises UsageError.
    """
    with _errors_of(name):
        arrays = {key: _Array(stream, shape) for key, stream in streams.items()}
        chosen = {key: array for key, array in arrays.items() if array.holds_grids}
        counts = {key: array.count for key, array in chosen.items()}
        if len(set(counts.values())) > 1:
            raise ValueError(f"expected arrays of equal length, found {counts}")
        types = {key: array.kind for key, array in arrays.items()}
        yield from _entries(types, [*chosen], _array_batches([*chosen.values()]), shape, columns)


class _Array:
    """An array in a stream, which is read a batch of rows at a time."""

    def __init__(self, stream: BinaryIO, shape: Shape) -> None:
        npy = import_module("numpy.lib.format")
        if npy.read_magic(stream) != (1, 0):  # the others have headers of any length
            raise ValueError("expected an array in version 1.0 of the format")
        try:
            size, is_fortran, self._type = npy.read_array_header_1_0(stream)
        except (SyntaxError, TokenError, TypeError, RecursionError, MemoryError):
            raise ValueError("expected the header of an array") from None
        grids = (shape.cells,), (shape.side, shape.side)
        is_number = self._type.kind in "iuf"
        if is_number and size in grids:
            size = (1, *size)
        self._stream, self._shape = stream, shape
        self._cells = shape.cells if is_number else 1
        self._row_bytes: int = self._cells * self._type.itemsize
        self.count: int = size[0] if size else 0
        order = "Fortran order, " if is_fortran else ""
        self.kind = "pickled objects" if self._type.hasobject else f"{order}{self._type} {size}"
        is_grid = size[1:] in grids if is_number else self._type.kind in "SU" and len(size) == 1
        self.holds_grids = is_grid and not is_fortran and self.count >= 0 and 0 < self._row_bytes <= MAX_ROW_BYTES

    def read(self, rows: int) -> Column:
        """Return the next rows, fewer if the stream is truncated."""
        numpy, size = import_module("numpy"), self._row_bytes
        data = self._stream.read(rows * size)
        found = len(data) // size
        if encoding := ENCODINGS.get(self._type.str[:2]):
            texts = (data[size * row : size * row + size].decode(encoding, "replace") for row in range(found))
            return Column([text.rstrip("\0").strip() for text in texts])
        values = numpy.frombuffer(data, self._type, found * self._cells)
        return _column_of_numbers(values, numpy.arange(found + 1) * self._cells, self._shape.side, {})


def _array_batches(arrays: list[_Array]) -> Iterator[list[Column]]:
    """Yield the batches of arrays of equal length; raises MalformedInputError at the end of a truncated one."""
    count = arrays[0].count if arrays else 0
    for start in range(0, count, BATCH_ROWS):
        rows = min(BATCH_ROWS, count - start)
        batch = [array.read(rows) for array in arrays]
        yield batch
        found = min(len(column.texts) for column in batch)
        if found < rows:
            raise MalformedInputError(start + found + 1, 1, f"{count} rows", "the end of the file")


def _entries(
    types: Mapping[str, str], names: list[str], batches: Iterator[list[Column]], shape: Shape, columns: Columns
) -> Iterator[Entry | MalformedInputError]:
    """Yield the entries of a table, or the errors of its rows; `names` are the columns that may contain grids.

    Texts in other columns are labels, numbers are not.
    """
    others = [name for name in types if name not in names]
    first = next((batch for batch in batches if names and batch[0].texts), list[Column]())
    if names and not first:
        raise ValueError("expected a row with a puzzle, found none")
    try:
        row = [*(column.texts[0] for column in first), *("" for _ in others)]
        puzzle, solution = columns.find([*names, *others], row, shape)
    except MalformedInputError as error:
        raise ValueError(error.reason) from None
    for place in (puzzle, solution):
        if place is not None and place >= len(names):
            name = others[place - len(names)]
            raise ValueError(f"expected text, or lists of numbers, in column {name!r}, found {types[name]}")
    chosen = [
        place
        for place, column in enumerate(first)
        if place in (puzzle, solution) or column.errors is None or plain_grid(column.texts[0], shape)
    ]
    reader = TableReader(replace(columns, puzzle=names[puzzle]), [names[place] for place in chosen], (), shape, 1)
    number = 0
    for batch in chain([first], batches):
        read = [batch[place] for place in chosen]
        used = [read[place] for place in (reader.solution, reader.puzzle) if place is not None]
        errors = {row: error for column in used for row, error in (column.errors or {}).items()}
        for place, fields in enumerate(zip(*(column.texts for column in read), strict=False)):
            number += 1
            try:
                if place in errors:
                    raise MalformedInputError(number, *errors[place])
                yield reader.entry(fields, number, rest="the text")
            except MalformedInputError as error:
                yield error.with_traceback(None)

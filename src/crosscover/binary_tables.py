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
from typing import Any, BinaryIO

from crosscover.dialects import Columns, Entry, MalformedInputError
from crosscover.dialects.separated import TableReader
from crosscover.errors import UsageError, message_of
from crosscover.reference import Shape
from crosscover.reference.grid import DIGITS, EMPTY

BATCH_ROWS = 1 << 9
"""Maximum number of rows in memory."""

MAX_ROW_BYTES = 1 << 13
"""Maximum length in bytes of a row of an array."""

GRIDS = re.compile(
    "null|(large_)?(string|binary)|dictionary|((large_|fixed_size_)?list<[^:<>]+: ){1,2}(u?int|halffloat|float|double)"
)
"""Parquet types of columns that may contain grids: texts, and lists of cells or of rows."""

CHARACTERS = (EMPTY[0] + DIGITS).encode("ascii").ljust(256, b"?")
"""The character of each number in a cell."""


ENCODINGS = {"|S": "latin-1", "<U": "utf-32-le", ">U": "utf-32-be"}
"""The encodings of texts in arrays by their type; NumPy does not check them."""


class Batch:
    """Rows of a table: the texts of each column, and the column, expected and found text of each malformed row."""

    def __init__(self, shape: Shape) -> None:
        self.columns: list[list[str]] = []
        self.errors: dict[int, tuple[int, str, str]] = {}
        self._side = shape.side

    def add_numbers(self, values: Any, starts: Any) -> None:
        """Add a column of grids: a flat array of numbers, and the indices of their first numbers and of the end."""
        numpy = import_module("numpy")
        with numpy.errstate(invalid="ignore"):  # for NaN, which equals no digit
            digits = values.astype(numpy.uint8)
        for row, place in _first_by_row((digits != values) | (digits > self._side), starts):
            expected = f"a number from 0 to {self._side}"
            self.errors[row] = (place - int(starts[row]) + 1, expected, str(values[place]))
        text = digits.tobytes().translate(CHARACTERS).decode("ascii")
        self.columns.append([text[start:end] for start, end in pairwise(starts.tolist())])

    def check_rows(self, lengths: Any, starts: Any) -> None:
        """Refuse grids that have a row of another length; `starts` holds the indices of their first rows."""
        for row, place in _first_by_row(lengths != self._side, starts):
            column = self._side * (place - int(starts[row])) + 1
            self.errors[row] = (column, f"a list of {self._side} numbers", f"{lengths[place]}")


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
        batches = file.iter_batches(BATCH_ROWS, columns=names, use_threads=False)
        yield from _entries(types, names, (_parquet_batch(rows, shape) for rows in batches), shape, columns)


def _parquet_batch(rows: Any, shape: Shape) -> Batch:
    arrow, compute, numpy = map(import_module, ("pyarrow", "pyarrow.compute", "numpy"))
    batch = Batch(shape)
    for column in rows.columns:
        values, starts = column, numpy.arange(rows.num_rows + 1)
        while values.type.num_fields:  # a list
            lengths = compute.list_value_length(values).fill_null(0).to_numpy(zero_copy_only=False)
            if values is not column:
                batch.check_rows(lengths, starts)
            starts = numpy.concatenate(([0], numpy.cumsum(lengths)))[starts]
            values = compute.list_flatten(values)
        if values is column:
            batch.columns.append([(text or "").strip() for text in values.cast(arrow.string()).to_pylist()])
        else:
            batch.add_numbers(values.fill_null(0).to_numpy(zero_copy_only=False), starts)
    return batch


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
        yield from _entries(types, [*chosen], _array_batches([*chosen.values()], shape), shape, columns)


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
        self._stream = stream
        self._cells = shape.cells if is_number else 1
        self._row_bytes: int = self._cells * self._type.itemsize
        self.count: int = size[0] if size else 0
        order = "Fortran order, " if is_fortran else ""
        self.kind = "pickled objects" if self._type.hasobject else f"{order}{self._type} {size}"
        is_grid = size[1:] in grids if is_number else self._type.kind in "SU" and len(size) == 1
        self.holds_grids = is_grid and not is_fortran and self.count >= 0 and 0 < self._row_bytes <= MAX_ROW_BYTES

    def add_to(self, batch: Batch, rows: int) -> bool:
        """Add the texts of the next rows to a batch; return whether the stream contains all of them."""
        numpy = import_module("numpy")
        data = self._stream.read(rows * self._row_bytes)
        size = self._row_bytes
        found = len(data) // size
        if encoding := ENCODINGS.get(self._type.str[:2]):
            texts = (data[size * row : size * row + size].decode(encoding, "replace") for row in range(found))
            batch.columns.append([text.rstrip("\0").strip() for text in texts])
        else:
            values = numpy.frombuffer(data, self._type, found * self._cells)
            batch.add_numbers(values, numpy.arange(found + 1) * self._cells)
        return bool(found == rows)


def _array_batches(arrays: list[_Array], shape: Shape) -> Iterator[Batch]:
    """Yield the batches of arrays of equal length; raises MalformedInputError at the end of a truncated one."""
    count = arrays[0].count if arrays else 0
    for start in range(0, count, BATCH_ROWS):
        batch = Batch(shape)
        is_whole = [array.add_to(batch, min(BATCH_ROWS, count - start)) for array in arrays]
        yield batch
        if not all(is_whole):
            row = start + min(map(len, batch.columns)) + 1
            raise MalformedInputError(row, 1, f"{count} rows", "the end of the file")


def _entries(
    types: Mapping[str, str], names: list[str], batches: Iterator[Batch], shape: Shape, columns: Columns
) -> Iterator[Entry | MalformedInputError]:
    """Yield the entries of a table, or the errors of its rows; `names` are the columns that may contain grids."""
    others = [name for name in types if name not in names]
    first = next((batch for batch in batches if names and batch.columns[0]), None)
    if names and first is None:
        raise ValueError("expected a row with a puzzle, found none")
    row = [texts[0] for texts in first.columns] if first else []
    try:
        puzzle, solution = columns.find([*names, *others], [*row, *("" for _ in others)], shape)
    except MalformedInputError as error:
        raise ValueError(error.reason) from None
    for place in (puzzle, solution):
        if place is not None and place >= len(names):
            name = others[place - len(names)]
            raise ValueError(f"expected text, or lists of numbers, in column {name!r}, found {types[name]}")
    reader = TableReader(replace(columns, puzzle=names[puzzle]), names, (), shape, 1)
    number = 0
    for batch in chain([first] if first else [], batches):
        for place, fields in enumerate(zip(*batch.columns, strict=False)):
            number += 1
            try:
                if place in batch.errors:
                    raise MalformedInputError(number, *batch.errors[place])
                yield reader.entry(fields, number, rest="the text")
            except MalformedInputError as error:
                yield error.with_traceback(None)

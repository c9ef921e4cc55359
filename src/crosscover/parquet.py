"""Puzzles in Parquet files, a format of large data sets; needs pyarrow, the extra `parquet`.

One batch of rows is in memory at a time, without unused columns, in at most a few times `BATCH_BYTES`.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO

from crosscover.dialects import Columns, Entry, MalformedInputError
from crosscover.dialects.cells import full_grid, grid, plain_grid
from crosscover.exit_code import UsageError, refusing
from crosscover.reference import Shape
from crosscover.undisturbed import load_library

from .parquet_pages import ColumnChunk, largest_page, read_row_groups

SUFFIX = ".parquet"

BATCH_ROWS = 1 << 14
BATCH_BYTES = 1 << 26
CELL_BYTES = 1 << 16
BUFFER_BYTES = 1 << 20
"""Size of the buffer for a column; without a buffer whole row groups would be read."""


def read_parquet(
    name: str, shape: Shape, columns: Columns = Columns(), *, first_row: int = 1
) -> Iterator[Entry | MalformedInputError]:
    """Yield the entries of a file, or the errors of its rows; their lines and columns are rows and characters.

    Batches that end before the `first_row` are left out. After the rows before the error, raises UsageError if the file
    cannot be opened or read, or lacks the columns, and MalformedInputError for metadata and pages that are too large.
    """
    arrow, parquet = import_pyarrow(f"{name}: ")
    try:
        with Path(name).open("rb") as stream:
            row_groups = read_row_groups(stream)
            with parquet.ParquetFile(stream, buffer_size=BUFFER_BYTES, pre_buffer=False) as file:
                chosen = _choose(file.schema_arrow, columns, arrow, name)
                compute, number = load_library("pyarrow.compute"), 0
                for batch in _batches(file, stream, row_groups, chosen):
                    if number + len(batch) < first_row:
                        number += len(batch)
                        continue
                    cells = [batch.column(one).cast(arrow.string()) for one in chosen]
                    if batch.nbytes > CELL_BYTES and any(
                        (compute.max(compute.binary_length(one)).as_py() or 0) > CELL_BYTES for one in cells
                    ):
                        raise MalformedInputError(number + 1, 1, f"cells of at most {CELL_BYTES} bytes", "a longer one")
                    texts = [one.to_numpy(zero_copy_only=False) for one in cells]
                    puzzles, solutions = texts[0], texts[-1] if len(texts) > 1 else [None] * len(texts[0])
                    for puzzle, solution in zip(puzzles, solutions, strict=True):
                        number += 1
                        yield _entry(puzzle, solution, number, shape)
    except (OSError, UnicodeDecodeError, arrow.ArrowException) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error).partition("\n")[0]
        raise UsageError(f"{name}: {reason}") from None


def _batches(
    file: Any, stream: BinaryIO, row_groups: Sequence[Sequence[ColumnChunk]], columns: Sequence[str]
) -> Iterator[Any]:
    """The rows in batches of at most `BATCH_BYTES`, however often a cell is repeated."""
    row = 1
    for number, group in enumerate(row_groups):
        chunks = [chunk for chunk in group if any(f"{chunk.path}.".startswith(f"{column}.") for column in columns)]
        largest = max((largest_page(stream, chunk, row) for chunk in chunks), default=0)
        rows = min(max(1, BATCH_BYTES // max(1, largest)), BATCH_ROWS)
        for batch in file.iter_batches(rows, row_groups=[number], columns=columns, use_threads=False):
            row += len(batch)
            yield batch


def import_pyarrow(place: str = "") -> tuple[Any, Any]:
    """The modules `pyarrow` and `pyarrow.parquet`; raises UsageError, after the place, if they are not installed."""
    try:
        return load_library("pyarrow"), load_library("pyarrow.parquet")
    except ImportError:
        raise UsageError(f"{place}Parquet needs pyarrow: pip install 'crosscover[parquet]'") from None


def _choose(schema: Any, columns: Columns, arrow: Any, name: str) -> list[str]:
    """The names of the columns of puzzles and perhaps of solutions; raises UsageError if they hold no text."""
    with refusing(f"{name}: "):
        places = columns.find(schema.names)
    fields = [schema.field(place) for place in places if place is not None]
    for field in fields:
        kind = field.type.value_type if arrow.types.is_dictionary(field.type) else field.type
        if not (arrow.types.is_string(kind) or arrow.types.is_large_string(kind) or arrow.types.is_binary(kind)):
            raise UsageError(f"{name}: expected text in the column {field.name!r}, found {field.type}")
    return [field.name for field in fields]


def _entry(puzzle: str | None, solution: str | None, number: int, shape: Shape) -> Entry | MalformedInputError:
    try:
        if puzzle is None:
            return MalformedInputError(number, 1, "a puzzle", "null")
        return Entry(
            plain_grid(puzzle, shape) or grid(puzzle.strip(), number, shape, rest="the puzzle"),
            number,
            solution=full_grid(solution.strip(), number, shape, rest="the solution") if solution else None,
        )
    except MalformedInputError as error:
        return error.with_traceback(None)

"""Puzzles in Parquet files, a format of large data sets; needs pyarrow, the extra `parquet`.

One batch of rows is in memory at a time, without unused columns.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from crosscover.dialects import Columns, Entry, MalformedInputError
from crosscover.dialects.cells import full_grid, grid, plain_grid
from crosscover.exit_code import UsageError, refusing
from crosscover.reference import Shape
from crosscover.undisturbed import load_library

MAGIC = b"PAR1"
"""The first bytes of a Parquet file."""

SUFFIX = ".parquet"

BATCH_ROWS = 1 << 14
BUFFER_BYTES = 1 << 20
"""Size of the buffer for a column; without a buffer whole row groups would be read."""


def read_parquet(
    name: str, shape: Shape, columns: Columns = Columns(), *, first_row: int = 1
) -> Iterator[Entry | MalformedInputError]:
    """Yield the entries of a file, or the errors of its rows; their lines and columns are rows and characters.

    Batches that end before the `first_row` are left out. Raises UsageError, after the rows before the error, if the
    file cannot be opened or read, or lacks the columns.
    """
    arrow, parquet = import_pyarrow(f"{name}: ")
    try:
        with (
            Path(name).open("rb") as stream,
            parquet.ParquetFile(stream, buffer_size=BUFFER_BYTES, pre_buffer=False) as file,
        ):
            chosen = _choose(file.schema_arrow, columns, arrow, name)
            number = 0
            for batch in file.iter_batches(BATCH_ROWS, columns=chosen, use_threads=False):
                if number + len(batch) < first_row:
                    number += len(batch)
                    continue
                texts = [batch.column(column).cast(arrow.string()).to_numpy(zero_copy_only=False) for column in chosen]
                puzzles, solutions = texts[0], texts[-1] if len(texts) > 1 else [None] * len(texts[0])
                for puzzle, solution in zip(puzzles, solutions, strict=True):
                    number += 1
                    yield _entry(puzzle, solution, number, shape)
    except (OSError, arrow.ArrowException) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error).partition("\n")[0]
        raise UsageError(f"{name}: {reason}") from None


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

"""Puzzles in Parquet files, a format of large data sets; needs pyarrow, the extra `parquet`."""

from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from typing import BinaryIO

from crosscover.dialects import Columns, Entry, MalformedInputError
from crosscover.dialects.cells import grid
from crosscover.exit_code import UsageError, message_of
from crosscover.reference import Shape

SUFFIX = ".parquet"
MAGIC = b"PAR1"
BATCH_ROWS = 1 << 12


def read_parquet(stream: BinaryIO, name: str, shape: Shape, columns: Columns) -> Iterator[Entry | MalformedInputError]:
    """Yield the entries of a file, or the errors of its rows; their lines are rows, from 1.

    One batch of rows is in memory at a time. Raises UsageError without pyarrow, or if it cannot read the file.
    """
    try:
        arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise UsageError(f"{name}: Parquet needs pyarrow: pip install 'crosscover[parquet]'") from None
    try:
        with parquet.ParquetFile(stream, buffer_size=1 << 20) as file:
            names = file.schema_arrow.names
            first = [row for batch in islice(file.iter_batches(1), 1) for row in batch.to_pylist()]
            places = columns.find(names, [*first[0].values()] if first else (), shape)
            chosen = [names[place] for place in places if place is not None]
            number = 0
            for batch in file.iter_batches(BATCH_ROWS, columns=chosen, use_threads=False):
                for cells in zip(*(batch.column(one).cast(arrow.string()).to_pylist() for one in chosen), strict=True):
                    number += 1
                    yield _entry(number, shape, *cells)
    except (OSError, ValueError, arrow.ArrowException) as error:
        message = error.reason if isinstance(error, MalformedInputError) else message_of(error)
        reason, _, _ = message.partition("\n")
        raise UsageError(f"{name}: {reason}") from None


def _entry(number: int, shape: Shape, puzzle: str | None, answer: str | None = None) -> Entry | MalformedInputError:
    try:
        solution = grid(answer.strip(), number, shape, rest="the solution", full=True) if answer else None
        return Entry(grid((puzzle or "").strip(), number, shape, rest="the puzzle"), number, solution)
    except MalformedInputError as error:
        return error.with_traceback(None)

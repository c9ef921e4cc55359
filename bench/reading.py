"""`python -m bench.reading`: measure the time per row and the memory for reading a collection in each format.

For each format, a separate process calls `read_rows` on a file with the same random puzzles. The file contains
solutions if the format allows them.
"""

import argparse
import bz2
import gzip
import lzma
import re
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from crosscover.puzzle_files import read_rows
from crosscover.reference import Grid

SEED = 1
CHUNK = 10_000
"""Number of rows per chunk."""

Write = Callable[[Path, Iterable[list[str]], str], None]
"""Writes chunks of puzzles and their solution to a file."""


def chunks_of_puzzles(count: int, solution: str) -> Iterator[list[str]]:
    """Yield chunks of lines, `count` in total, each a random part of a solution."""
    rng = np.random.default_rng(SEED)
    cells = np.frombuffer(solution.encode(), dtype=np.uint8)
    for start in range(0, count, CHUNK):
        kept = rng.random((min(CHUNK, count - start), len(cells))) < 0.4
        text = np.where(kept, cells, ord(".")).astype(np.uint8).tobytes().decode()
        yield [text[place : place + len(cells)] for place in range(0, len(text), len(cells))]


def text_writer(row: str, header: str = "", open_file: Callable[..., Any] = open) -> Write:
    """Return a writer of text rows from a template with {0} for the puzzle and {1} for the solution."""

    def write(path: Path, chunks: Iterable[list[str]], solution: str) -> None:
        with open_file(path, "wt") as file:
            file.write(header)
            for chunk in chunks:
                file.writelines(row.format(puzzle, solution) for puzzle in chunk)

    return write


def write_parquet(path: Path, chunks: Iterable[list[str]], solution: str) -> None:
    """Write a Parquet file with one row group per ten chunks."""
    arrow: Any = import_module("pyarrow")
    parquet: Any = import_module("pyarrow.parquet")
    schema = arrow.schema([("puzzle", arrow.string()), ("solution", arrow.string())])
    with parquet.ParquetWriter(path, schema) as writer:
        for chunk in chunks:
            writer.write(arrow.table([chunk, [solution] * len(chunk)], schema=schema), row_group_size=10 * CHUNK)


def write_lists(path: Path, chunks: Iterable[list[str]], solution: str) -> None:
    """Write a Parquet file with lists of 81 integers."""
    arrow: Any = import_module("pyarrow")
    parquet: Any = import_module("pyarrow.parquet")
    kind = arrow.list_(arrow.int8())
    schema = arrow.schema([("puzzle", kind), ("solution", kind)])
    with parquet.ParquetWriter(path, schema) as writer:
        for chunk in chunks:
            columns = [arrow.array(list(numbers_of(texts)), kind) for texts in (chunk, [solution] * len(chunk))]
            writer.write(arrow.table(columns, schema=schema), row_group_size=10 * CHUNK)


def write_arrays(path: Path, chunks: Iterable[list[str]], solution: str) -> None:
    """Write an archive of NumPy arrays."""
    puzzles = np.concatenate([numbers_of(chunk) for chunk in chunks])
    np.savez_compressed(path, puzzles=puzzles, solutions=np.tile(numbers_of([solution]), (len(puzzles), 1)))


def numbers_of(texts: list[str]) -> Any:
    """Return the cells of puzzles as an array, a row per puzzle, 0 for an empty cell."""
    cells = np.frombuffer("".join(texts).replace(".", "0").encode(), dtype=np.int8).reshape(len(texts), -1)
    return cells - ord("0")


FORMS: dict[str, Write] = {
    "lines.txt": text_writer("{0}\n"),
    "labels.txt": text_writer("{0};hard\n"),
    "table.csv": text_writer("{0},{1}\n", "puzzle,solution\n"),
    "quoted.csv": text_writer('"{0}","{1}"\n', '"puzzle","solution"\n'),
    "objects.jsonl": text_writer('{{"puzzle": "{0}", "solution": "{1}"}}\n'),
    "lines.gz": text_writer("{0}\n", open_file=partial(gzip.open, compresslevel=1)),
    "lines.bz2": text_writer("{0}\n", open_file=bz2.open),
    "lines.xz": text_writer("{0}\n", open_file=partial(lzma.open, preset=0)),
    "table.parquet": write_parquet,
    "lists.parquet": write_lists,
    "arrays.npz": write_arrays,
}


def main() -> None:
    """Measure all formats, or read the named file."""
    parser = argparse.ArgumentParser(prog="python -m bench.reading", description=__doc__)
    parser.add_argument("--rows", type=int, default=1_000_000, metavar="N", help="rows of a file (default %(default)s)")
    parser.add_argument("--forms", nargs="+", choices=FORMS, default=list(FORMS), help="only these")
    parser.add_argument("--read", metavar="FILE", help="only read this file, in this process")
    arguments = parser.parse_args()
    if arguments.read:
        print(measure(arguments.read))
        return
    solution = str(Grid.simplest())
    with TemporaryDirectory() as folder:
        for form in arguments.forms:
            path = Path(folder) / form
            FORMS[form](path, chunks_of_puzzles(arguments.rows, solution), solution)
            command = [sys.executable, "-m", "bench.reading", "--read", str(path)]
            print(f"{form:<14}", subprocess.check_output(command, text=True), end="", flush=True)  # noqa: S603 - this module
            path.unlink()


def measure(name: str) -> str:
    """Read a whole file; return the CPU time per row and, on Linux, the peak memory."""
    start = time.process_time()
    [(count, _)] = deque(enumerate(read_rows([name]), 1), maxlen=1)
    seconds = time.process_time() - start
    status = Path("/proc/self/status")
    peak = re.search(r"VmHWM:\s+(\d+) kB", status.read_text()) if status.exists() else None
    memory = f", {int(peak[1]) / 1024:.0f} MiB at most" if peak else ""
    return f"{count:>11,} rows, {seconds / count * 1e6:5.2f} us a row{memory}"


if __name__ == "__main__":
    main()

"""`python -m bench.reading`: what reading a row of a collection costs, in each form, and how much memory it takes.

Each form is read in a process of its own, by `read_rows`, from a file with the same random puzzles; they have a
solution beside them where the form lets them.
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
"""How many rows are made at once."""

Write = Callable[[Path, Iterable[list[str]], str], None]
"""Writes the puzzles that come in chunks, and their solution, to a file."""


def chunks_of_puzzles(count: int, solution: str) -> Iterator[list[str]]:
    """Random parts of a solution, so many in all, as lines."""
    rng = np.random.default_rng(SEED)
    cells = np.frombuffer(solution.encode(), dtype=np.uint8)
    for start in range(0, count, CHUNK):
        kept = rng.random((min(CHUNK, count - start), len(cells))) < 0.4
        text = np.where(kept, cells, ord(".")).astype(np.uint8).tobytes().decode()
        yield [text[place : place + len(cells)] for place in range(0, len(text), len(cells))]


def text_writer(row: str, header: str = "", open_file: Callable[..., Any] = open) -> Write:
    """Writes rows of text, in which {0} is the puzzle and {1} the solution."""

    def write(path: Path, chunks: Iterable[list[str]], solution: str) -> None:
        with open_file(path, "wt") as file:
            file.write(header)
            for chunk in chunks:
                file.writelines(row.format(puzzle, solution) for puzzle in chunk)

    return write


def write_parquet(path: Path, chunks: Iterable[list[str]], solution: str) -> None:
    """Write a Parquet file, a row group of each ten chunks."""
    arrow: Any = import_module("pyarrow")
    parquet: Any = import_module("pyarrow.parquet")
    schema = arrow.schema([("puzzle", arrow.string()), ("solution", arrow.string())])
    with parquet.ParquetWriter(path, schema) as writer:
        for chunk in chunks:
            writer.write(arrow.table([chunk, [solution] * len(chunk)], schema=schema), row_group_size=10 * CHUNK)


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
}


def main() -> None:
    """Measure the forms, or read one file where it is named."""
    parser = argparse.ArgumentParser(prog="python -m bench.reading", description=__doc__)
    parser.add_argument("--rows", type=int, default=1_000_000, metavar="N", help="rows of a file (default %(default)s)")
    parser.add_argument("--forms", nargs="+", choices=FORMS, default=list(FORMS), help="only these")
    parser.add_argument("--read", metavar="FILE", help="read this file alone, in this process")
    arguments = parser.parse_args()
    if arguments.read:
        print(measure(arguments.read))
        return
    solution = str(Grid.canonical())
    with TemporaryDirectory() as folder:
        for form in arguments.forms:
            path = Path(folder) / form
            FORMS[form](path, chunks_of_puzzles(arguments.rows, solution), solution)
            command = [sys.executable, "-m", "bench.reading", "--read", str(path)]
            print(f"{form:<14}", subprocess.check_output(command, text=True), end="", flush=True)  # noqa: S603 - this module
            path.unlink()


def measure(name: str) -> str:
    """Read a file to its end, and say what that took: CPU time a row, and the peak of memory where Linux tells it."""
    start = time.process_time()
    [(count, _)] = deque(enumerate(read_rows([name]), 1), maxlen=1)
    seconds = time.process_time() - start
    status = Path("/proc/self/status")
    peak = re.search(r"VmHWM:\s+(\d+) kB", status.read_text()) if status.exists() else None
    memory = f", {int(peak[1]) / 1024:.0f} MiB at most" if peak else ""
    return f"{count:>11,} rows, {seconds / count * 1e6:5.2f} us a row{memory}"


if __name__ == "__main__":
    main()

"""`python -m bench.canonical`: measure the cost of minlex forms, and count distinct forms.

Measures the CPU time of `canonical` for each puzzle, and for the solutions of puzzles with 17 clues. All measurements
use the default build; some are repeated in pure Python.
"""

import argparse
import os
import statistics
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from crosscover.engines import engine
from crosscover.reference import Grid, minlex
from crosscover.reference.canonical import CanonicalForm, canonical
from crosscover.reference.compiled import compiled_build

from .sets import puzzle_sets

FEW_CLUES = ("17clue", "17 clues")
"""Names of the set with 17 clues: in a folder, and among the embedded puzzles."""


@dataclass(frozen=True, slots=True)
class CanonicalCosts:
    """The number of minlex forms in one set, and their cost in microseconds each."""

    collection: str
    puzzles: int
    different: int
    symmetric: int
    median: float
    mean: float
    per_second: int
    pure_median: float

    @classmethod
    def of(cls, name: str, puzzles: Sequence[Grid], pure_limit: int) -> "CanonicalCosts":
        """Measure one set; use the pure build on `pure_limit` puzzles only."""
        forms, times = measure(puzzles)
        with pure_build():
            _, pure_times = measure(puzzles[:pure_limit])
        return cls(
            name,
            len(puzzles),
            len({form.grid for form in forms}),
            sum(form.automorphisms > 1 for form in forms),
            statistics.median(times) * 1e6,
            statistics.fmean(times) * 1e6,
            round(1 / statistics.fmean(times)),
            statistics.median(pure_times) * 1e6,
        )


def main() -> None:
    """Parse the arguments and run the benchmark."""
    parser = argparse.ArgumentParser(prog="python -m bench.canonical", description="Measures minlex forms.")
    parser.add_argument(
        "--puzzles", type=Path, metavar="DIR", help="collections as NAME.txt; default: the embedded puzzles"
    )
    parser.add_argument("--limit", type=int, default=100_000, help="puzzles of each set (default %(default)s)")
    parser.add_argument("--pure-limit", type=int, default=200, help="puzzles for pure Python (default %(default)s)")
    arguments = parser.parse_args()

    build = "compiled" if compiled_build(minlex) else "pure Python, for want of a compiled build"
    columns = ("set", "puzzles", "different", "symmetric", "median us", "mean us", "per second", "pure: median us")
    table = Table(*columns, title=f"minlex forms, {build}")
    for name, puzzles in sets(arguments.puzzles, arguments.limit):
        costs = asdict(CanonicalCosts.of(name, puzzles, arguments.pure_limit)).values()
        table.add_row(*(cost if isinstance(cost, str) else f"{cost:,.6g}" for cost in costs))
    Console(width=120).print(table)


def sets(folder: Path | None, limit: int) -> Iterator[tuple[str, list[Grid]]]:
    """Yield the puzzle sets, followed by the solutions of puzzles with few clues."""
    solver = engine("dlx")
    for name, puzzles in puzzle_sets(folder, limit):
        yield name, puzzles
        if name in FEW_CLUES:
            yield f"{name}, solved", [next(solver(puzzle, 1)) for puzzle in puzzles]


def measure(puzzles: Sequence[Grid]) -> tuple[list[CanonicalForm], list[float]]:
    """Return the minlex forms, and the time for each in seconds."""
    forms: list[CanonicalForm] = []
    times: list[float] = []
    for puzzle in puzzles:
        start = time.process_time()
        form = canonical(puzzle)
        times.append(time.process_time() - start)
        forms.append(form)
    return forms, times


@contextmanager
def pure_build() -> Generator[None]:
    """Use pure Python in this context."""
    before = os.environ.get("CROSSCOVER_PURE", "")
    os.environ["CROSSCOVER_PURE"] = "1"
    try:
        yield
    finally:
        os.environ["CROSSCOVER_PURE"] = before


if __name__ == "__main__":
    main()

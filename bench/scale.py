"""`python -m bench.scale`: measure the cost of auditing a large collection: workers, ledger process, disk.

All times are CPU times. This process first judges puzzles as a worker does, for each set of options. Then it measures
the ledger process's work per row: reading it, sending it in a chunk, receiving the findings and writing them. Findings
are repeated under new numbers. The two costs determine how many cores one ledger can serve.
"""

import argparse
import json
import pickle
from collections import deque
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rich.console import Console
from rich.table import Table

from crosscover.auditing.chunk_judge import ChunkJudge
from crosscover.auditing.distribution import Chunk
from crosscover.auditing.findings import Findings, Input, PuzzleRow
from crosscover.auditing.ledger import Ledger
from crosscover.auditing.request import AuditRequest
from crosscover.auditing.run import read_collection
from crosscover.engines import DEFAULT_PANEL, SAMPLED
from crosscover.puzzle_files import Row
from crosscover.reference import Grid
from crosscover.report.files import atomic_write

from .measuring import cpu_seconds
from .sets import puzzle_sets

DEFAULT_ENGINES = ("dlx", *(name for name in DEFAULT_PANEL if name != "dlx"))

REQUESTS: dict[str, dict[str, Any]] = {
    "dlx": {"engines": ("dlx",)},
    "dlx --no-certify": {"engines": ("dlx",), "certify": False},
    "dlx,bitmask": {"engines": ("dlx", "bitmask")},
    "dlx,bitmask --no-certify": {"engines": ("dlx", "bitmask"), "certify": False},
    "dlx,sat:cadical195": {"engines": ("dlx", "sat:cadical195")},
    "dlx,sat:cadical195,cpsat": {"engines": ("dlx", "sat:cadical195", "cpsat")},
    "default engines": {"engines": DEFAULT_ENGINES, "sampled": SAMPLED},
    "default engines --no-certify": {"engines": DEFAULT_ENGINES, "sampled": SAMPLED, "certify": False},
    "all engines": {"engines": DEFAULT_ENGINES},
    "dlx,bitmask --isomorphs": {"engines": ("dlx", "bitmask"), "isomorphs": True},
    "dlx,bitmask --minimal": {"engines": ("dlx", "bitmask"), "minimal": True},
    "dlx,bitmask --count 100": {"engines": ("dlx", "bitmask"), "count": 100},
}
"""The measured audit options, as fields of `AuditRequest`; audits make certificates by default."""

SIZES = (10**6, 10**7, 10**9)
CORES = 100
"""Number of cores of the assumed cluster."""

CHUNK = 200
"""Number of puzzles per chunk, which a worker judges in 0.4 s."""


@dataclass(frozen=True, slots=True)
class Costs:
    """The cost of a set of options per row: microseconds in a worker and in the ledger process, and bytes."""

    collection: str
    asked: str
    judging: float
    reading: float
    passing: float
    keeping: float
    bytes: float

    @property
    def cores(self) -> float:
        """Number of cores that one ledger can serve."""
        return self.judging / (self.reading + self.passing + self.keeping)

    def needs(self, puzzles: int) -> str:
        """Return the hours that `puzzles` puzzles take on `CORES` cores with enough ledgers, and the gigabytes."""
        return f"{puzzles * self.judging / CORES / 3.6e9:,.2g} h, {puzzles * self.bytes / 1e9:,.3g} GB"


def main() -> None:
    """Parse the arguments and run the benchmark."""
    parser = argparse.ArgumentParser(prog="python -m bench.scale", description="Measures the cost of a large audit.")
    parser.add_argument(
        "--puzzles", type=Path, metavar="DIR", help="collections as NAME.txt; default: the embedded puzzles"
    )
    parser.add_argument("--sets", nargs="+", default=["17clue", "top1465"], metavar="NAME", help="default: %(default)s")
    parser.add_argument("--limit", type=int, default=1000, help="puzzles of each set (default %(default)s)")
    parser.add_argument("--rows", type=int, default=100_000, help="rows of the ledger (default %(default)s)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures")
    arguments = parser.parse_args()

    columns = ("set", "asked", "puzzles/s of a core", "us read + pass + keep", "bytes a row", "cores a ledger serves")
    table = Table(*columns, *(f"{size:,}" for size in SIZES), title=f"CPU time and disk, on {CORES} cores")
    found: list[Costs] = []
    for name, puzzles in puzzle_sets(arguments.puzzles, arguments.limit):
        if arguments.puzzles is None or name in arguments.sets:
            for asked, fields in REQUESTS.items():
                judge = ChunkJudge(AuditRequest(**fields))
                costs = measure(name, asked, judge, puzzles, arguments.rows)
                found.append(costs)
                own = f"{costs.reading:.1f} + {costs.passing:.1f} + {costs.keeping:.1f}"
                figures = (f"{1e6 / costs.judging:,.0f}", own, f"{costs.bytes:,.0f}", f"{costs.cores:,.0f}")
                table.add_row(name, asked, *figures, *map(costs.needs, SIZES))
    Console(width=180).print(table)
    if arguments.json:
        atomic_write(arguments.json, json.dumps([asdict(costs) for costs in found], indent=1) + "\n")


def measure(collection: str, asked: str, judge: ChunkJudge, puzzles: list[Grid], rows: int) -> Costs:
    """Measure judging all puzzles of a set, and writing their findings until there are `rows` rows."""
    judge(_chunk(puzzles[:10]))  # loads and builds the engines
    findings: list[Findings] = []

    def ask() -> None:
        findings.extend(judge(_chunk(puzzles[start : start + CHUNK])) for start in range(0, len(puzzles), CHUNK))

    seconds = cpu_seconds(ask)
    judging = seconds / sum(len(each.puzzle) for each in findings)
    with TemporaryDirectory() as folder:
        reading = cpu_seconds_of_reading(puzzles, Path(folder)) / len(puzzles)
        passing = sum(cpu_seconds_of_passing(each, puzzles) for each in findings) / len(puzzles)
        written, keeping, size = keep(findings, rows, Path(folder) / "audit.db")
    return Costs(
        collection, asked, judging * 1e6, reading * 1e6, passing * 1e6, keeping / written * 1e6, size / written
    )


def cpu_seconds_of_reading(puzzles: list[Grid], folder: Path) -> float:
    """Return the CPU time of reading puzzles from a file."""
    file = folder / "puzzles.txt"
    file.write_text("".join(f"{puzzle}\n" for puzzle in puzzles))
    request, inputs = AuditRequest(("dlx",)), [Input(str(file))]
    return cpu_seconds(lambda: deque(read_collection(request, inputs, [], {}), 0))


def cpu_seconds_of_passing(findings: Findings, puzzles: list[Grid]) -> float:
    """Return this process's CPU time for sending a chunk to another process and receiving the findings."""
    chunk, message = _chunk(puzzles[: len(findings.puzzle)]), pickle.dumps(findings)
    return cpu_seconds(lambda: (pickle.dumps(chunk), pickle.loads(message)))  # noqa: S301 - made here


def keep(findings: list[Findings], rows: int, path: Path) -> tuple[int, float, int]:
    """Write findings to a ledger repeatedly until it contains `rows` rows; return rows, CPU seconds and bytes."""
    written, seconds = 0, 0.0
    ledger = Ledger(path, [], AuditRequest(("dlx",)).settings())
    for chunk in renumbered(findings, rows):
        seconds += cpu_seconds(partial(ledger.keep, chunk))
        written += len(chunk.puzzle)
    seconds += cpu_seconds(ledger.close)
    return written, seconds, path.stat().st_size


def renumbered(findings: list[Findings], rows: int) -> Iterator[Findings]:
    """Yield the findings repeatedly under consecutive numbers, until there are `rows` rows."""
    last = 0
    while last < rows:
        for chunk in findings:
            by = last + 1 - chunk.puzzle[0].number
            yield Findings(
                [row._replace(number=row.number + by) for row in chunk.puzzle],
                [row._replace(number=row.number + by) for row in chunk.certificate],
            )
            last += len(chunk.puzzle)


def _chunk(puzzles: list[Grid]) -> Chunk:
    return tuple(PuzzleRow.of(number, Row(0, number, puzzle, None)) for number, puzzle in enumerate(puzzles, 1))


if __name__ == "__main__":
    main()

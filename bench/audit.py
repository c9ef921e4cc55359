"""`python -m bench.audit`: time whole `crosscover audit` commands side by side, also against another checkout.

Each round runs every variant in each checkout once, in alternating order. Ratios are medians of the ratios within a
round, so temporary load affects all variants equally. They compare the CPU time of a command and all its processes.
The seconds in the table are wall-clock time.
"""

import argparse
import json
import os
import shlex
import statistics
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from crosscover.report.files import atomic_write

from .measuring import cpu_of_children

SET = "17clue"
TIMEOUT = 4 * 3600
"""Command time limit in seconds."""

VARIANTS = {
    "dlx": "--engines dlx",
    "dlx, bitmask": "--engines bitmask",
    "dlx, bitmask, SAT": "--engines bitmask,sat:cadical195",
    "dlx, SAT, CP-SAT": "--engines sat:cadical195,cpsat",
    "all engines": "--engines bitmask,sat:cadical195,cpsat,cpsat-alldiff",
    "default": "",
    "default, no certificates": "--no-certify",
    "default, ledger": "--ledger {scratch}/audit.db",
}
"""The arguments of each variant; `{scratch}` is a new folder for each run."""


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of a command: wall-clock seconds, and CPU seconds of all its processes."""

    wall: float
    cpu: float


@dataclass(frozen=True, slots=True)
class Row:
    """A variant in a checkout: medians of its costs, and of its CPU time relative to the first row and to the rival.

    The rival is the same variant in the other checkout; `to_rival` is None without a rival.
    """

    variant: str
    checkout: str
    wall: float
    cpu: float
    to_first: float
    to_rival: float | None


def main() -> None:
    """Parse the arguments and run the benchmark."""
    parser = argparse.ArgumentParser(prog="python -m bench.audit", description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--puzzles", type=Path, metavar="DIR", required=True, help=f"a folder with {SET}.txt")
    parser.add_argument("--limit", type=int, metavar="N", help="puzzles, drawn evenly from the set (default: all)")
    parser.add_argument("--rounds", type=int, default=3, help="runs of each command (default %(default)s)")
    parser.add_argument("--only", nargs="+", metavar="NAME", choices=VARIANTS, help=f"of {', '.join(VARIANTS)}")
    parser.add_argument(
        "--variant", action="append", default=[], metavar="NAME=ARGUMENTS", help="one more set of arguments"
    )
    parser.add_argument("--against", type=Path, metavar="PATH", help="another checkout, run in the same rounds")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures")
    arguments = parser.parse_args()

    variants = {name: VARIANTS[name] for name in arguments.only or VARIANTS}
    for variant in arguments.variant:
        name, equals, words = variant.partition("=")
        if not equals:
            parser.error(f"--variant {variant}: expected NAME=ARGUMENTS")
        variants[name] = words
    checkouts = {"this": Path(__file__).parents[1]}
    if arguments.against:
        checkouts["other"] = arguments.against
    lines = (arguments.puzzles / f"{SET}.txt").read_text(encoding="ascii").splitlines(keepends=True)
    lines = lines[:: max(1, len(lines) // arguments.limit)][: arguments.limit] if arguments.limit else lines
    with TemporaryDirectory() as folder:
        file = Path(folder) / "puzzles.txt"
        file.write_text("".join(lines), encoding="ascii")
        rounds = [
            measure_all(variants, checkouts, file, backwards=number % 2 == 1) for number in range(arguments.rounds)
        ]
    rows = summarize(rounds)
    print(table(rows, len(lines)))
    if arguments.json:
        report = {"puzzles": len(lines), "rounds": arguments.rounds, "rows": [asdict(row) for row in rows]}
        atomic_write(arguments.json, json.dumps(report, indent=1) + "\n")


def measure_all(
    variants: Mapping[str, str], checkouts: Mapping[str, Path], file: Path, *, backwards: bool
) -> dict[tuple[str, str], Cost]:
    """Return the cost of each variant in each checkout, in the order of the variants."""
    pairs = [(variant, checkout) for variant in variants for checkout in checkouts]
    costs = {
        (variant, checkout): measure(variants[variant], checkouts[checkout], file)
        for variant, checkout in (reversed(pairs) if backwards else pairs)
    }
    return {pair: costs[pair] for pair in pairs}


def measure(arguments: str, checkout: Path, file: Path) -> Cost:
    """Audit a file of puzzles with these arguments; raises RuntimeError if the command fails."""
    with TemporaryDirectory() as scratch:
        words = shlex.split(arguments.replace("{scratch}", scratch))
        before, start = cpu_of_children(), time.perf_counter()
        ended = subprocess.run(  # noqa: S603 - our own command
            [sys.executable, "-m", "crosscover", "audit", *words, str(file)],
            env=os.environ | {"PYTHONPATH": str(checkout / "src")},
            cwd=scratch,
            capture_output=True,
            text=True,
            timeout=TIMEOUT,
            check=False,
        )
        cost = Cost(time.perf_counter() - start, cpu_of_children() - before)
    if ended.returncode:
        raise RuntimeError(f"audit {arguments} of {checkout} ended with {ended.returncode}: {ended.stderr}")
    return cost


def summarize(rounds: Sequence[Mapping[tuple[str, str], Cost]]) -> list[Row]:
    """Return one row per variant and checkout, in the order of the first round."""
    first = next(iter(rounds[0]))
    rows: list[Row] = []
    for variant, checkout in rounds[0]:
        costs = [costs[variant, checkout] for costs in rounds]
        rivals = [pair for pair in rounds[0] if pair[0] == variant and pair[1] != checkout]
        rows.append(
            Row(
                variant,
                checkout,
                statistics.median(cost.wall for cost in costs),
                statistics.median(cost.cpu for cost in costs),
                _ratio(costs, (costs_of_round[first] for costs_of_round in rounds)),
                _ratio(costs, (costs_of_round[rivals[0]] for costs_of_round in rounds)) if rivals else None,
            )
        )
    return rows


def table(rows: Iterable[Row], puzzles: int) -> str:
    """Return the rows as a Markdown table."""
    lines = [
        f"| {puzzles:,} puzzles | checkout | s | puzzles/s | puzzles/s of CPU | times the first | times the other |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for row in rows:
        rates = f"{puzzles / row.wall:,.0f} | {puzzles / row.cpu:,.0f}"
        rival = "" if row.to_rival is None else f"{row.to_rival:.2f}"
        lines.append(f"| {row.variant} | {row.checkout} | {row.wall:.1f} | {rates} | {row.to_first:.2f} | {rival} |")
    return "\n".join(lines)


def _ratio(costs: Iterable[Cost], others: Iterable[Cost]) -> float:
    return statistics.median(cost.cpu / other.cpu for cost, other in zip(costs, others, strict=True))


if __name__ == "__main__":
    main()

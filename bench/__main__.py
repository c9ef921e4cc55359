"""`python -m bench`: race every engine and peer on every set, print tables, write JSON and a plot."""

import argparse
import json
import platform
import sys
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from rich.console import Console

from .growth import growth
from .measuring import Measurement, measure_program, race, summarize
from .naive import naive
from .overhead import VerdictCost, verdict_cost
from .peers import PEER_PACKAGES, peers, programs
from .plots import plot, show
from .results import update_results
from .sets import puzzle_sets
from .solvers import BASELINE, ours

PACKAGES = ("crosscover", "ortools", "python-sat", *PEER_PACKAGES)


def main() -> None:
    """Parse the arguments and run the benchmark."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measures engines and peers in one run.")
    parser.add_argument(
        "--puzzles", type=Path, metavar="DIR", help="collections as NAME.txt; default: the embedded puzzles"
    )
    parser.add_argument("--limit", type=int, default=1000, help="puzzles of each set (default %(default)s)")
    parser.add_argument("--seconds", type=float, default=5, help="CPU time of a solver for a set (default %(default)s)")
    parser.add_argument("--only", nargs="+", metavar="SOLVER", help="only these solvers beside the reference")
    parser.add_argument("--no-growth", action="store_true", help="skip the growth curves")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures, beside others in the file")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="write a picture; needs matplotlib")
    parser.add_argument("--redraw", type=Path, metavar="FILE", help="only plot the figures that --json wrote to FILE")
    arguments = parser.parse_args()
    if arguments.redraw:
        if not arguments.plot:
            parser.error("--redraw needs --plot")
        _redraw(arguments.redraw, arguments.plot)
        return

    console = Console(width=110)
    solvers = [s for s in [*ours(), *naive(), *peers()] if s.name == BASELINE or _wanted(s.name, arguments.only)]
    sets: dict[str, list[Measurement]] = {}
    costs: dict[str, VerdictCost] = {}
    drawn = dict(puzzle_sets(arguments.puzzles, arguments.limit))
    for name, puzzles in drawn.items():
        samples = race(solvers, puzzles, arguments.seconds)
        sets[name] = [summarize(solver, samples, BASELINE) for solver in solvers]
        sets[name] += [
            measure_program(program, puzzles, samples, BASELINE)
            for program in programs()
            if _wanted(program.name, arguments.only)
        ]
        show(name, sets[name], console)
        costs[name] = verdict_cost(puzzles, arguments.seconds)
        console.print(f"{name}: {costs[name]}", highlight=False)
    curves = {} if arguments.no_growth else growth(next(iter(drawn.values())), arguments.seconds * 4)
    for amount, by_engine in curves.items():
        for engine, curve in by_engine.items():
            points = "   ".join(f"{size:,}: {seconds:.4g} s" for size, seconds in curve)
            console.print(f"{engine} over {amount}: {points}", highlight=False)
    if arguments.json:
        rows = {name: [asdict(row) | {"rate": row.rate} for row in rows] for name, rows in sets.items()}
        verdicts = {name: asdict(cost) for name, cost in costs.items()}
        parts = {"versions": _versions(), "sets": rows, "verdicts": verdicts, "growth": curves}
        update_results(arguments.json, parts)
    if arguments.plot:
        plot(sets, curves, arguments.plot, [solver.name for solver in ours()])


def _redraw(source: Path, target: Path) -> None:
    """Plot the figures of an earlier run."""
    figures = json.loads(source.read_text(encoding="utf-8"))
    fields = Measurement.__dataclass_fields__
    sets = {
        name: [Measurement(**{key: value for key, value in row.items() if key in fields}) for row in rows]
        for name, rows in figures["sets"].items()
    }
    plot(sets, figures["growth"], target, [solver.name for solver in ours()])


def _wanted(name: str, only: list[str] | None) -> bool:
    return only is None or name in only


def _versions() -> dict[str, str]:
    versions = {"python": platform.python_version(), "machine": platform.machine(), "system": sys.platform}
    for package in PACKAGES:
        try:
            versions[package] = version(package)
        except PackageNotFoundError:
            continue
    return versions


if __name__ == "__main__":
    main()

"""`python -m bench.covers`: processor time of the engines for exact covers on drawn problems, side by side."""

import argparse
import time
from pathlib import Path
from statistics import median

from crosscover.covers.engines import ENGINES
from crosscover.covers.panel import MAX_COVERS
from crosscover.covers.problem import Problem
from crosscover.covers.strategies import problems
from crosscover.harness.examples import run_examples

from .results import show_table, update_results

SIZES = ((6, 9), (8, 16), (12, 40), (16, 60), (24, 120))
"""Maximum items and options of the drawn problems; problems with fewer than two thirds of the options are skipped."""

PROBLEMS = 100


def drawn(items: int, options: int) -> list[Problem]:
    """Return problems of about this size."""
    found: list[Problem] = []

    def keep(problem: Problem) -> None:
        if 3 * len(problem.options) >= 2 * options:
            found.append(problem)

    run_examples(problems(max_items=items, max_options=options), keep, seed=1, count=10 * PROBLEMS, shrink=False)
    return found[:PROBLEMS]


def main() -> None:
    """Print the median of each engine in milliseconds, and median and maximum of their sum."""
    parser = argparse.ArgumentParser(prog="python -m bench.covers", description="Measures engines for exact covers.")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the table, beside others in the file")
    arguments = parser.parse_args()
    rows = [_row(items, options) for items, options in SIZES]
    show_table(f"milliseconds of CPU, medians of at most {PROBLEMS} problems", rows)
    if arguments.json:
        update_results(arguments.json, {"covers": rows})


def _row(items: int, options: int) -> dict[str, str]:
    times: dict[str, list[float]] = {name: [] for name in ENGINES}
    covers: list[int] = []
    chosen = drawn(items, options)
    for engine in ENGINES.values():
        engine(chosen[0], MAX_COVERS)  # loads its library
    for problem in chosen:
        found = 0
        for name, engine in ENGINES.items():
            started = time.process_time()
            found = len(engine(problem, MAX_COVERS))
            times[name].append(1000 * (time.process_time() - started))
        covers.append(found)
    sums = [sum(each) for each in zip(*times.values(), strict=True)]
    return {
        "items x options": f"{items} x {options}",
        "problems": f"{len(chosen)}",
        "covers": f"{median(covers):g}",
        **{name: f"{median(each):.2f}" for name, each in times.items()},
        "all": f"{median(sums):.2f}",
        "all: maximum": f"{max(sums):.2f}",
    }


if __name__ == "__main__":
    main()

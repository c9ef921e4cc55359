"""`python -m bench.covers`: processor time of the engines for exact covers on drawn problems, side by side."""

import time
from statistics import median

from rich.console import Console
from rich.table import Table

from crosscover.covers.engines import ENGINES
from crosscover.covers.panel import MAX_COVERS
from crosscover.covers.problem import Problem
from crosscover.covers.strategies import problems
from crosscover.harness.examples import run_examples

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
    table = Table("items x options", "problems", "covers", *ENGINES, "all: median", "all: maximum")
    for items, options in SIZES:
        times: dict[str, list[float]] = {name: [] for name in ENGINES}
        covers: list[int] = []
        chosen = drawn(items, options)
        for problem in chosen:
            found = 0
            for name, engine in ENGINES.items():
                started = time.process_time()
                found = len(engine(problem, MAX_COVERS))
                times[name].append(1000 * (time.process_time() - started))
            covers.append(found)
        sums = [sum(each) for each in zip(*times.values(), strict=True)]
        figures = [*map(median, times.values()), median(sums), max(sums)]
        table.add_row(
            f"{items} x {options}", f"{len(chosen)}", f"{median(covers):g}", *(f"{each:.2f}" for each in figures)
        )
    Console(width=110).print(table)


if __name__ == "__main__":
    main()

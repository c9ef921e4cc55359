"""Reports of a selftest: a line for each run, a table that fits a screen or a page, and JSON."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import groupby
from math import ceil
from statistics import median

import msgspec
from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from crosscover import __version__
from crosscover.harness.limits import DEFAULT_SECONDS
from crosscover.output import escape_line
from crosscover.report.words import pluralize

from .judging import SUITE_FAILURES, CaseResult, MutantResult
from .zoo.model import Kind, RightSolver

PLACE = re.compile(r"(?<=<!-- selftest -->\n).*(?=^<!-- end -->$)", re.MULTILINE | re.DOTALL)
"""The part of a page that a selftest replaces."""

COLUMNS = ("mistake", "solvers", "runs", "caught", "timed out", "missed", "puzzles", "seconds", "maximum")

WIDTH = 120
"""Width of the table in columns."""

SECONDS_OF_A_RUN = DEFAULT_SECONDS + 16
"""Maximum duration of a run in seconds on an idle machine."""


def show_progress(results: Iterable[CaseResult], total: int, console: Console) -> Iterator[CaseResult]:
    """Yield the results unchanged, and print a line for each."""
    for number, result in enumerate(results, 1):
        console.print(f"{number}/{total} {escape(_line(result))}")
        yield result


def show(runs: Sequence[CaseResult], seconds: float, console: Console) -> None:
    """Print the table, the runs that need attention, and the duration."""
    console.width = max(console.width, WIDTH)
    console.print(table(runs))
    for run in runs:
        if run.result in (*SUITE_FAILURES, MutantResult.NOT_RUN):
            console.print(escape(_line(run)), soft_wrap=True)
    longest, over = max(runs, key=lambda run: run.seconds), sum(run.seconds > SECONDS_OF_A_RUN for run in runs)
    console.print(
        f"{seconds:.0f} s; the longest run took {longest.seconds:.1f} s ({longest.case.solver.name}), "
        f"{over} took more than {SECONDS_OF_A_RUN:.0f} s",
        soft_wrap=True,
    )


def table(runs: Sequence[CaseResult]) -> Table:
    """Return a Markdown table with rows for each kind of mistake, all wrong solvers, and all correct solvers.

    The columns `puzzles` and `seconds` are medians up to the first failure of a run.
    """
    made = Table(box=box.MARKDOWN)
    for column in COLUMNS:
        made.add_column(column, justify="left" if column == COLUMNS[0] else "right", no_wrap=True)
    wrong = sorted(
        ((run.case.solver.kind, run) for run in runs if not isinstance(run.case.solver, RightSolver)),
        key=lambda pair: list(Kind).index(pair[0]),
    )
    for kind, pairs in groupby(wrong, key=lambda pair: pair[0]):
        made.add_row(escape(kind.value), *_cells([run for _, run in pairs]))
    made.add_row("all wrong solvers", *_cells([run for _, run in wrong]))
    made.add_row("correct solvers", *_cells([run for run in runs if isinstance(run.case.solver, RightSolver)]))
    return made


def _cells(runs: Sequence[CaseResult]) -> Iterator[str]:
    """Yield the cells of a row after its name."""
    results = [run.result for run in runs]
    caught = [run for run in runs if run.puzzles_to_kill is not None]
    seconds = [run.seconds for run in caught]
    yield str(len({run.case.solver.name for run in runs}))
    yield str(len(runs))
    yield str(len(caught))
    yield str(results.count(MutantResult.TIMED_OUT))
    yield str(results.count(MutantResult.SURVIVED) + results.count(MutantResult.PASSED))
    yield str(ceil(median(run.puzzles_to_kill or 0 for run in caught))) if caught else ""
    yield f"{median(seconds):.1f}" if seconds else ""
    yield f"{max(seconds):.1f}" if seconds else ""


def with_table(page: str, runs: Sequence[CaseResult]) -> str:
    """Return a page with the table between its comments `selftest` and `end`; raise ValueError if they are missing."""
    if not PLACE.search(page):
        raise ValueError("the page has no comments <!-- selftest --> and <!-- end -->")
    console = Console(width=WIDTH, color_system=None)
    with console.capture() as captured:
        console.print(table(runs))
    lines = (line.strip() for line in captured.get().splitlines())
    seeds = ", ".join(sorted({str(run.case.seed) for run in runs}, key=int))
    head = f"On {date.today():%Y-%m-%d}, with version {__version__} and the seeds {seeds}:"
    text = "\n".join(line for line in lines if line)
    return PLACE.sub(lambda _: f"\n{head}\n\n{text}\n\n", page)


def to_json(runs: Sequence[CaseResult]) -> str:
    """Return the runs as JSON, each with its solver, its result and the result of each property."""
    return json.dumps({"crosscover": __version__, "runs": list(map(_to_plain, runs))}, indent=1) + "\n"


def _to_plain(run: CaseResult) -> dict[str, object]:
    solver = run.case.solver
    return {
        "name": solver.name,
        "kind": "right" if isinstance(solver, RightSolver) else solver.kind.value,
        "contract": solver.options.contract.name,
        "seed": run.case.seed,
        "result": run.result.value,
        "reason": run.reason,
        "seconds": round(run.seconds, 2),
        "puzzles_to_kill": run.puzzles_to_kill,
        "properties": msgspec.to_builtins(run.properties),
    }


def _line(run: CaseResult) -> str:
    """Return the result of a run, with its reason if it needs attention."""
    after = f" after {pluralize(run.puzzles_to_kill, 'puzzles')}" if run.puzzles_to_kill is not None else ""
    needed = f": {escape_line(run.reason)}" if run.result in (*SUITE_FAILURES, MutantResult.NOT_RUN) else ""
    return f"{run.case.solver.name}, seed {run.case.seed}: {run.result.value}{after}, {run.seconds:.1f} s{needed}"

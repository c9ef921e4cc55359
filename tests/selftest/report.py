"""Reports of a selftest: a line for each run, a table that fits a screen or a page, and JSON lines."""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from pathlib import Path
from statistics import median

import msgspec
from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from crosscover import __version__
from crosscover.harness.limits import DEFAULT_SECONDS
from crosscover.output import escape_line

from .judging import CORRECT, SUITE_FAILURES, CaseResult, MutantResult
from .zoo.model import Kind

PLACE = re.compile(r"(?<=<!-- selftest -->\n).*(?=^<!-- end -->$)", re.MULTILINE | re.DOTALL)
"""The part of a page that a selftest replaces."""

COLUMNS = ("mistake", "solvers", "runs", "caught", "timed out", "missed", "first line", "end", "stated")

CAUGHT = (MutantResult.KILLED, MutantResult.TIMED_OUT, MutantResult.FALSE_POSITIVE)

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
        f"{seconds:.0f} s; the longest run took {longest.seconds:.1f} s ({longest.name}), "
        f"{over} took more than {SECONDS_OF_A_RUN:.0f} s",
        soft_wrap=True,
    )


def table(runs: Sequence[CaseResult]) -> Table:
    """Return a Markdown table with rows for each kind of mistake, all wrong solvers, and correct solvers.

    The columns `first line` and `end` are the median and the maximum time of caught runs in seconds.
    """
    made = Table(box=box.MARKDOWN)
    for column in COLUMNS:
        made.add_column(column, justify="left" if column == COLUMNS[0] else "right", no_wrap=True)
    wrong = [run for run in runs if run.is_wrong]
    for kind in Kind:
        if of_kind := [run for run in wrong if run.row == kind.value]:
            made.add_row(escape(kind.value), *_cells(of_kind))
    if wrong:
        made.add_row("all wrong solvers", *_cells(wrong))
    for row in CORRECT.values():
        if correct := [run for run in runs if run.row == row]:
            made.add_row(row, *_cells(correct))
    return made


def _cells(runs: Sequence[CaseResult]) -> Iterator[str]:
    """Yield the cells of a row after its name."""
    results = [run.result for run in runs]
    caught = [run for run in runs if run.result in CAUGHT]
    yield str(len({run.name for run in runs}))
    yield str(len(runs))
    yield str(len(caught))
    yield str(results.count(MutantResult.TIMED_OUT))
    yield str(results.count(MutantResult.SURVIVED) + results.count(MutantResult.PASSED))
    yield _times([run.first for run in caught if run.first is not None])
    yield _times([run.seconds for run in caught])
    yield str(len({run.name for run in caught if run.circumstances})) if caught else ""


def _times(seconds: Sequence[float]) -> str:
    """Return the median and the maximum of times; empty if there are none."""
    return f"{median(seconds):.1f} / {max(seconds):.1f}" if seconds else ""


def with_table(page: str, runs: Sequence[CaseResult]) -> str:
    """Return a page with the table between its comments `selftest` and `end`; raise ValueError if they are missing."""
    if not PLACE.search(page):
        raise ValueError("the page has no comments <!-- selftest --> and <!-- end -->")
    console = Console(width=WIDTH, color_system=None)
    with console.capture() as captured:
        console.print(table(runs))
    lines = (line.strip() for line in captured.get().splitlines())
    seeds = ", ".join(sorted({str(run.seed) for run in runs}, key=int))
    head = f"On {date.today():%Y-%m-%d}, with version {__version__} and the seeds {seeds}:"
    text = "\n".join(line for line in lines if line)
    return PLACE.sub(lambda _: f"\n{head}\n\n{text}\n\n", page)


def read_runs(path: Path) -> dict[tuple[str, int], CaseResult]:
    """Return the runs of this version in a file, one per line, by name and seed; none if there is no file.

    Raises ValueError for a line that is no run.
    """
    lines = path.read_bytes().splitlines() if path.exists() else []
    runs = map(msgspec.json.Decoder(CaseResult).decode, lines)
    return {(run.name, run.seed): run for run in runs if run.version == __version__}


def append_run(path: Path, run: CaseResult) -> None:
    """Add a run to a file."""
    with path.open("ab") as file:
        file.write(msgspec.json.encode(run) + b"\n")


def _line(run: CaseResult) -> str:
    """Return the result of a run, with its reason if it needs attention."""
    first = f", the first failure after {run.first:.1f} s" if run.first is not None else ""
    needed = f": {escape_line(run.reason)}" if run.result in (*SUITE_FAILURES, MutantResult.NOT_RUN) else ""
    return f"{run.name}, seed {run.seed}: {run.result.value}, {run.seconds:.1f} s{first}{needed}"

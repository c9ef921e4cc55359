"""A selftest for people: the kill matrix, a summary of each class of mistakes, and what is to be mended."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import ceil
from statistics import median
from string import ascii_letters

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from crosscover.report.words import escape_unprintable

from .judging import Fate
from .result import Result, Row

WIDE = 200
"""Columns of the matrix where it is not shown on a terminal."""

LEGEND = (
    "a number: the puzzles judged under a property when it failed, the median of the runs; "
    "t: nothing worse was seen than late answers; ·: the property held; blank: it was not asked, or had no turn"
)


def show(result: Result, console: Console) -> None:
    """Print everything."""
    if not console.is_terminal:
        console.width = WIDE
    if result.mutants:
        console.print(matrix(result))
        for letter, name in _letters(result):
            console.print(f"  {letter}  {escape(name)}: kills {result.kills(name)}")
        console.print(LEGEND, soft_wrap=True)
        console.print(summary(result))
    for line in closing(result):
        console.print(escape(line), soft_wrap=True)


def matrix(result: Result) -> Table:
    """The mutants down, the properties across."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 0, 0, 1), header_style="bold")
    table.add_column("mutant", no_wrap=True)
    for letter, _ in _letters(result):
        table.add_column(letter, justify="right", no_wrap=True)
    table.add_column("first", justify="right", no_wrap=True)
    table.add_column("runs", justify="right", no_wrap=True)
    for kind, rows in groupby(result.mutants, key=lambda row: row.solver.kind):
        table.add_row(f"[bold]{escape(kind)}")
        for row in rows:
            cells = [_cell(row, name) for name in result.properties]
            killed = f"{row.killed}/{len(row.runs)}"
            style = None if row.killed == len(row.runs) else "red"
            table.add_row(f" {escape(row.solver.name)}", *cells, _number(row.puzzles), killed, style=style)
    return table


def summary(result: Result) -> Table:
    """How many of each class were killed, counted in runs."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("class", no_wrap=True)
    for title in (
        "mutants",
        "runs",
        "killed",
        "timed out",
        "survived",
        "faults",
        "not run",
        "median puzzles to a kill",
    ):
        table.add_column(title, justify="right")
    for kind, rows in groupby(result.mutants, key=lambda row: row.solver.kind):
        table.add_row(escape(kind), *_counts(list(rows)))
    table.add_section()
    table.add_row("all", *_counts(result.mutants))
    return table


def closing(result: Result) -> Iterator[str]:
    """What is to be mended, one line each, and the verdict at the end."""
    for row, run in result.runs(Fate.SURVIVED):
        yield f"SURVIVED: {row.solver.name} with the seed {run.case.seed}. {row.solver.source.description}"
    for row, run in result.runs(Fate.ACCUSED):
        yield f"ACCUSED: {row.solver.name}, which is right, with the seed {run.case.seed}: {escape_unprintable(run.reason)}"
    for row, run in result.runs(Fate.FAULT):
        yield f"FAULT: {row.solver.name} with the seed {run.case.seed}: {escape_unprintable(run.reason)}"
    for row, run in result.runs(Fate.NOT_RUN):
        yield f"not run: {row.solver.name}: {escape_unprintable(run.reason)}"
    right = len(result.runs(Fate.CLEARED))
    accused = len(result.runs(Fate.ACCUSED))
    yield f"right solvers: {len(result.right)}, in {right + accused} runs; accused in {accused}"
    killed, late, survived = (len(result.runs(fate)) for fate in (Fate.KILLED, Fate.TIMED_OUT, Fate.SURVIVED))
    seeds = ", ".join(map(str, result.seeds))
    yield (
        f"mutants: {len(result.mutants)}, in {killed + late + survived} runs; killed in {killed}, "
        f"by late answers alone in {late}, survived {survived}; seeds {seeds}; {result.seconds:.0f} s"
    )


def _letters(result: Result) -> Iterator[tuple[str, str]]:
    return zip(ascii_letters, result.properties, strict=False)


def _cell(row: Row, name: str) -> str:
    kill = row.kill(name)
    if kill is not None:
        return f"{_number(kill.puzzles)}{'t' if kill.late else ''}"
    return "·" if row.under(name) else ""


def _counts(rows: Sequence[Row]) -> Iterator[str]:
    yield str(len(rows))
    yield str(sum(len(row.runs) for row in rows))
    for fate in (Fate.KILLED, Fate.TIMED_OUT, Fate.SURVIVED, Fate.FAULT, Fate.NOT_RUN):
        yield str(sum(row.number(fate) for row in rows))
    kills = [row.puzzles for row in rows if row.puzzles is not None]
    yield _number(median(kills) if kills else None)


def _number(number: float | None) -> str:
    return "" if number is None else str(ceil(number))

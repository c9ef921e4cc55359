"""Reports of a selftest: progress, tables for people, JSON for programs."""

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from math import ceil
from statistics import median
from string import ascii_letters

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from crosscover import __version__
from crosscover.harness.limits import DEFAULT_SECONDS
from crosscover.output import escape_line

from .judging import SUITE_FAILURES, CaseResult, MutantResult
from .result import Row, SelftestResult

FORMAT = "crosscover-selftest"
VERSION = 2

WIDTH = 200
"""Width of the tables in columns if the output is not a terminal."""

SECONDS_OF_A_RUN = DEFAULT_SECONDS + 16
"""Maximum duration of a run in seconds on an idle machine."""

LEGEND = (
    "a number: the puzzles judged under a property when it failed, the median of the runs; "
    "t: only timeouts; ·: the property passed; blank: it does not apply, or was not run"
)


def show_progress(results: Iterable[CaseResult], total: int, console: Console) -> Iterator[CaseResult]:
    """Yield the results unchanged and show progress: a bar on a terminal, otherwise a line for each result."""
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console,
        auto_refresh=False,  # a drawing thread may hold a lock while the judging processes are forked
        transient=True,
        disable=not console.is_terminal,
    )
    with bar:
        task = bar.add_task("judging", total=total)
        for number, result in enumerate(results, 1):
            bar.update(task, advance=1, description=escape(result.case.solver.name), refresh=True)
            if not console.is_terminal or result.result in SUITE_FAILURES:
                console.print(f"{number}/{total} {escape(_line(result))}")
            yield result


def show(result: SelftestResult, console: Console) -> None:
    """Print which property killed which mutant, a summary of each kind of mistake, and what needs attention."""
    if not console.is_terminal:
        console.width = WIDTH
    if result.mutants:
        console.print(kill_matrix(result))
        for letter, name in _letters(result):
            console.print(f"  {letter}  {escape(name)}: kills {result.kills(name)}")
        console.print(LEGEND, soft_wrap=True)
        console.print(summary(result))
    for line in closing_lines(result):
        console.print(escape(line), soft_wrap=True)


def kill_matrix(result: SelftestResult) -> Table:
    """A table with a row for each mutant and a column for each property."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 0, 0, 1), header_style="bold")
    table.add_column("mutant", no_wrap=True)
    for title in (*(letter for letter, _ in _letters(result)), "first", "runs"):
        table.add_column(title, justify="right", no_wrap=True)
    for kind, rows in groupby(result.mutants, key=lambda row: row.kind):
        table.add_row(f"[bold]{escape(kind)}")
        for row in rows:
            cells = [_cell(row, name) for name in result.properties]
            killed = f"{row.killed}/{len(row.runs)}"
            style = None if row.killed == len(row.runs) else "red"
            table.add_row(f" {escape(row.solver.name)}", *cells, _number(row.puzzles_to_kill), killed, style=style)
    return table


SUMMARIZED = (
    MutantResult.KILLED,
    MutantResult.TIMED_OUT,
    MutantResult.SURVIVED,
    MutantResult.FAULT,
    MutantResult.NOT_RUN,
)


def summary(result: SelftestResult) -> Table:
    """A table of kinds of mutants with the number of runs that killed one."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("kind", no_wrap=True)
    for title in ("mutants", "runs", *(one.value for one in SUMMARIZED), "median puzzles to a kill"):
        table.add_column(title, justify="right")
    for kind, rows in groupby(result.mutants, key=lambda row: row.kind):
        table.add_row(escape(kind), *_counts(list(rows)))
    table.add_section()
    table.add_row("all", *_counts(result.mutants))
    return table


def closing_lines(result: SelftestResult) -> Iterator[str]:
    """A line for each result that needs attention, then the totals."""
    for run in result.runs(MutantResult.SURVIVED):
        reason = f" ({escape_line(run.reason)})" if run.reason else ""
        yield f"SURVIVED: {run.case.solver.name} with the seed {run.case.seed}. {run.case.solver.description}{reason}"
    for run in result.runs(MutantResult.FALSE_POSITIVE):
        yield f"FALSE POSITIVE: {_because(run)}"
    for run in result.runs(MutantResult.FAULT):
        yield f"FAULT: {_because(run)}"
    for run in result.runs(MutantResult.NOT_RUN):
        yield f"not run: {_because(run)}"
    mutants = len(result.mutants)
    killed, timed_out, survived, passed, wrong = (
        len(result.runs(one))
        for one in (
            MutantResult.KILLED,
            MutantResult.TIMED_OUT,
            MutantResult.SURVIVED,
            MutantResult.PASSED,
            MutantResult.FALSE_POSITIVE,
        )
    )
    times = sorted(run.seconds for row in result.mutants for run in row.runs if run.ended_by_failure)
    if times:
        most = times[ceil(0.95 * len(times)) - 1]
        yield f"seconds to the first failure: median {median(times):.1f}, 95 % in {most:.1f}, all in {times[-1]:.1f}"
    runs = [run for row in result.rows for run in row.runs]
    if runs:
        longest, over = max(runs, key=lambda run: run.seconds), sum(run.seconds > SECONDS_OF_A_RUN for run in runs)
        yield (
            f"longest run: {longest.seconds:.1f} s, {longest.case.solver.name} with the seed {longest.case.seed}; "
            f"runs of more than {SECONDS_OF_A_RUN:.0f} s: {over}"
        )
    yield f"right solvers: {len(result.rows) - mutants}, in {passed + wrong} runs; false positives {wrong}"
    yield (
        f"mutants: {mutants}, in {killed + timed_out + survived} runs; killed {killed}, by timeouts alone {timed_out}, "
        f"survived {survived}; seeds {', '.join(map(str, result.seeds))}; {result.seconds:.0f} s"
    )


def to_json(result: SelftestResult, exit_code: int) -> str:
    """The result as one JSON object.

    `format` and `version` identify the format, `seeds` lists the seeds, `exit_code` is that of the command, and
    `kills` the number of mutants that each property killed. `solvers` has an object for each solver: `name`, `kind`
    (`right`, or the kind of mistake), `description`, `contract`, `puzzles_to_kill`, and `runs`, one for each seed,
    with its `result` and the result of each property.
    """
    report = {
        "format": FORMAT,
        "version": VERSION,
        "crosscover": __version__,
        "seeds": list(result.seeds),
        "seconds": round(result.seconds, 1),
        "exit_code": exit_code,
        "kills": {name: result.kills(name) for name in result.properties},
        "solvers": list(map(_solver_to_json, result.rows)),
    }
    return json.dumps(report, indent=1) + "\n"


def _solver_to_json(row: Row) -> dict[str, object]:
    return {
        "name": row.solver.name,
        "kind": row.kind,
        "description": row.solver.description,
        "contract": row.solver.options.contract.name,
        "puzzles_to_kill": row.puzzles_to_kill,
        "runs": list(map(_run_to_json, row.runs)),
    }


def _run_to_json(run: CaseResult) -> dict[str, object]:
    return {
        "seed": run.case.seed,
        "result": run.result.value,
        "reason": run.reason,
        "seconds": round(run.seconds, 2),
        "puzzles_to_kill": run.puzzles_to_kill,
        "properties": [
            {
                "name": one.name,
                "status": one.status.value,
                "judged": one.judged,
                "failed_after": one.failed_after,
                "seconds": round(one.seconds, 2),
                "reason": one.reason,
                "not_asked": one.not_asked,
            }
            for one in run.properties
        ],
    }


def _line(run: CaseResult) -> str:
    after = f" after {run.puzzles_to_kill} puzzles" if run.puzzles_to_kill is not None else ""
    reason = f"; {escape_line(run.reason)}" if run.result in SUITE_FAILURES and run.reason else ""
    return f"{run.case.solver.name}, seed {run.case.seed}: {run.result.value}{after}, {run.seconds:.1f} s{reason}"


def _because(run: CaseResult) -> str:
    return f"{run.case.solver.name} with the seed {run.case.seed}: {escape_line(run.reason)}"


def _letters(result: SelftestResult) -> Iterator[tuple[str, str]]:
    return zip(ascii_letters, result.properties, strict=False)


def _cell(row: Row, name: str) -> str:
    kill = row.kill(name)
    if kill is not None:
        return f"{_number(kill.puzzles)}{'t' if kill.timed_out else ''}"
    return "·" if row.under(name) else ""


def _counts(rows: Sequence[Row]) -> Iterator[str]:
    yield str(len(rows))
    yield str(sum(len(row.runs) for row in rows))
    for result in SUMMARIZED:
        yield str(sum(row.count(result) for row in rows))
    kills = [row.puzzles_to_kill for row in rows if row.puzzles_to_kill is not None]
    yield _number(median(kills) if kills else None)


def _number(number: float | None) -> str:
    return "" if number is None else str(ceil(number))

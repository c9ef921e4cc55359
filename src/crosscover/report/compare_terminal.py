"""A comparison as people read it: the solvers, a table of properties, the speed, where solvers differ, the result."""

from collections.abc import Sequence
from typing import TextIO

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from crosscover.exit_code import ExitCode

from .comparison import Comparison, Disagreement, cell, column_names, remarks, verdict_line
from .display import FAINT, TITLE, TONE_STYLES, make_console
from .performance import speed
from .plural import pluralize
from .run_record import RunRecord
from .words import escape_unprintable

WIDE = 140
"""Columns where nothing is known of who reads."""

MAX_PUZZLES = 7
"""A batch of more puzzles is shown by its failing one alone."""


def print_comparison(comparison: Comparison, stream: TextIO) -> None:
    """Write the comparison; the solvers are columns, named by letters."""
    console = make_console(stream, WIDE)
    names = column_names(len(comparison.runs))
    for name, run in zip(names, comparison.runs, strict=True):
        _print(console, Text.assemble((f"{name:<3}", TITLE), f"{run.label}  ", (_facts(run), FAINT)))
        _print(console, Text(f"   {run.repeat}", FAINT))
    _print_properties(console, comparison, names)
    _print_speeds(console, comparison, names)
    for one in comparison.disagreements:
        _print_disagreement(console, one, names)
    for changes in comparison.changes:
        earlier, later = names[changes.earlier], names[changes.later]
        draws = "one seed, the same versions" if changes.same_seed else "other seeds or versions"
        _print(console, Text(f"\nFrom {earlier} to {later} ({draws})", TITLE))
        for change, properties in changes.properties.items():
            _print(console, Text(f"{change.value}: {', '.join(map(escape_unprintable, properties))}"))
        if not changes.properties:
            _print(console, Text("nothing has changed"))
    _print(console, Text())
    verdict, rest = verdict_line(comparison)
    _print(console, Text(f"{verdict} {rest}", "bold green" if comparison.exit_code is ExitCode.GOOD else "bold red"))
    for remark in remarks(comparison):
        _print(console, Text(escape_unprintable(remark)))


def _facts(run: RunRecord) -> str:
    source = f", read from {escape_unprintable(run.source)}" if run.source else ""
    judged, rounds = pluralize(run.judged, "puzzles"), pluralize(run.rounds, "rounds")
    return f"contract {run.contract}, seed {run.seed}, {rounds}, {judged} in {run.seconds:.1f} s{source}"


def _print_properties(console: Console, comparison: Comparison, names: Sequence[str]) -> None:
    table = Table("property", *names, box=box.SIMPLE_HEAD, pad_edge=False)
    for name in comparison.properties:
        table.add_row(
            escape_unprintable(name),
            *(Text(cell(one), TONE_STYLES[one.tone]) for one in comparison.row(name)),
        )
    console.print(table)


def _print_speeds(console: Console, comparison: Comparison, names: Sequence[str]) -> None:
    kinds = dict.fromkeys(kind for run in comparison.runs for kind in run.rates)
    if not kinds:
        return
    table = Table("processor time", *names, box=box.SIMPLE_HEAD, pad_edge=False)
    for kind in kinds:
        rates = [run.rates.get(kind) for run in comparison.runs]
        table.add_row(escape_unprintable(kind), *("not measured" if rate is None else speed(rate) for rate in rates))
    console.print(table)


def _print_disagreement(console: Console, one: Disagreement, names: Sequence[str]) -> None:
    proved = " (certified)" if one.certified else ""
    reason, *_ = one.reason.splitlines() or [""]
    _print(console, Text(f"\n{escape_unprintable(reason)}", TITLE))
    _print(console, Text(f"under {', '.join(map(escape_unprintable, one.properties))}", FAINT))
    if len(one.batch) > MAX_PUZZLES:
        _print(console, Text(f"{pluralize(len(one.batch), 'puzzles')} in one run; this one fails:"))
    for place, puzzle in enumerate(one.batch):
        fails = place == one.failing_index
        if fails or len(one.batch) <= MAX_PUZZLES:
            _print(console, Text(f"{'>' if fails else ' '} {puzzle}"))
    if one.failing_index is not None and one.failing_index < len(one.right):
        _print(console, Text(f"  right{proved}: {escape_unprintable(one.right[one.failing_index])}"))
    for name, answer in zip(names, one.answers, strict=True):
        words = f": {escape_unprintable(answer.words)}" if answer.words else ""
        status = (answer.status.word, TONE_STYLES[answer.status.tone])
        _print(console, Text.assemble(f"  {name:<3}", status, words))


def _print(console: Console, text: Text) -> None:
    console.print(text, soft_wrap=True)

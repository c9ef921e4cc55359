"""`crosscover audit`: whole collections of puzzles, judged by several engines that answer for each other."""

import argparse
import time
from collections import Counter
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import TextIO

from crosscover.engines import DEFAULT_PANEL, panel_of
from crosscover.exit_code import ExitCode, combine, fail
from crosscover.oracles.errors import UnavailableEngineError, UnknownEngineError
from crosscover.oracles.panel import DisagreementError, Panel
from crosscover.reference import Grid, Unique, Verdict
from crosscover.report.plural import pluralize
from crosscover.worker_pool import map_in_order

from .inputs import InputError, LocatedEntry, add_puzzle_arguments, read_entries

DESCRIPTION = f"""\
Have every puzzle of a collection judged by several engines: none, one or several solutions. Each grid is checked
against the rules, and the engines have to agree. Where the input has a solution beside the puzzle (dialect csv), it
has to be the one.

engines by default: {", ".join(DEFAULT_PANEL)}
"""

CHUNK_SIZE = 64
"""How many puzzles a process is handed at once."""


@dataclass(frozen=True, slots=True)
class AuditRow:
    """What became of a puzzle: its verdict, None where there is none, and what is the matter unless all is good."""

    place: str
    puzzle: Grid
    verdict: Verdict | None
    code: ExitCode = ExitCode.GOOD
    complaint: str = ""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.description = DESCRIPTION
    add_puzzle_arguments(parser)
    parser.add_argument("--engines", default=",".join(DEFAULT_PANEL), metavar="NAMES", help="the judges, by commas")
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="write a line a puzzle: place, puzzle, verdict, solution"
    )


def run(arguments: argparse.Namespace) -> ExitCode:
    """Judge what the arguments name."""
    names = tuple(dict.fromkeys(arguments.engines.split(",")))
    try:
        _panel(names)
        with Path(arguments.output).open("w", encoding="utf-8") if arguments.output else nullcontext() as output:
            return _audit(names, arguments, output)
    except (UnknownEngineError, UnavailableEngineError, OSError) as error:
        return fail(ExitCode.USAGE, error)


def judge(names: tuple[str, ...], task: LocatedEntry) -> AuditRow:
    """The row of a puzzle, by the engines of these names."""
    place, entry = task
    try:
        verdict = _panel(names).verdict(entry.puzzle)
    except DisagreementError as disagreement:
        return AuditRow(place, entry.puzzle, None, ExitCode.FAULT, str(disagreement))
    if entry.solution is not None and verdict != Unique(entry.solution):
        complaint = f"expected {entry.solution}, got {verdict}"
        return AuditRow(place, entry.puzzle, verdict, ExitCode.WRONG, complaint)
    return AuditRow(place, entry.puzzle, verdict)


def _audit(names: tuple[str, ...], arguments: argparse.Namespace, output: TextIO | None) -> ExitCode:
    started = time.perf_counter()
    tally: Counter[str] = Counter()
    codes: set[ExitCode] = set()
    entries = read_entries(arguments.files, arguments.dialect)
    try:
        for row in map_in_order(partial(judge, names), entries, arguments.jobs, chunk_size=CHUNK_SIZE):
            word = "undecided" if row.verdict is None else row.verdict.kind.value
            tally[word] += 1
            if output is not None:
                grid = next(iter(row.verdict.solutions), "") if row.verdict is not None else ""
                print(row.place, row.puzzle, word, grid, sep="\t", file=output)
            if row.complaint:
                codes.add(fail(row.code, row.complaint, row.place))
    except InputError as error:
        codes.add(fail(ExitCode.USAGE, error, error.place))
    except KeyboardInterrupt:
        codes.add(fail(ExitCode.INTERRUPTED, "interrupted"))
    finally:
        seconds = time.perf_counter() - started
        counts = ", ".join(
            f"{tally[word]:,} {word}" for word in ("unique", "several", "none", "undecided") if tally[word]
        )
        print(
            f"{pluralize(tally.total(), 'puzzles')} judged by {', '.join(names)}: {counts or 'none'}; {seconds:.1f} s"
        )
    return combine(codes)


@cache
def _panel(names: tuple[str, ...]) -> Panel:
    return panel_of(names)

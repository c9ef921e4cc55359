"""`crosscover audit`: whole collections of puzzles, judged by several engines that answer for each other."""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cache
from itertools import chain, islice
from pathlib import Path
from typing import TextIO, assert_never

from crosscover.worker_pool import in_order
from crosscover.engines import DEFAULT_PANEL, engine
from crosscover.oracles.errors import UnavailableEngineError, UnknownEngineError
from crosscover.oracles.panel import DisagreementError, Panel
from crosscover.reference import Grid, NoSolution, Several, Unique, Verdict
from crosscover.dialects import ALIASES, DIALECTS, Entry
from crosscover.report.plural import pluralize

from .exit_code import ExitCode
from .inputs import InputError, entries, positive

DESCRIPTION = f"""\
Have every puzzle of a collection judged by several engines: none, one or several solutions. Each grid is checked
against the rules, and the engines have to agree. Where the input has a solution beside the puzzle (dialect csv), it
has to be the one.

engines by default: {", ".join(DEFAULT_PANEL)}
"""

CHUNK = 64
"""How many puzzles a process is handed at once."""

Task = tuple[str, Entry]
"""What stands in a file, after the place where it stands."""


@dataclass(frozen=True, slots=True)
class Row:
    """What became of a puzzle: its verdict, or why there is none; `wrong` is the solution that stands beside it."""

    place: str
    puzzle: Grid
    verdict: Verdict | None
    complaint: str = ""
    wrong: bool = False


@dataclass(frozen=True, slots=True)
class Judges:
    """Judges chunks of puzzles; by the engines' names alone, so that it can be sent to a process."""

    names: tuple[str, ...]

    def __call__(self, tasks: Sequence[Task]) -> list[Row]:
        """A row for each puzzle."""
        return [self._row(place, entry) for place, entry in tasks]

    def _row(self, place: str, entry: Entry) -> Row:
        try:
            verdict = _panel(self.names).verdict(entry.puzzle)
        except DisagreementError as disagreement:
            return Row(place, entry.puzzle, None, str(disagreement))
        if entry.solution is not None and verdict != Unique(entry.solution):
            return Row(
                place, entry.puzzle, verdict, f"beside it stands {entry.solution}, but it has {verdict}", wrong=True
            )
        return Row(place, entry.puzzle, verdict)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.description = DESCRIPTION
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("files", metavar="FILE", nargs="*", help="files of puzzles; - or none: the standard input")
    parser.add_argument("--dialect", choices=[*DIALECTS, *ALIASES], help="the text form of the puzzles")
    parser.add_argument("--engines", default=",".join(DEFAULT_PANEL), metavar="NAMES", help="the judges, by commas")
    parser.add_argument("--jobs", type=positive, metavar="N", help="work with N processes (default: all processors)")
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
    except InputError as error:
        print(error, file=sys.stderr)
    except (UnknownEngineError, UnavailableEngineError, OSError) as error:
        print(f"crosscover: {error}", file=sys.stderr)
    return ExitCode.USAGE


def _audit(names: tuple[str, ...], arguments: argparse.Namespace, output: TextIO | None) -> ExitCode:
    started = time.perf_counter()
    tally: Counter[str] = Counter()
    code = ExitCode.GOOD
    chunks = _chunks(entries(arguments.files, arguments.dialect))
    try:
        for row in chain.from_iterable(in_order(Judges(names), chunks, arguments.jobs)):
            word, grid = _words(row.verdict)
            tally[word] += 1
            if output is not None:
                print(row.place, row.puzzle, word, grid, sep="\t", file=output)
            if row.complaint:
                print(f"{row.place}: {row.complaint}", file=sys.stderr)
                code = max(code, ExitCode.WRONG if row.wrong else ExitCode.FAULT)
    finally:
        seconds = time.perf_counter() - started
        counts = ", ".join(
            f"{tally[word]:,} {word}" for word in ("unique", "several", "none", "undecided") if tally[word]
        )
        print(
            f"{pluralize(tally.total(), 'puzzles')} judged by {', '.join(names)}: {counts or 'none'}; {seconds:.1f} s"
        )
    return code


def _chunks(tasks: Iterable[Task]) -> Iterator[Sequence[Task]]:
    """Chunks of tasks; what the tasks raise waits until those before it are through."""
    failures: list[Exception] = []

    def held() -> Iterator[Task]:
        try:
            yield from tasks
        except InputError as error:
            failures.append(error)

    waiting = held()
    while chunk := tuple(islice(waiting, CHUNK)):
        yield chunk
    if failures:
        raise failures[0]


def _words(verdict: Verdict | None) -> tuple[str, str]:
    match verdict:
        case None:
            return "undecided", ""
        case NoSolution():
            return "none", ""
        case Unique(solution):
            return "unique", str(solution)
        case Several(first, _):
            return "several", str(first)
        case other:
            assert_never(other)


@cache
def _panel(names: tuple[str, ...]) -> Panel:
    return Panel({name: engine(name) for name in names})

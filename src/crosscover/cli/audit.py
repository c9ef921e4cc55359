"""Have every puzzle of a collection judged by several engines: none, one or several solutions.

Each grid is checked against the rules, and the engines have to agree. Where the input has a solution beside the puzzle
(CSV, Parquet, JSON lines), it has to be the one.
"""

import argparse
import os
import time
from collections import Counter
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from crosscover.engines import DEFAULT_PANEL, panel_of
from crosscover.exit_code import ExitCode, UsageError, fail
from crosscover.oracles.panel import DisagreementError, UndecidedError
from crosscover.puzzle_files import LocatedEntry, read_entries
from crosscover.reference import Grid, Unique, Verdict
from crosscover.report.files import open_output, refuse_shared_files
from crosscover.report.plural import pluralize
from crosscover.worker_pool import map_in_order

from .inputs import add_puzzle_arguments, add_shape_argument, columns_of, input_paths, with_first_read

CHUNK_SIZE = 64
"""How many puzzles a process is handed at once."""

_panel = cache(panel_of)


@dataclass(frozen=True, slots=True)
class AuditRow:
    """What became of a puzzle: its verdict, None where there is none, and what is the matter unless all is good.

    `abstained` names the engines that took too long.
    """

    place: str
    puzzle: Grid
    verdict: Verdict | None
    code: ExitCode = ExitCode.GOOD
    complaint: str = ""
    abstained: tuple[str, ...] = ()


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    add_puzzle_arguments(parser)
    add_shape_argument(parser)
    panel, columns = ",".join(DEFAULT_PANEL), "place, puzzle, verdict, solution"
    parser.add_argument("--engines", default=panel, metavar="NAMES", help=f"the judges (default: {panel})")
    parser.add_argument("-o", "--output", metavar="FILE", help=f"write a line a puzzle, once all is judged: {columns}")


def run(arguments: argparse.Namespace) -> ExitCode:
    """Judge what the arguments name."""
    names = tuple(dict.fromkeys(arguments.engines.split(",")))
    _panel(names)  # refuses an engine before anything is read
    started = time.perf_counter()
    tally: Counter[str] = Counter()
    abstentions: Counter[str] = Counter()
    output_path = Path(arguments.output or os.devnull)
    refuse_shared_files([output_path], input_paths(arguments.files))
    try:
        entries = with_first_read(
            read_entries(arguments.files, arguments.dialect, arguments.shape, columns_of(arguments))
        )
        with open_output(output_path) as output:
            for row in map_in_order(partial(judge, names), entries, arguments.jobs, chunk_size=CHUNK_SIZE):
                word = "undecided" if row.verdict is None else row.verdict.kind.value
                tally[word] += 1
                abstentions.update(row.abstained)
                grid = next(iter(row.verdict.solutions), "") if row.verdict is not None else ""
                print(row.place, row.puzzle, word, grid, sep="\t", file=output)
                if row.complaint:
                    fail(row.code, row.complaint, row.place)
    except UsageError as error:
        fail(ExitCode.USAGE, error, error.place)
    except KeyboardInterrupt:
        fail(ExitCode.INTERRUPTED, "interrupted")
    finally:
        seconds = time.perf_counter() - started
        words = ("unique", "several", "none", "undecided")
        counts = ", ".join(f"{tally[word]:,} {word}" for word in words if tally[word]) or "none"
        judged = pluralize(tally.total(), "puzzles")
        late = "".join(f"; {name} abstained from {times:,}" for name, times in abstentions.items())
        print(f"{judged} judged by {', '.join(names)}: {counts}{late}; {seconds:.1f} s")
    return ExitCode.GOOD  # unless `fail` has noted another


def judge(names: tuple[str, ...], task: LocatedEntry) -> AuditRow:
    """The row of a puzzle, by the engines of these names."""
    place, entry = task
    try:
        verdict, abstained = _panel(names).judge(entry.puzzle)
    except DisagreementError as disagreement:
        return AuditRow(place, entry.puzzle, None, ExitCode.FAULT, str(disagreement))
    except UndecidedError as error:
        return AuditRow(place, entry.puzzle, None, ExitCode.FAULT, str(error), error.abstained)
    if entry.solution is not None and verdict != Unique(entry.solution):
        complaint = f"expected {entry.solution}, got {verdict}"
        return AuditRow(place, entry.puzzle, verdict, ExitCode.WRONG, complaint, abstained)
    return AuditRow(place, entry.puzzle, verdict, abstained=abstained)

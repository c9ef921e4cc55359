"""Inspect, export, compare and merge ledgers of `crosscover audit --ledger FILE`.

A ledger is an SQLite file, which docs/reference/ledger.md describes. It can be read while an audit writes to it. Only
`merge` writes a ledger, a new one.
"""

import argparse
import json
import os
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from crosscover.auditing.audit_summary import describe_overview, overview
from crosscover.auditing.ledger_diff import write_differences
from crosscover.auditing.ledger_export import PUZZLES, ExportFormat, select, write
from crosscover.auditing.ledger_merge import merge
from crosscover.auditing.ledger_opening import open_ledger
from crosscover.auditing.ledger_reading import is_complete
from crosscover.exit_code import ExitCode, print_error
from crosscover.output import print_line
from crosscover.report.files import open_output, refuse_shared_files
from crosscover.report.words import pluralize

LEDGER = "a ledger of `crosscover audit --ledger`"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the actions and their arguments."""
    actions = parser.add_subparsers(metavar="ACTION", required=True)

    info = _action(actions, "info", _info, "show a ledger's source, progress and totals")
    info.add_argument("ledger", type=Path, metavar="LEDGER", help=LEDGER)
    info.add_argument("--json", action="store_true", help="write a JSON object")

    exporting = _action(actions, "export", _export, "write a line per puzzle, in order, the same every time")
    exporting.add_argument("ledger", type=Path, metavar="LEDGER", help=LEDGER)
    exporting.add_argument("-o", "--output", type=Path, metavar="FILE", help="output file (default: stdout)")
    form = "output format (default: by the suffix of FILE, else tsv); parquet needs pyarrow"
    exporting.add_argument("--format", choices=list(ExportFormat), help=form)
    table = "another table, such as certificate, clue or answer"
    exporting.add_argument("--table", default=PUZZLES, metavar="NAME", help=table)

    diff = _action(actions, "diff", _diff, "compare the results in two ledgers, with exit code 1 if they differ")
    diff.add_argument("a", type=Path, metavar="A", help=LEDGER)
    diff.add_argument("b", type=Path, metavar="B", help="another ledger")
    differences = "write all differences to this file, as tab-separated values"
    diff.add_argument("-o", "--output", type=Path, metavar="FILE", help=differences)

    merging = _action(actions, "merge", _merge, "merge the ledgers of shards, or of different inputs in this order")
    merging.add_argument("out", type=Path, metavar="OUT", help="the new ledger")
    merging.add_argument("ledgers", type=Path, metavar="LEDGER", nargs="+", help="the ledgers to merge")
    incomplete = "accept missing rows and shards of the last inputs"
    merging.add_argument("--incomplete", action="store_true", help=incomplete)


def run(arguments: argparse.Namespace) -> Iterable[ExitCode]:
    """Run the action."""
    codes: Iterable[ExitCode] = arguments.action(arguments)
    return codes


def _action(
    actions: Any, name: str, action: Callable[[argparse.Namespace], Iterable[ExitCode]], summary: str
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = actions.add_parser(
        name, help=summary, description=f"{summary[0].upper()}{summary[1:]}."
    )
    parser.set_defaults(action=action)
    return parser


def _info(arguments: argparse.Namespace) -> Iterable[ExitCode]:
    refuse_shared_files([], [arguments.ledger])
    with open_ledger(arguments.ledger) as connection:
        found = overview(connection, arguments.ledger)
    if arguments.json:
        sys.stdout.write(json.dumps(found, indent=1) + "\n")
    else:
        for name, value in describe_overview(found):
            print_line(f"{name:14}{value}")
    return ()


def _export(arguments: argparse.Namespace) -> Iterable[ExitCode]:
    suffix = arguments.output.suffix[1:] if arguments.output else ""
    form = ExportFormat(arguments.format or (suffix if suffix in list(ExportFormat) else ExportFormat.TSV))
    with open_ledger(arguments.ledger) as connection, _output(arguments.output, [arguments.ledger]) as file:
        if not is_complete(connection):
            print_error(f"{arguments.ledger} is not complete: rows, duplicates may be missing")
        write(select(connection, arguments.table), form, file)
    return ()


@contextmanager
def _output(path: Path | None, inputs: list[Path]) -> Generator[TextIO]:
    """Open the output file, which must not be an input; stdout without one."""
    refuse_shared_files([] if path is None else [path], inputs)
    if path is None:
        yield sys.stdout
        return
    with open_output(path) as file:
        yield file


def _diff(arguments: argparse.Namespace) -> Iterator[ExitCode]:
    """Print the summary after the file is written, since the exit code does not tell if stdout could not be written."""
    ledgers = arguments.a, arguments.b
    summary: list[str] = []
    with _output(arguments.output or Path(os.devnull), [*ledgers]) as file:
        for _ in write_differences(*ledgers, file, summary):
            yield ExitCode.WRONG
    for line in summary:
        print_line(line)


def _merge(arguments: argparse.Namespace) -> Iterable[ExitCode]:
    rows = merge(arguments.out, arguments.ledgers, incomplete=arguments.incomplete)
    print_line(f"{pluralize(len(arguments.ledgers), 'ledgers')} merged: {pluralize(rows, 'puzzles')}")
    return ()

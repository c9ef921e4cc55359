"""Inspect and export ledgers of `crosscover audit --ledger FILE`.

A ledger is an SQLite file; docs/reference/ledger.md describes it. These commands only read it, and only while no audit
writes to it.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from typing import Any

from crosscover.auditing.ledger import is_complete, open_ledger
from crosscover.errors import ExitCode, print_error
from crosscover.output import escape, print_line, tsv_line
from crosscover.report.files import open_output, refuse_shared_files

QUERY = """
SELECT number, input.name AS file, {columns},
       duplicate.first AS duplicate_of, isomorph.first AS isomorph_of
FROM puzzle LEFT JOIN input USING (file) LEFT JOIN duplicate USING (number) LEFT JOIN isomorph USING (number)
ORDER BY number
"""
"""SQL query for the puzzles with their file names, duplicates and isomorphs."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    info = _action(actions, "info", _info, "show the inputs, progress and totals of a ledger")
    info.add_argument("--json", action="store_true", help="write the summary of the audit as JSON")
    exporting = _action(actions, "export", _export, "write a line per puzzle, in order, reproducibly")
    output = "output file, TSV or .jsonl (default: stdout)"
    exporting.add_argument("-o", "--output", type=Path, metavar="FILE", help=output)


def run(arguments: argparse.Namespace) -> Iterable[ExitCode]:
    arguments.action(arguments)
    return ()


def _action(actions: Any, name: str, action: Callable[[argparse.Namespace], None], summary: str) -> Any:
    parser = actions.add_parser(name, help=summary, description=f"{summary[0].upper()}{summary[1:]}.")
    parser.add_argument("ledger", type=Path, metavar="LEDGER", help="a ledger of `crosscover audit --ledger`")
    parser.set_defaults(action=action)
    return parser


def _info(arguments: argparse.Namespace) -> None:
    from crosscover.auditing.summary import summarize_ledger
    from crosscover.auditing.text import overview_lines

    refuse_shared_files([], [arguments.ledger])
    with open_ledger(arguments.ledger) as connection:
        summary = summarize_ledger(connection)
    if arguments.json:
        sys.stdout.write(escape(json.dumps(asdict(summary), indent=2)) + "\n")
    else:
        for line in overview_lines(summary):
            print_line(line)


def _export(arguments: argparse.Namespace) -> None:
    output: Path | None = arguments.output
    refuse_shared_files([output] if output else [], [arguments.ledger])
    written = open_output(output) if output else nullcontext(sys.stdout)
    with open_ledger(arguments.ledger) as connection, written as file:
        if not is_complete(connection):
            print_error(f"{arguments.ledger} is not complete: rows may be missing")
        columns = [name for _, name, *_ in connection.execute("PRAGMA table_info(puzzle)")]
        own = ", ".join(f"puzzle.{name}" for name in columns if name not in {"number", "file"})
        rows = connection.execute(QUERY.format(columns=own))
        names = [name for name, *_ in rows.description]
        if output and output.suffix == ".jsonl":
            objects = (dict(zip(names, row, strict=True)) for row in rows)
            file.writelines(escape(json.dumps(each)) + "\n" for each in objects)
        else:
            file.writelines(map(tsv_line, chain([names], rows)))

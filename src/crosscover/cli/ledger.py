"""Look into what `crosscover audit --ledger FILE` keeps: an SQLite file, described in docs/reference/ledger.md.

A ledger may be read while an audit writes it; nothing but `merge` writes anything to a ledger, and that to a new one.
"""

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, TextIO, cast

from crosscover.auditing import export, ledger_diff
from crosscover.auditing.export import Format
from crosscover.auditing.merging import merge
from crosscover.auditing.overview import overview
from crosscover.auditing.reading import is_complete, open_ledger
from crosscover.exit_code import ExitCode
from crosscover.report.files import open_output, refuse_shared_files
from crosscover.report.plural import pluralize
from crosscover.report.words import describe_versions

SHOWN = 5
"""So many differences of each kind are shown."""

LEDGER = "what `crosscover audit --ledger` has written"

COMPLAINTS = {1: "wrong", 2: "malformed", 3: "undecided, or a fault of crosscover"}
"""The exit codes of complaints, in words."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    actions = parser.add_subparsers(metavar="ACTION", required=True)

    info = _action(actions, "info", _info, "what a ledger is of, how far it is, and what it says in numbers")
    info.add_argument("ledger", type=Path, metavar="LEDGER", help=LEDGER)
    info.add_argument("--json", action="store_true", help="as a JSON object")

    exporting = _action(actions, "export", _export, "write a line a puzzle, in order: the same for the same findings")
    exporting.add_argument("ledger", type=Path, metavar="LEDGER", help=LEDGER)
    _add_output(exporting, "write to this file")
    exporting.add_argument(
        "--format", choices=list(Format), help="default: what the ending of FILE says, or tsv; parquet needs pyarrow"
    )
    exporting.add_argument(
        "--table", default=export.PUZZLES, metavar="NAME", help="another table, such as certificate, clue or answer"
    )

    diff = _action(actions, "diff", _diff, "compare what two ledgers say of the same puzzles; exit code 1: they differ")
    diff.add_argument("a", type=Path, metavar="A", help=LEDGER)
    diff.add_argument("b", type=Path, metavar="B", help="another one")
    _add_output(diff, "write all differences to this file, a tab-separated line each")

    merging = _action(
        actions, "merge", _merge, "make one ledger of those of shards, or of other inputs, in their order"
    )
    merging.add_argument("out", type=Path, metavar="OUT", help="the new ledger")
    merging.add_argument("ledgers", type=Path, metavar="LEDGER", nargs="+", help="those to join")
    merging.add_argument(
        "--incomplete", action="store_true", help="even if the last inputs were not gone over to their end"
    )


def run(arguments: argparse.Namespace) -> Iterable[ExitCode]:
    """Do what was asked for."""
    codes: Iterable[ExitCode] = arguments.action(arguments)
    return codes


def _action(actions: Any, name: str, action: Any, summary: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = actions.add_parser(name, help=summary, description=summary)
    parser.set_defaults(action=action)
    return parser


def _add_output(parser: argparse.ArgumentParser, what: str) -> None:
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help=what)


def _info(arguments: argparse.Namespace) -> Iterable[ExitCode]:
    with open_ledger(arguments.ledger) as connection:
        found = overview(connection, arguments.ledger)
    if arguments.json:
        print(json.dumps(found, indent=1, ensure_ascii=False))
    else:
        for name, value in _in_words(found):
            print(f"{name:14}{value}")
    return ()


def _in_words(found: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The lines of an overview, each after its name."""
    puzzle = f", {found['bytes_a_puzzle']:,} a puzzle" if found["puzzles"] else ""
    yield "ledger", f"{found['ledger']}: {pluralize(found['bytes'], 'bytes')}{puzzle}"
    for each in found["inputs"]:
        size = "the standard input" if each["bytes"] is None else f"{each['bytes']:,} bytes, sha256 {each['sha256']}"
        yield "input", f"{each['name']}: {size}"
    yield "settings", ", ".join(f"{name} {_plain(value)}" for name, value in found["settings"].items() if value)
    for each in found["runs"]:
        versions = describe_versions(each["versions"])
        outcome = each["outcome"] or "goes on, or was killed"
        yield "run", f"{each['started']} to {each['ended'] or '?'}: {outcome}; {each['executor']}; {versions}"
    gaps = f", without {found['gaps']:,} before the last of them" if found["gaps"] else ""
    yield "puzzles", f"{found['puzzles']:,}, {'complete' if found['complete'] else 'not complete'}{gaps}"
    yield "verdicts", ", ".join(f"{number:,} {verdict}" for verdict, number in found["verdicts"].items()) or "none"
    for code, number in found["complaints"].items():
        yield "complaints", f"{number:,} {COMPLAINTS.get(code, f'with code {code}')}"
    for engine, number in found["abstentions"].items():
        yield "abstained", f"{engine}: {number:,}"
    for each in found["disagreements"]:
        yield "disagreed", f"{each['judge']}: {each['puzzles']:,} {each['fault']}"
    for table, number in found["rows"].items():
        if number:
            yield table, f"{number:,} rows"


def _plain(value: object) -> str:
    return ",".join(map(str, cast("list[object]", value))) if isinstance(value, list) else str(value)


def _export(arguments: argparse.Namespace) -> Iterable[ExitCode]:
    ending = arguments.output.suffix[1:] if arguments.output else ""
    form = Format(arguments.format or (ending if ending in list(Format) else Format.TSV))
    with open_ledger(arguments.ledger) as connection, _output(arguments.output, [arguments.ledger]) as file:
        if not is_complete(connection):
            print(f"crosscover: {arguments.ledger} is not complete: rows, duplicates may be missing", file=sys.stderr)
        export.write(export.select(connection, arguments.table), form, file)
    return ()


@contextmanager
def _output(path: Path | None, inputs: list[Path]) -> Generator[TextIO]:
    """The file that is asked for, or the standard output."""
    if path is None:
        yield sys.stdout
        return
    refuse_shared_files([path], inputs)
    with open_output(path) as file:
        yield file


def _diff(arguments: argparse.Namespace) -> Iterator[ExitCode]:
    tally: Counter[str] = Counter()
    circumstances: list[dict[str, str]] = []
    for path in (arguments.a, arguments.b):
        with open_ledger(path) as connection:
            circumstances.append(ledger_diff.circumstances(connection))
    for name in dict.fromkeys([*circumstances[0], *circumstances[1]]):
        values = [each.get(name, "none") for each in circumstances]
        if values[0] != values[1]:
            print(f"{name}: {values[0]} in {arguments.a}, {values[1]} in {arguments.b}")
    with ExitStack() as stack:
        a, b = (stack.enter_context(open_ledger(path)) for path in (arguments.a, arguments.b))
        file = stack.enter_context(_output(arguments.output or Path(os.devnull), [arguments.a, arguments.b]))
        print("fact", "puzzle", "place_a", "place_b", "a", "b", sep="\t", file=file)
        for each in ledger_diff.differences(a, b):
            tally[each.fact] += 1
            yield ExitCode.WRONG
            print(*map(export.escape, (each.fact, each.puzzle, *each.places, *each.values)), sep="\t", file=file)
            if tally[each.fact] <= SHOWN:
                print(_difference_in_words(each, arguments.a, arguments.b))
    print(
        ", ".join(f"{pluralize(number, 'differences')} of {fact}" for fact, number in tally.items())
        or "the same puzzles, and the same is said of them"
    )


def _difference_in_words(each: ledger_diff.Difference, a: Path, b: Path) -> str:
    if each.fact == "puzzle":
        whose = a if each.places[0] else b
        return f"{each.puzzle}: only in {whose}, {each.places[0] or each.places[1]}"
    values = (
        f"{export.escape(value) or 'none'} ({place})" for value, place in zip(each.values, each.places, strict=True)
    )
    return f"{each.puzzle}: {each.fact} {', '.join(values)}"


def _merge(arguments: argparse.Namespace) -> Iterable[ExitCode]:
    rows = merge(arguments.out, arguments.ledgers, incomplete=arguments.incomplete)
    print(f"{pluralize(len(arguments.ledgers), 'ledgers')} merged: {pluralize(rows, 'puzzles')}")
    return ()

"""`python -m gallery`: install solvers, judge them, write `results.json` and the pages.

Each verdict is saved at once, and entries with a verdict are skipped unless named: an interrupted run continues.
"""

import argparse
import signal
import sys
from collections.abc import Mapping
from pathlib import Path

from crosscover.option_values import duration

from .entries import Entry, load
from .install import InstallError, install
from .judging import Judge
from .page import write
from .results import RESULTS, Results, merge
from .results import load as load_results


def main() -> int:
    """Judge the solvers; exit code 2 for an unknown name, 130 for an interrupt, else 0."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    entries = load()
    parser = argparse.ArgumentParser(prog="python -m gallery", description="Judges published Sudoku solvers.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="such as npm:sudoku (default: those without results)")
    parser.add_argument("--list", action="store_true", help="list the entries and exit")
    parser.add_argument("--page", action="store_true", help="write the pages from results.json and exit")
    parser.add_argument("--time", default="60s", metavar="TIME", help="time of a check (default %(default)s)")
    cache = Path("~/.cache/crosscover-gallery")
    parser.add_argument("--folder", type=Path, default=cache, help="folder for the solvers (default %(default)s)")
    arguments = parser.parse_args()
    try:
        judge = Judge(arguments.time, duration(arguments.time))
    except ValueError as error:
        parser.error(f"--time: {error}")
    unknown = [name for name in arguments.names if name not in entries]
    if unknown:
        parser.error(f"unknown solver {unknown[0]!r}; see --list")
    if arguments.list:
        for entry in entries.values():
            print(f"{entry.id:<32} {entry.version:<12} {', '.join(entry.contracts)}")
        return 0
    write(entries, load_results())
    if not arguments.page:
        try:
            for name in arguments.names or not_judged(entries, load_results()):
                _judge(entries[name], judge, arguments.folder.expanduser())
                write(entries, load_results())
        except KeyboardInterrupt:
            return 130
    return 0


def not_judged(entries: Mapping[str, Entry], results: Results) -> list[str]:
    """The entries that lack a result for their version and one of their contracts."""
    return [
        name
        for name, entry in entries.items()
        if results.get(name, {}).get("version") != entry.version
        or not set(entry.contracts) <= set(results[name]["contracts"])
    ]


def _judge(entry: Entry, judge: Judge, folder: Path) -> None:
    try:
        place = install(entry, folder)
    except InstallError as error:
        print(f"left out: {entry.id}: {error}", file=sys.stderr, flush=True)
        return
    for contract in entry.contracts:
        result = judge.judge(entry, place, contract)
        if "reason" in result:
            result["reason"] = result["reason"].replace(f"{place}/", "")
        merge(RESULTS, entry.id, entry.version, contract, result)
        print(f"{entry.id:<32} {contract:<7} {result['verdict']:<16} {result.get('reason', '')}", flush=True)


if __name__ == "__main__":
    sys.exit(main())

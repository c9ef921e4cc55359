"""Build the covering lists: `python -m tests.selftest.covering build`; takes a minute."""

import argparse
import json
from collections.abc import Callable, Mapping
from pathlib import Path

from crosscover.harness.covering import CoverBatch
from crosscover.properties.strategies.masking import bitmask
from crosscover.reference import count
from crosscover.report.files import atomic_write

from .clashing import clash_candidates, level
from .filling import filling_candidates
from .selection import in_runs, select

LISTS = Path(__file__).parents[3] / "properties" / "covering" / "lists.jsonl"

BUILDERS: Mapping[str, Callable[[], list[CoverBatch]]] = {
    "full_grids": lambda: in_runs(select(filling_candidates()), 10),
    "clashing_clues": lambda: in_runs(select(clash_candidates()), 8, level),
}
"""The functions that make the runs of each property."""


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.selftest.covering", description=__doc__)
    commands = parser.add_subparsers(required=True, dest="command")
    builder = commands.add_parser("build", help="select the puzzles and write the lists")
    builder.add_argument("--output", type=Path, default=LISTS, metavar="FILE", help="default: %(default)s")
    lines = [line(name, run) for name, build in BUILDERS.items() for run in build()]
    atomic_write(parser.parse_args().output, "".join(f"{text}\n" for text in lines))


def line(name: str, run: CoverBatch) -> str:
    """A run of a property as a line of the file."""
    proper = all(count(bitmask, puzzle, 2) == 1 for puzzle in run.puzzles)
    fields = {"property": name, "proper": proper, "facets": run.facets, "puzzles": [*map(str, run.puzzles)]}
    return json.dumps(fields, separators=(",", ":"))


if __name__ == "__main__":
    main()

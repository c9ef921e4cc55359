"""Build the covering lists: `python -m tests.selftest.covering build`; takes some minutes.

`measure` asks the wrong solvers of the zoo the lists, and notes in `figures.json` which puzzles of the smallest suite
catch those that the lists miss. The next `build` adds some of them.
"""

import argparse
import json
from collections.abc import Callable, Collection, Mapping
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

from crosscover.harness.baseline import baseline_nodes
from crosscover.harness.covering import CoverBatch
from crosscover.properties.strategies.masking import bitmask
from crosscover.reference import Grid, count
from crosscover.report.files import atomic_write

from .clashing import clash_candidates, level
from .improper import contradiction_candidates, deadly_candidates, emptiness, total_candidates
from .measuring import measure
from .proper import (
    NODES_PER_COST,
    adversary_candidates,
    clue_candidates,
    digit_candidates,
    filling_candidates,
    house_candidates,
    known_candidates,
    minimal_candidates,
    pattern_candidates,
    search_candidates,
)
from .selection import Candidate, in_runs, select
from .sequences import lone_runs, mixed_runs, one_cell_runs, related_runs, shortened_runs

LISTS = Path(__file__).parents[3] / "properties" / "covering" / "lists.jsonl"

SUITE_NODES = 20_000
"""Maximum number of nodes of a plain search for a puzzle of the suite, some seconds of a slow one."""

FIGURES = Path(__file__).with_name("figures.json")

BUILDERS: Mapping[str, Callable[[], list[CoverBatch]]] = {
    "ordinary_puzzles": lone_runs,
    "any_number_of_clues": lambda: in_runs(select(clue_candidates()), 6),
    "images_of_known_puzzles": lambda: in_runs(select(known_candidates()), 6),
    "full_grids": lambda: in_runs(select(filling_candidates()), 10),
    "empty_houses": lambda: in_runs(select(house_candidates()), 7),
    "missing_digits": lambda: in_runs(select(digit_candidates()), 10),
    "patterns": lambda: in_runs(select(pattern_candidates()), 6),
    "minimal_puzzles": lambda: in_runs(select(minimal_candidates()), 5),
    "deep_search": lambda: in_runs(select(search_candidates()), 2),
    "adversaries_of_backtracking": lambda: in_runs(select(adversary_candidates()), 2),
    "order_and_repetition": related_runs,
    "clashing_clues": lambda: in_runs(select(clash_candidates()), 8, level),
    "contradictions": lambda: in_runs(select(contradiction_candidates()), 8, emptiness),
    "several_solutions": lambda: in_runs(select(total_candidates()), 6),
    "deadly_patterns": lambda: in_runs(select(deadly_candidates()), 6),
    "none_one_and_several": mixed_runs,
    "minimal_puzzles_less_a_clue": shortened_runs,
    "every_digit_of_a_cell": one_cell_runs,
}
"""The functions that make the runs of each property."""


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.selftest.covering", description=__doc__)
    commands = parser.add_subparsers(required=True, dest="command")
    builder = commands.add_parser("build", help="select the puzzles and write the lists")
    builder.add_argument("names", nargs="*", metavar="PROPERTY", help="only the lists of these properties")
    builder.add_argument("--output", type=Path, default=LISTS, metavar="FILE", help="default: %(default)s")
    commands.add_parser("measure", help="ask the wrong solvers of the zoo, and write the figures")
    arguments = parser.parse_args()
    if arguments.command == "build":
        build(arguments.output, arguments.names or list(BUILDERS))
    else:
        with TemporaryDirectory(prefix="crosscover-covering-", ignore_cleanup_errors=True) as folder:
            atomic_write(FIGURES, json.dumps(measure(Path(folder)), indent=1) + "\n")


def build(output: Path, names: Collection[str]) -> None:
    """Write the lists of some properties, and keep those of the others."""
    lines: dict[str, list[str]] = {name: [] for name in BUILDERS}
    for text in output.read_text(encoding="ascii").splitlines() if output.exists() else ():
        lines[json.loads(text)["property"]].append(f"{text}\n")
    suite = suite_puzzles()
    for name in names:
        runs = [*BUILDERS[name](), *in_runs(suite.get(name, []), 1)]
        lines[name] = [f"{line(name, run)}\n" for run in runs]
        print(f"{name}: {len(lines[name])} runs", flush=True)
    atomic_write(output, "".join(chain.from_iterable(lines.values())))


def suite_puzzles() -> dict[str, list[Candidate]]:
    """Few puzzles of the smallest suite that catch mutants which the facets miss, by property, the easiest first."""
    kills = json.loads(FIGURES.read_text(encoding="ascii"))["suite"]
    candidates: list[Candidate] = []
    for text, names in kills.items():
        puzzle = Grid.parse(text)
        nodes = baseline_nodes(puzzle, 2, SUITE_NODES)
        if nodes <= SUITE_NODES:
            candidates.append(Candidate(puzzle, frozenset(), 1 + nodes / NODES_PER_COST, frozenset(names)))
    chosen: dict[str, list[Candidate]] = {}
    for one in sorted(select(candidates), key=lambda one: one.cost):
        name = ("contradictions", "deep_search", "several_solutions")[count(bitmask, one.puzzle, 2)]
        chosen.setdefault(name, []).append(one)
    return chosen


def line(name: str, run: CoverBatch) -> str:
    """A run of a property as a line of the file."""
    proper = all(count(bitmask, puzzle, 2) == 1 for puzzle in run.puzzles)
    fields: dict[str, object] = {"property": name, "proper": proper}
    if run.length_matters:
        fields["length_matters"] = True
    fields |= {"facets": run.facets, "puzzles": [*map(str, run.puzzles)]}
    return json.dumps(fields, separators=(",", ":"))


if __name__ == "__main__":
    main()

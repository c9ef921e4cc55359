"""Build the published suites: `python -m tests.selftest.suite build --work DIR`; takes an hour."""

import argparse
import json
import lzma
import shlex
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import numpy as np

from crosscover.harness.block import Block
from crosscover.oracles.proofs.certification import certify_puzzle
from crosscover.oracles.proofs.producers import producer
from crosscover.properties.corpus.certified import corpus
from crosscover.reference import Grid
from crosscover.report.files import atomic_write
from tests.corpus.building import CERTIFICATES, PRODUCERS
from tests.selftest.zoo import MUTANTS

from .kills import Kills, find_kills, pool
from .measuring import SIZES, caught_alone, caught_in_a_run, caught_left_out
from .selection import select

SUITES = Path(__file__).parents[3] / "suites"
FIGURES = "figures.json"

FILES = {size: f"suite-{size}.jsonl{'.xz' if size == max(SIZES) else ''}" for size in SIZES}
"""File names of the suites by size."""


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.selftest.suite", description=__doc__)
    commands = parser.add_subparsers(required=True, dest="command")
    builder = commands.add_parser("build", help="ask all mutants, choose the puzzles, write the suites")
    builder.add_argument("--work", type=Path, required=True, metavar="DIR", help="where what is done is kept")
    builder.add_argument("--seconds", type=float, default=20.0, help="how long a mutant is asked (%(default)g)")
    builder.add_argument("--output", type=Path, default=SUITES, metavar="DIR", help="default: %(default)s")
    arguments = parser.parse_args()
    build(arguments.work, arguments.output, arguments.seconds)


def build(work: Path, output: Path, seconds: float) -> None:
    """Write the suites and their figures; an interrupted build resumes with the mutant that it had reached."""
    block = pool()
    kills = read_kills(work, block, seconds)
    chosen = select(list(kills.values()), block, max(SIZES))
    lines = certificates(block, chosen)
    output.mkdir(exist_ok=True)
    for size, name in FILES.items():
        text = "".join(f"{line}\n" for line in lines[:size])
        atomic_write(output / name, lzma.compress(text.encode(), preset=9) if name.endswith(".xz") else text)
    atomic_write(output / FIGURES, json.dumps(figures(block, kills, chosen, work, seconds), indent=1) + "\n")


def read_kills(work: Path, block: Block, seconds: float) -> dict[str, Kills]:
    """The puzzles that each mutant gets wrong, from an earlier build or else by running it now."""
    built = work / "built"
    built.mkdir(parents=True, exist_ok=True)
    for mutant in MUTANTS:
        path = work / f"{mutant.name}.json"
        if not path.exists():
            found = find_kills(mutant, block, built, seconds)
            atomic_write(path, json.dumps(asdict(found)))
            print(f"{mutant.name}: {len(found.places):,} of {found.asked:,}", flush=True)
    return {mutant.name: Kills(**json.loads((work / f"{mutant.name}.json").read_text())) for mutant in MUTANTS}


def certificates(block: Block, chosen: Sequence[int]) -> list[str]:
    """A certificate for each chosen puzzle: the shorter one of two producers."""
    wanted, number = set(chosen), len(corpus())
    shortest: dict[int, str] = {}
    with lzma.open(CERTIFICATES, "rt", encoding="ascii") as file:
        for row, line in enumerate(file):
            place = row // len(PRODUCERS)
            if place in wanted:
                shortest[place] = min(shortest.get(place, line), line, key=len)
    for place in wanted:
        if place >= number:
            puzzle = Grid(block.puzzles[place].tobytes())
            made = (certify_puzzle(puzzle, _producer(name)).line() for name in PRODUCERS)
            shortest[place] = min(made, key=len)
    return [shortest[place].rstrip("\n") for place in chosen]


_producer = cache(producer)


def figures(
    block: Block, kills: Mapping[str, Kills], chosen: Sequence[int], work: Path, seconds: float
) -> dict[str, object]:
    """The composition of the suites and the number of mutants that they catch."""
    alone = caught_alone(kills, chosen)
    left_out = caught_left_out(kills, block, SIZES[1])
    suite = block.rows(np.array(chosen, np.intp))
    in_a_run = {
        mutant.name: caught_in_a_run(mutant, suite, work / "built", seconds)
        for mutant in MUTANTS
        if mutant.name not in alone
    }
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "command": shlex.join(["python", "-m", "tests.selftest.suite", *sys.argv[1:]]),
        "pool": len(block),
        "mutants": len(kills),
        "median_asked": int(np.median([one.asked for one in kills.values()])),
        "caught_by_a_puzzle_of_the_pool": len(alone),
        "caught_by_a_puzzle_of_the_suite": {size: sum(place < size for place in alone.values()) for size in SIZES},
        "caught_by_a_suite_chosen_without_it": {
            size: sum(place < size for place in left_out.values()) for size in SIZES[:2]
        },
        "others": len(in_a_run),
        "others_caught_in_one_run": {
            size: sum(at is not None and at <= size for at in in_a_run.values()) for size in SIZES
        },
        "not_caught": sorted(
            [name for name, at in in_a_run.items() if at is None]
            + [name for name, place in alone.items() if place >= len(chosen)]
        ),
        "kinds": {size: suite.rows(slice(0, size)).labels() for size in SIZES},
    }


if __name__ == "__main__":
    main()

"""Make all automatic mutants and keep the stubborn ones: `python -m tests.selftest.automatic build --work DIR`.

It takes hours, and resumes after an interrupt.
"""

import argparse
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, astuple
from itertools import chain, zip_longest
from pathlib import Path
from random import Random
from typing import Any

from crosscover.report.files import atomic_write
from tests.selftest.zoo.automatic import FILE
from tests.selftest.zoo.model import Mutant
from tests.selftest.zoo.origins import (
    BOARDS,
    CHECKER,
    DANCING,
    ELIMINATE,
    LEETCODE_SETS,
    PROPAGATION,
    RELINKED,
    TRAIL,
    USED_MASKS,
    USED_MASKS_JS,
)

from .making import mutants_of
from .search import Fate, Found, Share, examine

ORIGINS = (
    PROPAGATION,
    TRAIL,
    RELINKED,
    BOARDS,
    CHECKER,
    LEETCODE_SETS,
    USED_MASKS,
    USED_MASKS_JS,
    ELIMINATE,
    DANCING,
)
"""Ten right solvers in three languages."""

RARE = 0.02
"""Maximum share of ordinary puzzles for which a stubborn mutant is wrong."""

KEPT, KEPT_OF_AN_ORIGIN = 30, 6
"""Maximum number of stubborn mutants, in all and of one right solver."""


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.selftest.automatic",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(required=True, dest="command")
    builder = commands.add_parser("build", help="ask all mutants, write the stubborn ones")
    builder.add_argument("--work", type=Path, required=True, metavar="DIR", help="where what is done is kept")
    builder.add_argument("--seconds", type=float, default=20.0, help="how long a mutant is asked (%(default)g)")
    builder.add_argument("--output", type=Path, default=FILE, metavar="FILE", help="default: %(default)s")
    arguments = parser.parse_args()
    found = chosen(examined(arguments.work, arguments.seconds))
    atomic_write(arguments.output, json.dumps([entry(*one) for one in found], indent=1) + "\n")


def examined(work: Path, seconds: float) -> Iterator[tuple[Mutant, Found]]:
    """Yield each mutant with its result, from an earlier build or else by a search now.

    Origins take turns, and the mutants of each come in random order, so that an interrupted build has some of all.
    """
    built = work / "built"
    built.mkdir(parents=True, exist_ok=True)
    random = Random(0)
    of_origins = [list(mutants_of(origin)) for origin in ORIGINS]
    turns = zip_longest(*(random.sample(mutants, len(mutants)) for mutants in of_origins))
    for mutant in filter(None, chain.from_iterable(turns)):
        path = work / f"{mutant.name}.json"
        if not path.exists():
            found = examine(mutant, built, seconds)
            atomic_write(path, json.dumps(asdict(found)))
            print(f"{mutant.name}: {found.fate}. {mutant.description}", flush=True)
        yield mutant, result(json.loads(path.read_text(encoding="utf-8")))


def result(saved: dict[str, Any]) -> Found:
    """Read a result."""
    directed, ordinary = (Share(**saved[part]) for part in ("directed", "ordinary"))
    return Found(Fate(saved["fate"]), directed, ordinary, tuple(saved["witness"]))


def entry(mutant: Mutant, found: Found) -> dict[str, object]:
    """A mutant as an entry of the file, with its wrong answers and the puzzles that it received."""
    return {
        "name": mutant.name,
        "origin": mutant.origin.name,
        "description": mutant.description,
        "changes": mutant.changes,
        "directed": astuple(found.directed),
        "ordinary": astuple(found.ordinary),
        "witness": found.witness,
    }


def chosen(found: Iterable[tuple[Mutant, Found]]) -> list[tuple[Mutant, Found]]:
    """The mutants with the rarest wrong answers to ordinary puzzles, and among these to directed ones."""
    rare = [(mutant, one) for mutant, one in found if one.witness and one.ordinary.ratio < RARE]
    rare.sort(key=lambda pair: (pair[1].ordinary.ratio, pair[1].directed.ratio))
    kept: list[tuple[Mutant, Found]] = []
    for mutant, one in rare:
        if sum(other.origin is mutant.origin for other, _ in kept) < KEPT_OF_AN_ORIGIN:
            kept.append((mutant, one))
    return sorted(kept[:KEPT], key=lambda pair: pair[0].name)


if __name__ == "__main__":
    main()

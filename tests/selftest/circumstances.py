"""Writes what crosscover states about the failures of each wrong solver, beside its bug: a table of the documentation.

Run it from the root of a checkout: `python -m tests.selftest.circumstances FILE`, with a file of complete runs. A
solver that answers no easy puzzle, or that survives, has no row. A person judges each row; a judgement stays while the
sentences differ only in numbers.
"""

import argparse
import csv
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from .__main__ import SOLVERS
from .judging import CaseResult
from .report import CAUGHT, read_runs
from .zoo.model import Mutant

TABLE = Path("docs/explanation/circumstances.csv")

SEED = 1

JUDGEMENTS = "names the trigger", "neutral", "misleading", "nothing stated"


class Row(NamedTuple):
    """A wrong solver, its bug, the sentences about its failures, and how well they describe the bug."""

    solver: str
    bug: str
    circumstances: str
    judgement: str = ""


def rows_of(runs: Iterable[CaseResult]) -> Iterator[Row]:
    """Yield a row without a judgement for each wrong solver of which a property failed, in the order of the zoo."""
    stated = {run.name: " ".join(run.circumstances) for run in runs if run.result in CAUGHT and run.properties}
    for solver in SOLVERS:
        if isinstance(solver, Mutant) and solver.name in stated:
            yield Row(solver.name, solver.description, stated[solver.name])


def judged(row: Row, before: Sequence[Row]) -> Row:
    """Return a row with the judgement that the same sentences, except for their numbers, had before."""
    if not row.circumstances:
        return row._replace(judgement=JUDGEMENTS[-1])
    alike = [old for old in before if old.solver == row.solver and _words(old) == _words(row)]
    return row._replace(judgement=alike[0].judgement) if alike else row


def _words(row: Row) -> str:
    return re.sub(r"[\d,]+", "", row.circumstances)


def read(path: Path) -> list[Row]:
    """Return the rows of a table, none if there is no file."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return [Row(*cells) for cells in list(csv.reader(file))[1:]]


def main(arguments: Sequence[str] | None = None) -> None:
    """Replace the rows of the solvers whose runs are in the file."""
    parser = argparse.ArgumentParser(prog="python -m tests.selftest.circumstances", description=__doc__)
    parser.add_argument("runs", type=Path, metavar="FILE", help="file of python -m tests.selftest --complete --json")
    given = parser.parse_args(arguments)
    runs = [run for (_, seed), run in read_runs(given.runs).items() if seed == SEED]
    before = read(TABLE)
    rows = {row.solver: row for row in before}
    rows |= {row.solver: judged(row, before) for row in rows_of(runs)}
    kept = [rows[solver.name] for solver in SOLVERS if solver.name in rows]
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([Row._fields, *kept])
    counts = Counter(row.judgement or "not judged yet" for row in kept)
    sys.stdout.write("".join(f"{number} {judgement}\n" for judgement, number in counts.items()))


if __name__ == "__main__":
    main()

"""Writes what crosscover states about the failures of each wrong solver, beside its bug: a table of the documentation.

Run it from the root of a checkout: `python -m tests.selftest.circumstances`. A solver that answers no easy puzzle, or
that survives, has no row. A person judges each row; a judgement stays while the sentences differ only in numbers.
"""

import argparse
import csv
import re
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from crosscover.errors import NotStartedError
from crosscover.harness.budget import Budget, Deadline
from crosscover.harness.limits import DEFAULT_SECONDS
from crosscover.harness.sampling import circumstances_of
from crosscover.harness.session import SubjectSession
from crosscover.runner.opening import properties_for
from crosscover.runner.run import Run
from crosscover.subjects.find import find
from crosscover.subjects.process_subject import open_subject
from crosscover.system import cores
from crosscover.workers import map_in_order

from .judging import verdicts_of_process
from .zoo import MUTANTS
from .zoo.model import MissingToolError, Mutant, materialise

TABLE = Path("docs/explanation/circumstances.csv")

SEED = 1

SECONDS = 10.0
"""Default time for further puzzles after the first failure: most of the time that a check continues after it."""

JUDGEMENTS = "names the trigger", "neutral", "misleading", "nothing stated"


class Row(NamedTuple):
    """A wrong solver, its bug, the sentences about its failures, and how well they describe the bug."""

    solver: str
    bug: str
    circumstances: str
    judgement: str = ""


def row_of(mutant: Mutant, build_dir: Path, seconds: float) -> Row | None:
    """Return the row of a wrong solver without a judgement; None if no property fails."""
    folder = build_dir / mutant.name
    folder.mkdir()
    try:
        found = find(materialise(mutant, folder), mutant.options, DEFAULT_SECONDS)
    except (MissingToolError, NotStartedError):
        return None
    session = SubjectSession(open_subject(found.spec, found.options), verdicts_of_process(), seed=SEED)
    with closing(session):
        budget = Budget(seed=SEED, shrink_steps=0)
        run = Run(session, properties_for(session.features()), budget, DEFAULT_SECONDS, stops_at_failure=True)
        if not any(prop.status.has_failed for prop in run.run().properties):
            return None
        session.begin(2 * seconds)
        until = Deadline(session.clock).within(seconds)
        sentences = circumstances_of(session, run.properties, SEED, until)
    return Row(mutant.name, mutant.description, " ".join(sentences))


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
    """Judge the chosen solvers, and replace their rows."""
    parser = argparse.ArgumentParser(prog="python -m tests.selftest.circumstances", description=__doc__)
    parser.add_argument("names", nargs="*", default=["*"], help="only these solvers; * and ? are wildcards")
    parser.add_argument("--jobs", type=int, default=cores())
    parser.add_argument(
        "--seconds", type=float, default=SECONDS, help="time for further puzzles, more on a busy machine"
    )
    given = parser.parse_args(arguments)
    chosen = [mutant for mutant in MUTANTS if any(fnmatchcase(mutant.name, name) for name in given.names)]
    before = read(TABLE)
    rows = {row.solver: row for row in before if row.solver not in {mutant.name for mutant in chosen}}
    with TemporaryDirectory(prefix="crosscover-circumstances-", ignore_cleanup_errors=True) as folder:
        make = partial(row_of, build_dir=Path(folder), seconds=given.seconds)
        with closing(map_in_order(make, chosen, given.jobs)) as made:
            for row in filter(None, made):
                rows[row.solver] = judged(row, before)
                sys.stdout.write(f"{row.solver}: {row.circumstances or '-'}\n")
                sys.stdout.flush()
                write([rows[mutant.name] for mutant in MUTANTS if mutant.name in rows])
    counts = Counter(row.judgement or "not judged yet" for row in rows.values())
    sys.stdout.write("".join(f"{number} {judgement}\n" for judgement, number in counts.items()))


def write(rows: Sequence[Row]) -> None:
    """Write the table."""
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([Row._fields, *rows])


if __name__ == "__main__":
    main()

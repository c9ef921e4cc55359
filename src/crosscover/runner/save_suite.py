"""Writes down the puzzles of a run with their verdicts, as test data for others.

What a suite holds was decided by the panel: puzzles that were drawn, given or tried to make a failure small. The
hundreds of thousands that `volume` derives are not among them, unless one of them was asked again on its own.
"""

import csv
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from io import StringIO
from pathlib import Path

from crosscover.harness.verdicts import MAX_SUITE_PUZZLES, refuting
from crosscover.oracles.proofs.certification import ProofError, certify_verdict
from crosscover.oracles.proofs.producers import DEFAULT_PRODUCER, producer
from crosscover.reference import Grid, Several, Shape, Unique, Verdict
from crosscover.report.files import atomic_write
from crosscover.report.words import pluralize

JSON_LINES, CSV = ".jsonl", ".csv"

CERTIFY_SECONDS = 30.0
"""How long certificates are made: for some 2,000 puzzles as a check draws them."""

COLUMNS = ("puzzle", "verdict", "solution", "several_1", "several_2")
"""The columns of a CSV file; two solutions stand apart from the one, so that `crosscover audit` can compare it."""


def save_suite(path: Path, verdicts: Mapping[Grid, Verdict]) -> str:
    """Write a suite of these puzzles in this order, and say in a sentence what it holds.

    Raises OSError, RefutedVerdictError where a certificate contradicts a verdict, UnavailableEngineError where there is
    nobody to make certificates.
    """
    chosen = {puzzle: verdict for puzzle, verdict in verdicts.items() if puzzle.shape == Shape()}
    within = dict(list(chosen.items())[:MAX_SUITE_PUZZLES])
    lines = list(_certificates(within) if path.suffix == JSON_LINES else _rows(within))
    atomic_write(path, "".join(lines))
    number = len(lines) - (path.suffix == CSV)
    more = len(verdicts) - number
    kept = f"{pluralize(number, 'puzzles')} with verdicts" + " and certificates" * (path.suffix == JSON_LINES)
    return f"{path}: {kept}." if not more else f"{path}: {kept}; {more:,} more did not fit."


def _certificates(verdicts: Mapping[Grid, Verdict]) -> Iterator[str]:
    """The lines of the certificates that can be made in the time; a puzzle that nobody can prove is left out."""
    prover = producer(DEFAULT_PRODUCER)
    deadline = time.monotonic() + CERTIFY_SECONDS
    for puzzle, verdict in verdicts.items():
        if time.monotonic() > deadline:
            return
        with suppress(ProofError), refuting(puzzle, verdict):
            yield certify_verdict(puzzle, verdict, prover).line() + "\n"


def _rows(verdicts: Mapping[Grid, Verdict]) -> Iterator[str]:
    """The lines of a CSV file."""
    yield _row(COLUMNS)
    for puzzle, verdict in verdicts.items():
        solution = str(verdict.solution) if isinstance(verdict, Unique) else ""
        several = map(str, verdict.solutions) if isinstance(verdict, Several) else ("", "")
        yield _row((str(puzzle), verdict.kind.value, solution, *several))


def _row(fields: Iterable[str]) -> str:
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerow(fields)
    return text.getvalue()

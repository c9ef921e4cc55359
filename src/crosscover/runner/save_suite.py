"""Writes the puzzles of a run with their verdicts, as test data for others.

A suite has the puzzles that the panel decided: generated, given by the user, or tried while shrinking. The hundreds of
thousands of puzzles of `volume` are not among them, unless one was asked again on its own.
"""

import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path

from crosscover.harness.verdicts import MAX_SUITE_PUZZLES, refuting
from crosscover.oracles.certificate import Certificate
from crosscover.oracles.proofs.certification import ProofError, certify_claim
from crosscover.oracles.proofs.producers import DEFAULT_PRODUCER, producer
from crosscover.reference import Grid, Several, Unique, Verdict
from crosscover.report.files import atomic_write
from crosscover.report.words import pluralize

JSON_LINES, CSV = ".jsonl", ".csv"

CERTIFY_SECONDS = 30.0
"""Time limit for making certificates in seconds, enough for all puzzles but those of very slow proofs."""

COLUMNS = "puzzle,verdict,solution,several_1,several_2"
"""The columns of a CSV file; two solutions have columns of their own, so `crosscover audit` compares only one."""


def save_suite(path: Path, verdicts: Mapping[Grid, Verdict]) -> str:
    """Write these puzzles in this order, and return a sentence about the file.

    Raises OSError, RefutedVerdictError if a certificate contradicts a verdict, UnavailableEngineError if no certificate
    can be made here.
    """
    within = dict(islice(verdicts.items(), MAX_SUITE_PUZZLES))
    lines = list(_certificates(within) if path.suffix == JSON_LINES else _rows(within))
    atomic_write(path, "".join(f"{line}\n" for line in lines))
    number = len(lines) - (path.suffix == CSV)
    missing, more = len(within) - number, len(verdicts) - len(within)
    kept = f"{path}: {pluralize(number, 'puzzles')} with verdicts" + " and certificates" * (path.suffix == JSON_LINES)
    reasons = (f"{missing:,} more without certificates", missing), (f"{more:,} more did not fit", more)
    return f"{'; '.join([kept, *(reason for reason, count in reasons if count)])}."


def _certificates(verdicts: Mapping[Grid, Verdict]) -> Iterator[str]:
    """The certificates that can be made within the time limit; a puzzle without a proof is left out."""
    prover = producer(DEFAULT_PRODUCER)
    deadline = time.monotonic() + CERTIFY_SECONDS
    for puzzle, verdict in verdicts.items():
        if time.monotonic() > deadline:
            return
        with suppress(ProofError, ValueError), refuting(puzzle, verdict):
            yield certify_claim(Certificate.of(puzzle, verdict), prover).line()


def _rows(verdicts: Mapping[Grid, Verdict]) -> Iterator[str]:
    """The lines of a CSV file; no value needs quotes."""
    yield COLUMNS
    for puzzle, verdict in verdicts.items():
        solution = str(verdict.solution) if isinstance(verdict, Unique) else ""
        several = map(str, verdict.solutions) if isinstance(verdict, Several) else ("", "")
        yield ",".join((str(puzzle), verdict.kind.value, solution, *several))

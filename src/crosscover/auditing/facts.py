"""What is true of a puzzle beside its verdict, found by a worker: its certificate, whether it is minimal.

Each function takes the row of the puzzle as it is so far, adds rows to the findings, and returns the row with what it
found. What cannot be settled is a complaint, and a fault of ours.
"""

from functools import cache

from crosscover.exit_code import ExitCode
from crosscover.oracles.certificate import FalseCertificateError
from crosscover.oracles.panel import DisagreementError, Panel, UndecidedError
from crosscover.oracles.proofs.certification import ProofError, certify_verdict
from crosscover.oracles.proofs.producers import DEFAULT_PRODUCER, producer
from crosscover.reference import Engine, Grid
from crosscover.reference.verdict import verdict_of
from crosscover.time_limit import time_limit

from .findings import CertificateRow, ClueRow, Findings, PuzzleRow, Verdict
from .minimality import solutions_without

FACT_SECONDS = 30.0
"""What each fact may take; the certificates of the hardest known puzzles take less than a second."""

_producer = cache(producer)


def add_certificate(row: PuzzleRow, puzzle: Grid, grids: list[Grid], findings: Findings) -> PuzzleRow:
    """Prove the verdict that follows from the grids the engines found.

    Where the proof comes out against it, the engines and the proof disagree, and the puzzle is undecided. Raises
    ValueError for boxes that are not 3x3.
    """
    verdict = verdict_of(grids)
    try:
        with time_limit(FACT_SECONDS):
            certificate = certify_verdict(puzzle, verdict, _producer(DEFAULT_PRODUCER))
    except FalseCertificateError as error:
        undecided = row._replace(verdict=Verdict.UNDECIDED, solution=None, second=None, solutions=None)
        return undecided.with_complaint(f"the engines say {verdict}, and the proof says no: {error}", ExitCode.FAULT)
    except (ProofError, TimeoutError) as error:
        return row.with_complaint(f"no certificate: {error}", ExitCode.FAULT)
    findings.certificate.append(CertificateRow(row.number, certificate.line()))
    return row


def add_minimality(  # noqa: PLR0917 - the row, the puzzle with its solution, who is asked, where it goes
    row: PuzzleRow, puzzle: Grid, solution: Grid, reference: Engine, panel: Panel, findings: Findings
) -> PuzzleRow:
    """Say of a proper puzzle whether it is minimal, with a row for each clue."""
    try:
        with time_limit(FACT_SECONDS):
            found = list(solutions_without(puzzle, solution, reference, panel))
    except (DisagreementError, UndecidedError, TimeoutError) as error:
        return row.with_complaint(f"whether the puzzle is minimal is not known: {error}", ExitCode.FAULT)
    findings.clue.extend(ClueRow(row.number, cell, None if other is None else str(other)) for cell, other in found)
    return row._replace(minimal=int(all(other is not None for _, other in found)))

"""Facts about a puzzle: the certificate of its verdict, whether it is minimal, and its minlex form.

Each function takes a puzzle's row and returns it with the fact, or with a complaint if the fact cannot be established.
A false certificate is a fault of crosscover. If no certificate is found in time, the row states the reason, and the
verdict rests only on the agreement of the engines.

A clue is needed if the puzzle has another solution without it: one search finds the solution, and the rules check it.
For a redundant clue, all engines must find a single solution without it.
"""

from collections.abc import Sequence

from crosscover.exit_code import ExitCode
from crosscover.oracles.certificate import SHAPES, Certificate, FalseCertificateError
from crosscover.oracles.errors import UnavailableEngineError
from crosscover.oracles.panel import DisagreementError, Panel, UndecidedError
from crosscover.oracles.proofs.certification import ProofError, certify_claim
from crosscover.oracles.proofs.producers import DEFAULT_PRODUCER, producer
from crosscover.oracles.rules import first_violation
from crosscover.reference import Engine, Grid, VerdictKind
from crosscover.reference.canonical import canonical
from crosscover.reference.verdict import verdict_of
from crosscover.time_limit import TimeLimit

from .findings import CertificateRow, PuzzleRow

CERTIFICATE_SECONDS = 10.0
"""Time limit for certifying a verdict, in seconds; the hardest known puzzles take about 10 ms."""

MINIMAL_SECONDS = 30.0
"""Time limit in seconds for deciding whether a puzzle is minimal."""


def with_certificate(
    row: PuzzleRow, puzzle: Grid, grids: Sequence[Grid], limit: int = 2
) -> tuple[PuzzleRow, list[CertificateRow]]:
    """Certify the solutions from a search that stops after `limit`; if this fails, the row states the reason.

    The puzzle becomes undecided if the proof refutes the engines.
    """
    if puzzle.shape not in SHAPES:
        return row._replace(uncertified=f"there are no certificates for {puzzle.shape} boxes"), []
    is_exact = len(grids) < limit
    claim = Certificate.of_solutions(puzzle, grids if is_exact else grids[:2], exact=is_exact)
    try:
        with TimeLimit(CERTIFICATE_SECONDS):
            made = certify_claim(claim, producer(DEFAULT_PRODUCER))
    except (ProofError, UnavailableEngineError, TimeoutError) as error:
        return row._replace(uncertified=str(error)), []
    except FalseCertificateError as error:
        undecided = row._replace(verdict=VerdictKind.UNDECIDED, solution=None, second=None, solutions=None)
        found = f"{len(grids)} solutions" if limit > 2 else verdict_of(list(grids))
        complaint = f"the engines found {found}, but the proof contradicts them: {error}"
        return undecided.with_complaint(complaint, ExitCode.FAULT), []
    return row, [CertificateRow(row.number, made.claim.value, made.line())]


def with_minimality(row: PuzzleRow, puzzle: Grid, solution: Grid, reference: Engine, panel: Panel) -> PuzzleRow:
    """Record whether a puzzle with one solution is minimal."""
    try:
        with TimeLimit(MINIMAL_SECONDS):
            minimal = all(_is_needed(cell, puzzle, solution, reference, panel) for cell, _ in puzzle.clues())
    except (DisagreementError, UndecidedError, TimeoutError) as error:
        code = ExitCode.FAULT if isinstance(error, DisagreementError) else ExitCode.NOT_DECIDED
        return row.with_complaint(f"it is unknown whether the puzzle is minimal: {error}", code)
    return row._replace(minimal=int(minimal))


def _is_needed(cell: int, puzzle: Grid, solution: Grid, reference: Engine, panel: Panel) -> bool:
    """Return whether a proper puzzle has several solutions without the clue in a cell.

    Raises DisagreementError, UndecidedError and TimeoutError.
    """
    without = puzzle.with_cell(cell, 0)
    other = next((grid for grid in reference(without, 2) if grid != solution), None)
    return bool(other and first_violation(other, without) is None) or len(panel.grids(without, 2)[0]) > 1


def with_canonical_form(row: PuzzleRow, puzzle: Grid) -> PuzzleRow:
    """Record the puzzle's minlex form, the symmetry that leads to it, and the number of automorphisms."""
    form = canonical(puzzle)
    row = row._replace(canonical=str(form.grid), symmetry=str(form.symmetry), automorphisms=form.automorphisms)
    if form.symmetry(puzzle) != form.grid:
        return row.with_complaint(f"{form.symmetry} does not lead to the minlex form {form.grid}", ExitCode.FAULT)
    return row

"""Facts about a puzzle beside its verdict: its certificate, its canonical form, and whether it is minimal.

Each function takes the row of the puzzle and returns it with the fact, and further rows of the ledger. If a fact cannot
be established, the row has a complaint, as this is a fault of crosscover.

A clue is needed if a grid keeps all other clues and has another digit in its cell. One search finds such a grid, and
the rules check it. Nothing shows that a clue is redundant, so all engines must find a single solution without it.
"""

from collections.abc import Iterator
from contextlib import suppress
from functools import cache

from crosscover.exit_code import ExitCode
from crosscover.oracles.certificate import FalseCertificateError
from crosscover.oracles.panel import ENGINE_SECONDS, DisagreementError, Panel, UndecidedError
from crosscover.oracles.proofs.certification import ProofError, certify_verdict
from crosscover.oracles.proofs.producers import DEFAULT_PRODUCER, producer
from crosscover.oracles.rules import first_violation
from crosscover.reference import Engine, Grid
from crosscover.reference.canonical import canonical
from crosscover.reference.verdict import verdict_of
from crosscover.time_limit import time_limit

from .findings import CertificateRow, ClueRow, PuzzleRow, RowVerdict

FACT_SECONDS = 30.0
"""Time limit for a fact; the certificates of the hardest known puzzles take less than a second."""

_producer = cache(producer)


def unsettled_code(error: Exception) -> ExitCode:
    """The exit code of a puzzle that the panel gave up: a fault if engines disagree, not if they had no time."""
    return ExitCode.FAULT if isinstance(error, DisagreementError) else ExitCode.NOT_DECIDED


def with_certificate(row: PuzzleRow, puzzle: Grid, grids: list[Grid]) -> tuple[PuzzleRow, list[CertificateRow]]:
    """Certify the verdict that follows from the engines' grids.

    The puzzle is undecided if the proof refutes it. Raises ValueError for boxes that are not 3x3.
    """
    verdict = verdict_of(grids)
    try:
        with time_limit(FACT_SECONDS):
            certificate = certify_verdict(puzzle, verdict, _producer(DEFAULT_PRODUCER))
    except FalseCertificateError as error:
        undecided = row._replace(verdict=RowVerdict.UNDECIDED, solution=None, second=None, solutions=None)
        complaint = f"the engines found {verdict}, but the proof contradicts them: {error}"
        return undecided.with_complaint(complaint, ExitCode.FAULT), []
    except (ProofError, TimeoutError) as error:
        return row.with_complaint(f"no certificate: {error}", ExitCode.FAULT), []
    return row, [CertificateRow(row.number, certificate.line())]


def with_minimality(
    row: PuzzleRow, puzzle: Grid, solution: Grid, reference: Engine, panel: Panel
) -> tuple[PuzzleRow, list[ClueRow]]:
    """Decide whether a proper puzzle is minimal, with a row for each clue."""
    try:
        with time_limit(FACT_SECONDS):
            found = list(solutions_without(puzzle, solution, reference, panel))
    except (DisagreementError, UndecidedError, TimeoutError) as error:
        return row.with_complaint(f"it is unknown whether the puzzle is minimal: {error}", unsettled_code(error)), []
    clues = [ClueRow(row.number, cell, None if other is None else str(other)) for cell, other in found]
    return row._replace(minimal=int(all(other is not None for _, other in found))), clues


def solutions_without(
    puzzle: Grid, solution: Grid, reference: Engine, panel: Panel
) -> Iterator[tuple[int, Grid | None]]:
    """The cell of each clue of a proper puzzle, and another solution without that clue; None if there is none.

    Raises DisagreementError, also if a grid is a second solution of the puzzle itself, and UndecidedError.
    """
    for cell, clue in puzzle.clues():
        without = puzzle.with_cell(cell, 0)
        other = _other_solution(without, solution, reference)
        if other is None or first_violation(other, without):
            grids, _ = panel.grids(without, 2)
            if len(grids) < 2 and grids != [solution]:
                raise DisagreementError(
                    without, {"the panel": ", ".join(map(str, grids)) or "no solution", "the rules": str(solution)}
                )
            other = next((grid for grid in grids if grid != solution), None)
        if other is not None and other.values[cell] == clue:
            raise DisagreementError(
                puzzle, {"the panel": f"one solution, {solution}", "the rules": f"another, {other}"}
            )
        yield cell, other


def _other_solution(puzzle: Grid, solution: Grid, engine: Engine) -> Grid | None:
    """A solution beside the given one; None if the engine finds none within its time limit."""
    with suppress(TimeoutError), time_limit(ENGINE_SECONDS):
        return next((grid for grid in engine(puzzle, 2) if grid != solution), None)
    return None


def with_canonical_form(row: PuzzleRow, puzzle: Grid) -> PuzzleRow:
    """Add the canonical form of the puzzle, the symmetry that maps to it, and the number of automorphisms."""
    form = canonical(puzzle)
    row = row._replace(canonical=str(form.grid), symmetry=str(form.symmetry), automorphisms=form.automorphisms)
    if form.symmetry(puzzle) != form.grid:
        return row.with_complaint(f"{form.symmetry} does not lead to the canonical form {form.grid}", ExitCode.FAULT)
    return row

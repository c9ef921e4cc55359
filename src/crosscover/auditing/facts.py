"""Facts about a puzzle beside its verdict: whether it is minimal, its canonical form, and the certificates.

Each function takes the row of the puzzle and returns it with the fact, and further rows of the ledger. If a fact cannot
be established, the row has a complaint. If a certificate is false, this is a fault of crosscover; if none is found in
time, the row says so, and the fact remains as good as the engines that agree on it.

A clue is needed if a grid keeps all other clues and has another digit in its cell. One search finds such a grid, and
the rules check it. For a redundant clue, all engines must find a single solution without it, and a certificate shows
that there is no other.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from functools import cache

from crosscover.exit_code import ExitCode
from crosscover.oracles.certificate import Certificate, ClaimKind, FalseCertificateError, is_certifiable
from crosscover.oracles.errors import UnavailableEngineError
from crosscover.oracles.panel import ENGINE_SECONDS, DisagreementError, Panel, UndecidedError
from crosscover.oracles.proofs.certification import ProofError, certify_claim
from crosscover.oracles.proofs.producers import DEFAULT_PRODUCER, producer
from crosscover.oracles.rules import first_violation
from crosscover.reference import Engine, Grid, Shape
from crosscover.reference.canonical import canonical
from crosscover.reference.verdict import verdict_of
from crosscover.time_limit import time_limit

from .findings import CertificateRow, ClueRow, PuzzleRow, RowVerdict
from .packed_lines import pack

CERTIFICATE_SECONDS = 10.0
"""Time limit in seconds for the certificate of a verdict; those of the hardest known puzzles take some 10 ms."""

MINIMAL_SECONDS = 30.0
"""Time limit in seconds for the question whether a puzzle is minimal, and the same for its certificates."""

_producer = cache(producer)


def unsettled_code(error: Exception) -> ExitCode:
    """The exit code of a puzzle that the panel gave up: a fault if engines disagree, not if they had no time."""
    return ExitCode.FAULT if isinstance(error, DisagreementError) else ExitCode.NOT_DECIDED


def with_certificate(
    row: PuzzleRow, puzzle: Grid, grids: Sequence[Grid], within: AbstractContextManager[None], limit: int = 2
) -> tuple[PuzzleRow, list[CertificateRow]]:
    """Certify the number of solutions that follows from the engines' grids, of which they searched `limit`.

    The puzzle is undecided if the proof refutes it.
    """

    def claims() -> list[Certificate]:
        return [Certificate.of_solutions(puzzle, grids, exact=len(grids) < limit)]

    try:
        return _with_certificates(row, puzzle.shape, claims, within, 0)
    except FalseCertificateError as error:
        undecided = row._replace(verdict=RowVerdict.UNDECIDED, solution=None, second=None, solutions=None)
        found = f"{len(grids)} solutions" if limit > 2 else verdict_of(list(grids))
        complaint = f"the engines found {found}, but the proof contradicts them: {error}"
        return undecided.with_complaint(complaint, ExitCode.FAULT), []


def _with_certificates(
    row: PuzzleRow,
    shape: Shape,
    claims: Callable[[], Sequence[Certificate]],
    within: AbstractContextManager[None],
    place: int,
) -> tuple[PuzzleRow, list[CertificateRow]]:
    """The claims that can be certified within a time limit, and the row with the reason if one cannot.

    The first one has this place. Raises FalseCertificateError.
    """
    kept: list[CertificateRow] = []
    if not is_certifiable(shape):
        return row.without_certificate(f"there are no certificates for {shape} boxes"), kept
    try:
        with within:
            for number, claim in enumerate(claims(), place):
                made = certify_claim(claim, _producer(DEFAULT_PRODUCER))
                line = pack(made.line())
                if line is None:
                    row = row.without_certificate(f"the certificate of {made.claim.value!r} is too long")
                else:
                    kept.append(CertificateRow(row.number, number, made.claim.value, line))
    except (ProofError, UnavailableEngineError, TimeoutError) as error:
        row = row.without_certificate(str(error))
    return row, kept


def with_minimality(
    row: PuzzleRow, puzzle: Grid, solution: Grid, reference: Engine, panel: Panel
) -> tuple[PuzzleRow, list[ClueRow]]:
    """Decide whether a proper puzzle is minimal, with a row for each clue."""
    try:
        with time_limit(MINIMAL_SECONDS):
            found = list(solutions_without(puzzle, solution, reference, panel))
    except (DisagreementError, UndecidedError, TimeoutError) as error:
        return row.with_complaint(f"it is unknown whether the puzzle is minimal: {error}", unsettled_code(error)), []
    clues = [ClueRow(row.number, cell, None if other is None else str(other)) for cell, other in found]
    return row._replace(minimal=int(all(other is not None for _, other in found))), clues


def with_minimality_certificates(
    row: PuzzleRow, puzzle: Grid, solution: Grid, clues: Sequence[ClueRow]
) -> tuple[PuzzleRow, list[CertificateRow]]:
    """Certify that a puzzle is minimal, or each of its redundant clues; their places are those of further certificates.

    It is unknown whether the puzzle is minimal if the proof contradicts the engines.
    """
    others = [Grid.parse(clue.solution, puzzle.shape) for clue in clues if clue.solution is not None]
    redundant = [clue.cell for clue in clues if clue.solution is None]

    def claims() -> list[Certificate]:
        if not redundant:
            return [Certificate(claim=ClaimKind.MINIMAL, puzzle=puzzle, solutions=(solution, *others))]
        claim = Certificate(claim=ClaimKind.REDUNDANT, puzzle=puzzle, solutions=(solution,))
        return [replace(claim, clue=cell) for cell in redundant]

    try:
        return _with_certificates(row, puzzle.shape, claims, time_limit(MINIMAL_SECONDS), 1)
    except FalseCertificateError as error:
        complaint = f"the engines found whether it is minimal, but the proof contradicts them: {error}"
        return row._replace(minimal=None).with_complaint(complaint, ExitCode.FAULT), []


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

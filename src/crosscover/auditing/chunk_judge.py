"""Judges chunks in an audit worker: engines decide the puzzles, then the user's solvers are compared with the engines.

If engines disagree, the puzzle is undecided, which is a fault of crosscover, and the findings hold each engine's
answer. Solvers have no vote. If certificates support the shape, a verdict that contradicts a solver is certified before
the solver counts as wrong.

The functions take a puzzle's row and return it with a fact, or with a complaint if the fact cannot be established. A
false certificate is a fault of crosscover. If no certificate is found in time, the row states the reason, and the
verdict rests only on the agreement of the engines.
"""

import time
from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property

from crosscover.engines import panel_of
from crosscover.errors import ExitCode
from crosscover.harness.verdicts import VerdictCache
from crosscover.oracles.certificate import SHAPES, Certificate, FalseCertificateError
from crosscover.oracles.errors import UnavailableEngineError
from crosscover.oracles.panel import DisagreementError, Panel, UndecidedError
from crosscover.oracles.proofs.certification import ProofError, certify_claim
from crosscover.oracles.proofs.producers import DEFAULT_PRODUCER, producer
from crosscover.oracles.rules import first_violation
from crosscover.reference import DlxEngine, Engine, Grid, VerdictKind
from crosscover.reference.canonical import canonical
from crosscover.reference.verdict import verdict_of
from crosscover.subjects.process_subject import open_subject
from crosscover.time_limit import TimeLimit

from .distribution import Chunk
from .findings import ABSTAINED, AnswerRow, CertificateRow, Findings, PuzzleRow, with_names
from .request import REFERENCE, AuditRequest, Solver
from .solver_judge import Complaint, SolverJudge

ENOUGH_SECONDS = 5.0
"""Time in seconds after which a worker cuts a hard chunk short; the remaining rows are handed out again."""

CERTIFICATE_SECONDS = 10.0
"""Time limit for certifying a verdict, in seconds; the hardest known puzzles take about 10 ms."""

MINIMAL_SECONDS = 30.0
"""Time limit in seconds for deciding whether a puzzle is minimal."""


class ChunkJudge:
    """The function that workers apply to chunks; picklable before the first chunk, which opens engines and solvers."""

    def __init__(self, request: AuditRequest) -> None:
        self._request = request
        self._judges: dict[Solver, SolverJudge] = {}

    @cached_property
    def _panel(self) -> Panel:
        return panel_of(self._request.engines, self._request.sampled)

    def __call__(self, chunk: Chunk) -> Findings:
        """Judge the rows of a chunk; leaves out rows that remain after `ENOUGH_SECONDS`."""
        started = time.monotonic()
        findings = Findings()
        for row in chunk:
            if findings.puzzle and time.monotonic() > started + ENOUGH_SECONDS:
                break
            puzzle = row.grid(row.puzzle)
            findings.puzzle.append(row if puzzle is None else self._judge(row, puzzle, findings))
        for place, complaints in self._run_solvers(findings.puzzle).items():
            findings.puzzle[place] = self._complain(findings.puzzle[place], complaints, findings)
        return findings

    def _judge(self, row: PuzzleRow, puzzle: Grid, findings: Findings) -> PuzzleRow:
        request = self._request
        try:
            grids, decided, abstained = self._panel.grids(puzzle, request.count)
        except DisagreementError as error:
            for name, answer in error.answers.items():
                if name not in error.abstained:
                    findings.answer.append(AnswerRow(row.number, name, "disagrees", answer, ""))  # unknown who is wrong
                    row = row.with_judge("disagreed", name)
            row = row.with_judge("abstained", *error.abstained).with_complaint(str(error), ExitCode.FAULT)
        except UndecidedError as error:
            row = row.with_judge("abstained", *error.abstained).with_complaint(str(error), ExitCode.NOT_DECIDED)
        else:
            verdict = verdict_of(grids)
            reference = self._panel.engines[REFERENCE]
            row = row._replace(
                verdict=verdict.kind,
                solution=str(grids[0]) if grids else None,
                second=str(grids[1]) if len(grids) > 1 else None,
                solutions=len(grids),
                nodes=reference.visited if isinstance(reference, DlxEngine) and REFERENCE not in abstained else None,
                decided=with_names("[]", tuple(decided)),
                abstained=with_names("[]", tuple(abstained)),
            )
            if row.expected is not None and list(map(str, grids)) != [row.expected]:
                row = row.with_complaint(f"expected {row.expected}, got {verdict}", ExitCode.WRONG)
            if request.certify:
                row, certificates = with_certificate(row, puzzle, grids, request.count)
                findings.certificate += certificates
            if request.minimal and row.verdict == VerdictKind.UNIQUE:
                row = with_minimality(row, puzzle, grids[0], reference, self._panel)
        return with_canonical_form(row, puzzle) if request.isomorphs else row

    def _run_solvers(self, rows: list[PuzzleRow]) -> dict[int, list[tuple[str, Complaint]]]:
        """Run each solver on the puzzles that its contract covers, and record it in the rows that it does not fail.

        Returns the complaints with solver names, by row index. Raises NotStartedError.
        """
        complaints: dict[int, list[tuple[str, Complaint]]] = defaultdict(list)
        for solver in self._request.solvers:
            if solver not in self._judges:
                opened = open_subject(solver.spec, solver.options)
                self._judges[solver] = SolverJudge(opened, VerdictCache(self._panel, share=0))
            puzzles = {
                place: (puzzle, verdict_of(row.solution_grids()))
                for place, row in enumerate(rows)
                if solver.covers(row.verdict, row.shape) and (puzzle := row.grid(row.puzzle)) is not None
            }
            judged = self._judges[solver].judge(list(puzzles.values()))
            for place, complaint in zip(puzzles, judged, strict=True):
                if complaint is None:
                    rows[place] = rows[place].with_judge("decided", solver.name)
                elif complaint.fault == ABSTAINED:
                    rows[place] = rows[place].with_judge("abstained", solver.name)
                else:
                    complaints[place].append((solver.name, complaint))
        return complaints

    def _complain(self, row: PuzzleRow, complaints: list[tuple[str, Complaint]], findings: Findings) -> PuzzleRow:
        """Add wrong answers to a row after certifying the expected answer; if this fails, add a fault of crosscover."""
        puzzle = row.grid(row.puzzle)
        has_certificates = puzzle is not None and puzzle.shape in SHAPES
        if puzzle is not None and has_certificates and not self._request.certify:
            row, _ = with_certificate(row, puzzle, row.solution_grids())
        if row.uncertified and has_certificates:
            row = row.with_complaint(f"no proof was found: {row.uncertified}", ExitCode.FAULT)
        if row.code == ExitCode.FAULT:
            reasons = "".join(f"; {name}: {complaint.reason}" for name, complaint in complaints)
            return row.with_complaint(f"so no solver counts as wrong{reasons}", ExitCode.FAULT)
        certified = " (certified)" if has_certificates else ""
        for name, (fault, received, expected, reason) in complaints:
            findings.answer.append(AnswerRow(row.number, name, fault, received, reason))
            row = row.with_judge("disagreed", name)
            row = row.with_complaint(f"{name}: {reason}; expected{certified}: {expected}", ExitCode.WRONG)
        return row


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

    One search may find another solution, which the rules check; otherwise the panel decides. Raises DisagreementError,
    UndecidedError and TimeoutError.
    """
    without = puzzle.with_cell(cell, 0)
    other = next((grid for grid in reference(without, 2) if grid != solution), None)
    return bool(other and first_violation(other, without) is None) or len(panel.grids(without, 2)[0]) > 1


def with_canonical_form(row: PuzzleRow, puzzle: Grid) -> PuzzleRow:
    """Record the puzzle's canonical form, the symmetry that leads to it, and the number of automorphisms."""
    form = canonical(puzzle)
    row = row._replace(canonical=str(form.grid), symmetry=str(form.symmetry), automorphisms=form.automorphisms)
    if form.symmetry(puzzle) != form.grid:
        return row.with_complaint(f"{form.symmetry} does not lead to the canonical form {form.grid}", ExitCode.FAULT)
    return row

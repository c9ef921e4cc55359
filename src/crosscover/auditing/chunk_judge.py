"""Judges chunks in an audit worker: engines decide the puzzles, then the user's solvers are compared with the engines.

If engines disagree, the puzzle is undecided, which is a fault of crosscover, and the findings hold each engine's
answer. Solvers have no vote. If certificates support the shape, a verdict that contradicts a solver is certified before
the solver counts as wrong.
"""

import json
import time
from functools import cached_property

from crosscover.engines import engine
from crosscover.exit_code import ExitCode
from crosscover.harness.verdicts import VerdictCache
from crosscover.oracles.certificate import SHAPES
from crosscover.oracles.panel import DisagreementError, Panel, UndecidedError
from crosscover.reference import DlxEngine, Grid, VerdictKind
from crosscover.reference.verdict import verdict_of
from crosscover.subjects.process_subject import subject

from .audit_request import REFERENCE, AuditRequest, Solver
from .distribution import Chunk
from .facts import with_canonical_form, with_certificate, with_minimality
from .findings import ABSTAINED, UNSETTLED_CODES, AnswerRow, Findings, PuzzleRow, to_json_array
from .solver_judge import Complaint, SolverJudge

ENOUGH_SECONDS = 5.0
"""Time in seconds after which a worker cuts a hard chunk short; the remaining rows are handed out again."""

RESULTS = (
    (VerdictKind.NONE, "no solution"),
    (VerdictKind.UNIQUE, "one solution, {}"),
    (VerdictKind.SEVERAL, "several solutions, {} and {} among them"),
)
"""Verdicts for zero, one and two grids, with templates for their descriptions."""

DISAGREES = "disagrees"
"""The fault label of each engine's answer in a disagreement: it is unknown which answer is wrong."""


class ChunkJudge:
    """The function that workers apply to chunks; picklable before the first chunk, which opens engines and solvers."""

    def __init__(self, request: AuditRequest) -> None:
        self._request = request
        self._solvers: dict[Solver, SolverJudge] = {}

    @cached_property
    def _reference(self) -> DlxEngine:
        return DlxEngine()

    @cached_property
    def _panel(self) -> Panel:
        names = self._request.engines
        return Panel({name: self._reference if name == REFERENCE else engine(name) for name in names})

    def __call__(self, chunk: Chunk) -> Findings:
        """Judge the rows of a chunk; leaves out rows that remain after `ENOUGH_SECONDS`."""
        started = time.monotonic()
        findings = Findings()
        for row in chunk:
            if findings.puzzle and time.monotonic() > started + ENOUGH_SECONDS:
                break
            puzzle = row.grid(row.puzzle)
            findings.puzzle.append(row if puzzle is None else self._judge(row, puzzle, findings))
        complaints = self._run_solvers(findings)
        for place, against in complaints.items():
            findings.puzzle[place] = self._complain(findings.puzzle[place], against, findings)
        return findings

    def _judge(self, row: PuzzleRow, puzzle: Grid, findings: Findings) -> PuzzleRow:
        """Return the row of a puzzle with its verdict and facts; appends rows of other tables to the findings."""
        asked = self._request
        try:
            grids, abstained = self._panel.grids(puzzle, asked.count)
        except DisagreementError as error:
            differing = tuple(name for name in error.answers if name not in error.abstained)
            findings.answer += [AnswerRow(row.number, name, DISAGREES, error.answers[name], "") for name in differing]
            row = row._replace(abstained=to_json_array(error.abstained), disagreed=to_json_array(differing))
            row = row.with_complaint(str(error), ExitCode.FAULT)
        except UndecidedError as error:
            row = row._replace(abstained=to_json_array(error.abstained))
            row = row.with_complaint(str(error), ExitCode.NOT_DECIDED)
        else:
            verdict, described = RESULTS[min(len(grids), 2)]
            row = row._replace(
                verdict=verdict,
                solution=str(grids[0]) if grids else None,
                second=str(grids[1]) if len(grids) > 1 else None,
                solutions=len(grids),
                nodes=None if REFERENCE in abstained else self._reference.visited,
                decided=to_json_array(tuple(name for name in self._panel.names if name not in abstained)),
                abstained=to_json_array(abstained),
            )
            if row.expected is not None and list(map(str, grids)) != [row.expected]:
                row = row.with_complaint(f"expected {row.expected}, got {described.format(*grids)}", ExitCode.WRONG)
            if asked.certify:
                row, certificates = with_certificate(row, puzzle, grids, asked.count)
                findings.certificate += certificates
            if asked.minimal and row.verdict == VerdictKind.UNIQUE:
                row = with_minimality(row, puzzle, grids[0], self._reference, self._panel)
        return with_canonical_form(row, puzzle) if asked.isomorphs else row

    def _run_solvers(self, findings: Findings) -> dict[int, list[tuple[str, Complaint]]]:
        """Run each solver on the decided puzzles that its contract covers, and record correct answers.

        Returns the complaints with solver names, by row index. Raises NotStartedError.
        """
        complaints: dict[int, list[tuple[str, Complaint]]] = {}
        rows = findings.puzzle
        for solver in self._request.solvers:
            if solver not in self._solvers:
                opened = subject(solver.spec, solver.options)
                self._solvers[solver] = SolverJudge(opened, VerdictCache(self._panel, share=0))
            puzzles = {
                place: (puzzle, verdict_of(row.solution_grids()))
                for place, row in enumerate(rows)
                if row.code not in UNSETTLED_CODES
                and solver.covers(row.verdict, row.shape)
                and (puzzle := row.grid(row.puzzle)) is not None
            }
            found = self._solvers[solver].judge(list(puzzles.values()))
            for (place, row), complaint in zip(((place, rows[place]) for place in puzzles), found, strict=True):
                if complaint is None:
                    rows[place] = row._replace(decided=_with_name(row.decided, solver.name))
                elif complaint.fault == ABSTAINED:
                    rows[place] = row._replace(abstained=_with_name(row.abstained, solver.name))
                else:
                    complaints.setdefault(place, []).append((solver.name, complaint))
        return complaints

    def _complain(self, row: PuzzleRow, against: list[tuple[str, Complaint]], findings: Findings) -> PuzzleRow:
        """Add wrong answers to a row after certifying the expected answer; if this fails, add a fault of crosscover."""
        puzzle = row.grid(row.puzzle)
        has_certificates = puzzle is not None and puzzle.shape in SHAPES
        if puzzle is not None and has_certificates and not self._request.certify:
            row, _ = with_certificate(row, puzzle, row.solution_grids())
        if row.uncertified and has_certificates:
            row = row.with_complaint(f"no proof was found: {row.uncertified}", ExitCode.FAULT)
        if row.code == ExitCode.FAULT:
            reasons = "".join(f"; {name}: {complaint.reason}" for name, complaint in against)
            return row.with_complaint(f"so no solver counts as wrong{reasons}", ExitCode.FAULT)
        certified = " (certified)" if has_certificates else ""
        for name, (fault, received, expected, reason) in against:
            findings.answer.append(AnswerRow(row.number, name, fault, received, reason))
            row = row._replace(disagreed=_with_name(row.disagreed, name))
            row = row.with_complaint(f"{name}: {reason}; expected{certified}: {expected}", ExitCode.WRONG)
        return row


def _with_name(names: str, name: str) -> str:
    return to_json_array((*json.loads(names), name))

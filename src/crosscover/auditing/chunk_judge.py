"""The work of an audit's worker: engines judge the puzzles of a chunk, then the user's solvers are compared with them.

If engines disagree, the puzzle is undecided, which is a fault of crosscover, and the row has the answer of each engine.
"""

import time
from dataclasses import dataclass
from functools import cache

from crosscover.engines import engine
from crosscover.exit_code import ExitCode
from crosscover.oracles.panel import Agreement, DisagreementError, Panel, UndecidedError
from crosscover.reference import DlxEngine, Grid
from crosscover.time_limit import TimeLimit, repeated_time_limit

from .facts import CERTIFICATE_SECONDS, with_canonical_form, with_certificate, with_minimality
from .findings import AnswerRow, Findings, PuzzleRow, RowVerdict, Task, TaskChunk, to_json_array
from .questions import REFERENCE, Questions
from .subject_judges import judge_subjects

ENOUGH_SECONDS = 5.0
"""Time after which a chunk of unexpectedly hard puzzles is cut short; the others are handed out again."""

DISAGREES = "disagrees"
"""The fault of an answer of an engine in a disagreement: it is unknown which of the answers is wrong."""


@dataclass(frozen=True, slots=True)
class ChunkJudge:
    """The function that workers apply to chunks; picklable."""

    questions: Questions

    def __call__(self, chunk: TaskChunk) -> Findings:
        """Judge the puzzles of a chunk; leaves out those that are left after `ENOUGH_SECONDS`."""
        questions = self.questions
        engines = _engines(questions.engines)
        findings = Findings()
        until = time.monotonic() + ENOUGH_SECONDS
        with repeated_time_limit(CERTIFICATE_SECONDS) as time_limit:
            for task in chunk.tasks:
                if findings.puzzle and time.monotonic() > until:
                    break
                findings.puzzle.append(engines.judge(task, questions, findings, time_limit))
        judge_subjects(questions, engines.panel, chunk, findings)
        return findings


class ChunkEngines:
    """The engines of a worker, kept from chunk to chunk."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self._reference = DlxEngine()
        self.panel = Panel({name: self._reference if name == REFERENCE else engine(name) for name in names})

    def judge(self, task: Task, questions: Questions, findings: Findings, time_limit: TimeLimit) -> PuzzleRow:
        """The row of a task, with its puzzle decided; appends the further rows of the puzzle to the findings."""
        row, puzzle = PuzzleRow.of(task), task.row.puzzle
        if puzzle is None:
            return row
        outcome: Agreement | DisagreementError | UndecidedError
        try:
            outcome = self.panel.grids(puzzle, questions.count)
        except (DisagreementError, UndecidedError) as error:
            outcome = error
        match outcome:
            case DisagreementError():
                differing = tuple(name for name in outcome.answers if name not in outcome.abstained)
                row = row._replace(
                    complaint=str(outcome),
                    code=ExitCode.FAULT,
                    abstained=to_json_array(outcome.abstained),
                    disagreed=to_json_array(differing),
                )
                answers = ((name, DISAGREES, outcome.answers[name], "") for name in differing)
                findings.answer += [AnswerRow(row.number, *answer) for answer in answers]
            case UndecidedError(abstained=abstained):
                code = ExitCode.NOT_DECIDED
                row = row._replace(complaint=str(outcome), code=code, abstained=to_json_array(abstained))
            case grids, abstained:
                row = self._with_solutions(row, grids, abstained)
                if row.expected is not None and list(map(str, grids)) != [row.expected]:
                    row = row.with_complaint(f"expected {row.expected}, got {_describe_grids(grids)}", ExitCode.WRONG)
                if questions.certify:
                    row, certificates = with_certificate(row, puzzle, grids, time_limit, questions.count)
                    findings.certificate += certificates
                if questions.minimal and row.verdict == RowVerdict.UNIQUE:
                    row = with_minimality(row, puzzle, grids[0], self._reference, self.panel)
        return with_canonical_form(row, puzzle) if questions.isomorphs else row

    def _with_solutions(self, row: PuzzleRow, grids: list[Grid], abstained: tuple[str, ...]) -> PuzzleRow:
        return row._replace(
            verdict=(RowVerdict.NONE, RowVerdict.UNIQUE, RowVerdict.SEVERAL)[min(len(grids), 2)],
            solution=str(grids[0]) if grids else None,
            second=str(grids[1]) if len(grids) > 1 else None,
            solutions=len(grids),
            nodes=None if REFERENCE in abstained else self._reference.visited,
            decided=to_json_array(tuple(name for name in self.panel.names if name not in abstained)),
            abstained=to_json_array(abstained),
        )


_engines = cache(ChunkEngines)


def _describe_grids(grids: list[Grid]) -> str:
    if not grids:
        return "no solution"
    if len(grids) == 1:
        return f"one solution, {grids[0]}"
    return f"several solutions, {grids[0]} and {grids[1]} among them"

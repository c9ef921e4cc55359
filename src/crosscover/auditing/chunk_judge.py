"""The work of an audit's worker: engines judge the puzzles of a chunk, then the user's solvers are compared with them.

If engines disagree, the rules and certificates of two producers decide which of them are wrong. A grid that obeys the
rules and keeps the clues is a solution, so an engine that found fewer is wrong. That there are no further solutions
takes a certificate, since all engines may miss one.
"""

import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from crosscover.engines import engine
from crosscover.exit_code import ExitCode
from crosscover.oracles.errors import UnavailableEngineError
from crosscover.oracles.panel import Agreement, DisagreementError, Panel, UndecidedError
from crosscover.oracles.proofs.certification import ProofError, certify_puzzle
from crosscover.oracles.proofs.producers import producer
from crosscover.oracles.rules import first_violation
from crosscover.reference import DlxEngine, Grid, Verdict
from crosscover.reference.verdict import same_verdict, verdict_of
from crosscover.time_limit import TimeLimit, repeated_time_limit

from .facts import (
    CERTIFICATE_SECONDS,
    unsettled_code,
    with_canonical_form,
    with_certificate,
    with_minimality,
    with_minimality_certificates,
)
from .findings import DECIDED, AnswerRow, Findings, PuzzleRow, RowVerdict, Task, TaskChunk, solutions_of, to_json_array
from .questions import REFERENCE, Questions
from .subject_judges import judge_subjects

ENOUGH_SECONDS = 5.0
"""Time after which a chunk of unexpectedly hard puzzles is cut short; the others are handed out again."""

MAX_HELD = 128
"""Solutions that are held for each engine of a batch of puzzles, unless a single puzzle has more."""

PRODUCERS = ("sat", "dlx", "cpsat")
"""The producers of proofs for a disagreement, in this order, until two have succeeded.

Their searches share no code with the checker, as that of the default producer does.
"""


@dataclass(frozen=True, slots=True)
class ChunkJudge:
    """The function that workers apply to chunks; picklable."""

    questions: Questions

    def __call__(self, chunk: TaskChunk) -> Findings:
        """Judge the puzzles of a chunk; leaves out those that are left after `ENOUGH_SECONDS`."""
        questions = self.questions
        engines = _engines(questions.engines)
        batch_size = max(1, MAX_HELD // questions.count)
        findings = Findings()
        until = time.monotonic() + ENOUGH_SECONDS
        while (start := len(findings.puzzle)) < len(chunk.tasks) and (not start or time.monotonic() < until):
            engines.judge(chunk.tasks[start : start + batch_size], questions, findings, until)
        judge_subjects(questions, engines.panel, chunk, findings)
        return findings


class ChunkEngines:
    """The engines of a worker, kept from chunk to chunk."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self._reference = _CountingReference()
        self.panel = Panel({name: self._reference if name == REFERENCE else engine(name) for name in names})

    def judge(self, tasks: Sequence[Task], questions: Questions, findings: Findings, until: float) -> None:
        """Append the results for the puzzles: of the first one at least, of the others while there is time."""
        puzzles = [task.row.puzzle for task in tasks if task.row.puzzle is not None]
        self._reference.nodes.clear()
        outcomes = iter(self.panel.grids_each(puzzles, questions.count, seconds=ENOUGH_SECONDS))
        with repeated_time_limit(CERTIFICATE_SECONDS) as time_limit:
            for task in tasks:
                row, puzzle = PuzzleRow.of(task), task.row.puzzle
                if puzzle is not None:
                    outcome = next(outcomes, None)
                    if outcome is None:
                        return
                    row = self._judge_puzzle(row, puzzle, outcome, questions, findings, time_limit=time_limit)
                findings.puzzle.append(row)
                if time.monotonic() > until:
                    return

    def _judge_puzzle(
        self,
        row: PuzzleRow,
        puzzle: Grid,
        outcome: Agreement | DisagreementError | UndecidedError,
        questions: Questions,
        findings: Findings,
        *,
        time_limit: TimeLimit,
    ) -> PuzzleRow:
        """The row of a puzzle with the panel's result and the facts; appends their further rows to the findings."""
        match outcome:
            case DisagreementError():
                row, answers = _with_disagreement(row, outcome, questions.count)
                findings.answer += answers
                if questions.certify and row.verdict in DECIDED:
                    row, certificates = with_certificate(row, puzzle, solutions_of(row, puzzle.shape), time_limit)
                    findings.certificate += certificates
            case UndecidedError(abstained=abstained):
                code = unsettled_code(outcome)
                row = row._replace(complaint=str(outcome), code=code, abstained=to_json_array(abstained))
            case grids, abstained:
                row = self._with_solutions(row, puzzle, grids, abstained)
                if row.expected is not None and list(map(str, grids)) != [row.expected]:
                    row = row.with_complaint(f"expected {row.expected}, got {_describe_grids(grids)}", ExitCode.WRONG)
                if questions.certify:
                    row, certificates = with_certificate(row, puzzle, grids, time_limit, questions.count)
                    findings.certificate += certificates
                if questions.minimal and row.verdict == RowVerdict.UNIQUE:
                    row, clues = with_minimality(row, puzzle, grids[0], self._reference, self.panel)
                    findings.clue += clues
                    if questions.certify and clues:
                        row, certificates = with_minimality_certificates(row, puzzle, grids[0], clues)
                        findings.certificate += certificates
        return with_canonical_form(row, puzzle) if questions.isomorphs else row

    def _with_solutions(self, row: PuzzleRow, puzzle: Grid, grids: list[Grid], abstained: tuple[str, ...]) -> PuzzleRow:
        return row._replace(
            verdict=(RowVerdict.NONE, RowVerdict.UNIQUE, RowVerdict.SEVERAL)[min(len(grids), 2)],
            solution=str(grids[0]) if grids else None,
            second=str(grids[1]) if len(grids) > 1 else None,
            solutions=len(grids),
            nodes=None if REFERENCE in abstained else self._reference.nodes.get(puzzle),
            decided=to_json_array(tuple(name for name in self.panel.names if name not in abstained)),
            abstained=to_json_array(abstained),
        )


_engines = cache(ChunkEngines)


class _CountingReference:
    """The reference engine with the search nodes of each puzzle, except for searches that did not end."""

    def __init__(self) -> None:
        self._engine = DlxEngine()
        self.nodes: dict[Grid, int] = {}

    def __call__(self, puzzle: Grid, limit: int | None = None, /) -> Iterator[Grid]:
        """Yield the solutions of a puzzle."""
        yield from self._engine(puzzle, limit)
        self.nodes[puzzle] = self._engine.visited


def _describe_grids(grids: list[Grid]) -> str:
    if not grids:
        return "no solution"
    if len(grids) == 1:
        return f"one solution, {grids[0]}"
    return f"several solutions, {grids[0]} and {grids[1]} among them"


class Settlement(NamedTuple):
    """The proved verdict on a puzzle about which engines disagree, None without a proof, and the wrong engines."""

    verdict: Verdict | None
    wrong: tuple[str, ...]


def _with_disagreement(
    row: PuzzleRow, disagreement: DisagreementError, limit: int
) -> tuple[PuzzleRow, list[AnswerRow]]:
    """The row of a puzzle about which engines disagree, with the verdict if it is proved, and the wrong answers."""
    verdict, wrong = settle(disagreement, limit)
    conclusion = "there is no proof which engine is right" if verdict is None else f"certified: {verdict}"
    answers = [
        AnswerRow(
            row.number,
            name,
            "raised" if disagreement.faults.get(name, "").startswith("raised") else "wrong",
            disagreement.answers[name],
            conclusion,
        )
        for name in wrong
    ]
    others = [name for name in disagreement.grids if name not in (*wrong, *disagreement.abstained)]
    row = row._replace(
        decided=to_json_array(tuple(others) if verdict is not None else ()),
        abstained=to_json_array(disagreement.abstained),
        disagreed=to_json_array(wrong),
        complaint=f"{disagreement}\n\n{conclusion}",
        code=ExitCode.FAULT,
    )
    if verdict is not None:
        solution, second = [*map(str, verdict.solutions), None, None][:2]
        row = row._replace(verdict=verdict.kind.value, solution=solution, second=second)
    return row, answers


def settle(disagreement: DisagreementError, limit: int) -> Settlement:
    """Decide which engines are wrong; each was limited to `limit` solutions."""
    puzzle = disagreement.puzzle
    found = {
        grid: None for grids in disagreement.grids.values() for grid in grids if first_violation(grid, puzzle) is None
    }
    proved = _prove(puzzle, list(found))
    least = len(found) if proved is None else max(len(found), len(proved.solutions))
    wrong = [
        name
        for name, grids in disagreement.grids.items()
        if name in disagreement.faults or (name not in disagreement.abstained and len(grids) < min(limit, least))
    ]
    return Settlement(proved, tuple(wrong))


def _prove(puzzle: Grid, found: Sequence[Grid]) -> Verdict | None:
    """The verdict on a puzzle with these solutions; None unless they or two producers prove it."""
    if len(found) > 1:
        return verdict_of(sorted(found, key=lambda grid: grid.values))
    proved: list[Verdict] = []
    for name in PRODUCERS:
        if len(proved) < 2:
            with suppress(ValueError, ProofError, UnavailableEngineError):  # also for shapes without certificates
                proved.append(verdict_of(list(certify_puzzle(puzzle, producer(name)).solutions)))
    if len(proved) < 2 or not same_verdict(*proved):
        return None
    return verdict_of(sorted(proved[0].solutions, key=lambda grid: grid.values))

"""Runs a user's solver on the puzzles of a chunk, and judges its answers by the rules of a check.

    a run ──► wrong answer ──► that puzzle alone
         └──► no answer ─────► the puzzles from there on, alone, until one fails; the rest in another run

`Timeouts` judges each failing puzzle alone, so a puzzle that hangs the solver does not affect other puzzles. The first
failure of a run counts even if the solver passes its puzzle alone: the solver keeps state between puzzles.
"""

import time
from collections.abc import Sequence
from typing import NamedTuple

from crosscover.dialects import Formatting
from crosscover.errors import NotStartedError
from crosscover.harness.batch_runs import BatchRuns
from crosscover.harness.budget import Clock, Deadline
from crosscover.harness.judging import Batch, Counterexample
from crosscover.harness.timeouts import Timeouts
from crosscover.harness.verdicts import VerdictCache
from crosscover.output import escape_line
from crosscover.reference import Grid, Verdict
from crosscover.responses import Fault
from crosscover.subjects.subject import Subject

from .findings import ABSTAINED

MAX_UNANSWERED = 15
"""Number of consecutive puzzles without an answer after which crosscover gives up on a solver."""

ONLY_IN_BATCH = "fails only in a batch"
"""The fault label of a run whose puzzles all pass alone; other labels are the causes of a check."""

ENDS_RUN = (Fault.CRASHED, Fault.TIMED_OUT, Fault.OUT_OF_MEMORY, Fault.TOO_MUCH_OUTPUT, Fault.TOO_MANY_PROCESSES)
NO_ANSWER = (ABSTAINED, *(fault.value for fault in ENDS_RUN))
"""The fault labels of puzzles at which a run ended without an answer."""


class Complaint(NamedTuple):
    """A wrong or missing answer, and the expected answer."""

    fault: str
    received: str
    expected: str
    reason: str


UNANSWERED = Complaint(ABSTAINED, "", "", "")
"""No error: a plain search at the solver's pace would time out too, or crosscover gave up on the solver."""


class SolverJudge:
    """Judges one solver on all chunks of a worker; the solver's processes end with the worker.

    If the solver answers none of `MAX_UNANSWERED` consecutive puzzles, crosscover gives up on it.
    """

    def __init__(self, subject: Subject, verdicts: VerdictCache, clock: Clock = time.monotonic) -> None:
        self._options = subject.options
        self._verdicts = verdicts
        self._runs = BatchRuns(subject, verdicts, clock)
        self._timeouts = Timeouts(self._runs)
        self._no_deadline = Deadline(clock)
        self._unanswered = 0

    def judge(self, puzzles: Sequence[tuple[Grid, Verdict]]) -> list[Complaint | None]:
        """Return the complaint about each answer, None for a correct answer; raises NotStartedError."""
        batch = tuple(puzzle for puzzle, _ in puzzles)
        for puzzle, verdict in puzzles:
            self._verdicts.add(puzzle, verdict)
        if batch and self._runs.pace.rate() is None and self._unanswered < MAX_UNANSWERED:
            self._runs.run_easy_puzzle(str(batch[0]))
        complaints: list[Complaint | None] = []
        while left := batch[len(complaints) :]:
            if self._unanswered == MAX_UNANSWERED:
                return complaints + [UNANSWERED] * len(left)
            judged = self._judge_run(left)
            last = judged[-1]
            is_answered = len(judged) > 1 or last is None or last.fault not in NO_ANSWER
            self._unanswered = 0 if is_answered else self._unanswered + 1
            complaints += judged
        return complaints

    def _judge_run(self, batch: Batch) -> list[Complaint | None]:
        """Judge the puzzles of a run, up to the first that the solver does not answer, even alone."""
        if len(batch) == 1:
            return [self._judge_alone(batch[0])]
        complaints: list[Complaint | None] = [None] * len(batch)
        failures = self._timeouts.reproduce(batch, Formatting(), self._no_deadline).failures
        for failure in failures:
            place = failure.failing_index
            if place is None or failure.cause in NO_ANSWER:
                return complaints[: place or 0] + self._judge_rest(failure)
            complaints[place] = self._judge_alone(failure.puzzle)
            if complaints[place] is None and failure is failures[0]:
                complaints[place] = self._complain(failure, only_in_batch=True)
        return complaints

    def _judge_rest(self, failure: Counterexample) -> list[Complaint | None]:
        """Judge the puzzles after a run ended each alone, up to the one that ended it: output may have been lost."""
        complaints: list[Complaint | None] = []
        for puzzle in failure.batch[failure.failing_index or 0 :]:
            complaint = self._judge_alone(puzzle)
            complaints.append(complaint)
            if complaint is not None:
                return complaints
        if not failure.is_timeout:
            complaints[0] = self._complain(failure, only_in_batch=True)
        return complaints

    def _judge_alone(self, puzzle: Grid) -> Complaint | None:
        outcome = self._timeouts.run((puzzle,))
        if outcome.unanswered:
            return UNANSWERED
        return self._complain(outcome.failures[0]) if outcome.failures else None

    def _complain(self, found: Counterexample, *, only_in_batch: bool = False) -> Complaint:
        fault, reason = found.cause, found.reason
        if found.cause == Fault.NOT_STARTED.value:
            raise NotStartedError(reason)
        if found.is_timeout:  # the reason contains the progress so far, which differs between runs
            reason = f"no answer within {self._options.seconds(1):g} s"
        if only_in_batch:
            fault = ONLY_IN_BATCH
            reason = f"in a batch of {len(found.batch)} puzzles: {reason}; the puzzle passes alone"
        received = "" if found.response is None else str(found.response)
        expected = self._options.contract.expected_answer(found.puzzle, found.verdict)
        return Complaint(fault, received, expected, escape_line(reason))

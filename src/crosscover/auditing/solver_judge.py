"""Runs a user's solver on the puzzles of a chunk, and judges its answers by the rules of a check.

    a run ──► wrong answer ──► that puzzle alone
         └──► no answer ─────► the first such puzzle alone; the rest in another run, in halves if it passed

`Timeouts` judges each failing puzzle alone, so a puzzle that hangs the solver does not affect other puzzles. The first
failure of a run counts even if the solver passes its puzzle alone: the solver keeps state between puzzles.
"""

import time
from collections.abc import Sequence
from typing import NamedTuple

from crosscover.exit_code import NotStartedError
from crosscover.harness.batch_runs import BatchRuns, excuse_memory
from crosscover.harness.budget import Clock
from crosscover.harness.judging import Counterexample, failures
from crosscover.harness.timeouts import Timeouts
from crosscover.harness.verdicts import VerdictCache
from crosscover.output import escape_line
from crosscover.reference import Grid, Verdict
from crosscover.responses import Failed, Fault, Response
from crosscover.subjects.subject import Subject

from .findings import ABSTAINED

MAX_FAILED_RUNS = 30
"""Number of consecutive runs without an answer after which crosscover gives up on a solver."""

ONLY_IN_BATCH = "fails only in a batch"
"""The fault label of a run whose puzzles all pass alone; other labels are the causes of a check."""

_ENDS_RUN = (Fault.CRASHED, Fault.TIMED_OUT, Fault.OUT_OF_MEMORY, Fault.TOO_MUCH_OUTPUT, Fault.TOO_MANY_PROCESSES)


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

    After `MAX_FAILED_RUNS` runs without an answer, crosscover gives up on the solver.
    """

    def __init__(self, subject: Subject, verdicts: VerdictCache, clock: Clock = time.monotonic) -> None:
        self._subject = subject
        self._verdicts = verdicts
        self._clock = clock
        self._runs = BatchRuns(subject, verdicts, clock)
        self._timeouts = Timeouts(self._runs)
        self._failed_runs = 0

    def judge(self, puzzles: Sequence[tuple[Grid, Verdict]]) -> list[Complaint | None]:
        """Return the complaint about each answer, None for a correct answer; raises NotStartedError."""
        batch = [puzzle for puzzle, _ in puzzles]
        for puzzle, verdict in puzzles:
            self._verdicts.add(puzzle, verdict)
        if batch and self._runs.pace.rate() is None and not self._is_given_up:
            self._runs.run_easy_puzzle(str(batch[0]))
        return self._judge_run(batch)

    @property
    def _is_given_up(self) -> bool:
        return self._failed_runs >= MAX_FAILED_RUNS

    def _judge_run(self, batch: Sequence[Grid]) -> list[Complaint | None]:
        """Judge puzzles in one run, then unanswered puzzles in ever smaller runs, so this terminates."""
        found: list[Complaint | None] = []
        while left := batch[len(found) :]:
            if len(left) == 1 or self._is_given_up:
                return [*found, *map(self._judge_alone, left)]
            answered, failure = self._ask(left)
            found += answered
            if failure is not None:
                rest = left[len(answered) + 1 :]
                first = self._judge_alone(left[len(answered)])
                if first is None:
                    half = (len(rest) + 1) // 2
                    others = self._judge_run(rest[:half]) + self._judge_run(rest[half:])
                    if not failure.is_timeout and not any(others):
                        first = self._only_in_batch(failure)
                    return [*found, first, *others]
                found.append(first)
        return found

    def _ask(self, batch: Sequence[Grid]) -> tuple[list[Complaint | None], Counterexample | None]:
        """Run the solver; return a complaint or None for each answer, and the failure that ended the run, if any."""
        started = self._clock()
        transcript = excuse_memory(self._subject.ask(batch), self._subject.options)
        ended = list(map(_ends_run, transcript.responses))
        self._note(is_answered=not all(ended))
        self._runs.pace.record(batch, transcript, self._clock() - started)
        verdicts = [self._verdicts[puzzle] for puzzle in batch]
        found: list[Complaint | None] = [None] * len(batch)
        is_first = True
        for failure in failures(batch, verdicts, transcript, self._subject.options.contract):
            place = failure.failing_index
            if place is None or ended[place]:
                return found[: place or 0], failure
            alone = self._judge_alone(batch[place])
            found[place] = self._only_in_batch(failure) if alone is None and is_first else alone
            is_first = False
        return found, None

    def _judge_alone(self, puzzle: Grid) -> Complaint | None:
        """Judge a puzzle in its own run, as a check does, with retries under the default limits."""
        if self._is_given_up:
            return UNANSWERED
        judged = self._timeouts.run((puzzle,))
        found = judged.counterexample
        self._note(is_answered=not judged.unanswered and (found is None or not _ends_run(found.response)))
        if judged.unanswered:
            return UNANSWERED
        return None if found is None else self._complain(found)

    def _note(self, *, is_answered: bool) -> None:
        self._failed_runs = 0 if is_answered else self._failed_runs + 1

    def _complain(self, found: Counterexample) -> Complaint:
        reason = found.reason
        if found.cause == Fault.NOT_STARTED.value:
            raise NotStartedError(reason)
        if found.is_timeout:  # the reason contains the progress so far, which differs between runs
            reason = f"no answer within {self._subject.options.seconds(1):g} s"
        received = "" if found.response is None else str(found.response)
        expected = self._subject.options.contract.expected_answer(found.puzzle, found.verdict)
        return Complaint(found.cause, received, expected, escape_line(reason))

    def _only_in_batch(self, found: Counterexample) -> Complaint:
        complaint = self._complain(found)
        reason = f"in a batch of {len(found.batch)} puzzles: {complaint.reason}; the puzzle passes alone"
        return complaint._replace(fault=ONLY_IN_BATCH, reason=reason)


def _ends_run(response: Response | None) -> bool:
    return isinstance(response, Failed) and response.fault in _ENDS_RUN

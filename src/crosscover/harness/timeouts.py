"""The rule for timeouts in a check.

1. A run may take three times its expected time plus one second. If it takes longer, its first unanswered puzzle is
   slow; if no answer arrived, each puzzle runs alone until one is slow. The remaining puzzles continue as a run.
2. A slow puzzle is unanswered.
3. If every plain search solves it in at most 10,000 nodes, it runs alone with the whole time limit, twice. If the
   processes of the solver used or slept through both limits, the solver TIMED OUT.
4. A solver also TIMED OUT if a run times out again at a puzzle that the solver answers alone.
5. Retries take at most a quarter of the run time; after that, unanswered puzzles are not retried.

Time that other processes take from the subject does not count, so a busy machine causes no failure. A run that exceeds
the default memory limit counts as a timeout, but never as a failure. Limits set by the user are strict: a run that
exceeds them twice is a failure. Engines have a separate limit.

A block of puzzles has a limit of its own (`LevelPace.limit`); the puzzle at which it timed out is judged by this rule.
An audit judges puzzles alone, without `begin`: each run has the whole time limit, so only rules 2 and 3 apply. Two
methods run a batch once, without this rule: `reproduce`, where a timeout counts as a failure, and `run_once`, where it
never does.
"""

import math
from dataclasses import dataclass, field, replace

from crosscover.dialects import Formatting
from crosscover.oracles.plain_search import baseline_nodes, is_easy
from crosscover.reference import Grid, Verdict

from .batch_runs import BatchRuns, JudgedRun, TimedRun
from .budget import Deadline
from .judging import Batch, Counterexample
from .limits import GRACE_SECONDS, SLACK

EASY_NODES = 10_000
"""Maximum number of nodes that any plain search needs for an easy puzzle."""

CHECKED_NODES = 5_000
"""Node budget from which a subject receives all puzzles; counting more nodes takes crosscover too long."""

SHORT_RUN = 30
"""Number of puzzles in a run that stays short even for a slow subject."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The judged puzzles of a batch with their verdicts, and the failures of the run that failed.

    `skipped` is the number of puzzles not retried. `unanswered` lists puzzles that timed out without being a failure;
    `suspects` are easy unanswered puzzles for which there was no time to decide whether the subject hangs. After a
    timeout, the puzzles of a batch are not judged `in_one_run`.
    """

    batch: Batch = ()
    verdicts: tuple[Verdict, ...] = field(default=(), compare=False)
    failures: tuple[Counterexample, ...] = ()
    skipped: int = 0
    unanswered: Batch = ()
    suspects: Batch = ()
    in_one_run: bool = True
    formatting: Formatting = Formatting()

    @property
    def counterexample(self) -> Counterexample | None:
        """The first failure, None if there is none."""
        return self.failures[0] if self.failures else None

    def then(self, later: "Outcome") -> "Outcome":
        """Return the combined outcome of this part of a batch and a later part."""
        return Outcome(
            self.batch + later.batch,
            self.verdicts + later.verdicts,
            later.failures,
            self.skipped + later.skipped,
            self.unanswered + later.unanswered,
            self.suspects + later.suspects,
        )


class Timeouts:
    """Runs batches, and settles their timeouts by the rule.

    `begin` sets the end of the run and the allowance for timeouts, both unlimited by default. `retry_seconds` is the
    time that retries have taken.
    """

    def __init__(self, runs: BatchRuns) -> None:
        self.retry_seconds = 0.0
        self.runs = runs
        self._options = runs.subject.options
        self._deadline = Deadline(runs.clock)
        self._allowance = math.inf
        self._node_budget: int | None = None

    def begin(self, deadline: Deadline, allowance: float) -> None:
        """Set the deadline of all runs, and the time for all timeouts together: about `allowance` seconds."""
        self._deadline = deadline
        self._allowance = allowance

    @property
    def is_used_up(self) -> bool:
        """Whether the allowance for timeouts is used up."""
        return self.retry_seconds >= self._allowance

    def first_limit(self, batch: Batch) -> float | None:
        """Return the time limit for the first run of a batch in seconds; None for the limit of the options."""
        if not self._options.has_default_limits or self._allowance == math.inf:
            return self._whole_limit(batch)
        return self._expected_limit(batch)

    def _expected_limit(self, batch: Batch) -> float:
        return GRACE_SECONDS + SLACK * self.runs.pace.seconds(batch)

    def _whole_limit(self, batch: Batch) -> float | None:
        """Return the whole time limit of a run in seconds, None for the limit of the options.

        Under the default limits, a run of several puzzles may take three times its expected time and a second more,
        since slowness alone is not an error.
        """
        if len(batch) == 1 or not self._options.has_default_limits:
            return None
        return max(self._options.seconds(len(batch)), self._expected_limit(batch))

    def run(
        self,
        batch: Batch,
        formatting: Formatting = Formatting(),
        *,
        ahead: TimedRun | None = None,
        until: Deadline | None = None,
    ) -> Outcome:
        """Run a batch and settle its timeouts; `ahead` is an earlier first run. There are no retries after `until`.

        The outcome may lack puzzles for which there was no time.
        """
        run = self._run(batch, formatting, self.first_limit(batch), ahead)
        done = _answered(run)
        if run.timed_out and run.timed.is_cut_off:
            return done.then(Outcome(skipped=len(batch) - run.answered))
        if not run.timed_out or self.runs.subject.engine is not None:
            return _outcome(run)
        if not self._options.has_default_limits and not run.timed.lacks_memory:
            return self._retry(batch, formatting)
        self._node_budget = self.runs.pace.nodes(self._options.seconds(1))
        settled = self._settle(batch, done, formatting, until or self._deadline)
        return replace(settled, in_one_run=len(batch) == 1)

    def run_once(self, batch: Batch, formatting: Formatting, seconds: float) -> Outcome:
        """Run a batch that is hard for some subjects once, for at most `seconds`; a timeout is not a failure."""
        run = self._run(batch, formatting, min(seconds, self._options.seconds(len(batch))))
        if not run.timed_out:
            return _outcome(run)
        return _answered(run).then(Outcome(unanswered=batch[run.answered :]))

    def reproduce(self, batch: Batch, formatting: Formatting, deadline: Deadline) -> Outcome:
        """Run a batch once, to reproduce a failure; a timeout counts as a failure.

        A run that the deadline cuts off is not judged, unless one of its answers is wrong.
        """
        limit = self.first_limit(batch)
        run = self.runs.run(batch, formatting, limit=limit, deadline=deadline)
        if run.timed_out and run.timed.is_cut_off:
            return Outcome(skipped=len(batch))
        return _outcome(run)

    def fit(self, batch: Batch) -> Batch:
        """Return a batch without puzzles that would take a plain search too long, if the subject is slow."""
        if self._node_budget is None or self._node_budget >= CHECKED_NODES:
            return batch
        left, fitting = self._node_budget, list[Grid]()
        for puzzle in batch:
            nodes = baseline_nodes(puzzle, self._options.solutions_searched, left)
            if nodes <= left:
                fitting.append(puzzle)
                left -= nodes
        return tuple(fitting)

    def _settle(self, batch: Batch, done: Outcome, formatting: Formatting, until: Deadline) -> Outcome:
        """Settle the timeout of a batch, starting with the first unanswered puzzle.

        This puzzle is the slow one, unless no answer arrived at all: a program may buffer its answers.
        """
        answered = len(done.batch)
        is_known, left = answered > 0 or len(batch) == 1, batch[answered:]
        alone = Outcome()
        while left and not alone.unanswered:
            if self.is_used_up or until.is_over:
                return done.then(Outcome(skipped=len(left) - 1, unanswered=left[:1]))
            alone = self._settle_alone(left[0], formatting, is_known=is_known)
            done, left = done.then(alone), left[1:]
            if alone.failures:
                return done
            if is_known:
                break
        together = batch[: answered + 1] if is_known else batch[:SHORT_RUN]
        if not alone.unanswered and len(together) > 1:
            again = self._retry(together, formatting)
            if again.failures or again.unanswered:
                return done.then(replace(again, batch=(), verdicts=(), skipped=len(left)))
        part = left[: 0 if until.is_over else self.runs.pace.fitting(until.left, left)]
        if part:
            done = done.then(self.run(part, formatting, until=until))
        return done if done.failures else done.then(Outcome(skipped=len(left) - len(part)))

    def _settle_alone(self, puzzle: Grid, formatting: Formatting, *, is_known: bool) -> Outcome:
        """Settle whether one puzzle times out; `is_known` means that it did."""
        batch, seconds = (puzzle,), self._options.seconds(1)
        easy = is_easy(puzzle, self._options.solutions_searched, min(self.runs.pace.nodes(seconds), EASY_NODES))
        if is_known and not easy:
            return Outcome(unanswered=batch)
        run = self._run(batch, formatting, None if easy else self.first_limit(batch))
        self.retry_seconds += run.timed.seconds
        if not run.timed_out:
            return _outcome(run)
        if easy and not (run.timed.is_starved or run.timed.lacks_memory):
            return self._retry(batch, formatting)
        return Outcome(unanswered=batch, suspects=batch if easy and not run.timed.is_cut_off else ())

    def _retry(self, batch: Batch, formatting: Formatting) -> Outcome:
        """Rerun a batch that timed out; it fails if it times out again with its whole time limit."""
        if self.is_used_up and self._options.has_default_limits:
            return Outcome(unanswered=batch[-1:], suspects=batch[-1:])
        run = self._run(batch, formatting, self._whole_limit(batch))
        self.retry_seconds += run.timed.seconds
        if run.timed_out and (run.timed.is_starved or run.timed.lacks_memory):
            slow = batch[run.answered : run.answered + 1]
            unclear = Outcome(skipped=len(batch) - run.answered - 1, unanswered=slow, suspects=slow)
            return _answered(run).then(unclear)
        return _outcome(run)

    def _run(
        self, batch: Batch, formatting: Formatting, limit: float | None, ahead: TimedRun | None = None
    ) -> JudgedRun:
        return self.runs.run(batch, formatting, limit=limit, deadline=self._deadline, ahead=ahead)


def _outcome(run: JudgedRun) -> Outcome:
    return Outcome(run.batch, run.verdicts, run.failures, formatting=run.formatting)


def _answered(run: JudgedRun) -> Outcome:
    """Return the outcome of the puzzles before the first failure."""
    return Outcome(run.batch[: run.answered], run.verdicts[: run.answered], formatting=run.formatting)

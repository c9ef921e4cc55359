"""What a timeout means: the one rule, for properties, blocks of puzzles and audits alike.

1. A run may take three times its expected time and a second more. If it takes longer, its first puzzle without an
   answer is slow; if no answer arrived, each is asked alone until one is slow. The rest goes on as a run.
2. A slow puzzle is unanswered.
3. If any plain search needs fewer than 10,000 nodes for it, it is asked alone with the whole time limit, twice. If the
   processes of the solver have used or slept away both, the solver TIMED OUT.
4. So it has if a run times out again at a puzzle that it answers alone.
5. To ask again takes at most a quarter of the time of a run; what is not answered then is not asked again.

Time that other processes take from those of the subject does not count, so a busy machine causes no failure. A run that
exceeds the default memory limit counts as a timeout, but never as a failure. Limits that a user has set are enforced: a
run that exceeds them twice is a failure. Engines have a limit of their own.
"""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple

from crosscover.dialects import Formatting
from crosscover.option_values import DAY
from crosscover.options import Options
from crosscover.reference import Grid, Unique
from crosscover.responses import Failed, Fault, Response
from crosscover.subjects.environment import hash_seed_of
from crosscover.subjects.small_puzzles import easy_puzzle
from crosscover.subjects.subject import Subject, Transcript

from .baseline import baseline_nodes, is_easy
from .deadline import Clock, Deadline
from .judging import Batch, Counterexample, first_failure
from .limits import GRACE_SECONDS, LEAST_SECONDS, SLACK
from .pace import Pace
from .verdicts import VerdictCache

EASY_NODES = 10_000
"""Maximum number of nodes of an easy puzzle, for a plain search in any order."""

CHECKED_NODES = 5_000
"""Number of nodes from which a subject has time for all puzzles: a search for more takes crosscover too long."""

SHORT_RUN = 30
"""Number of puzzles in a run that is short even if its time grows."""


@dataclass(frozen=True, slots=True)
class Judged:
    """The puzzles that were finally judged, and what is wrong, None if nothing is.

    `seconds` is the time of all runs, `skipped` the number of puzzles that were not asked again. `unanswered` has the
    puzzles that timed out without being a failure, and `suspects` those of them that are easy, without time to see
    whether the subject hangs.
    """

    batch: Batch = ()
    seconds: float = 0.0
    counterexample: Counterexample | None = None
    skipped: int = 0
    unanswered: Batch = ()
    suspects: Batch = ()

    def then(self, later: "Judged") -> "Judged":
        """The result of this part and a later one of the same batch."""
        return Judged(
            self.batch + later.batch,
            self.seconds + later.seconds,
            later.counterexample,
            self.skipped + later.skipped,
            self.unanswered + later.unanswered,
            self.suspects + later.suspects,
        )


class _Run(NamedTuple):
    """A run: its seconds, and its first failure.

    `is_cut_off` says that a deadline ended it, `is_starved` that its processes had less time than their limit, and
    `lacks_memory` that the default memory was not enough.
    """

    seconds: float
    found: Counterexample | None
    is_cut_off: bool
    is_starved: bool
    lacks_memory: bool

    @property
    def answered(self) -> int:
        """The number of puzzles before the first failure."""
        return (self.found.failing_index if self.found else None) or 0

    @property
    def timed_out(self) -> bool:
        return self.found is not None and self.found.is_timeout


def excuse_memory(transcript: Transcript, options: Options) -> Transcript:
    """The transcript with timeouts in place of failures by the default memory limit; the same object without any."""
    run_failure = transcript.run_failure
    excused: dict[Response | None, Failed] = {
        one: replace(one, fault=Fault.TIMED_OUT)
        for one in (*transcript.responses, run_failure)
        if isinstance(one, Failed) and one.fault is Fault.OUT_OF_MEMORY
    }
    if "memory_limit" in options.explicit or not excused:
        return transcript
    responses = tuple(excused.get(one, one) for one in transcript.responses)
    return replace(transcript, responses=responses, run_failure=excused.get(run_failure, run_failure))


class Timeouts:
    """Runs batches by the rule, and keeps the pace of the subject.

    `begin` sets the end of the run and the allowance for timeouts, both unlimited by default. The hash seed of Python
    follows from the `seed` of the run.
    """

    def __init__(
        self, subject: Subject, verdicts: VerdictCache, clock: Clock = time.monotonic, *, seed: int = 0
    ) -> None:
        subject.use_hash_seed(hash_seed_of(seed))
        self.pace = Pace(subject.options)
        self.used = 0.0
        self.out_of_memory = set[Grid]()
        self._subject = subject
        self._options = subject.options
        self._verdicts = verdicts
        self._clock = clock
        self._seed = seed
        self._deadline = Deadline(clock)
        self._allowance = math.inf
        self._node_budget: int | None = None

    def begin(self, deadline: Deadline, allowance: float) -> None:
        """Let no run exceed the deadline, and all timeouts together cost hardly more than `allowance` seconds."""
        self._deadline = deadline
        self._allowance = allowance

    @property
    def is_used_up(self) -> bool:
        """Whether the allowance for timeouts is used up."""
        return self.used >= self._allowance

    def first_limit(self, batch: Batch) -> float | None:
        """The time limit of a first run of a batch; None for the whole one."""
        is_whole = self._subject.engine is not None or not self._options.has_default_limits
        if is_whole or self._allowance == math.inf:
            return None
        return min(GRACE_SECONDS + SLACK * self.pace.seconds(batch), self._options.seconds(len(batch)))

    def ask_easy_puzzle(self, puzzle_seed: int | str | None = None) -> Transcript:
        """Run the subject on the easy puzzle of a seed, by default that of the run, to learn its pace."""
        easy, _ = easy_puzzle(self._options.shape, self._seed if puzzle_seed is None else puzzle_seed)
        batch = (Grid(bytes(bytearray(easy.values)), easy.shape),)
        started = self._clock()
        transcript = self._subject.ask(batch, seconds=self.first_limit(batch))
        self.pace.record(batch, transcript, self._clock() - started)
        return transcript

    def judge(
        self,
        batch: Batch,
        formatting: Formatting = Formatting(),
        *,
        asked: "Asked | None" = None,
        until: Deadline | None = None,
    ) -> Judged:
        """Judge a batch, or as much of it as the subject answers in time; a first run may have been `asked` already.

        Nothing is asked again after `until`.
        """
        until = until or self._deadline
        is_new = self.pace.rate() is None
        run = self._run(batch, formatting, self.first_limit(batch), self._deadline, asked)
        if run.timed_out and run.is_cut_off:
            return Judged(batch[: run.answered], run.seconds, skipped=len(batch) - run.answered)
        if not run.timed_out or self._subject.engine is not None:
            return Judged(batch, run.seconds, run.found)
        if not self._options.has_default_limits and not run.lacks_memory:
            return self._again(batch, formatting, run.seconds)
        self._node_budget = self.pace.nodes(self._options.seconds(1))
        done = Judged(batch[: run.answered], run.seconds)
        return self._judge_rest(batch, run.answered, formatting, done, until, is_new=is_new)

    def judge_once(self, batch: Batch, formatting: Formatting, seconds: float) -> Judged:
        """Judge a batch that is hard for some subjects in one run of that time; a timeout is not a failure."""
        limit = min(seconds, self._options.seconds(len(batch))) if self._subject.engine is None else None
        run = self._run(batch, formatting, limit, self._deadline)
        if not run.timed_out:
            return Judged(batch, run.seconds, run.found)
        return Judged(batch[: run.answered], run.seconds, unanswered=batch[run.answered :])

    def reproduce(self, batch: Batch, formatting: Formatting, deadline: Deadline) -> Judged:
        """Run a batch once, to reproduce a failure: a timeout is one, and the pace is not measured.

        A run that the deadline cuts off is not judged, unless one of its answers was wrong.
        """
        run = self._run(batch, formatting, self.first_limit(batch), deadline, is_measured=False)
        if run.timed_out and run.is_cut_off:
            return Judged((), run.seconds, skipped=len(batch))
        return Judged(batch, run.seconds, run.found)

    def fit(self, batch: Sequence[Grid]) -> tuple[Batch, int]:
        """Return the batch for a subject that is known to be slow, and the number of puzzles that differ.

        Puzzles that would take a plain search at its pace too long get more clues of their only solution. Those without
        one are left out, as are those for which the others leave no time.
        """
        if self._node_budget is None or self._node_budget >= CHECKED_NODES:
            return tuple(batch), 0
        left, changed = self._node_budget, 0
        fitting: list[Grid] = []
        for puzzle in batch:
            easier = self._easier_variant(puzzle, left)
            changed += easier != puzzle
            if easier is not None:
                fitting.append(easier)
                left -= self._nodes(easier, left)
        return tuple(fitting), changed

    def _judge_rest(
        self, batch: Batch, answered: int, formatting: Formatting, done: Judged, until: Deadline, *, is_new: bool
    ) -> Judged:
        """Judge a batch that has timed out, from the first puzzle without an answer.

        That is the slow one, unless no answer arrived at all: a program may keep its answers in a buffer. The limit was
        a guess if the subject `is_new`.
        """
        is_known, left = answered > 0 or len(batch) == 1, batch[answered:]
        one = Judged()
        while left and not one.unanswered:
            if self.is_used_up or until.is_over:
                return done.then(Judged(skipped=len(left) - 1, unanswered=left[:1]))
            one = self._judge_alone(left[0], formatting, is_known=is_known)
            done, left = done.then(one), left[1:]
            if one.counterexample is not None:
                return done
            if is_known or is_new:
                break
        together = batch[: answered + 1] if is_known else batch[:SHORT_RUN]
        if not one.unanswered and len(together) > 1 and not is_new:
            again = self._again(together, formatting, 0.0)
            if again.counterexample is not None or again.unanswered:
                return done.then(replace(again, batch=(), skipped=len(left)))
        fitting = 0 if until.is_over else self.pace.fitting(until.left, left)
        if part := left[:fitting]:
            done = done.then(self.judge(part, formatting, until=until))
        return done if done.counterexample is not None else done.then(Judged(skipped=len(left) - len(part)))

    def _judge_alone(self, puzzle: Grid, formatting: Formatting, *, is_known: bool) -> Judged:
        """Judge one puzzle that may be the one that has timed out; it is if that `is_known`."""
        batch, easy = (puzzle,), self._is_easy(puzzle)
        if is_known and not easy:
            return Judged(unanswered=batch)
        run = self._run(batch, formatting, None if easy else self.first_limit(batch), self._deadline)
        self.used += run.seconds
        if not run.timed_out:
            return Judged(batch, run.seconds, run.found)
        if not easy or run.is_cut_off:
            return Judged((), run.seconds, unanswered=batch)
        if run.lacks_memory or run.is_starved:
            return Judged((), run.seconds, unanswered=batch, suspects=batch)
        return self._again(batch, formatting, run.seconds)

    def _again(self, batch: Batch, formatting: Formatting, seconds: float) -> Judged:
        """Run a batch that has timed out once more: a failure if it does again, and nobody shortened its time."""
        unclear = Judged((), seconds, unanswered=batch[-1:], suspects=batch[-1:])
        if self.is_used_up and self._options.has_default_limits:
            return unclear
        run = self._run(batch, formatting, None, self._deadline)
        self.used += run.seconds
        seconds += run.seconds
        if run.timed_out and (run.is_starved or run.lacks_memory):
            return replace(unclear, seconds=seconds)
        return Judged(batch, seconds, run.found)

    def _run(
        self,
        batch: Batch,
        formatting: Formatting,
        limit: float | None,
        deadline: Deadline,
        asked: "Asked | None" = None,
        *,
        is_measured: bool = True,
    ) -> _Run:
        verdicts, is_ahead = [self._verdicts[puzzle] for puzzle in batch], asked is not None
        asked = asked or ask(self._subject, batch, formatting, limit=limit, deadline=deadline)
        transcript = excuse_memory(asked.transcript, self._options)
        found = first_failure(batch, verdicts, transcript, self._options.contract, formatting)
        lacks_memory = transcript is not asked.transcript
        if is_ahead and found is not None and (lacks_memory or not found.is_timeout):
            return self._run(batch, formatting, limit, deadline, is_measured=is_measured)  # alone, before it counts
        if found is None and is_measured:
            self.pace.record(batch, transcript, asked.seconds)
        if found is not None and found.is_timeout:
            self.out_of_memory.update([found.puzzle] * lacks_memory)
        is_starved = transcript.usage is not None and transcript.usage.is_cut_off
        return _Run(asked.seconds, found, asked.is_last and is_starved, is_starved, lacks_memory)

    def _is_easy(self, puzzle: Grid) -> bool:
        """Whether any plain search as fast as the subject would answer a puzzle within the whole time limit."""
        nodes = min(self.pace.nodes(self._options.seconds(1)), EASY_NODES)
        return is_easy(puzzle, self._options.solutions_searched, nodes)

    def _nodes(self, puzzle: Grid, limit: int) -> int:
        return baseline_nodes(puzzle, self._options.solutions_searched, limit)

    def _easier_variant(self, puzzle: Grid, limit: int) -> Grid | None:
        if self._nodes(puzzle, limit) <= limit:
            return puzzle
        verdict = self._verdicts[puzzle]
        if isinstance(verdict, Unique):
            random = Random(str(puzzle))
            for clues in (4, 8, 16, 32, 64):
                cells = random.sample(range(puzzle.shape.cells), clues)
                easier = puzzle.with_cells_of(verdict.solution, cells)
                if self._nodes(easier, limit) <= limit:
                    return easier
        return None


class Asked(NamedTuple):
    """A run of a subject that is not judged yet; `is_last` if the deadline may end it."""

    transcript: Transcript
    seconds: float
    is_last: bool


def ask(subject: Subject, batch: Batch, formatting: Formatting, *, limit: float | None, deadline: Deadline) -> Asked:
    """Run a subject on a batch, at most until the deadline."""
    clock = deadline.clock
    wanted = subject.options.seconds(len(batch)) if limit is None else limit
    left = max(LEAST_SECONDS, deadline.left)
    is_last = left < (2 * wanted if subject.engine is None else DAY)  # engines have a limit of their own
    started = clock()
    transcript = subject.ask(batch, formatting, limit, left if is_last else None)
    return Asked(transcript, clock() - started, is_last)

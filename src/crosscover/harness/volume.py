"""Judging of blocks: puzzles of one level of hardness whose solutions are derived from known ones.

A block costs a few microseconds per puzzle: no engine decides it, and its answers are compared as arrays. This can
clear a subject, but not show a failure. Every wrong answer is repeated in an ordinary batch, under verdicts of the
panel; if the panel contradicts the derivation, the fault is ours.

    block ─ all correct ──► counted
       ├─── wrong answer ─► each wrong puzzle alone ──► the shortest run that ends with it ──► as first seen
       │                          (each of them an ordinary batch; the first that fails is the counterexample)
       └─── time out ─────► answers so far ──► the puzzle that is slow ──► the puzzles behind it, in one run
                            are judged         alone, an ordinary batch

A program may buffer its answers, so that the puzzle for which it is slow comes after the first one without an answer.
Runs of 1, 8, 64, ... puzzles find it, each at most an eighth of the rest, under short time limits. The puzzles of a
block become harder, so that what a subject does not finish after a few seconds of waiting is left out.
"""

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from crosscover.contracts import Mismatch
from crosscover.dialects import Formatting
from crosscover.reference import Grid, Shape
from crosscover.responses import Failed, Fault
from crosscover.subjects.blocks import grids
from crosscover.subjects.subject import UNREADABLE, BlockAnswers, Transcript
from crosscover.visible_kinds import VisibleKind

from .batch_judge import OWN_FAULTS, BatchJudge
from .block import Block, is_right
from .block_sizes import GRACE_SECONDS, GROWTH, LEVELS, RUN_SECONDS, SLACK
from .deadline import Deadline
from .judging import Counterexample, SubjectFailedError
from .property_run import FEWEST_PUZZLES, PropertyRun
from .session import SubjectSession

MAX_ALONE = 5
"""Maximum number of wrong puzzles of a block that are repeated alone."""

MAX_PANEL_RUN = 200
"""Maximum size of a run that the panel decides; longer ones are replaced by copies of one puzzle."""

TOO_LONG = (Fault.TIMED_OUT, Fault.OUT_OF_MEMORY)
"""Faults that may only mean that a run was too long for the subject."""

NARROWING_GRACE = 0.3
"""Seconds that a part of a block that has timed out may take beyond `SLACK` times the expected time."""

NARROWING_SECONDS = 4.0
"""Seconds beyond those of the property in which a timeout is narrowed to a puzzle."""

MAX_WAIT = 6.0
"""Seconds of waiting for puzzles of a block after which the rest of it is left out."""

EASED = 4
"""How many puzzles are derived for each one asked, those with the fewest empty cells, if there were few puzzles and the
allowance for timeouts is used up."""

MAX_BLOCKS = 8
"""Maximum number of blocks of one seed: the first ones are small, and take no time."""

Derive = Callable[[int, int, int], Block]
"""Makes a block of a seed, a size and a level of hardness."""


class FalseDerivationError(Exception):
    """The panel contradicts the derivation of a puzzle: a fault of crosscover, never of the subject."""


@dataclass(frozen=True, slots=True)
class AnsweredBlock:
    """The answers to a block in one run: which of them are correct, and the seconds of the run."""

    block: Block
    answers: BlockAnswers
    right: NDArray[np.bool_]
    seconds: float

    @property
    def is_right(self) -> bool:
        """Whether the run did not fail and all answers are correct."""
        return self.answers.failure is None and bool(self.right.all())

    @property
    def is_too_long(self) -> bool:
        """Whether the run failed, and perhaps only because it was too long."""
        return self.answers.failure is not None and self.answers.failure.fault in TOO_LONG

    def before_the_end(self) -> "AnsweredBlock":
        """The puzzles up to the last answer, as if the run had ended there."""
        answered = np.flatnonzero((self.answers.answers != UNREADABLE).any(axis=1))
        part = slice(0, int(answered[-1]) + 1 if len(answered) else 0)
        return AnsweredBlock(
            self.block.rows(part), BlockAnswers(self.answers.answers[part]), self.right[part], self.seconds
        )


class VolumeJudge:
    """Judges blocks under one property for a number of seconds, counted from the first block.

    A failed block fails again for the same seed, and no other block is run after it. Puzzles of the kinds `avoided` are
    left out.
    """

    def __init__(
        self,
        session: SubjectSession,
        batches: BatchJudge,
        run: PropertyRun,
        seconds: float,
        avoided: frozenset[VisibleKind],
    ) -> None:
        self._session = session
        self._contract = session.subject.options.contract
        self._batches = batches
        self._avoided = avoided
        self._run = run
        self._sizes = session.block_sizes
        self._clock = session.clock
        self._seconds = seconds
        self._deadline: Deadline | None = None
        self._failed: tuple[int, Counterexample] | None = None

    def judge(self, seed: int, derive: Derive) -> None:
        """Judge blocks that suit the subject for some `RUN_SECONDS`; raises SubjectFailedError."""
        __tracebackhide__ = True
        if self._failed is None:
            ends = self._clock() + RUN_SECONDS / 2
            try:
                for number in range(MAX_BLOCKS):
                    self._judge(seed + (number << 64), derive, is_checked=number == 0)
                    if self._clock() >= ends:
                        break
            except SubjectFailedError as error:
                self._failed = seed, error.counterexample
        if self._failed is not None and self._failed[0] == seed:
            self._run.mark_failed()
            raise SubjectFailedError(self._failed[1])

    def _seconds_left(self) -> float:
        if self._deadline is None:
            self._deadline = self._session.deadline.within(self._seconds)
        return min(self._deadline.left, self._run.seconds_left())

    def _judge(self, seed: int, derive: Derive, *, is_checked: bool) -> None:
        """Judge a block; continue behind each puzzle that makes it time out, until that has taken too long.

        With `is_checked` the panel decides one of the puzzles.
        """
        seconds = self._seconds_left()
        if seconds <= 0:
            return
        level = self._sizes.next_level(seconds)
        started = self._clock()
        size, is_eased = self._sizes.size(level, seconds), self._run.is_thin and self._session.retries.has_waited_enough
        rest = derive(seed, size * EASED if is_eased else size, level).without(self._avoided)
        if is_eased:
            rest = rest.rows(np.argsort((rest.puzzles == 0).sum(axis=1), kind="stable")[:size])
        self._sizes.record_deriving(len(rest), self._clock() - started)
        if is_checked:
            self._check(rest, seed % len(rest))
        waited = 0.0
        while len(rest) and waited < MAX_WAIT and self._seconds_left() > 0 and not self._run.is_over():
            started, left = self._clock(), self._seconds_left()
            slow = started + self._sizes.expected_seconds(level, len(rest)) + GRACE_SECONDS / 2
            wait, judged = self._ask_and_judge(rest, level, min(self._sizes.time_limit(level, len(rest)), left))
            ended = self._clock()
            if judged == len(rest):
                self._sizes.record(level, len(rest), ended - started)
                return
            size, rest = len(rest), rest.rows(slice(judged, None))
            deadline = self._session.deadline.within(max(0.0, self._seconds_left()) + NARROWING_SECONDS)
            if ended < slow:  # there was no time for more
                self._narrow(rest.rows(slice(0, 1)), level, deadline)
                return
            self._session.retries.record_timeout(wait)
            judged, is_slow = self._narrow(rest, level, deadline)
            if not is_slow:
                self._sizes.record_too_long(size)
            rest = rest.rows(slice(judged, None))
            wait += self._clock() - ended
            waited += wait
            self._sizes.record_wait(level, wait)

    def _ask_and_judge(self, block: Block, level: int, limit: float) -> tuple[float, int]:
        """Run the subject on a block, and judge its answers; raises SubjectFailedError.

        Returns the seconds of waiting, and how many puzzles were judged: all, unless the run was too long.
        """
        answered = self._ask(block, limit)
        self._sizes.charge(level, answered.seconds)
        if not answered.is_too_long:
            self._judge_answers(answered)
            return 0.0, len(block)
        in_time = answered.before_the_end()
        self._judge_answers(in_time)
        judged = min(len(in_time.block), len(block) - 1)
        return max(0.0, answered.seconds - self._sizes.expected_seconds(level, judged)), judged

    def _narrow(self, rest: Block, level: int, deadline: Deadline) -> tuple[int, bool]:
        """Judge puzzles of a part that has timed out up to the one that is slow.

        Returns how many were judged, and whether there is such a puzzle. Each part is at most an eighth of the whole,
        so this ends after a few timeouts.
        """
        done, size = 0, 1
        while done < len(rest):
            part = rest.rows(slice(done, done + size))
            limit = NARROWING_GRACE + SLACK * self._sizes.expected_seconds(level, len(part))
            if deadline.left < limit or self._session.retries.has_waited_enough:
                self._run.note_unanswered(_puzzle(part, 0))
                return len(rest), True
            wait, judged = self._ask_and_judge(part, level, limit)
            done += judged
            if judged < len(part):
                self._session.retries.record_timeout(wait)
                if len(part) == 1:
                    self._judge_slow(part)
                    return done + 1, True
                further, is_slow = self._narrow(part.rows(slice(judged, None)), level, deadline)
                return done + further, is_slow
            size = min(size * GROWTH, max(1, len(rest) // GROWTH))
        return done, False

    def _judge_slow(self, one: Block) -> None:
        """Judge a puzzle that was not answered at once, by the rules of timeouts; raises SubjectFailedError."""
        changed = self._run.record.simplified_or_skipped
        self._judge_batch(one)
        if self._run.record.simplified_or_skipped > changed:  # the puzzle itself was not asked again
            self._run.note_unanswered(_puzzle(one, 0))

    def _judge_answers(self, answered: AnsweredBlock) -> None:
        """Count the puzzles before the first wrong answer; raises SubjectFailedError if there is one."""
        if answered.is_right:
            self._count(answered.block)
            return
        end = len(answered.block) if answered.right.all() else int(np.argmin(answered.right))
        self._count(answered.block.rows(slice(0, end)))
        self._examine(answered)

    def _ask(self, block: Block, limit: float) -> AnsweredBlock:
        started = self._clock()
        answers = self._session.subject.ask_block(block.puzzles, limit)
        seconds = self._clock() - started
        return AnsweredBlock(block, answers, is_right(block, answers.answers, self._contract), seconds)

    def _count(self, block: Block) -> None:
        if len(block):
            if self._run.is_thin:
                self._run.number_of_new(grids(block.rows(slice(0, FEWEST_PUZZLES)).puzzles, block.shape))
            distinct = len(np.unique(np.ascontiguousarray(block.puzzles).view(f"V{block.puzzles.shape[1]}")))
            self._run.count(len(block), "puzzles", block.labels(), runs=1, distinct=distinct)

    def _check(self, block: Block, place: int) -> None:
        """Compare the derivation of a puzzle with the panel's verdict; raises FalseDerivationError."""
        puzzle = _puzzle(block, place)
        verdict = self._session.verdicts[puzzle]
        if block.contradicts(place, verdict):
            derived = block.kind_names[int(block.kinds[place])]
            raise FalseDerivationError(f"{puzzle} ({derived}) has {verdict}; {block.counts[place]} was derived")

    def _judge_batch(self, block: Block) -> None:
        """Judge an ordinary batch; raises FalseDerivationError if the panel contradicts the block."""
        for place in range(len(block)):
            self._check(block, place)
        self._batches.judge(grids(block.puzzles, block.shape), Formatting())

    def _examine(self, answered: AnsweredBlock) -> None:
        """Find a failure that can be reproduced; raises SubjectFailedError."""
        block, answers, wrong = answered.block, answered.answers, np.flatnonzero(~answered.right)
        for place in wrong[:MAX_ALONE].tolist():
            self._judge_batch(block.rows(slice(place, place + 1)))
        last = int(wrong[0]) if len(wrong) else len(block) - 1
        deadline = self._run.shrinking.end
        run = self._shortest_run(block, wrong, deadline)
        if run is not None and len(run) <= MAX_PANEL_RUN:
            self._judge_batch(run)
        elif run is not None:
            for origin in (_full_grid(block.shape).without(self._avoided), block.rows(slice(last, last + 1))):
                if (fewest := self._fewest_copies(origin, len(run), deadline)) is not None:
                    self._judge_batch(fewest)
        self._report_as_seen(block, answers, last)

    def _fails(self, block: Block, deadline: Deadline) -> bool:
        if deadline.is_over:
            return False
        limit = self._sizes.time_limit(LEVELS - 1, len(block))
        answered = self._ask(block, min(limit, deadline.left))
        return not (answered.before_the_end() if answered.is_too_long else answered).is_right

    def _shortest_run(self, block: Block, wrong: NDArray[np.intp], deadline: Deadline) -> Block | None:
        """Return a part of a block that fails: 2, 4, 8 … puzzles up to the first wrong one; None if none fails again.

        If no single puzzle is wrong, failing parts are halved until neither half fails.
        """
        if len(wrong):
            end = int(wrong[0]) + 1
            lengths = [1 << power for power in range(1, end.bit_length()) if 1 << power < end]
            runs = map(block.rows, [*(slice(end - length, end) for length in (*lengths, end)), slice(0, len(block))])
            return next((run for run in runs if self._fails(run, deadline)), None)
        if not self._fails(block, deadline):
            return None
        while len(block) > 1:
            middle = len(block) // 2
            halves = map(block.rows, (slice(middle, None), slice(0, middle)))
            failing = next((half for half in halves if self._fails(half, deadline)), None)
            if failing is None:
                break
            block = failing
        return block

    def _fewest_copies(self, origin: Block, number: int, deadline: Deadline) -> Block | None:
        """Return the fewest copies of one puzzle that fail, by bisection; None if `number` copies do not fail."""

        def copies(number: int) -> Block:
            return origin.rows(np.zeros(number, np.intp))

        if not self._fails(copies(number), deadline):
            return None
        fewer = range(1, number)
        return copies(1 + bisect_left(fewer, True, key=lambda number: self._fails(copies(number), deadline)))

    def _report_as_seen(self, block: Block, answers: BlockAnswers, place: int) -> None:
        """Report a failure that could not be reproduced; raises SubjectFailedError."""
        puzzle, failure = _puzzle(block, place), answers.failure
        verdict = self._session.verdicts[puzzle]
        response = (
            answers.response(place, block.shape) or failure or Failed(Fault.MALFORMED, "the answer cannot be read")
        )
        mismatch = self._contract.explain(puzzle, verdict, response)
        index: int | None = 0
        transcript = Transcript((response,), hash_seed=self._session.subject.hash_seed)
        if mismatch is None and failure is not None:
            mismatch, index = Mismatch.of_failure(failure), None
            transcript = replace(transcript, run_failure=failure)
        if mismatch is None:
            raise FalseDerivationError(f"the block rejects {response} for {puzzle}, which is correct")
        is_lost = isinstance(response, Failed) and response.fault not in OWN_FAULTS  # the last answers, in a buffer
        where = f"puzzle {place + 1:,}{' or later' * is_lost} of a run of {len(block):,}"
        reason = f"{mismatch.reason}; seen at {where}, but not in a shorter one"
        mismatch = replace(mismatch, reason=reason, variant=f"{mismatch.variant}, seen once")
        found = Counterexample((puzzle,), (verdict,), transcript, Formatting(), index, mismatch)
        raise SubjectFailedError(replace(found, contract=self._contract))


def _puzzle(block: Block, place: int) -> Grid:
    return Grid(block.puzzles[place].tobytes(), block.shape)


def _full_grid(shape: Shape) -> Block:
    """Return a block of the canonical grid, which is its own solution."""
    cells = np.frombuffer(Grid.canonical(shape).values, np.uint8)[None]
    solutions = np.stack((cells, np.zeros_like(cells)), axis=1)
    return Block(cells, solutions, np.array([1], np.uint8), np.array([0], np.uint8), ("full grid",), shape)

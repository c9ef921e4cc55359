"""Judging of blocks: puzzles of one level of hardness whose solutions are derived from known ones.

A block costs a few microseconds per puzzle: no engine decides it, and its answers are compared as arrays. This can
clear a subject, but not show a failure. Every wrong answer is repeated in an ordinary batch, under verdicts of the
panel; if the panel contradicts the derivation, the fault is ours.

    block ─ all correct ──► counted
       ├─── wrong answer ─► each wrong puzzle alone ──► the shortest run that ends with it ──► as first seen
       │                          (each of them an ordinary batch; the first that fails is the counterexample)
       └─── time out ─────► answers so far ──► the next puzzle alone, ──► the puzzles behind it, in one run;
                            are judged         as an ordinary batch       in small ones if that puzzle was quick

A program may buffer its answers, so that the puzzle for which it is slow comes after the first one without an answer.
Runs of 1, 8, 64, ... puzzles find it, each at most an eighth of the rest. The puzzles of a block become harder, so that
what a subject does not finish after a few seconds of waiting is left out.
"""

from bisect import bisect_left
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from crosscover.contracts import Mismatch
from crosscover.dialects import Formatting
from crosscover.reference import Grid
from crosscover.responses import Failed, Fault
from crosscover.subjects.blocks import grids
from crosscover.subjects.subject import UNREADABLE, BlockAnswers, Transcript

from .batch_judge import BatchJudge
from .block import Block, is_right
from .block_sizes import GROWTH, LEVELS
from .deadline import Deadline
from .judging import Counterexample, SubjectFailedError
from .property_run import PropertyRun
from .session import SubjectSession

MAX_ALONE = 5
"""Maximum number of wrong puzzles of a block that are repeated alone."""

MAX_PANEL_RUN = 200
"""Maximum size of a run that the panel decides; longer ones are replaced by copies of one puzzle."""

TOO_LONG = (Fault.TIMED_OUT, Fault.OUT_OF_MEMORY)
"""Faults that may only mean that a run was too long for the subject."""

STUCK_SECONDS = 0.4
"""Seconds for which a puzzle alone is taken for the one that made a block time out."""

MAX_WAIT = 2.0
"""Seconds of waiting for puzzles of a block after which the rest of it is left out."""

WAITING = 3.0
"""How much more of the share of a level a second takes in which the subject did not answer."""

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

    A failed block fails again for the same seed, and no other block is run after it.
    """

    def __init__(self, session: SubjectSession, batches: BatchJudge, run: PropertyRun, seconds: float) -> None:
        self._session = session
        self._contract = session.subject.options.contract
        self._batches = batches
        self._run = run
        self._sizes = session.block_sizes
        self._clock = session.clock
        self._seconds = seconds
        self._deadline: Deadline | None = None
        self._failed: tuple[int, Counterexample] | None = None

    def judge(self, seed: int, derive: Derive) -> None:
        """Judge a block that suits the subject; raises SubjectFailedError."""
        __tracebackhide__ = True
        if self._failed is None:
            try:
                self._judge(seed, derive)
            except SubjectFailedError as error:
                self._failed = seed, error.counterexample
        if self._failed is not None and self._failed[0] == seed:
            self._run.mark_failed()
            raise SubjectFailedError(self._failed[1])

    def _seconds_left(self) -> float:
        if self._deadline is None:
            self._deadline = self._session.deadline.within(self._seconds)
        return min(self._deadline.left, self._run.seconds_left())

    def _judge(self, seed: int, derive: Derive) -> None:
        """Judge a block, part by part if it times out."""
        if self._seconds_left() <= 0:
            return
        level = self._sizes.next_level()
        block = derive(seed, self._sizes.size(level, self._seconds_left()), level)
        self._check(block, seed % len(block))
        parts = deque([block])
        waited = 0.0
        while parts and waited < MAX_WAIT and self._seconds_left() > 0 and not self._run.is_over():
            part = parts.popleft()
            limit, left = self._sizes.time_limit(level, len(part)), self._seconds_left()
            answered = self._ask(part, min(limit, left))
            self._sizes.charge(level, answered.seconds)
            if not answered.is_too_long:
                self._judge_answers(answered)
                self._sizes.record(level, len(part), answered.seconds)
                continue
            started = answered.before_the_end()
            self._judge_answers(started)
            rest = part.rows(slice(min(len(started.block), len(part) - 1), None))
            wait = max(0.0, answered.seconds - self._sizes.expected_seconds(level, len(started.block)))
            alone = self._judge_first(rest)
            waited += wait + alone
            self._sizes.charge(level, (WAITING - 1) * wait + WAITING * alone)
            if limit <= left:
                self._session.retries.record_timeout(wait)
                parts.extendleft(reversed(self._parts_after(rest, alone)))

    def _judge_answers(self, answered: AnsweredBlock) -> None:
        """Count the puzzles before the first wrong answer; raises SubjectFailedError if there is one."""
        if answered.is_right:
            self._count(answered.block)
            return
        end = len(answered.block) if answered.right.all() else int(np.argmin(answered.right))
        self._count(answered.block.rows(slice(0, end)))
        self._examine(answered)

    def _judge_first(self, rest: Block) -> float:
        """Judge the first puzzle without an answer, by the rules of timeouts; return the seconds that it took."""
        self._check(rest, 0)
        started = self._clock()
        self._batches.judge(grids(rest.puzzles[:1]), Formatting())
        return self._clock() - started

    def _parts_after(self, rest: Block, seconds: float) -> list[Block]:
        """Divide the puzzles after the first one, which took these seconds alone.

        They stay together if it was the one that has timed out.
        """
        is_stuck = seconds >= STUCK_SECONDS + self._session.retries.start_seconds()
        if not is_stuck and len(rest) > 1:
            self._sizes.record_too_long(len(rest))
        parts: list[Block] = []
        start, size = 1, len(rest) if is_stuck else 1
        while start < len(rest):
            parts.append(rest.rows(slice(start, start + size)))
            start += size
            size = min(size * GROWTH, max(1, len(rest) // GROWTH))
        return parts

    def _ask(self, block: Block, limit: float) -> AnsweredBlock:
        started = self._clock()
        answers = self._session.subject.ask_block(block.puzzles, limit)
        seconds = self._clock() - started
        return AnsweredBlock(block, answers, is_right(block, answers.answers, self._contract), seconds)

    def _count(self, block: Block) -> None:
        if len(block):
            distinct = len(np.unique(np.ascontiguousarray(block.puzzles).view(f"V{block.puzzles.shape[1]}")))
            self._run.count(len(block), "puzzles", block.labels(), runs=1, distinct=distinct)

    def _check(self, block: Block, place: int) -> None:
        """Compare the derivation of a puzzle with the panel's verdict; raises FalseDerivationError."""
        puzzle = Grid(block.puzzles[place].tobytes())
        verdict = self._session.verdicts[puzzle]
        if block.contradicts(place, verdict):
            derived = block.kind_names[int(block.kinds[place])]
            raise FalseDerivationError(f"{puzzle} ({derived}) has {verdict}; {block.counts[place]} was derived")

    def _judge_batch(self, block: Block) -> None:
        """Judge an ordinary batch; raises FalseDerivationError if the panel contradicts the block."""
        for place in range(len(block)):
            self._check(block, place)
        self._batches.judge(grids(block.puzzles), Formatting())

    def _examine(self, answered: AnsweredBlock) -> None:
        """Find a failure that can be reproduced; raises SubjectFailedError."""
        block, answers, wrong = answered.block, answered.answers, np.flatnonzero(~answered.right)
        for place in wrong[:MAX_ALONE].tolist():
            self._judge_batch(block.rows(slice(place, place + 1)))
        last = int(wrong[0]) if len(wrong) else len(block) - 1
        deadline = self._session.deadline.within(self._run.shrink_seconds_left())
        run = self._shortest_run(block, wrong, deadline)
        if run is not None and len(run) <= MAX_PANEL_RUN:
            self._judge_batch(run)
        elif run is not None:
            for origin in (_full_grid(), block.rows(slice(last, last + 1))):
                if (fewest := self._fewest_copies(origin, len(run), deadline)) is not None:
                    self._judge_batch(fewest)
        self._report_as_seen(block, answers, last)

    def _fails(self, block: Block, deadline: Deadline) -> bool:
        """Whether a block fails before the deadline."""
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
        puzzle, failure = Grid(block.puzzles[place].tobytes()), answers.failure
        verdict = self._session.verdicts[puzzle]
        response = answers.response(place) or failure or Failed(Fault.MALFORMED, "the answer cannot be read")
        mismatch = self._contract.explain(puzzle, verdict, response)
        index: int | None = 0
        transcript = Transcript((response,))
        if mismatch is None and failure is not None:
            mismatch, index, transcript = Mismatch.of_failure(failure), None, Transcript((response,), failure)
        if mismatch is None:
            raise FalseDerivationError(f"the block rejects {response} for {puzzle}, which is correct")
        reason = f"{mismatch.reason}; seen at puzzle {place + 1:,} of a run of {len(block):,}, but not in a shorter one"
        mismatch = replace(mismatch, reason=reason, variant=f"{mismatch.variant}, seen once")
        found = Counterexample((puzzle,), (verdict,), transcript, Formatting(), index, mismatch)
        raise SubjectFailedError(replace(found, contract=self._contract))


def _full_grid() -> Block:
    """Return a block of the canonical grid, which is its own solution."""
    cells = np.frombuffer(Grid.canonical().values, np.uint8)[None]
    solutions = np.stack((cells, np.zeros_like(cells)), axis=1)
    return Block(cells, solutions, np.array([1], np.uint8), np.array([0], np.uint8), ("full grid",))

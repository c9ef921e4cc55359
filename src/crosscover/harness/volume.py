"""Judging of blocks: many thousands of puzzles whose solutions are derived from known ones.

A block costs a few microseconds per puzzle: no engine decides it, and its answers are compared as arrays. This can
clear a subject, but not show a failure. Every wrong answer is repeated in an ordinary batch, under verdicts of the
panel; if the panel contradicts the derivation, the fault is ours.

    block ─ all correct ──► counted            (several concurrently, if that is faster; a failure is repeated alone)
       └─── failure ──► each wrong puzzle alone ──► the shortest run that ends with it ──► as first seen
                             (each of them an ordinary batch; the first that fails is the counterexample)
"""

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from crosscover.contracts import Mismatch
from crosscover.dialects import Formatting
from crosscover.reference import Grid
from crosscover.responses import Failed, Fault
from crosscover.subjects.blocks import grids
from crosscover.subjects.subject import BlockAnswers, Subject, Transcript

from .batch_judge import BatchJudge
from .block import Block, is_right
from .judging import Counterexample, SubjectFailedError
from .property_run import PropertyRun
from .session import SubjectSession

MAX_ALONE = 5
"""Maximum number of wrong puzzles of a block that are repeated alone."""

MAX_PANEL_RUN = 200
"""Maximum size of a run that the panel decides; longer ones are replaced by copies of one puzzle."""

TOO_LONG = (Fault.TIMED_OUT, Fault.OUT_OF_MEMORY)
"""Faults that may only mean that a run was too long for the subject."""


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


class VolumeJudge:
    """Judges blocks under one property for a number of seconds, counted from the first block.

    Several blocks run concurrently if the session allows it and it is faster; each has the length that it would have
    alone. A failed block fails again for the same seed, and no other block is run after it.
    """

    def __init__(self, session: SubjectSession, batches: BatchJudge, run: PropertyRun, seconds: float) -> None:
        self._session = session
        self._contract = session.subject.options.contract
        self._batches = batches
        self._run = run
        self._sizes = session.block_sizes
        self._clock = session.clock
        self._seconds = seconds
        self._deadline: float | None = None
        self._failed: tuple[int, Counterexample] | None = None

    def judge(self, seed: int, derive: Callable[[int, int], Block]) -> None:
        """Judge a block that `derive` makes of the seed and a size that suits the subject; raises SubjectFailedError.

        Concurrent blocks are made of the seeds that follow.
        """
        __tracebackhide__ = True
        if self._failed is None:
            try:
                self._judge(seed, derive)
            except SubjectFailedError as error:
                self._failed = seed, error.counterexample
        if self._failed is not None and self._failed[0] == seed:
            self._run.mark_failed()
            raise SubjectFailedError(self._failed[1])

    def _judge(self, seed: int, derive: Callable[[int, int], Block]) -> None:
        now = self._clock()
        if self._deadline is None:
            self._deadline = now + self._seconds
        elif now >= self._deadline:
            return
        size = self._sizes.batch_size(self._deadline - now)
        if size:
            self._judge_batch(derive(seed, size))
            return
        size = self._sizes.block_size(self._deadline - now)
        limit = self._sizes.time_limit(size)
        number = self._sizes.blocks_at_once(size, self._session.copies.jobs)
        answered = self._session.copies.run(
            lambda copy, place: self._ask(copy, derive(seed + place, size), limit), number
        )
        if number > 1 and not all(one.is_right for one in answered):
            answered = self._ask_again(answered)
        for one in answered:
            self._record_timeout(one)
            if not one.is_right:
                end = len(one.block) if one.right.all() else int(np.argmin(one.right))
                self._count(one.block.rows(slice(0, end)))
                self._examine(one)
                return
            self._count(one.block)
        self._sizes.record(size, max(one.seconds for one in answered))

    def _ask_again(self, answered: list[AnsweredBlock]) -> list[AnsweredBlock]:
        """Repeat failures alone, up to the first that fails again; if none does, give up copies."""
        checked: list[AnsweredBlock] = []
        for one in answered:
            if one.is_right:
                checked.append(one)
                continue
            self._record_timeout(one)
            checked.append(self._ask(self._session.subject, one.block, self._sizes.time_limit(len(one.block))))
            if not checked[-1].is_right:
                return checked
        self._session.copies.give_up(len(answered))
        return checked

    def _ask(self, subject: Subject, block: Block, limit: float) -> AnsweredBlock:
        started = self._clock()
        answers = subject.ask_block(block.puzzles, limit)
        seconds = self._clock() - started
        return AnsweredBlock(block, answers, is_right(block, answers.answers, self._contract), seconds)

    def _record_timeout(self, answered: AnsweredBlock) -> None:
        failure = answered.answers.failure
        if failure is not None and failure.fault is Fault.TIMED_OUT:
            self._sizes.record_timeout(answered.seconds)

    def _count(self, block: Block) -> None:
        if len(block):
            self._run.count(len(block), "puzzles", block.labels(), runs=1)

    def _judge_batch(self, block: Block) -> None:
        """Judge an ordinary batch; raises FalseDerivationError if the panel contradicts the block."""
        puzzles = grids(block.puzzles)
        for place, puzzle in enumerate(puzzles):
            verdict = self._session.verdicts[puzzle]
            if block.contradicts(place, verdict):
                derived = block.kind_names[int(block.kinds[place])]
                raise FalseDerivationError(f"{puzzle} ({derived}) has {verdict}; {block.counts[place]} was derived")
        self._batches.judge(puzzles, Formatting())

    def _examine(self, answered: AnsweredBlock) -> None:
        """Find a failure that can be reproduced; raises SubjectFailedError."""
        block, answers, wrong = answered.block, answered.answers, np.flatnonzero(~answered.right)
        for place in wrong[:MAX_ALONE].tolist():
            self._judge_batch(block.rows(slice(place, place + 1)))
        last = int(wrong[0]) if len(wrong) else len(block) - 1
        if answers.failure is not None and answers.failure.fault in TOO_LONG:
            self._sizes.record_failure(len(block))
            self._judge_batch(block.rows(slice(max(0, last - 9), last + 1)))
            return
        deadline = self._clock() + self._run.shrink_seconds_left()
        run = self._shortest_run(block, wrong, deadline)
        if run is not None and len(run) <= MAX_PANEL_RUN:
            self._judge_batch(run)
        elif run is not None:
            for origin in (_full_grid(), block.rows(slice(last, last + 1))):
                if (fewest := self._fewest_copies(origin, len(run), deadline)) is not None:
                    self._judge_batch(fewest)
        self._report_as_seen(block, answers, last)

    def _fails(self, block: Block, deadline: float) -> bool:
        """Whether a block fails before the deadline."""
        if self._clock() >= deadline:
            return False
        answered = self._ask(self._session.subject, block, self._sizes.time_limit(len(block)))
        self._record_timeout(answered)
        return not answered.is_right

    def _shortest_run(self, block: Block, wrong: NDArray[np.intp], deadline: float) -> Block | None:
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

    def _fewest_copies(self, origin: Block, number: int, deadline: float) -> Block | None:
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

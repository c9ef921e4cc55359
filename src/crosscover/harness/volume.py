"""Judging of blocks: puzzles of one level of hardness whose solutions are derived from known ones.

A block costs a few microseconds per puzzle: no engine decides it, and its answers are compared as arrays. This can
clear a subject, but not show a failure. Every wrong answer is repeated in an ordinary batch, under verdicts of the
panel; if the panel contradicts the derivation, the fault is ours.

    block ─ all correct ──► counted
       ├─── wrong answer ─► each wrong puzzle alone ──► short runs that end with it ──► copies ──► as first seen
       │                          (each of them an ordinary batch; the first that fails is the counterexample)
       └─── time out ─────► answers so far are judged ──► the next puzzles are an ordinary batch ──► easier blocks
"""

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

from .block import Block, is_right
from .failing import OWN_FAULTS, BatchJudge
from .judging import Counterexample, FalseDerivationError, SubjectFailedError
from .limits import BLOCK_SECONDS, GRACE_SECONDS, LEAST_SECONDS, SLACK
from .result import FEWEST_PUZZLES
from .round import PropertyRound

MAX_BLOCKS = 8
"""Maximum number of blocks of one seed: the first ones are small, and take no time."""

BLOCKS_PER_JOB = 2
"""Number of blocks for each run at once, so that none waits long for a slower one."""

MAX_ALONE = 5
"""Maximum number of wrong puzzles of a block that are repeated alone."""

SHORT_RUNS = 8, 64
"""Numbers of puzzles in a run that the panel decides: those up to a wrong answer, and those behind a timeout."""

TOO_LONG = (Fault.TIMED_OUT, Fault.OUT_OF_MEMORY)
"""Faults that may only mean that a run was too long for the subject."""

Derive = Callable[[int, int, int], Block]
"""Makes a block of a seed, a size and a level of hardness."""


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
    """Judges blocks under one property. A failed block fails again for its seed, and no other block is run after it."""

    def __init__(self, current: PropertyRound, batches: BatchJudge) -> None:
        self._round = current
        self._session = current.session
        self._options = current.subject.options
        self._contract = current.subject.options.contract
        self._batches = batches
        self._levels = current.session.level_paces
        self._pace = current.session.timeouts.pace
        self._clock = current.session.clock
        self._failed: tuple[int, Counterexample] | None = None

    def judge(self, seed: int, derive: Derive) -> None:
        """Judge blocks that suit the subject for about a second; raises SubjectFailedError."""
        if self._failed is None:
            ends = self._clock() + BLOCK_SECONDS / 2
            jobs = self._session.jobs
            blocks = 1 if jobs == 1 else BLOCKS_PER_JOB * jobs
            try:
                for number in range(0, MAX_BLOCKS, blocks):
                    self._judge([seed + (number + one << 64) for one in range(blocks)], derive, is_checked=number == 0)
                    if self._clock() >= ends or self._round.is_over():
                        break
            except SubjectFailedError as error:
                self._failed = seed, error.counterexample
        if self._failed is not None and self._failed[0] == seed:
            self._round.mark_failed()
            raise SubjectFailedError(self._failed[1])

    def _judge(self, seeds: list[int], derive: Derive, *, is_checked: bool) -> None:
        """Judge blocks, all in runs at once; if `is_checked`, the panel decides one of the puzzles."""
        left = self._round.seconds_left()
        planned = [self._plan(left * self._session.jobs / len(seeds)) for _ in seeds]

        def ask(one: tuple[int, tuple[int, int]]) -> AnsweredBlock:
            seed, (level, size) = one
            block = derive(seed, size, level).without(self._options.unpromised)
            block = block if len(block) else derive(seed, size, 0).without(self._options.unpromised)
            return self._ask(block, self._limit(level, len(block), left))

        answers = self._session.at_once(ask, list(zip(seeds, planned, strict=True)))
        if is_checked:
            self._check(answers[0].block, seeds[0] % len(answers[0].block))
        for (level, _), answered in zip(planned, answers, strict=True):
            block = answered.block
            if not answered.is_too_long:
                self._judge_answers(answered)
                self._levels.record(level, self._pace, len(block), answered.seconds)
                continue
            self._judge_answers(in_time := answered.before_the_end())
            if answered.seconds >= left:  # it was cut off
                continue
            self._levels.record_timeout(level, len(block))
            place = min(len(in_time.block), len(block) - 1)
            if self._session.timeouts.is_used_up:
                self._note_unanswered(_puzzle(block, place))
            else:
                fitting = min(SHORT_RUNS[-1], self._pace.fitting(self._round.seconds_left()))
                self._judge_batch(block.rows(slice(place, place + fitting)))

    def _plan(self, seconds: float) -> tuple[int, int]:
        """The level and the size of the next block."""
        level = self._levels.next_level(with_refusals=not self._contract.proper_only)
        return level, self._levels.size(level, self._pace, seconds)

    def _limit(self, level: int, puzzles: int, left: float) -> float:
        expected = self._pace.start + puzzles * self._levels.puzzle_seconds(level, self._pace)
        return max(LEAST_SECONDS, min(self._options.seconds(puzzles), GRACE_SECONDS + SLACK * expected, left))

    def _note_unanswered(self, puzzle: Grid) -> None:
        unanswered = self._round.result.unanswered
        unanswered += [puzzle] * (puzzle not in unanswered)

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
            if self._round.is_thin:
                self._round.number_of_new(grids(block.rows(slice(0, FEWEST_PUZZLES)).puzzles, block.shape))
            distinct = len(np.unique(np.ascontiguousarray(block.puzzles).view(f"V{block.puzzles.shape[1]}")))
            self._round.count(len(block), labels=block.labels(), runs=1, distinct=distinct)

    def _check(self, block: Block, place: int) -> None:
        """Compare the derivation of a puzzle with the panel's verdict; raises FalseDerivationError."""
        puzzle = _puzzle(block, place)
        verdict = self._session.verdicts[puzzle]
        if block.contradicts(place, verdict):
            derived = block.kind_names[int(block.kinds[place])]
            raise FalseDerivationError(f"{puzzle} ({derived}) has {verdict}; {block.counts[place]} was derived")

    def _judge_batch(self, block: Block) -> None:
        """Judge an ordinary batch; raises FalseDerivationError if the panel contradicts the block."""
        puzzles = grids(block.puzzles, block.shape)
        for place in {puzzle: place for place, puzzle in enumerate(puzzles)}.values():
            self._check(block, place)
        self._batches.judge(puzzles, Formatting(), whole=True)

    def _examine(self, answered: AnsweredBlock) -> None:
        """Find a failure that can be reproduced; raises SubjectFailedError."""
        block, answers, wrong = answered.block, answered.answers, np.flatnonzero(~answered.right)
        for place in wrong[:MAX_ALONE].tolist():
            self._judge_batch(block.rows(slice(place, place + 1)))
        last = int(wrong[0]) if len(wrong) else len(block) - 1
        for length in SHORT_RUNS:
            self._judge_batch(block.rows(slice(max(0, last + 1 - length), last + 1)))
        for origin in (_full_grid(block.shape).without(self._options.unpromised), block.rows(slice(last, last + 1))):
            copies = origin.rows(np.zeros(min(len(origin), 1) * len(block), np.intp))
            if self._fails(copies):
                self._judge_batch(copies)
        self._report_as_seen(block, answers, last)

    def _fails(self, block: Block) -> bool:
        left = self._round.end.left
        if not len(block) or left <= 0:
            return False
        answered = self._ask(block, self._limit(self._levels.open - 1, len(block), left))
        return not (answered.before_the_end() if answered.is_too_long else answered).is_right

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

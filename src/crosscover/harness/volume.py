"""Judges blocks of puzzles of one hardness level, whose solutions are derived from known solutions.

A block costs a few microseconds per puzzle: no engine decides it, and its answers are compared as arrays. A block
cannot show a failure: after a wrong answer, the puzzle is rerun in ordinary batches, which the panel decides. If the
panel contradicts the derivation, crosscover is at fault.

    block ─ all correct ──► counted
       ├─── wrong answer ─► each wrong puzzle alone ──► short runs that end with it ──► copies ──► "seen once"
       │                          (all are ordinary batches; the first batch that fails is the counterexample)
       └─── timeout ──────► judge the answers so far ──► the next puzzles as an ordinary batch ──► easier blocks
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from crosscover.oracles.bitmask import simplest_grid
from crosscover.reference import Grid
from crosscover.responses import Fault
from crosscover.subjects.block import Block, are_correct
from crosscover.subjects.blocks import grids
from crosscover.subjects.subject import UNREADABLE, BlockAnswers

from .examples import TimeIsUpError
from .judging import Batch, InvalidExampleError, PropertyViolatedError
from .round import Round
from .timeouts import Outcome

MAX_ALONE = 5
"""Maximum number of puzzles with wrong answers in a block to rerun alone."""

SHORT_RUNS = 8, 64
"""Lengths of reruns that end with a wrong answer; the longest length is also used after a timeout."""

TOO_LONG = (Fault.TIMED_OUT, Fault.OUT_OF_MEMORY)
"""Faults that may only mean that a run was too long for the subject."""

Derive = Callable[[int, int, int], Block]
"""Derives a block from a seed, a size and a hardness level."""


class BlockJudge(Protocol):
    """Judges blocks, as `VolumeJudge` does."""

    def judge(self, seed: int, derive: Derive, shares: Mapping[int, int], turns: int = 1) -> None:
        """Judge blocks in turns."""
        ...


@dataclass(frozen=True, slots=True)
class AnsweredBlock:
    """A block with the answers of one run, whether each answer is correct, and the run time in seconds."""

    block: Block
    answers: BlockAnswers
    correct: NDArray[np.bool_]
    seconds: float

    @property
    def has_failed(self) -> bool:
        """Whether an answer is wrong or the run failed; a timeout, which is judged by other rules, is no failure."""
        failure = self.answers.failure
        if failure is not None and failure.fault in TOO_LONG:
            return not self.before_the_end().correct.all()
        return failure is not None or not self.correct.all()

    def before_the_end(self) -> "AnsweredBlock":
        """Return the part up to the last answer, as if the run had ended there."""
        answered = np.flatnonzero((self.answers.answers != UNREADABLE).any(axis=1))
        part = slice(0, int(answered[-1]) + 1 if len(answered) else 0)
        return AnsweredBlock(
            self.block.rows(part), BlockAnswers(self.answers.answers[part]), self.correct[part], self.seconds
        )


class VolumeJudge:
    """Judges blocks for one property until one fails."""

    def __init__(self, current: Round, judge_batch: Callable[[Batch], None]) -> None:
        self._round = current
        self._session = current.session
        self._options = current.session.subject.options
        self._judge_grids = judge_batch
        self._pace = current.session.level_pace
        self._ahead: list[Block] = []

    def judge(self, seed: int, derive: Derive, shares: Mapping[int, int], turns: int = 1) -> None:
        """Judge blocks in turns while there is time; raises SubjectFailedError unless all answers are correct.

        A turn has as many blocks as the subject has parallel runs, of the same level, so they take about the same time.
        While the subject runs on them, the blocks of the next turn are derived, and the panel decides one of the
        puzzles; raises InvalidExampleError if its verdict contradicts the derivation. `shares` are the shares of the
        levels, as in `LevelPace.next_block`.
        """
        if self._round.shrinking is not None:
            raise TimeIsUpError
        deadline, seeds, parallel = self._round.deadline, count(seed, 1 << 64), self._session.parallel_runs

        def derive_turn(level: int, size: int) -> None:
            blocks = [derive(next(seeds), size, level).without(self._options.unpromised) for _ in range(parallel)]
            self._ahead = [block for block in blocks if len(block)]  # small blocks may contain no promised puzzles

        level, size = self._pace.next_block(shares, deadline.left)
        derive_turn(level, size)
        for turn in range(turns):
            if turn and self._round.is_over():
                raise TimeIsUpError
            if self._pace.is_closed(level):  # by the turn before, when this one was already derived
                level, size = self._pace.next_block(shares, deadline.left)
                derive_turn(level, size)
            blocks = self._ahead[: self._session.parallel_runs]
            coming = self._pace.next_block(shares, deadline.left, (level, sum(map(len, blocks))))
            is_last = turn + 1 == turns
            prepare = partial(self._prepare, blocks[:1], seed, None if is_last else partial(derive_turn, *coming))
            self._judge_turn(level, blocks, prepare)
            level, size = coming

    def _prepare(self, blocks: Sequence[Block], place: int, derive_turn: Callable[[], None] | None) -> None:
        """Check a puzzle of the blocks that are running, and derive the next turn."""
        for block in blocks:
            self._check(block, place % len(block))
        if derive_turn is not None:
            derive_turn()

    def _judge_turn(self, level: int, blocks: Sequence[Block], meanwhile: Callable[[], None]) -> None:
        """Run the subject on blocks in parallel, and judge them in order."""
        left = self._round.deadline.left

        def run(block: Block) -> AnsweredBlock:
            started = self._session.clock()
            limit = self._pace.limit(level, len(block), min(left, self._options.seconds(len(block))))
            answers = self._session.subject.run_block(block.puzzles, limit)
            correct = are_correct(block, answers.answers, self._options.contract)
            return AnsweredBlock(block, answers, correct, self._session.clock() - started)

        fitting = [block.rows(slice(self._pace.fitting(level, left))) for block in blocks]
        for block, first in zip(fitting, self._session.at_once(run, fitting, meanwhile), strict=True):
            answered = first
            if len(fitting) > 1 and first.has_failed:
                answered = self._session.runs.repeat_alone(
                    partial(run, block), lambda repeated: repeated.has_failed, self._round.deadline
                )
            size, failure = len(block), answered.answers.failure
            if failure is None or failure.fault not in TOO_LONG:
                self._judge_answers(answered)
                self._pace.record(level, size, answered.seconds)
                continue
            in_time = answered.before_the_end()
            self._judge_answers(in_time)
            if answered.seconds < left:  # else the end of the round cut it off
                self._pace.record_timeout(level, size, answered.seconds)
                self._judge_from(block, min(len(in_time.block), size - 1))

    def _judge_from(self, block: Block, place: int) -> None:
        """Judge the puzzle at which a block timed out, and some puzzles after it, as an ordinary batch."""
        if self._session.timeouts.is_used_up:
            self._round.count_outcome(Outcome(unanswered=(_puzzle(block, place),)))
        else:
            fitting = self._session.runs.pace.fitting(self._round.deadline.left)
            self._judge_batch(block.rows(slice(place, place + min(SHORT_RUNS[-1], fitting))))

    def _judge_answers(self, answered: AnsweredBlock) -> None:
        """Count the puzzles before the first wrong answer; raises SubjectFailedError if an answer is wrong."""
        all_correct = bool(answered.correct.all())
        correct = answered.block.rows(
            slice(0, len(answered.block) if all_correct else int(np.argmin(answered.correct)))
        )
        if len(correct):
            distinct = len(np.unique(np.ascontiguousarray(correct.puzzles).view(f"V{correct.puzzles.shape[1]}")))
            self._round.count(len(correct), labels=correct.labels(), runs=1, distinct=distinct)
        if not all_correct or answered.answers.failure is not None:
            self._examine(answered)

    def _check(self, block: Block, place: int) -> None:
        """Compare a derived puzzle with the panel's verdict; raises InvalidExampleError if they differ."""
        puzzle = _puzzle(block, place)
        verdict = self._session.verdicts[puzzle]
        if block.contradicts(place, verdict):
            derived = block.kind_names[int(block.kinds[place])]
            raise InvalidExampleError(f"{puzzle} ({derived}) has {verdict}; {block.counts[place]} was derived")

    def _judge_batch(self, block: Block) -> None:
        """Judge an ordinary batch; raises InvalidExampleError if the panel contradicts the block."""
        puzzles = grids(block.puzzles, block.shape)
        for place in {puzzle: place for place, puzzle in enumerate(puzzles)}.values():
            self._check(block, place)
        self._judge_grids(tuple(puzzles))

    def _examine(self, answered: AnsweredBlock) -> None:
        """Raise SubjectFailedError with a reproducible failure, else PropertyViolatedError."""
        block, wrong = answered.block, np.flatnonzero(~answered.correct)
        for place in wrong[:MAX_ALONE].tolist():
            self._judge_batch(block.rows(slice(place, place + 1)))
        last = int(wrong[0]) if len(wrong) else len(block) - 1
        for length in SHORT_RUNS:
            self._judge_batch(block.rows(slice(max(0, last + 1 - length), last + 1)))
        for copied in (simplest_grid(block.shape), _puzzle(block, last)):
            self._judge_grids((copied,) * len(block))
        reason = answered.answers.failure.reason if answered.answers.failure else "a wrong answer"
        where = f"puzzle {last + 1:,} of a run of {len(block):,}"
        raise PropertyViolatedError(
            f"fails now and then: {reason}; seen once, at {where} or later", _puzzle(block, last)
        )


def _puzzle(block: Block, place: int) -> Grid:
    return Grid(block.puzzles[place].tobytes(), block.shape)

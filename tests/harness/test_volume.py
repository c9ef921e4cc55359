"""Blocks of derived puzzles: failures are reproduced in ordinary batches, and their sizes suit the subject."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from threading import Lock, Semaphore
from time import sleep
from zlib import crc32

import pytest

from crosscover import contracts
from crosscover.contracts import CONTRACTS, Contract
from crosscover.harness.budget import Budget
from crosscover.harness.examples import TimeIsUpError
from crosscover.harness.harness import SolverHarness
from crosscover.harness.judging import Counterexample, InvalidExampleError, PropertyViolatedError, SubjectFailedError
from crosscover.harness.levels import FIRST_BLOCK
from crosscover.harness.limits import BLOCK_SECONDS
from crosscover.harness.volume import Derive
from crosscover.options import Options
from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.properties.corpus.derivation import SHARES, derived_block, shares_of
from crosscover.reference import Grid
from crosscover.responses import Answered, Response
from crosscover.subjects.block import Block
from crosscover.subjects.blocks import grids

from . import fakes
from .fakes import CRASH, EASY, SOLUTION, Answer, ScriptedSubject, correct, scripted, timed

WRONG = Answered(SOLUTION.with_cell(0, 9))


def volume_of(subject: ScriptedSubject, *, seconds: float = 12.0, jobs: int = 1) -> SolverHarness:
    """A harness for blocks, in a round of some seconds of a run of a minute, after runs that show the pace."""
    harness = fakes.harness_of(subject, Budget(seconds=seconds), run_seconds=60, jobs=jobs)
    for batch in ((SOLUTION,), (EASY,) * 5):
        harness.session.timeouts.run(batch)
    harness.round.deadline = harness.round.end.within(seconds)
    subject.received.clear()
    return harness


def answering(answer: Answer, options: Options = Options()) -> SolverHarness:
    """A harness for blocks of a subject of a thousand puzzles a second with these answers."""
    return volume_of(scripted(answer, seconds=0.001, options=options))


def judge_blocks(harness: SolverHarness, *seeds: int) -> None:
    """Judge blocks of these seeds while there is time."""
    for seed in seeds:
        if not harness.round.is_over():
            contract = harness.options.contract
            harness.blocks.judge(seed, partial(derived_block, contract=contract), shares_of(contract))


def failure(harness: SolverHarness) -> Counterexample:
    """The counterexample that blocks of ten seeds show."""
    with pytest.raises(SubjectFailedError) as caught:
        judge_blocks(harness, *range(10))
    return caught.value.counterexample


def replaced(by: Response, place: int, *, exactly: bool = False) -> Answer:
    """Answer wrongly from a place of a run on, or only there."""

    def answer(batch: Sequence[Grid]) -> list[Response]:
        return [by if (one == place if exactly else one >= place) else correct(grid) for one, grid in enumerate(batch)]

    return answer


@pytest.mark.parametrize("contract", CONTRACTS.values())
def test_right_answers_pass(contract: Contract) -> None:
    """Blocks of every level are labeled, each puzzle counts once, and the panel decides one of each block."""

    def answer(batch: Sequence[Grid]) -> list[Response]:
        return [contract.solve(BitmaskEngine(), puzzle) for puzzle in batch]

    harness = answering(answer, Options(contract=contract))
    judge_blocks(harness, *range(6))
    result = harness.round.result
    assert result.reported.judged == result.reported.distinct == sum(result.reported.labels.values()) > FIRST_BLOCK
    assert all(label.startswith("derived: ") for label in result.reported.labels)
    assert (result.reported.runs > max(SHARES) + 1, harness.session.verdicts.decided) == (
        True,
        2 + result.reported.runs,
    )


def test_a_wrong_answer_is_shown_alone() -> None:
    """A subject that is wrong for one puzzle in 50 is caught with one such puzzle; what came before it counts."""

    def answer(batch: Sequence[Grid]) -> list[Response]:
        return [WRONG if crc32(puzzle.values) % 50 == 7 else correct(puzzle) for puzzle in batch]

    harness = answering(answer)
    [puzzle] = failure(harness).batch
    assert crc32(puzzle.values) % 50 == 7
    assert harness.round.result.reported.judged >= (harness.round.result.reported.failed_after or 0) > 0


@pytest.mark.parametrize(("by", "place", "size"), [(WRONG, 5, 6), (CRASH, 5, 6), (CRASH, 90, FIRST_BLOCK)])
def test_a_failure_that_needs_other_puzzles(by: Response, place: int, size: int) -> None:
    """A failure that needs few puzzles before it is shown in a short run, any other with copies of a full grid."""
    found = failure(answering(replaced(by, place)))
    assert (len(found.batch), found.cause) == (size, "crashed" if by is CRASH else "wrong answer")
    assert (set(found.batch) == {SOLUTION}) == (size == FIRST_BLOCK)


@pytest.mark.parametrize(("by", "cause"), [(WRONG, "a wrong answer"), (CRASH, "killed by SIGSEGV")])
def test_a_failure_that_is_seen_once(by: Response, cause: str) -> None:
    """A failure that cannot be reproduced violates the property; a crash may lose answers in a buffer."""
    is_first = iter([True])

    def answer(batch: Sequence[Grid]) -> Sequence[Response] | None:
        fails = len(batch) == FIRST_BLOCK and next(is_first, False)
        return replaced(by, 70, exactly=by is WRONG)(batch) if fails else None

    with pytest.raises(
        PropertyViolatedError, match=f"fails now and then: {cause}.*; seen once, at puzzle 71 of a run of 100 or later"
    ):
        judge_blocks(answering(answer), 0)


def test_a_failure_is_reproduced_with_promised_puzzles() -> None:
    """A subject that promises nothing for full grids receives none, even if a failure cannot be reproduced."""
    is_first = iter([True])
    subject = scripted(lambda batch: [WRONG] * len(batch) if next(is_first, False) else None, seconds=0.001)
    subject.options = Options(no_full_grids=True)
    harness = fakes.harness_of(subject, Budget(seconds=12), run_seconds=60)
    with pytest.raises(PropertyViolatedError, match="now and then"):
        judge_blocks(harness, 0)
    assert all(0 in puzzle.values for batch in subject.received for puzzle in batch)


def test_a_block_that_fails_beside_others() -> None:
    """A block that fails only beside other blocks passes, and later blocks run one at a time."""
    together = Lock()

    def answer(batch: Sequence[Grid]) -> Sequence[Response] | None:
        if not together.acquire(blocking=False):
            return [WRONG] * len(batch)
        try:
            sleep(0.05)  # until the other block has started
            return list(map(correct, batch))
        finally:
            together.release()

    harness = volume_of(scripted(answer, seconds=0.001), jobs=2)
    judge_blocks(harness, 0)
    assert harness.session.parallel_runs == 1
    assert harness.round.result.reported.judged == 2 * FIRST_BLOCK
    judge_blocks(harness, 1)


def test_the_next_block_is_derived_while_the_subject_runs() -> None:
    """The subject waits only for the first derivation: later blocks are derived before the previous run ends."""
    derived, before_the_end = Semaphore(0), list[int]()
    seeds: list[int] = []

    def derive(seed: int, size: int, level: int) -> Block:
        seeds.append(seed)
        derived.release()
        return derived_block(seed, size, level, contracts.PROPER)

    def answer(batch: Sequence[Grid]) -> Sequence[Response] | None:
        expected = before_the_end.pop(0) if before_the_end else 0
        is_derived = all(derived.acquire(timeout=10) for _ in range(expected))
        return None if is_derived else [WRONG] * len(batch)

    harness = answering(answer)
    before_the_end += [2, 1, 1, 0]
    harness.blocks.judge(7, derive, shares_of(contracts.PROPER), 4)
    assert (seeds, harness.round.result.reported.runs) == ([7, 7 + (1 << 64), 7 + (2 << 64), 7 + (3 << 64)], 4)


def test_turns_end_with_the_round() -> None:
    """No block starts after the time of the round, although it is derived."""
    harness = volume_of(scripted(seconds=0.1))
    harness.round.has_tried = True
    started = harness.session.clock()
    with pytest.raises(TimeIsUpError):
        harness.blocks.judge(1, partial(derived_block, contract=contracts.PROPER), shares_of(contracts.PROPER), 10**6)
    assert 12 <= harness.session.clock() - started < 12 + BLOCK_SECONDS


def test_blocks_of_puzzles_that_are_left_out() -> None:
    """A small block may contain only puzzles that a subject does not promise to solve; then nothing is judged."""
    harness = answering(fakes.answer_correctly, Options(no_full_grids=True))
    full = derived_block(1, 40, 0, contracts.PROPER)
    full = replace(full, puzzles=full.solutions[:, 0])
    harness.blocks.judge(1, lambda _seed, _size, _level: full, SHARES)
    assert harness.round.result.reported.judged == 0


def test_a_false_derivation() -> None:
    """If the panel contradicts a derived answer, it is a fault of crosscover."""

    def derive(seed: int, size: int, level: int) -> Block:
        block = derived_block(seed, size, level, contracts.PROPER)
        return replace(block, solutions=block.solutions[:, ::-1])

    for seed in range(3):
        with pytest.raises(InvalidExampleError, match="was derived"):
            answering(fakes.answer_correctly).blocks.judge(seed, derive, SHARES)


def test_a_false_derivation_of_one_puzzle() -> None:
    """A derived answer that the solver contradicts is compared with the panel's before the solver counts as wrong."""

    def derive(seed: int, size: int, level: int) -> Block:
        block = derived_block(seed, size, level, contracts.PROPER)
        solutions = block.solutions.copy()
        solutions[5] = solutions[5, :, ::-1]
        return replace(block, solutions=solutions)

    with pytest.raises(InvalidExampleError, match="was derived"):
        answering(fakes.answer_correctly).blocks.judge(1, derive, SHARES)


def stuck(level: int, *, buffers: bool = False) -> tuple[SolverHarness, Derive, Grid]:
    """A subject that hangs for the third puzzle of a block, the block, and the puzzle."""
    block = derived_block(1, 40, level, contracts.PROPER)
    puzzle = grids(block.puzzles)[2]
    return volume_of(timed(fakes.hangs_on(puzzle), buffers=buffers)), lambda _seed, _size, _level: block, puzzle


@pytest.mark.parametrize("buffers", [False, True])
def test_a_hard_puzzle_that_is_never_answered(buffers: bool) -> None:
    """A hang for a hard puzzle leaves it unanswered, and the puzzles behind it are judged."""
    harness, derive, puzzle = stuck(max(SHARES), buffers=buffers)
    harness.blocks.judge(1, derive, SHARES)
    result = harness.round.result
    assert (result.unanswered, result.reported.judged, result.reported.distinct) == ([puzzle], 39, 39)


def test_a_level_that_is_closed_while_the_next_block_is_derived() -> None:
    """After a timeout, a block of a harder level that is already derived does not run."""
    blocks = {level: derived_block(1, 10, level, contracts.PROPER) for level in (0, 1, 2)}
    puzzles = {level: grids(block.puzzles) for level, block in blocks.items()}
    subject, derived = timed(fakes.hangs_on(puzzles[1][-1])), list[int]()
    harness = volume_of(subject)

    def derive(_seed: int, _size: int, level: int) -> Block:
        derived.append(level)
        return blocks[level]

    harness.blocks.judge(1, derive, {0: 1, 1: 1, 2: 1}, 3)
    assert derived == [0, 1, 2, 0]
    assert harness.round.result.unanswered == [puzzles[1][-1]]
    assert tuple(puzzles[2]) not in subject.received
    assert harness.round.result.reported.judged == 29


@pytest.mark.parametrize("buffers", [False, True])
def test_an_easy_puzzle_that_is_never_answered(buffers: bool) -> None:
    """A hang for a puzzle that any search solves at once is a failure with this puzzle alone."""
    harness, derive, puzzle = stuck(0, buffers=buffers)
    with pytest.raises(SubjectFailedError) as caught:
        harness.blocks.judge(1, derive, SHARES)
    assert (caught.value.counterexample.batch, caught.value.counterexample.is_timeout) == ((puzzle,), True)

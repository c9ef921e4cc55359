"""Blocks of derived puzzles: failures are reproduced in ordinary batches, and their sizes suit the subject."""

from collections.abc import Sequence
from dataclasses import replace
from zlib import crc32

import numpy as np
import pytest

from crosscover import contracts
from crosscover.contracts import CONTRACTS, Contract
from crosscover.harness import volume
from crosscover.harness.block import Block, is_right
from crosscover.harness.budget import Budget
from crosscover.harness.harness import Harness
from crosscover.harness.judging import Counterexample, FalseDerivationError, SubjectFailedError
from crosscover.harness.levels import FIRST_BLOCK, GROWTH, LEVELS, MAX_BLOCK, REFUSALS, SLOWDOWN, LevelPaces
from crosscover.harness.limits import BLOCK_SECONDS, FIRST_BLOCK_SECONDS
from crosscover.harness.pace import Pace
from crosscover.options import Options
from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.properties.corpus.graded import derived_block
from crosscover.reference import Grid
from crosscover.responses import Answered, Failed, Fault, Response
from crosscover.subjects.blocks import grids
from crosscover.subjects.subject import CLAIM_CODES, UNREADABLE, BlockAnswers, Transcript

from .fakes import (
    EASY,
    HANG,
    SOLUTION,
    Answer,
    FakeClock,
    ScriptedSubject,
    TimedSubject,
    answer_rightly,
    each,
    harness_of,
    right,
    verdicts,
)

WRONG = Answered(SOLUTION.with_cell(0, 9))
CRASH = Failed(Fault.CRASHED, "killed by SIGSEGV")
HARDEST = LEVELS - 1


def volume_of(subject: ScriptedSubject, *, seconds: float = 12.0, jobs: int = 1) -> Harness:
    """A harness for blocks, in a round of some seconds of a run of a minute, after runs that show the pace."""
    harness = harness_of(subject, Budget(seconds=seconds), run_seconds=60, jobs=jobs)
    for batch in ((SOLUTION,), (EASY,) * 5):
        harness.session.timeouts.judge(batch)
    harness.deadline = harness.end.within(seconds)
    subject.asked.clear()
    return harness


def scripted(answer: Answer, options: Options = Options()) -> Harness:
    """A harness for blocks of a subject of a thousand puzzles a second with these answers."""
    return volume_of(ScriptedSubject(FakeClock(), answer, seconds=0.001, options=options))


def judge_blocks(harness: Harness, *seeds: int, level: int | None = None) -> None:
    """Judge blocks of these seeds while there is time, of one level if it is given."""
    contract = harness.subject.options.contract

    def derive(seed: int, size: int, next_level: int) -> Block:
        return derived_block(seed, size, next_level if level is None else level, contract)

    for seed in seeds:
        if not harness.is_over():
            harness.judge_blocks(seed, derive)


def failure(harness: Harness, *, level: int | None = None) -> Counterexample:
    """The counterexample that blocks of three seeds show."""
    with pytest.raises(SubjectFailedError) as caught:
        judge_blocks(harness, 1, 2, 3, level=level)
    return caught.value.counterexample


def replaced(by: Response, place: int, *, exactly: bool = False) -> Answer:
    """Answer wrongly from a place of a run on, or only there."""

    def answer(batch: Sequence[Grid]) -> list[Response]:
        return [by if (one == place if exactly else one >= place) else right(grid) for one, grid in enumerate(batch)]

    return answer


@pytest.mark.parametrize("contract", CONTRACTS.values())
def test_right_answers_pass(contract: Contract) -> None:
    """Blocks of every level are labelled, each puzzle counts once, and the panel decides one, besides two before."""

    def answer(batch: Sequence[Grid]) -> list[Response]:
        return [contract.solve(BitmaskEngine(), puzzle) for puzzle in batch]

    harness = scripted(answer, Options(contract=contract))
    judge_blocks(harness, 1)
    result = harness.result
    assert result.judged == result.distinct == result.labels.total() > FIRST_BLOCK
    assert all(label.startswith("derived: ") for label in result.labels)
    assert (result.runs > LEVELS, len(harness.session.verdicts.decided())) == (True, 3)


def test_a_wrong_answer_is_shown_alone() -> None:
    """A subject that is wrong for one puzzle in 50 is caught with one such puzzle; what came before it counts."""

    def answer(batch: Sequence[Grid]) -> list[Response]:
        return [WRONG if crc32(puzzle.values) % 50 == 7 else right(puzzle) for puzzle in batch]

    harness = scripted(answer)
    [puzzle] = failure(harness).batch
    assert crc32(puzzle.values) % 50 == 7
    assert harness.result.judged >= (harness.result.failed_after or 0) > 0


@pytest.mark.parametrize("crash", [WRONG, CRASH])
def test_a_failure_that_needs_few_puzzles_is_shown_in_a_short_run(crash: Response) -> None:
    """A subject that fails from the sixth puzzle of a run on is caught with a short run that ends with it."""
    found = failure(scripted(replaced(crash, 5)))
    assert (len(found.batch), found.mismatch.kind.value) == (6, "crashed" if crash is CRASH else "wrong answer")


def test_a_failure_that_needs_many_puzzles_is_shown_with_copies() -> None:
    """A subject that crashes after 90 puzzles, whatever they are, is caught with copies of a full grid."""
    found = failure(scripted(replaced(CRASH, 90)))
    assert (set(found.batch), len(found.batch), found.cause) == ({Grid.canonical()}, FIRST_BLOCK, "crashed")


@pytest.mark.parametrize(
    ("by", "cause", "seen"),
    [(WRONG, "wrong answer", "puzzle 71 of a run of 100"), (CRASH, "crashed", "puzzle 71 or later of a run of 100")],
)
def test_a_failure_that_is_seen_once(by: Response, cause: str, seen: str) -> None:
    """A failure that cannot be reproduced is reported as it was seen; a crash may lose answers in a buffer."""
    is_first = iter([True])

    def answer(batch: Sequence[Grid]) -> Sequence[Response] | None:
        fails = len(batch) == FIRST_BLOCK and next(is_first, False)
        return replaced(by, 70, exactly=by is WRONG)(batch) if fails else None

    found = failure(scripted(answer))
    assert (len(found.batch), found.cause, found.mismatch.variant[-9:]) == (1, cause, "seen once")
    assert f"seen at {seen}, but not in a shorter one" in found.reason


def test_the_same_seed_fails_again() -> None:
    """After a failure the same seed fails again without a run, as Hypothesis expects; other seeds are not run."""
    harness = scripted(lambda batch: [WRONG] * len(batch))
    with pytest.raises(SubjectFailedError):
        judge_blocks(harness, 3)
    asked = len(harness.session.subject.asked)
    judge_blocks(harness, 4)
    with pytest.raises(SubjectFailedError):
        judge_blocks(harness, 3)
    assert len(harness.session.subject.asked) == asked


def test_a_false_derivation() -> None:
    """If the panel contradicts a derived answer, it is a fault of crosscover."""

    def derive(seed: int, size: int, level: int) -> Block:
        block = derived_block(seed, size, level, contracts.PROPER)
        return replace(block, solutions=block.solutions[:, ::-1])

    for seed in range(3):
        with pytest.raises(FalseDerivationError, match="was derived"):
            scripted(answer_rightly).judge_blocks(seed, derive)


class Stuck:
    """A cost of 10 ms for each puzzle, except for the third of the first block, for which the subject hangs."""

    def __init__(self) -> None:
        self.puzzle: Grid | None = None

    def __call__(self, puzzle: Grid, place: int) -> float:
        """Seconds for a puzzle at a place of a run."""
        if self.puzzle is None and place == 2 and puzzle != EASY:
            self.puzzle = puzzle
        return HANG if puzzle == self.puzzle else 0.01


@pytest.mark.parametrize("buffers", [False, True])
def test_a_hard_puzzle_that_is_never_answered(buffers: bool) -> None:
    """A hang for a hard puzzle leaves it unanswered; its level is closed, and easier puzzles are judged."""
    cost = Stuck()
    harness = volume_of(TimedSubject(FakeClock(), cost, buffers=buffers))
    judge_blocks(harness, 1, level=HARDEST)
    assert cost.puzzle is not None
    assert harness.result.unanswered == [cost.puzzle]
    assert harness.result.judged > 20


@pytest.mark.parametrize("buffers", [False, True])
def test_an_easy_puzzle_that_is_never_answered(buffers: bool) -> None:
    """A hang for a puzzle that any search solves at once is a failure with this puzzle alone."""
    cost = Stuck()
    found = failure(volume_of(TimedSubject(FakeClock(), cost, buffers=buffers)), level=0)
    assert (found.batch, found.is_timeout) == ((cost.puzzle,), True)


def test_a_wrong_answer_before_a_hang() -> None:
    """A wrong answer among those that came before a block timed out is a failure."""
    answer = replaced(WRONG, 1, exactly=True)
    found = failure(volume_of(TimedSubject(FakeClock(), Stuck(), answer=answer)), level=HARDEST)
    assert (found.failing_index, found.cause) == (1, "wrong answer")


def test_a_level_that_times_out_is_closed() -> None:
    """If a block times out, no later one is as hard; puzzles that the subject answers are judged."""
    harness = volume_of(TimedSubject(FakeClock(), lambda puzzle, _: HANG if puzzle.clue_count < 26 else 0.01))
    judge_blocks(harness, *range(6))
    assert harness.session.level_paces.open < LEVELS
    assert harness.result.judged > 100
    assert all(puzzle.clue_count < 26 for puzzle in harness.result.unanswered)


def test_nothing_is_asked_again_when_the_allowance_is_used_up() -> None:
    """A puzzle behind which a block timed out is then unanswered, and not asked again."""
    cost = Stuck()
    subject = TimedSubject(FakeClock(), cost)
    harness = volume_of(subject)
    harness.session.timeouts.used = 60
    judge_blocks(harness, 1, level=HARDEST)
    assert harness.result.unanswered == [cost.puzzle]
    assert (cost.puzzle,) not in subject.asked


@pytest.mark.parametrize(("rate", "seconds"), [(0.5, 12.0), (3.0, 1.0), (3.0, 12.0), (50.0, 1.0), (50.0, 12.0)])
def test_slow_subjects(rate: float, seconds: float) -> None:
    """A subject of any speed is judged for most of its time, and hardly longer."""
    harness = volume_of(TimedSubject(FakeClock(), each(1 / rate), start=0.05), seconds=seconds)
    began = harness.session.clock()
    judge_blocks(harness, *range(12))
    assert harness.session.clock() - began <= seconds + max(2.5, 3 / rate)
    assert harness.result.judged >= 0.4 * rate * seconds - 2


def test_several_blocks_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """With two processes, two blocks take place at once, of the same puzzles as one after the other."""
    monkeypatch.setattr(volume, "MAX_BLOCKS", 4)
    one, two = (volume_of(ScriptedSubject(FakeClock()), jobs=jobs) for jobs in (1, 2))
    for harness in (one, two):
        judge_blocks(harness, 1)
    assert one.result == two.result
    assert one.result.judged == 4 * FIRST_BLOCK


def pace_of(rate: float) -> Pace:
    """The pace of a subject of that many puzzles per second."""
    pace = Pace(Options())
    pace.record((EASY,), Transcript((right(EASY),)), 1 / rate)
    return pace


def test_blocks_grow_eightfold() -> None:
    """Blocks of a level grow at most eightfold, up to the maximum size."""
    paces, pace, sizes = LevelPaces(), pace_of(1e6), list[int]()
    for _ in range(6):
        sizes.append(paces.size(0, pace, 100.0))
        paces.record(0, pace, sizes[-1], sizes[-1] / 1e6)
    assert sizes == [min(MAX_BLOCK, FIRST_BLOCK * GROWTH**place) for place in range(6)]


def test_the_size_of_a_block() -> None:
    """A block takes the intended time, less if the level is new or time is short; harder levels are guessed."""
    paces, pace = LevelPaces(), pace_of(100)
    assert paces.size(0, pace, 100.0) == int(100 * FIRST_BLOCK_SECONDS)
    assert paces.size(1, pace, 100.0) == int(100 * FIRST_BLOCK_SECONDS / SLOWDOWN)
    paces.record(0, pace, 100, 0.5)
    assert paces.size(0, pace, 100.0) == int(200 * BLOCK_SECONDS)
    assert paces.size(0, pace, 0.5) == 100
    assert paces.size(0, pace, -1.0) == 1
    paces.record_timeout(0, 100)
    assert paces.size(0, pace, 100.0) == 100 // GROWTH


def test_levels_take_turns() -> None:
    """Levels come in turn, easy ones and refusals first; a timeout closes its level and all harder ones."""
    paces = LevelPaces()
    assert [paces.next_level(with_refusals=True) for _ in range(6)] == [0, REFUSALS, 1, 2, 3, 0]
    paces.record_timeout(REFUSALS, 100)
    paces.record_timeout(0, 100)
    assert paces.open == LEVELS
    paces.record_timeout(2, 100)
    paces.record_timeout(3, 100)
    assert {paces.next_level(with_refusals=False) for _ in range(9)} == {0, 1}


@pytest.mark.parametrize("contract", CONTRACTS.values())
def test_arrays_are_judged_like_responses(contract: Contract) -> None:
    """Right, changed, refused and unreadable answers of a block are judged like single responses."""
    block, panel = derived_block(1, 100, 0, contract), verdicts()
    one = block.counts[:, None] if contract.numbers else block.solutions[:, 0]
    changed = one.copy()
    changed[:, 0] = (changed[:, 0] + 1) % 3 if contract.numbers else changed[:, 0] ^ 1
    codes = [np.full_like(one, code) for code in (0, UNREADABLE, *CLAIM_CODES.values())]
    for answers in (one, changed, *codes) if contract.numbers else (one, block.solutions[:, 1], changed, *codes):
        judged = is_right(block, answers, contract)
        for place, puzzle in enumerate(grids(block.puzzles)):
            response = BlockAnswers(answers).response(place)
            assert judged[place] == (response is not None and not contract.explain(puzzle, panel[puzzle], response))


@pytest.mark.parametrize("level", range(LEVELS + 1))
@pytest.mark.parametrize("contract", [contracts.PROPER, contracts.UNIQUE])
def test_derived_blocks(contract: Contract, level: int) -> None:
    """The panel agrees with every derived answer, the contract allows it, and higher levels have fewer clues."""
    block, panel = derived_block(2, 100, level, contract), verdicts()
    assert not any(block.contradicts(place, panel[puzzle]) for place, puzzle in enumerate(grids(block.puzzles)))
    assert set(block.counts.tolist()) <= ({1} if contract.proper_only else {0, 1, 2})
    if 0 < level < LEVELS:
        easier = derived_block(2, 100, level - 1, contract)
        assert (block.puzzles > 0).mean() < (easier.puzzles > 0).mean()

"""The size of blocks, derived from the speed of the subject."""

import pytest

from crosscover.dialects import Formatting
from crosscover.harness.block_sizes import LEVELS, MAX_BLOCK, SHARES, BlockSizes
from crosscover.harness.pacing import RetryPolicy
from crosscover.options import Options

from .fakes import EASY, OTHER, FakeClock, ScriptedSubject, verdicts


def sizes_of(puzzles_per_second: float, options: Options = Options()) -> BlockSizes:
    """The block sizes of a subject that has answered two batches at a given speed."""
    clock = FakeClock()
    subject = ScriptedSubject(clock, seconds=1 / puzzles_per_second)
    policy = RetryPolicy(subject, verdicts(), clock)
    for batch in ((EASY,), (EASY, OTHER) * 5):
        policy.judge(batch, Formatting())
    return BlockSizes(options, policy)


def test_a_slow_subject_gets_small_blocks() -> None:
    """A subject that answers ten puzzles a second receives as many as it can answer in a fraction of a second."""
    assert 0 < sizes_of(10).size(0, 100.0) <= 5


def test_blocks_grow() -> None:
    """For a fast subject blocks grow up to the maximum size."""
    block_sizes = sizes_of(1_000_000)
    sizes: list[int] = []
    for _ in range(6):
        sizes.append(block_sizes.size(0, 100.0))
        block_sizes.record(0, sizes[-1], sizes[-1] / 1_000_000)
    assert sizes[0] < 200
    assert sizes == sorted(sizes)
    assert sizes[-1] == MAX_BLOCK


def test_a_block_that_was_too_long() -> None:
    """After a block that was too long the next ones are smaller, and grow again."""
    block_sizes = sizes_of(1_000_000)
    block_sizes.record(0, 50_000, 0.05)
    block_sizes.record_too_long(50_000)
    smaller = block_sizes.size(0, 100.0)
    assert smaller <= 10_000
    block_sizes.record(0, smaller, 0.05)
    assert smaller < block_sizes.size(0, 100.0) <= 2 * smaller


def test_time_limits() -> None:
    """A block takes at most a quarter of a run's time limit, and its own limit follows the speed."""
    block_sizes = sizes_of(2000, Options(time_limit=1.0, puzzle_time=0.0))
    block_sizes.record(0, 100_000, 50.0)
    assert block_sizes.size(0, 100.0) <= 1000
    assert 10 < sizes_of(10_000).time_limit(0, 100_000) < 40


def test_a_block_ends_in_time() -> None:
    """A block takes no longer than the time left."""
    block_sizes = sizes_of(100)
    block_sizes.record(0, 100, 1.0)
    assert block_sizes.size(0, 0.5) <= 50


def test_a_level_with_a_slow_puzzle() -> None:
    """After waiting for a puzzle, blocks of its level are short, so that the next such puzzle costs less."""
    block_sizes = sizes_of(1000)
    block_sizes.record(1, 2000, 2.0)
    before = block_sizes.size(1, 100.0)
    block_sizes.record_wait(1, 3.0)
    assert block_sizes.size(1, 100.0) <= before / 4
    assert block_sizes.next_level(100.0) != 1


def test_deriving_a_block_takes_time() -> None:
    """A block is smaller if deriving its puzzles takes a part of the time left."""
    block_sizes = sizes_of(100)
    block_sizes.record(0, 100, 1.0)
    before = block_sizes.size(0, 1.0)
    block_sizes.record_deriving(100, 1.0)
    assert 0.4 * before < block_sizes.size(0, 1.0) < 0.6 * before


def test_levels_have_their_shares_of_the_time() -> None:
    """The next level is the one that has had the least of its share, the easiest first."""
    block_sizes = sizes_of(100)
    had = [0.0] * LEVELS
    for _ in range(200):
        level = block_sizes.next_level(1000.0)
        had[level] += 1 + level
        block_sizes.charge(level, 1 + level)
    assert had[:1] == [pytest.approx(sum(had) * SHARES[0], rel=0.1)]
    assert had[-1] == pytest.approx(sum(had) * SHARES[-1], rel=0.1)


def test_a_slow_subject_gets_easy_puzzles_first() -> None:
    """For 50 easy puzzles a second, and an eighth for each harder level, no block of the first 2 s is a hard puzzle."""
    block_sizes, used, puzzles = sizes_of(20), 0.0, 0
    while used < 2:
        level = block_sizes.next_level(10.0)
        size = block_sizes.size(level, 10.0)
        seconds = size * 0.02 * 8**level
        used, puzzles = used + seconds, puzzles + size
        block_sizes.charge(level, seconds)
        block_sizes.record(level, size, seconds)
    assert used < 3
    assert puzzles > 100


def test_an_unknown_level_is_probed() -> None:
    """The first block of a level is small: a harder puzzle may take many times as long."""
    block_sizes = sizes_of(1000)
    block_sizes.record(0, 1000, 1.0)
    assert block_sizes.size(1, 100.0) < 100 < block_sizes.size(0, 100.0)

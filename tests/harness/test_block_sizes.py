"""The size of blocks, derived from the speed of the subject."""

from crosscover.dialects import Formatting
from crosscover.harness.block_sizes import MAX_BLOCK, BlockSizes
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


def test_a_slow_subject_gets_batches() -> None:
    """A subject that answers ten puzzles a second receives small batches and no blocks."""
    assert 0 < sizes_of(10).batch_size(1.0) <= 20


def test_blocks_grow() -> None:
    """For a fast subject blocks grow up to the maximum size."""
    block_sizes = sizes_of(1_000_000)
    assert block_sizes.batch_size(100.0) == 0
    sizes: list[int] = []
    for _ in range(6):
        sizes.append(block_sizes.block_size(100.0))
        block_sizes.record(sizes[-1], sizes[-1] / 1_000_000)
    assert sizes[0] < 200
    assert sizes == sorted(sizes)
    assert sizes[-1] == MAX_BLOCK


def test_a_block_that_was_too_long() -> None:
    """After a timeout of a block the next ones are smaller."""
    block_sizes = sizes_of(1_000_000)
    block_sizes.record(50_000, 0.05)
    block_sizes.record_failure(50_000)
    assert block_sizes.block_size(100.0) <= 10_000


def test_time_limits() -> None:
    """A block takes at most a quarter of a run's time limit, and a hanging one is stopped."""
    block_sizes = sizes_of(2000, Options(time_limit=1.0, puzzle_time=0.0))
    block_sizes.record(100_000, 50.0)
    assert block_sizes.block_size(100.0) <= 1000
    assert sizes_of(10_000).time_limit(100_000) < 200


def test_short_blocks_run_alone() -> None:
    """Several blocks run at once only if one takes long enough, and within the limit for memory."""
    block_sizes = sizes_of(10_000)
    assert block_sizes.blocks_at_once(100, jobs=8) == 1
    assert block_sizes.blocks_at_once(10_000, jobs=8) == 8
    assert block_sizes.blocks_at_once(MAX_BLOCK, jobs=8) == 4

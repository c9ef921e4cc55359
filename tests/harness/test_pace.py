"""The size of blocks, derived from the speed of the subject."""

from crosscover.dialects import Formatting
from crosscover.harness.leniency import Leniency
from crosscover.harness.pace import MAX_BLOCK, Pace
from crosscover.options import Options

from .fakes import EASY, OTHER, FakeClock, ScriptedSubject, verdicts


def pace_of(puzzles_per_second: float, options: Options = Options()) -> Pace:
    """The pace of a subject that has answered two batches at a given speed."""
    clock = FakeClock()
    subject = ScriptedSubject(clock, seconds=1 / puzzles_per_second)
    leniency = Leniency(subject, verdicts(), clock)
    for batch in ((EASY,), (EASY, OTHER) * 5):
        leniency.ask(batch, Formatting())
    return Pace(options, leniency)


def test_a_slow_subject_gets_batches() -> None:
    """A subject that answers ten puzzles a second receives small batches and no blocks."""
    assert 0 < pace_of(10).batch_size(1.0) <= 20


def test_blocks_grow() -> None:
    """For a fast subject blocks grow up to the maximum size."""
    pace = pace_of(1_000_000)
    assert pace.batch_size(100.0) == 0
    sizes: list[int] = []
    for _ in range(6):
        sizes.append(pace.block_size(100.0))
        pace.record(sizes[-1], sizes[-1] / 1_000_000)
    assert sizes[0] < 200
    assert sizes == sorted(sizes)
    assert sizes[-1] == MAX_BLOCK


def test_a_block_that_was_too_long() -> None:
    """After a timeout of a block the next ones are smaller."""
    pace = pace_of(1_000_000)
    pace.record(50_000, 0.05)
    pace.record_failure(50_000)
    assert pace.block_size(100.0) <= 10_000


def test_time_limits() -> None:
    """A block takes at most a quarter of a run's time limit, and a hanging one is stopped."""
    pace = pace_of(2000, Options(time_limit=1.0, puzzle_time=0.0))
    pace.record(100_000, 50.0)
    assert pace.block_size(100.0) <= 1000
    assert pace_of(10_000).time_limit(100_000) < 200


def test_short_blocks_run_alone() -> None:
    """Several blocks run at once only if one takes long enough, and within the limit for memory."""
    pace = pace_of(10_000)
    assert pace.blocks_at_once(100, jobs=8) == 1
    assert pace.blocks_at_once(10_000, jobs=8) == 8
    assert pace.blocks_at_once(MAX_BLOCK, jobs=8) == 4

"""The levels of hardness of blocks: their shares of the time, their sizes, and how they are closed."""

from collections.abc import Mapping

import pytest

from crosscover.harness.levels import GROWTH, MAX_BLOCK, LevelPace
from crosscover.harness.limits import BLOCK_SECONDS
from crosscover.harness.pace import Pace
from crosscover.options import Options
from crosscover.properties.corpus.derivation import SHARES

EQUAL: Mapping[int, int] = {-1: 1, 0: 1, 1: 1, 2: 1, 3: 1}

PUZZLE_SECONDS = {-1: 4e-6, 0: 3e-5, 1: 5e-5, 2: 2e-4, 3: 5e-4}
"""The time for a puzzle of each level."""


def judged(shares: Mapping[int, int], seconds: float) -> tuple[dict[int, int], dict[int, float]]:
    """The puzzles of each level, and their time, in a run of some seconds; each block is planned one block ahead."""
    pace = LevelPace(Pace(Options()))
    puzzles, spent = dict.fromkeys(shares, 0), dict.fromkeys(shares, 0.0)
    level, size = pace.next_block(shares, seconds)
    while (left := seconds - sum(spent.values())) > 0:
        coming = pace.next_block(shares, left, (level, size))
        taken = size * PUZZLE_SECONDS[level]
        pace.record(level, size, taken)
        puzzles[level] += size
        spent[level] += taken
        level, size = coming
    return puzzles, spent


def test_levels_get_their_shares() -> None:
    """Equal shares are equal times, so the solver gets most puzzles of the easiest level; a double share is twice."""
    puzzles, spent = judged(EQUAL, 30)
    assert list(spent.values()) == pytest.approx([6] * 5, abs=BLOCK_SECONDS)
    assert sorted(puzzles, key=puzzles.__getitem__) == [3, 2, 1, 0, -1]

    _, spent = judged({**EQUAL, 3: 2}, 36)
    assert spent[3] == pytest.approx(12, abs=BLOCK_SECONDS)


def test_hard_puzzles_in_a_minute() -> None:
    """A solver of 2,000 hard puzzles a second gets 20,000 if blocks run for 20 s of a minute, two at a time."""
    puzzles, _ = judged(SHARES, 2 * 20.0)
    assert puzzles[3] >= 20_000


def test_a_running_block_counts() -> None:
    """The next block is of another level than the one that is running, if both have used as much time."""
    pace = LevelPace(Pace(Options()))
    assert pace.next_block({0: 1, 1: 1}, 60.0)[0] == 0
    assert pace.next_block({0: 1, 1: 1}, 60.0, (0, 10))[0] == 1


@pytest.mark.parametrize(
    ("level", "left"), [(2, {-1, 0, 1}), (1, {-1, 0}), (0, {-1, 0, 1, 2, 3}), (-1, {-1, 0, 1, 2, 3})]
)
def test_a_timeout_closes_a_level(level: int, left: set[int]) -> None:
    """After a timeout, a level and all harder levels are closed, but never a level of puzzles without search."""
    pace = LevelPace(Pace(Options()))
    pace.record_timeout(level, 80, 1e-3)
    taken = set[int]()
    for _ in EQUAL:
        following, size = pace.next_block(EQUAL, 60.0)
        pace.record(following, size, 1.0)
        taken.add(following)
    assert taken == left


def test_the_time_of_a_timeout_counts() -> None:
    """A level whose block timed out has used its time, so the others follow."""
    pace = LevelPace(Pace(Options()))
    pace.record_timeout(0, 80, 5.0)
    pace.record(1, 80, 1.0)
    assert pace.next_block({0: 1, 1: 1}, 60.0)[0] == 1


def test_blocks_grow_and_shrink() -> None:
    """A block is larger after a fast one, and shorter after a timeout and near the end."""
    pace = LevelPace(Pace(Options()))
    sizes: list[int] = []
    for _ in range(5):
        level, size = pace.next_block({0: 1}, 60.0)
        sizes.append(size)
        pace.record(level, size, 1e-5 * size)
    assert sizes == [10, 10 * GROWTH, 10 * GROWTH**2, MAX_BLOCK, MAX_BLOCK]
    assert pace.fitting(0, 0.01) == pytest.approx(1000, abs=1)
    pace.record_timeout(0, MAX_BLOCK, 1.0)
    assert pace.next_block({0: 1}, 60.0) == (0, MAX_BLOCK // GROWTH)

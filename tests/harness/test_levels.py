"""The levels of hardness of blocks: their order, their sizes, and how they are closed."""

import pytest

from crosscover.harness.levels import FIRST_BLOCK, GROWTH, MAX_BLOCK, LevelPace
from crosscover.harness.pace import Pace
from crosscover.options import Options

TURNS = (0, 1, 2, 3, 0, -1, 0)


def levels(pace: LevelPace, number: int = 7) -> list[int]:
    """The levels of the next blocks."""
    return [pace.next_block(TURNS, 60.0)[0] for _ in range(number)]


def test_levels_take_turns() -> None:
    """The order of the levels repeats."""
    assert levels(LevelPace(Pace(Options())), 9) == [0, 1, 2, 3, 0, -1, 0, 0, 1]


@pytest.mark.parametrize(
    ("level", "left"), [(2, [0, 1, 0, -1, 0]), (1, [0, 0, -1, 0, 0]), (0, [0, 1, 2, 3, 0]), (-1, [0, 1, 2, 3, 0])]
)
def test_a_timeout_closes_a_level(level: int, left: list[int]) -> None:
    """After a timeout, a level and all harder levels are closed, but never a level of puzzles without search."""
    pace = LevelPace(Pace(Options()))
    pace.record_timeout(level, 80)
    assert levels(pace, 5) == left


def test_blocks_grow_and_shrink() -> None:
    """A block is larger after a fast one, and shorter after a timeout."""
    pace = LevelPace(Pace(Options()))
    sizes: list[int] = []
    for _ in range(5):
        level, size = pace.next_block((0,), 60.0)
        sizes.append(size)
        pace.record(level, size, 1e-5 * size)
    assert sizes == [10, FIRST_BLOCK, GROWTH * FIRST_BLOCK, GROWTH**2 * FIRST_BLOCK, MAX_BLOCK]
    pace.record_timeout(0, MAX_BLOCK)
    assert pace.next_block((0,), 60.0) == (0, MAX_BLOCK // GROWTH)

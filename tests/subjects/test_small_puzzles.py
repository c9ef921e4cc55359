"""The small puzzles of the smoke test vary."""

import pytest

from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.reference import Shape
from crosscover.subjects.small_puzzles import easy_puzzle, nearly_full_puzzles, proper_puzzles, vary_small_puzzles


@pytest.mark.parametrize("shape", [Shape(), Shape(2, 3), Shape(4, 4)], ids=str)
def test_each_seed_has_other_puzzles(shape: Shape) -> None:
    """They have the stated solutions, and the first one differs from seed to seed."""
    first = {str(easy_puzzle(shape)[0])}
    for seed in range(5):
        vary_small_puzzles(seed)
        first.add(str(proper_puzzles(shape)[0].grid))
        for small in (*proper_puzzles(shape), *nearly_full_puzzles(shape)):
            assert tuple(BitmaskEngine()(small.grid, 2)) == small.verdict.solutions
    assert len(first) == 6

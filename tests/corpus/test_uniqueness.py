"""Arguments from uniqueness are sound for proper puzzles, and wrong for those drawn to mislead."""

from itertools import islice
from random import Random

import numpy as np
import pytest

from crosscover.properties.corpus.certified import corpus
from crosscover.reference import DlxEngine, Grid
from crosscover.subjects.blocks import grids

from .uniqueness import MOST_SOLUTIONS, PATTERNS, misleading_puzzles, misleads, position_of

engine = DlxEngine()


def test_arguments_from_uniqueness_hold_for_proper_puzzles() -> None:
    """In proper puzzles no pattern rules out a digit of the solution; all except the rare BUG+1 apply sometimes."""
    rows = np.flatnonzero(corpus().counts == 1)
    fired: set[str] = set()
    for row in Random(0).sample(rows.tolist(), 1000):
        puzzle, solution = grids(np.stack([corpus().puzzles[row], corpus().solutions[row, 0]]))
        position = position_of(puzzle)
        assert position is not None
        for name, pattern in PATTERNS.items():
            eliminated = set(pattern(position))
            fired |= {name} if eliminated else set()
            assert not any(solution.values[cell] == digit for cell, digit in eliminated), (name, puzzle)
    assert fired | {"BUG+1"} == PATTERNS.keys()


def test_positions_keep_every_solution() -> None:
    """Singles never remove a candidate that is a digit of a solution."""
    rows = np.flatnonzero(corpus().counts == 2)
    for row in Random(1).sample(rows.tolist(), 100):
        position = position_of(grids(corpus().puzzles[[row]])[0])
        assert position is not None
        for solution in corpus().solutions[row]:
            assert all(digit in candidates for digit, candidates in zip(solution.tolist(), position, strict=True))


def test_a_cell_without_candidates_leaves_no_position() -> None:
    """Eight digits in a row, and the ninth in the column of its last cell, leave no position."""
    assert position_of(Grid.from_clues({**{cell: cell + 1 for cell in range(8)}, 17: 9})) is None


@pytest.mark.parametrize("name", ["type 1", "type 4", "BUG+1"])
def test_drawn_puzzles_mislead(name: str) -> None:
    """A drawn puzzle has several solutions, but not too many, and the pattern rules out one of them."""
    for puzzle in islice(misleading_puzzles(name, Random(5)), 3):
        assert 2 <= len(list(engine(puzzle, MOST_SOLUTIONS + 1))) <= MOST_SOLUTIONS
        assert misleads(name, puzzle)

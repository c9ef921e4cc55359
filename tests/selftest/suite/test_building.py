"""How suites are built: which puzzles catch which mutants, and in which order they come."""

from pathlib import Path

import numpy as np
import pytest

from crosscover.harness.block import Block
from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.reference import Grid, verdict
from tests.selftest.zoo import MUTANTS
from tests.selftest.zoo import puzzles as known

from .kills import Kills, asking_order, find_kills, pool
from .measuring import caught_alone, caught_left_out
from .selection import select

BY_NAME = {mutant.name: mutant for mutant in MUTANTS}


def block(*texts: str) -> Block:
    """A block of these puzzles, each of a kind of its own."""
    grids = [Grid.parse(text) for text in texts]
    found = [verdict(BitmaskEngine(), grid).solutions for grid in grids]
    solutions = np.zeros((len(grids), 2, 81), np.uint8)
    for place, some in enumerate(found):
        for number, solution in enumerate(some):
            solutions[place, number] = np.frombuffer(solution.values, np.uint8)
    puzzles = np.frombuffer(b"".join(grid.values for grid in grids), np.uint8).reshape(-1, 81)
    counts = np.array([len(some) for some in found], np.uint8)
    return Block(puzzles, solutions, counts, np.arange(len(grids), dtype=np.uint8), texts)


@pytest.mark.parametrize(("name", "kills"), [("rows-left-out", True), ("child-left-behind", False)])
def test_kills(name: str, kills: bool, tmp_path: Path) -> None:
    """A mutant is caught by its single-puzzle witness, and by no puzzle if it fails only in longer batches."""
    mutant = BY_NAME[name]
    texts = dict.fromkeys((known.GOLDEN, known.FULL, *(mutant.witness if kills else ())))
    found = find_kills(mutant, block(*texts), tmp_path, seconds=300)
    assert found.asked == len(texts)
    assert (list(texts).index(mutant.witness[0]) in found.places) if kills else found.places == []


def test_pool() -> None:
    """The pool has each puzzle of the corpus and each known puzzle once, and all kinds come early in the order."""
    puzzles = pool()
    assert len({row.tobytes() for row in puzzles.puzzles}) == len(puzzles) > 21_000
    order = asking_order(puzzles)
    assert sorted(order.tolist()) == list(range(len(puzzles)))
    assert set(puzzles.kinds[order[: len(puzzles.kind_names)]]) == set(range(len(puzzles.kind_names)))


def test_order() -> None:
    """Puzzles that cover all mutants come first, then those that cover them a second time, then new kinds."""
    puzzles = block(known.GOLDEN, known.FULL, *known.EASY[:3])
    kills = [Kills(5, [0, 3]), Kills(5, [3]), Kills(5, [2])]
    assert select(kills, puzzles, 5) == [3, 2, 0, 1, 4]
    assert select(kills, puzzles, 2) == [3, 2]


def test_caught_alone() -> None:
    """A mutant is caught by its first puzzle in the suite, if there is one."""
    kills = {"a": Kills(9, [7, 4]), "b": Kills(9, [1]), "c": Kills(9, [])}
    assert caught_alone(kills, [4, 5, 7]) == {"a": 0, "b": 3}


def test_caught_left_out() -> None:
    """A suite chosen without a mutant catches it only if another mutant shares one of its puzzles."""
    puzzles = block(known.GOLDEN, known.FULL, *known.EASY[:3])
    kills = {"a": Kills(5, [3]), "b": Kills(5, [3, 4]), "c": Kills(5, [2])}
    assert caught_left_out(kills, puzzles, 2) == {"a": 1, "b": 1, "c": 2}

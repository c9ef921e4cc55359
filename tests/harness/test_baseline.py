"""The number of nodes that a plain search needs."""

import pytest

from crosscover.harness.baseline import NODE_CAP, baseline_nodes
from crosscover.reference import Grid

FULL = Grid.parse("527389416819426735436751829375692184194538267268174593643217958951843672782965341")
ONE_EMPTY = FULL.with_cell(0, 0)
CLASHING = ONE_EMPTY.with_cell(0, 7)
HARD = Grid.parse("..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9")
"""The puzzle against backtracking of Wikipedia's "Sudoku solving algorithms"."""
SEVENTEEN = Grid.parse(".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...")
"""One of Gordon Royle's puzzles with 17 clues."""


@pytest.mark.parametrize(
    ("puzzle", "solutions", "nodes"), [(FULL, 1, 1), (FULL, 2, 1), (ONE_EMPTY, 1, 2), (CLASHING, 1, 0)]
)
def test_nodes_are_counted(puzzle: Grid, solutions: int, nodes: int) -> None:
    """The root and each tried digit are nodes; a clash needs no search."""
    assert baseline_nodes(puzzle, solutions, NODE_CAP) == nodes


def test_counting_stops() -> None:
    """The search stops at the given number of nodes."""
    assert baseline_nodes(HARD, 1, 1000) == 1001


def test_proving_uniqueness_takes_more_nodes() -> None:
    """A search for two solutions of a proper puzzle continues after the first."""
    assert baseline_nodes(SEVENTEEN, 2, NODE_CAP) > baseline_nodes(SEVENTEEN, 1, NODE_CAP) > 64


def test_a_search_in_order() -> None:
    """A search in cell order needs far more nodes if the first row is empty, and few if all cells are."""
    empty_row = Grid.parse(".........8.94.......67.182.3...9.1.4..4.3...726..7..........958.51.4....7.29.....")
    assert baseline_nodes(empty_row, 1, 5000) < 1000
    assert baseline_nodes(empty_row, 1, 5000, in_order=True) > 5000
    assert baseline_nodes(Grid.empty(), 1, 1000, in_order=True) < 1000

"""Deletion of clues that a verdict does not need."""

from itertools import combinations

from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.oracles.deletion import ORDERS, delete_clues, delete_most_clues
from crosscover.reference import Grid, Shape
from crosscover.reference.verdict import count

SMALL = Shape(2, 2)


def has_no_solution(puzzle: Grid) -> bool:
    """Decide whether a puzzle has no solution."""
    return count(BitmaskEngine(), puzzle, 1) == 0


def test_a_minimal_contradiction() -> None:
    """The clues that are left contradict each other, and no fewer of them do."""
    puzzle = Grid("12....3....4.1..", SMALL)
    cells = [cell for cell, _ in puzzle.clues()]
    few, unknown = delete_clues(puzzle, cells, has_no_solution)
    assert (str(few), unknown) == ("12....3.........", [])
    for clues in combinations(few.clues(), few.clue_count - 1):
        assert not has_no_solution(Grid.from_clues(dict(clues), SMALL))


def test_only_the_given_cells() -> None:
    """Clues in other cells stay, as do clues that are not decided."""
    puzzle = Grid("1234341221434321", SMALL)

    def decides_slowly(fewer: Grid) -> bool | None:
        return None if fewer.values[5] == 0 else True

    few, unknown = delete_clues(puzzle, [0, 5, 6], decides_slowly)
    assert (str(few), unknown) == (".23434.221434321", [5])


def test_the_fewest_clues() -> None:
    """The order of deletion decides which contradiction remains; the smallest of several is returned."""
    puzzle = Grid("2..11.343...4.1.", SMALL)
    first, _ = delete_clues(puzzle, [cell for cell, _ in puzzle.clues()], has_no_solution)
    few, _ = delete_most_clues(puzzle, has_no_solution, 10)
    assert (first.clue_count, few.clue_count) == (4, 3)


def test_no_further_order_without_time() -> None:
    """One order is always tried."""
    tried: list[Grid] = []

    def is_never_kept(fewer: Grid) -> bool:
        tried.append(fewer)
        return False

    puzzle = Grid("12....3....4.1..", SMALL)
    assert delete_most_clues(puzzle, is_never_kept, 0) == (puzzle, [])
    assert len(tried) == puzzle.clue_count
    delete_most_clues(puzzle, is_never_kept, 10)
    assert len(tried) == (1 + ORDERS) * puzzle.clue_count

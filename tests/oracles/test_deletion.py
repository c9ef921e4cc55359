"""Deletion of clues that a verdict does not need."""

from itertools import combinations

from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.oracles.deletion import delete_clues
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

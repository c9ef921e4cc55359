"""The rule checker."""

import pytest

from crosscover.oracles.rules import Rule, clashes, first_violation, violations
from crosscover.reference import Grid, Shape

from .puzzles import SOLVED

PUZZLE, ANSWER = (Grid.parse(text) for text in next(iter(SOLVED.items())))


def test_right() -> None:
    """A right answer has no violation, with or without the puzzle."""
    assert (first_violation(ANSWER, PUZZLE), first_violation(ANSWER), list(violations(ANSWER, PUZZLE))) == (
        None,
        None,
        [],
    )


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (ANSWER.with_cell(1, 5), "clue r1c2 = 2 became 5"),
        (ANSWER.with_cell(1, 0), "clue r1c2 = 2 became empty"),
        (ANSWER.with_cell(80, 0), "r9c9 is empty"),
        (ANSWER.with_cell(72, 0).with_cell(80, 0), "r9c1 is empty, and so is r9c9"),
        (PUZZLE, f"the puzzle was returned unsolved: all {81 - PUZZLE.clue_count} empty cells are still empty"),
        (ANSWER.with_cells_of(PUZZLE, range(9)), "r1c1 is empty, and so are 3 other cells"),
        (ANSWER.with_cell(80, 2), "row 9 has 2 twice, at r9c3 and r9c9"),
        (Grid.empty(Shape(2, 2)), "the answer has 2x2 boxes, the puzzle 3x3"),
    ],
)
def test_first_fault(answer: Grid, reason: str) -> None:
    """The first violation is described: clues, then empty cells, then rows, columns and boxes."""
    assert reason == str(first_violation(answer, PUZZLE))


def test_every_fault() -> None:
    """All violations can be listed."""
    assert list(map(str, violations(ANSWER.with_cell(36, 7), ANSWER.with_cell(36, 0)))) == [
        "row 5 has 7 twice, at r5c1 and r5c9",
        "column 1 has 7 twice, at r5c1 and r9c1",
        "box 4 has 7 twice, at r4c2 and r5c1",
    ]


def test_box() -> None:
    """A digit that is repeated only in a box is found."""
    swapped = [ANSWER.rows[row] for row in (3, 1, 2, 0, 4, 5, 6, 7, 8)]
    reasons = list(map(str, violations(Grid.from_rows(swapped))))
    assert reasons[0] == "box 1 has 3 twice, at r1c1 and r3c2"
    assert {reason[:3] for reason in reasons} == {"box"}


def test_diagonals() -> None:
    """A digit that is repeated only on the diagonals is found, in a diagonal Sudoku only."""
    diagonal = Grid(ANSWER.values, Shape(3, 3, diagonals=True))
    assert first_violation(ANSWER) is None
    assert str(first_violation(diagonal)) == "diagonal 1 has 1 twice, at r2c2 and r9c9"
    centre = Grid.from_clues({40: 5, 0: 5, 8: 5}, diagonal.shape)
    assert list(map(str, clashes(centre))) == [
        "row 1 has 5 twice, at r1c1 and r1c9",
        "diagonal 1 has 5 twice, at r1c1 and r5c5",
        "diagonal 2 has 5 twice, at r1c9 and r5c5",
    ]


def test_clashes_of_a_puzzle() -> None:
    """Clashes of clues are found regardless of empty cells."""
    puzzle = Grid.from_clues({0: 5, 8: 5, 72: 5})
    assert list(map(str, clashes(puzzle))) == [
        "row 1 has 5 twice, at r1c1 and r1c9",
        "column 1 has 5 twice, at r1c1 and r9c1",
    ]


def test_three_times() -> None:
    """A digit that occurs more than twice is described with its count."""
    assert list(map(str, clashes(Grid.from_clues({0: 5, 4: 5, 8: 5})))) == [
        "row 1 has 5 3 times, at r1c1, r1c5 and r1c9"
    ]


def test_large_digits() -> None:
    """Digits above nine are letters, as in the text of a grid."""
    puzzle = Grid.from_clues({0: 11, 15: 11}, Shape(4, 4))
    assert list(map(str, clashes(puzzle))) == ["row 1 has B twice, at r1c1 and r1c16"]


def test_one_cell() -> None:
    """The smallest Sudoku has one cell and one solution."""
    assert first_violation(Grid.parse("1", Shape(1, 1))) is None
    assert str(first_violation(Grid.empty(Shape(1, 1)))) == "r1c1 is empty"


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (ANSWER.with_cell(1, 5), (Rule.CLUE_CHANGED, (1,), (2, 5), "")),
        (ANSWER.with_cell(1, 0), (Rule.CLUE_LOST, (1,), (2, 0), "")),
        (ANSWER.with_cell(80, 0), (Rule.FULL, (80,), (), "")),
        (ANSWER.with_cell(80, 2), (Rule.HOUSE, (74, 80), (2,), "row 9")),
    ],
)
def test_a_violation_has_its_cells(answer: Grid, expected: tuple[Rule, tuple[int, ...], tuple[int, ...], str]) -> None:
    """A violation has the rule, the cells that break it, their digits and the house."""
    found = first_violation(answer, PUZZLE)
    assert found is not None
    assert (found.rule, found.cells, found.digits, found.house) == expected

"""Grids: reading, writing and changing."""

import pickle

import pytest

from crosscover.reference import Grid, Shape
from tests.dialects.samples import ANSWER, PUZZLE

SMALL = Shape(2, 2)


def test_the_text_of_a_grid_is_read_and_written_alike() -> None:
    """A grid survives a round trip through text."""
    assert str(Grid.parse(PUZZLE)) == PUZZLE


@pytest.mark.parametrize("empty", ".0*_-xX")
def test_every_sign_of_an_empty_cell_is_read(empty: str) -> None:
    """All seven symbols for empty cells in known collections are read."""
    assert Grid.parse(PUZZLE.replace(".", empty)) == Grid.parse(PUZZLE)


def test_white_space_between_cells_is_ignored() -> None:
    """A grid may have several lines."""
    assert Grid.parse(" 1.3.\n34..\n..4.\n.3.1\n", SMALL) == Grid.parse("1.3.34....4..3.1", SMALL)


def test_white_space_beyond_ascii_is_ignored() -> None:
    """No-break and ideographic spaces are white space."""
    assert Grid.parse("1234 3412\u00a02143\u30004321", Shape(2, 2)) == Grid.parse("1234341221434321", Shape(2, 2))


def test_x_is_empty_unless_it_is_a_digit() -> None:
    """`X` is an empty cell if there are fewer than 33 digits, and otherwise the digit 33."""
    assert Grid.parse("X" * 81) == Grid.empty()
    assert set(Grid.parse("X" * 35**2, Shape(5, 7)).values) == {33}


def test_a_pickled_grid_is_the_same() -> None:
    """A pickled grid keeps its shape, digits and hash."""
    grid = Grid.simplest(Shape(2, 3))
    copy = pickle.loads(pickle.dumps(grid))  # noqa: S301 - our own grid
    assert (copy, hash(copy), copy.shape) == (grid, hash(grid), Shape(2, 3))


def test_digits_above_nine_are_letters() -> None:
    """A 16x16 grid has digits up to G, in upper or lower case."""
    text = "123456789ABCDEFG" + "." * 240
    grid = Grid.parse(text.lower(), Shape(4, 4))
    assert (grid.values[15], str(grid)) == (16, text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("." * 80, "a 3x3 grid has 81 cells, not 80"),
        ("." * 82, "a 3x3 grid has 81 cells, not 82"),
        ("." * 40 + "?" + "." * 40, "r5c5 is '?'; expected a digit from 1 to 9 or '.'"),
        ("." * 81 + "A", "cell 82 is 'A'; expected a digit from 1 to 9 or '.'"),
    ],
)
def test_a_malformed_text_is_refused_with_its_place(text: str, message: str) -> None:
    """The error names the cell and the expected text."""
    with pytest.raises(ValueError, match=message.replace("?", r"\?")):
        Grid.parse(text)


def test_a_digit_too_high_for_the_shape_is_refused() -> None:
    """A byte above the side is not a digit."""
    with pytest.raises(ValueError, match="r1c2 holds 5; digits go from 1 to 4"):
        Grid(bytes([1, 5]) + bytes(14), SMALL)


def test_the_clues_of_a_puzzle_are_its_filled_cells() -> None:
    """Clues are in the order of cells, and the same puzzle can be made from them."""
    puzzle = Grid.parse(PUZZLE)
    clues = list(puzzle.clues())
    assert (clues[0], puzzle.clue_count, Grid.from_clues(dict(clues))) == ((1, 2), len(clues), puzzle)


def test_a_grid_extends_each_of_its_masks() -> None:
    """A grid extends each of its puzzles, and no puzzle with an empty cell extends the grid."""
    answer = Grid.parse(ANSWER)
    masked = answer.keeping(0b1011)
    assert (str(masked)[:5], answer.extends(masked), masked.extends(answer)) == ("52.3.", True, False)


def test_setting_a_cell_returns_a_new_grid() -> None:
    """Setting a cell does not change the grid."""
    grid = Grid.empty(SMALL)
    placed = grid.with_cell(5, 3)
    assert (str(grid), str(placed), placed.with_cell(5, 0)) == ("." * 16, ".....3..........", grid)


def test_rows_build_the_grid_again() -> None:
    """A grid survives a round trip through rows of integers."""
    puzzle = Grid.parse(PUZZLE)
    assert Grid.from_rows(puzzle.rows) == puzzle


def test_a_grid_is_drawn_box_by_box() -> None:
    """The drawing of a grid shows its boxes."""
    assert Grid.parse("1.3.34....4..3.1", SMALL).to_diagram().splitlines() == [
        "+-----+-----+",
        "| 1 . | 3 . |",
        "| 3 4 | . . |",
        "+-----+-----+",
        "| . . | 4 . |",
        "| . 3 | . 1 |",
        "+-----+-----+",
    ]

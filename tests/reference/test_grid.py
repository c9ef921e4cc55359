"""Grids: how they are read, written and changed."""

import pickle

import pytest

from crosscover.reference import Grid, Shape

# The first published sample of POJ 3074.
PUZZLE = ".2738..1..1...6735.......293.5692.8...........6.1745.364.......9518...7..8..6534."
ANSWER = "527389416819426735436751829375692184194538267268174593643217958951843672782965341"
SMALL = Shape(2, 2)


def test_the_text_of_a_grid_is_read_and_written_alike() -> None:
    """Reading what was written gives the same grid."""
    assert str(Grid.parse(PUZZLE)) == PUZZLE


@pytest.mark.parametrize("empty", ".0*_-xX")
def test_every_sign_of_an_empty_cell_is_read(empty: str) -> None:
    """The known collections write an empty cell in seven ways."""
    assert Grid.parse(PUZZLE.replace(".", empty)) == Grid.parse(PUZZLE)


def test_white_space_between_cells_is_passed_over() -> None:
    """A grid may be spread over lines."""
    assert Grid.parse(" 1.3.\n34..\n..4.\n.3.1\n", SMALL) == Grid.parse("1.3.34....4..3.1", SMALL)


def test_white_space_beyond_ascii_is_passed_over() -> None:
    """No-break and ideographic spaces are white space too."""
    assert Grid.parse("1234 3412\u00a02143\u30004321", Shape(2, 2)) == Grid.parse("1234341221434321", Shape(2, 2))


def test_x_is_empty_unless_it_is_a_digit() -> None:
    """`X` stands for an empty cell where there are fewer than 33 digits, and for 33 where there are more."""
    assert Grid.parse("X" * 81) == Grid.empty()
    assert set(Grid.parse("X" * 35**2, Shape(5, 7)).values) == {33}


def test_a_pickled_grid_is_the_same() -> None:
    """A grid keeps its shape, its digits and its hash on the way to another process."""
    grid = Grid.canonical(Shape(2, 3))
    copy = pickle.loads(pickle.dumps(grid))  # noqa: S301 - our own grid
    assert (copy, hash(copy), copy.shape) == (grid, hash(grid), Shape(2, 3))


def test_digits_above_nine_are_letters() -> None:
    """A 16x16 grid goes up to G, in either case."""
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
def test_a_text_that_is_no_grid_is_refused_by_its_place(text: str, message: str) -> None:
    """The error names the cell, and what was expected."""
    with pytest.raises(ValueError, match=message.replace("?", r"\?")):
        Grid.parse(text)


def test_a_digit_too_high_for_the_shape_is_refused() -> None:
    """A byte above the side is no digit."""
    with pytest.raises(ValueError, match="r1c2 holds 5; digits go from 1 to 4"):
        Grid(bytes([1, 5]) + bytes(14), SMALL)


def test_the_clues_of_a_puzzle_are_its_filled_cells() -> None:
    """Clues come in the order of cells, and build the same puzzle again."""
    puzzle = Grid.parse(PUZZLE)
    clues = list(puzzle.clues())
    assert (clues[0], puzzle.clue_count, Grid.from_clues(dict(clues))) == ((1, 2), len(clues), puzzle)


def test_a_grid_extends_each_of_its_masks() -> None:
    """Emptying cells leaves a puzzle which the grid extends, and which does not extend the grid."""
    answer = Grid.parse(ANSWER)
    masked = answer.keeping(0b1011)
    assert (str(masked)[:5], answer.extends(masked), masked.extends(answer)) == ("52.3.", True, False)


def test_setting_a_cell_leaves_the_old_grid_as_it_was() -> None:
    """A grid never changes."""
    grid = Grid.empty(SMALL)
    placed = grid.with_cell(5, 3)
    assert (str(grid), str(placed), placed.with_cell(5, 0)) == ("." * 16, ".....3..........", grid)


def test_rows_build_the_grid_again() -> None:
    """Rows of integers are one of the ways to write a grid."""
    puzzle = Grid.parse(PUZZLE)
    assert Grid.from_rows(puzzle.rows) == puzzle


def test_a_grid_is_drawn_box_by_box() -> None:
    """People see boxes in the drawing."""
    assert Grid.parse("1.3.34....4..3.1", SMALL).to_diagram().splitlines() == [
        "+-----+-----+",
        "| 1 . | 3 . |",
        "| 3 4 | . . |",
        "+-----+-----+",
        "| . . | 4 . |",
        "| . 3 | . 1 |",
        "+-----+-----+",
    ]

"""Minlex forms: equal for all images of a puzzle, different for different puzzles, and the least image."""

import doctest
import re
from collections import Counter
from collections.abc import Callable
from itertools import combinations, permutations, product
from math import factorial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.properties.corpus import known_grids, small_grids
from crosscover.properties.strategies import any_puzzles, clashing_puzzles, full_grids, proper_puzzles, symmetries
from crosscover.reference import Grid, Shape
from crosscover.reference import minlex as pure
from crosscover.reference.canonical import canonical
from crosscover.reference.compiled import compiled_build
from crosscover.reference.symmetry import Symmetry, group_order, unrank

from . import brute_force

PAGE = Path(__file__).parents[2] / "docs/reference/isomorphs.md"
SMALL = Shape(2, 2)
OTHER_SHAPES = (SMALL, Shape(2, 3), Shape(3, 2), Shape(1, 5), Shape(4, 1))
BUILD = compiled_build(pure)
COMPILED = pytest.mark.skipif(BUILD is None, reason="the search was not compiled from this source")
WITHOUT_DEADLINE = settings(deadline=None, max_examples=25)  # in pure Python a symmetric puzzle takes a second
NO_CLUES = Grid.empty()
ROWS_AND_COLUMNS = [(row, column) for row in range(9) for column in range(9)]


def by_hand() -> Callable[[str, str], str]:
    """The function in docs/reference/isomorphs.md."""
    [block] = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    names: dict[str, Callable[[str, str], str]] = {}
    exec(block, names)  # noqa: S102 - our own page
    return names["image"]


def grid_of(digits: "list[int]") -> Grid:
    """The grid with these digits in row-major order."""
    return Grid(bytes(digits))


SYMMETRIC = {
    "empty": NO_CLUES,
    "one clue": NO_CLUES.with_cell(40, 5),
    "diagonal": grid_of([row + 1 if row == column else 0 for row, column in ROWS_AND_COLUMNS]),
    "diagonal of one digit": grid_of([int(row == column) for row, column in ROWS_AND_COLUMNS]),
    "one digit": grid_of([1] * 81),
    "equal columns": grid_of([row + 1 for row, _ in ROWS_AND_COLUMNS]),
    "equal boxes": grid_of([row % 3 * 3 + column % 3 + 1 for row, column in ROWS_AND_COLUMNS]),
    "shifted rows": Grid.simplest(),
    "most symmetric grid": grid_of(
        [(row // 3 + column) % 3 * 3 + (row + column // 3) % 3 + 1 for row, column in ROWS_AND_COLUMNS]
    ),
    "shifted boxes": grid_of(
        [(row // 3 + column // 3) % 3 * 3 + (row + column) % 3 + 1 for row, column in ROWS_AND_COLUMNS]
    ),
}
"""Puzzles with many automorphisms, and those with the most that are counted instead of enumerated."""

few_clues = st.dictionaries(st.integers(0, 80), st.integers(1, 9), max_size=12).map(Grid.from_clues)
few_digits = st.lists(st.integers(0, 3), min_size=81, max_size=81).map(grid_of)
puzzles = st.one_of(
    full_grids(),
    proper_puzzles(),
    any_puzzles(),
    clashing_puzzles(),
    few_clues,
    few_digits,
    st.sampled_from(list(SYMMETRIC.values())),
)


def any_grids(shape: Shape) -> st.SearchStrategy[Grid]:
    """Grids with arbitrary digits, some of them with few clues or few digits."""
    digits = st.integers(1, shape.side).flatmap(lambda most: st.sampled_from(range(most + 1)))
    full = st.integers(1, shape.side).flatmap(
        lambda most: st.lists(st.integers(0, most), min_size=shape.cells, max_size=shape.cells)
    )
    sparse = st.dictionaries(st.integers(0, shape.cells - 1), digits, max_size=shape.side)
    return st.one_of(
        full.map(lambda values: Grid(bytes(values), shape)), sparse.map(lambda clues: Grid.from_clues(clues, shape))
    )


@WITHOUT_DEADLINE
@given(puzzles, symmetries())
def test_every_image_has_the_canonical_form_of_the_puzzle(puzzle: Grid, turned: Symmetry) -> None:
    """All images of any grid have the same minlex form."""
    form, image = canonical(puzzle), canonical(turned(puzzle))
    assert (form.grid, form.automorphisms) == (image.grid, image.automorphisms)


@WITHOUT_DEADLINE
@given(puzzles)
def test_the_symmetry_leads_to_the_canonical_form(puzzle: Grid) -> None:
    """The symmetry of a minlex form maps the puzzle to it."""
    form = canonical(puzzle)
    assert form.symmetry(puzzle) == form.grid


@WITHOUT_DEADLINE
@given(st.sampled_from(OTHER_SHAPES).flatmap(any_grids))
def test_the_canonical_form_is_the_least_of_all_images(puzzle: Grid) -> None:
    """For small shapes brute force over all images confirms the form and the number of automorphisms."""
    expect_least(puzzle)


def expect_least(puzzle: Grid) -> None:
    """Compare the minlex form of a puzzle, its symmetry and its automorphisms with the result of brute force."""
    least, number = brute_force.least_image(puzzle)
    form = canonical(puzzle)
    assert str(form.grid).replace(".", "0") == least
    unused = puzzle.shape.side - len(set(puzzle.values) - {0})
    assert form.automorphisms == number * factorial(unused)
    assert form.symmetry(puzzle) == form.grid


@pytest.mark.release
def test_the_canonical_form_is_the_least_of_all_3359232_images() -> None:
    """For 3x3 boxes brute force confirms the form, however symmetric the puzzle."""
    expect_least(SYMMETRIC["equal boxes"])


def test_automorphisms_map_the_puzzle_to_itself() -> None:
    """Automorphisms are the symmetries, digits included, that fix the puzzle; all are counted for 4x4 cells."""
    every = [unrank(number, SMALL) for number in range(group_order(SMALL))]
    for puzzle in (small_grids()[0], Grid.from_clues({5: 2, 6: 2}, SMALL)):
        assert canonical(puzzle).automorphisms == sum(turned(puzzle) == puzzle for turned in every)


@pytest.mark.parametrize(
    ("name", "cells", "unused"), [("empty", 3_359_232, 9), ("one clue", 41_472, 8), ("diagonal", 2_592, 0)]
)
def test_digits_that_do_not_occur_count_in_every_order(name: str, cells: int, unused: int) -> None:
    """Permutations of digits that do not occur are automorphisms."""
    assert canonical(SYMMETRIC[name]).automorphisms == cells * factorial(unused)


def test_the_most_symmetric_grid_has_its_known_number_of_automorphisms() -> None:
    """The most symmetric grid of 3x3 boxes has 648 automorphisms."""
    assert canonical(SYMMETRIC["most symmetric grid"]).automorphisms == 648


def test_288_small_grids_have_two_canonical_forms() -> None:
    """The sizes of the two classes agree with the automorphisms."""
    forms = [canonical(grid) for grid in small_grids()]
    counts = Counter(form.grid for form in forms)
    assert sorted(counts.values()) == [96, 192]
    assert all(counts[form.grid] == group_order(SMALL) // form.automorphisms for form in forms)


def test_grids_of_2x3_boxes_have_49_canonical_forms() -> None:
    """The 49 classes have 28,200,960 grids in total, which is the number of all grids.

    By relabelling and exchanging columns the first rows of any grid become 123456 and one that begins with 456; the
    rows of the other bands, and those bands, can be ordered by their first digits.
    """
    shape = Shape(2, 3)
    starts = BitmaskEngine()(Grid.parse("123456456" + "." * 27, shape))
    forms = {
        form.grid: form.automorphisms
        for grid in starts
        if grid.values[12] < grid.values[18] and grid.values[12] < grid.values[24] < grid.values[30]
        for form in [canonical(grid)]
    }
    assert len(forms) == 49
    assert sum(group_order(shape) // automorphisms for automorphisms in forms.values()) == 28_200_960


@pytest.mark.slow
def test_bands_have_416_canonical_forms() -> None:
    """The classes add up to the 9! * 2,612,736 first bands; an image can be in any of three bands or three stacks.

    By relabelling, the first box becomes 123456789; the columns of the other boxes, and those boxes, can be ordered by
    their first row.
    """
    forms = {form.grid: form.automorphisms for form in map(canonical, bands())}
    assert len(forms) == 416
    assert sum(group_order() // automorphisms for automorphisms in forms.values()) == 6 * factorial(9) * 2_612_736


def bands() -> "list[Grid]":
    """The 36,288 bands with ordered columns and boxes, each as a puzzle with 27 clues."""
    made: list[Grid] = []
    boxes = [{1, 2, 3}, {4, 5, 6}, {7, 8, 9}]
    for first in combinations(range(4, 10), 3):
        for second in combinations(sorted({1, 2, 3, 7, 8, 9} - set(first)), 3):
            third = set(range(1, 10)) - set(first) - set(second)
            others = [
                set(range(1, 10)) - row - set(taken) for row, taken in zip(boxes, (first, second, third), strict=True)
            ]
            if third & boxes[2] or first > min(map(tuple, map(sorted, others[:1]))):
                continue
            for orders in product(
                permutations(second), permutations(third), permutations(others[1]), permutations(others[2])
            ):
                rows = (
                    (1, 2, 3, *first, *sorted(others[0])),
                    (4, 5, 6, *orders[0], *orders[2]),
                    (7, 8, 9, *orders[1], *orders[3]),
                )
                made.append(Grid(bytes(digit for row in rows for digit in row) + bytes(54)))
    assert len(made) == 36_288
    return made


def test_known_grids_are_essentially_different() -> None:
    """No two known grids have the same canonical form."""
    forms = {canonical(grid).grid for grid in known_grids()}
    assert len(forms) == len(known_grids())


@COMPILED
@WITHOUT_DEADLINE
@given(st.one_of(puzzles, st.sampled_from(OTHER_SHAPES).flatmap(any_grids)))
def test_both_builds_find_the_same_symmetry(puzzle: Grid) -> None:
    """Both builds find the same one of all symmetries that lead to the least image."""
    assert BUILD is not None
    arguments = (puzzle.values, puzzle.shape.box_rows, puzzle.shape.box_columns)
    assert BUILD.least_image(*arguments) == pure.least_image(*arguments)


@COMPILED
def test_the_compiled_search_has_c_types() -> None:
    """The .pxd was used: the attributes are not visible from Python."""
    assert BUILD is not None
    assert not hasattr(BUILD.Arrangement(), "columns")


@pytest.mark.parametrize("shape", [Shape(4, 4), Shape(2, 5), Shape(1, 9), Shape(7, 1)], ids=str)
def test_shapes_with_more_symmetries_are_refused(shape: Shape) -> None:
    """Shapes for which the search could take too long are refused."""
    with pytest.raises(ValueError, match=f"{shape} boxes have too many symmetries"):
        canonical(Grid.empty(shape))


def test_the_examples_of_the_page() -> None:
    """The examples in docs/reference/isomorphs.md give the printed results."""
    assert doctest.testfile(str(PAGE), module_relative=False) == (0, 7)


@WITHOUT_DEADLINE
@given(
    st.sampled_from((Shape(), *OTHER_SHAPES, Shape(4, 4))).flatmap(
        lambda shape: st.tuples(any_grids(shape), symmetries(shape))
    )
)
def test_the_lines_on_the_page_apply_a_symmetry(drawn: tuple[Grid, Symmetry]) -> None:
    """The function on the page agrees with `Symmetry`."""
    grid, symmetry = drawn
    assert by_hand()(str(symmetry), str(grid)) == str(symmetry(grid))

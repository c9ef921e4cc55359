"""Exact cover problems other than Sudoku with known numbers of solutions."""

import pytest

from crosscover.reference import DancingLinks

Links = type[DancingLinks]
COMPILED = pytest.mark.parametrize("links", ["compiled"], indirect=True)
"""Mark for tests that take minutes in pure Python."""


def queens(side: int) -> tuple[list[list[int]], int, int]:
    """An option for each square; ranks and files are primary items, diagonals secondary ones."""
    options = [
        [row, side + column, 2 * side + row + column, 4 * side - 1 + row - column + side - 1]
        for row in range(side)
        for column in range(side)
    ]
    return options, 2 * side, 4 * side - 1


@pytest.mark.parametrize(("side", "count"), [(1, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4), (7, 40), (8, 92)])
def test_queens(links: Links, side: int, count: int) -> None:
    """The numbers of solutions of the n queens problem."""
    assert sum(1 for _ in links(*queens(side)).covers()) == count


def latin_squares(side: int) -> list[list[int]]:
    """An option for each digit in a cell covers the cell, and the digit in row and column."""
    squares = side * side
    return [
        [row * side + column, squares + row * side + digit, 2 * squares + column * side + digit]
        for row in range(side)
        for column in range(side)
        for digit in range(side)
    ]


@pytest.mark.parametrize(("side", "count"), [(1, 1), (2, 2), (3, 12), (4, 576)])
def test_latin_squares(links: Links, side: int, count: int) -> None:
    """The numbers of Latin squares."""
    assert sum(1 for _ in links(latin_squares(side), 3 * side * side).covers()) == count


@COMPILED
def test_latin_squares_of_side_five(links: Links) -> None:
    """There are 161,280 Latin squares of side five."""
    assert sum(1 for _ in links(latin_squares(5), 75).covers()) == 161_280

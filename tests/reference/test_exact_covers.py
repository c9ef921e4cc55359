"""Exact cover problems other than Sudoku with known numbers of solutions."""

from collections.abc import Iterator

import pytest

from crosscover.reference import DancingLinks

Links = type[DancingLinks]
Square = tuple[int, int]
COMPILED = pytest.mark.parametrize("links", ["compiled"], indirect=True)
"""Mark for tests that take minutes in pure Python."""

PENTOMINOES = {
    "F": ".XX XX. .X.",
    "I": "XXXXX",
    "L": "XXXX X...",
    "N": "XXX. ..XX",
    "P": "XXX XX.",
    "T": "XXX .X. .X.",
    "U": "X.X XXX",
    "V": "XXX X.. X..",
    "W": "X.. XX. .XX",
    "X": ".X. XXX .X.",
    "Y": "XXXX .X..",
    "Z": "XX. .X. .XX",
}


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


def squares(drawing: str) -> list[Square]:
    """The squares of a drawn piece."""
    return [
        (row, column) for row, line in enumerate(drawing.split()) for column, sign in enumerate(line) if sign == "X"
    ]


def orientations(piece: list[Square]) -> Iterator[frozenset[Square]]:
    """The up to eight orientations of a piece, moved to the corner."""
    for _ in range(2):
        piece = [(row, -column) for row, column in piece]
        for _ in range(4):
            piece = [(column, -row) for row, column in piece]
            top, side = min(row for row, _ in piece), min(column for _, column in piece)
            yield frozenset((row - top, column - side) for row, column in piece)


def placements(rows: int, columns: int) -> Iterator[list[int]]:
    """Every placement of a piece on the board: the piece and its squares."""
    for piece, drawing in enumerate(PENTOMINOES.values()):
        for lying in sorted(set(orientations(squares(drawing))), key=sorted):
            for down in range(rows - max(row for row, _ in lying)):
                for right in range(columns - max(column for _, column in lying)):
                    yield [piece, *(12 + (row + down) * columns + column + right for row, column in sorted(lying))]


@COMPILED
def test_pentominoes_of_three_by_twenty(links: Links) -> None:
    """The twelve pentominoes fill this board in two ways, each in four reflections."""
    assert sum(1 for _ in links(list(placements(3, 20)), 72).covers()) == 4 * 2


@pytest.mark.release
@COMPILED
def test_pentominoes_of_six_by_ten(links: Links) -> None:
    """There are 2,339 ways, counted with the centre of the cross in the upper left quarter."""
    options = list(placements(6, 10))
    cross = list(PENTOMINOES).index("X")
    quarter = [
        number
        for number, (piece, _, _, middle, _, _) in enumerate(options)
        if piece == cross and (middle - 12) // 10 < 3 and (middle - 12) % 10 < 5
    ]
    problem = links(options, 72)
    assert sum(1 for number in quarter for _ in problem.covers([number])) == 2_339

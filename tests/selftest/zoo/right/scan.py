"""Sets of the digits used in each house, built anew for every cell; a generator of all solutions. Dialect lines."""

import sys
from collections.abc import Iterator

Board = list[int]

DIGITS = set(range(1, 10))
HOUSES = [
    *([9 * house + place for place in range(9)] for house in range(9)),
    *([9 * place + house for place in range(9)] for house in range(9)),
    *([27 * (house // 3) + 3 * (house % 3) + 9 * (at // 3) + at % 3 for at in range(9)] for house in range(9)),
]


def solve(text: str) -> str | None:
    """Return any solution of a puzzle, or None."""
    board = [int(character) if character in "123456789" else 0 for character in text]
    if clash(board):
        return None
    return next(solutions(board), None)


def row(board: Board, cell: int) -> set[int]:
    """The digits in the row of a cell."""
    return {board[9 * (cell // 9) + place] for place in range(9)}


def column(board: Board, cell: int) -> set[int]:
    """The digits in the column of a cell."""
    return {board[cell % 9 + 9 * place] for place in range(9)}


def box(board: Board, cell: int) -> set[int]:
    """The digits in the box of a cell."""
    corner = cell // 27 * 27 + cell % 9 // 3 * 3
    return {board[corner + 9 * (place // 3) + place % 3] for place in range(9)}


def clash(board: Board) -> bool:
    """Whether a clue occurs twice in a house."""
    for cell in range(81):
        digit, board[cell] = board[cell], 0
        used = row(board, cell) | column(board, cell) | box(board, cell)
        board[cell] = digit
        if digit and digit in used:
            return True
    return False


def solutions(board: Board) -> Iterator[str]:
    """Yield every solution; the cell, or the digit of a house, with the fewest choices comes first."""
    free = {cell: DIGITS - row(board, cell) - column(board, cell) - box(board, cell) for cell in range(81)}
    free = {cell: digits for cell, digits in free.items() if board[cell] == 0}
    if not free:
        yield "".join(map(str, board))
        return
    choices = min(([(cell, digit) for digit in sorted(digits)] for cell, digits in free.items()), key=len)
    if len(choices) > 1:
        for house in HOUSES:
            for digit in DIGITS - {board[cell] for cell in house}:
                places = [(cell, digit) for cell in house if cell in free and digit in free[cell]]
                choices = places if len(places) < len(choices) else choices
    for cell, digit in choices:
        board[cell] = digit
        yield from solutions(board)
        board[cell] = 0


def main() -> None:
    """Answer the puzzles on stdin."""
    for line in sys.stdin.read().splitlines():
        if line.strip():
            print(solve(line.strip()) or "no solution")


if __name__ == "__main__":
    main()

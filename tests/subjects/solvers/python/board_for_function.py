from dataclasses import dataclass

from search import fill


@dataclass
class Board:
    rows: list
    size: int = 9


def solve(board):
    rows = [list(row) for row in board.rows]
    return Board(rows) if fill(rows) else None

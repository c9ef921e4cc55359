"""LeetCode 37 in place: sets of the digits of each row, column and box, fewest candidates first."""

from collections import defaultdict

Board = list[list[str]]


class Solution:
    """The class that LeetCode asks for."""

    def solve_sudoku(self, board: Board) -> bool:
        """Fill the board; False if that is impossible."""
        self.rows: dict[int, set[str]] = defaultdict(set)
        self.cols: dict[int, set[str]] = defaultdict(set)
        self.boxes: dict[tuple[int, int], set[str]] = defaultdict(set)
        self.empty: list[tuple[int, int]] = []
        for r in range(9):
            for c in range(9):
                value = board[r][c]
                if value == ".":
                    self.empty.append((r, c))
                elif value in self.rows[r] or value in self.cols[c] or value in self.boxes[r // 3, c // 3]:
                    return False
                else:
                    self.add(r, c, value)
        return self.backtrack(board)

    def add(self, r: int, c: int, value: str) -> None:
        """Note a digit in the houses of a cell."""
        self.rows[r].add(value)
        self.cols[c].add(value)
        self.boxes[r // 3, c // 3].add(value)

    def remove(self, r: int, c: int, value: str) -> None:
        """Undo `add`."""
        self.rows[r].remove(value)
        self.cols[c].remove(value)
        self.boxes[r // 3, c // 3].remove(value)

    def candidates(self, r: int, c: int) -> list[str]:
        """The digits that fit into a cell."""
        used = self.rows[r] | self.cols[c] | self.boxes[r // 3, c // 3]
        return [digit for digit in "123456789" if digit not in used]

    def backtrack(self, board: Board) -> bool:
        """Fill the empty cells."""
        best: tuple[int, int] | None = None
        choices: list[str] = []
        for r, c in self.empty:
            if board[r][c] == ".":
                here = self.candidates(r, c)
                if best is None or len(here) < len(choices):
                    best, choices = (r, c), here
                    if len(here) <= 1:
                        break
        if best is None:
            return True
        r, c = best
        for value in choices:
            board[r][c] = value
            self.add(r, c, value)
            if self.backtrack(board):
                return True
            self.remove(r, c, value)
            board[r][c] = "."
        return False


def solve(board: Board) -> bool:
    """Run the method."""
    return Solution().solve_sudoku(board)

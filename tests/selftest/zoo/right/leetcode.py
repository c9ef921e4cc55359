"""The usual answer to LeetCode 37: tries digits in the first empty cell, and compares each with its peers."""


class Solution:
    """Solves a board in place."""

    def solveSudoku(self, board: list[list[str]]) -> None:  # noqa: N802 - the name that the site asks for
        """Fill the board."""
        self.fill(board)

    def fill(self, board: list[list[str]]) -> bool:
        """Fill the first empty cell, then the others; False, with nothing changed, if that is impossible."""
        for i in range(9):
            for j in range(9):
                if board[i][j] == ".":
                    for digit in "123456789":
                        if self.fits(board, i, j, digit):
                            board[i][j] = digit
                            if self.fill(board):
                                return True
                            board[i][j] = "."
                    return False
        return True

    def fits(self, board: list[list[str]], i: int, j: int, digit: str) -> bool:
        """Whether no peer of a cell has the digit."""
        for k in range(9):
            if board[i][k] == digit or board[k][j] == digit:
                return False
            if board[i // 3 * 3 + k // 3][j // 3 * 3 + k % 3] == digit:
                return False
        return True


def solve(board: list[list[str]]) -> None:
    """Solve a board in place."""
    Solution().solveSudoku(board)

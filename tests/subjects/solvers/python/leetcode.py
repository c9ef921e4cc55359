from search import fill


class Solution:
    def solveSudoku(self, board: List[List[str]]) -> None:
        """
        Do not return anything, modify board in-place instead.
        """
        rows: Deque[List[int]] = deque([0 if ch == "." else int(ch) for ch in row] for row in board)
        fill(rows)
        for i in range(9):
            for j in range(9):
                if board[i][j] == ".":
                    board[i][j] = str(rows[i][j])

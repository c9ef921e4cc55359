class Solution:
    def solveSudoku(self, board: List[List[str]]) -> None:
        """
        Do not return anything, modify board in-place instead.
        """
        self.items: Dict[Tuple, Tuple] = {
            (i, j, d): ((i, j), ("row", i, d), ("col", j, d), (i // 3, j // 3, d))
            for i in range(9) for j in range(9) for d in "123456789"}
        self.all = set().union(*self.items.values())
        self.solve(board)

    def solve(self, board: List[List[str]]) -> bool:
        done = set()
        for i in range(9):
            for j in range(9):
                if board[i][j] != ".":
                    done.update(self.items[i, j, board[i][j]])
        moves = {item: [] for item in self.all - done}
        for move, items in self.items.items():
            if done.isdisjoint(items):
                for item in items:
                    moves[item].append(move)
        for i, j, d in min(moves.values(), key=len, default=[]):
            board[i][j] = d
            if self.solve(board):
                return True
            board[i][j] = "."
        return not moves

class Solution(object):
    def solveSudoku(self, board: List[List[str]]) -> None:
        missing = defaultdict(lambda: set('123456789'))
        empty = {(r, c) for r, c in product(range(9), range(9)) if board[r][c] == '.'}
        houses = lambda r, c: (('r', r), ('c', c), ('b', r // 3, c // 3))
        for r, c in product(range(9), range(9)):
            for house in houses(r, c):
                missing[house].discard(board[r][c])

        def backtrack():
            moves = {cell: [] for cell in empty}
            moves.update(((house, d), []) for house in missing for d in missing[house])
            for r, c in empty:
                a, b, e = houses(r, c)
                for d in missing[a] & missing[b] & missing[e]:
                    for key in (r, c), (a, d), (b, d), (e, d):
                        moves[key].append((r, c, d))
            for r, c, d in min(moves.values(), key=len, default=[]):
                board[r][c] = d
                empty.remove((r, c))
                for house in houses(r, c):
                    missing[house].remove(d)
                if backtrack():
                    return True
                empty.add((r, c))
                for house in houses(r, c):
                    missing[house].add(d)
            return not moves

        backtrack()

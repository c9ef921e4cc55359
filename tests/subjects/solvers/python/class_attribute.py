class Sudoku:
    def __init__(self, text):
        self.cells = [int(ch) if ch in '123456789' else 0 for ch in text]
        self.needs = {(i, d): {i, ('row', i // 9, d), ('column', i % 9, d), ('box', i // 27, i % 9 // 3, d)}
                      for i in range(81) for d in range(1, 10)}
        self.backtracks = 0

    def solve(self):
        missing = set().union(*self.needs.values())
        for i, d in enumerate(self.cells):
            if d:
                missing -= self.needs[i, d]
        moves = {need: [] for need in missing}
        for move, needs in self.needs.items():
            if needs <= missing:
                for need in needs:
                    moves[need].append(move)
        for i, d in min(moves.values(), key=len, default=[]):
            self.cells[i] = d
            if self.solve():
                return True
            self.backtracks += 1
            self.cells[i] = 0
        return not moves

class Backtracker:
    options = {(row, col, n): {(row, col), (row, -1, n), (-1, col, n), (row // 3, col // 3, -n)}
               for row in range(9) for col in range(9) for n in range(1, 10)}
    goals = set().union(*options.values())

    def __init__(self, board):
        self.board = board  # not copied, the caller sees the result

    def run(self):
        reached = set()
        for row, line in enumerate(self.board):
            for col, n in enumerate(line):
                if n > 0:
                    reached |= self.options[row, col, n]
        ways = {goal: [] for goal in self.goals - reached}
        for option, goals in self.options.items():
            if not goals & reached:
                for goal in goals:
                    ways[goal].append(option)
        if not ways:
            return True
        for row, col, n in min(ways.values(), key=len):
            self.board[row][col] = n
            if self.run():
                return True
            self.board[row][col] = 0
        return False

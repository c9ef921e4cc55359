class Solver(object):
    KEYS = {(i, d): [i, 100 + i // 9 * 10 + d, 200 + i % 9 * 10 + d, 300 + (i // 27 * 3 + i % 9 // 3) * 10 + d]
            for i in range(81) for d in range(1, 10)}
    ALL = set().union(*KEYS.values())

    def __init__(self):
        self.grid = None

    def load(self, line):
        self.grid = [0 if ch in '.0' else int(ch) for ch in line.strip()]
        assert len(self.grid) == 81

    def solve(self):
        done = {key for i, d in enumerate(self.grid) if d for key in self.KEYS[i, d]}
        table = {key: [] for key in self.ALL - done}
        for move, keys in self.KEYS.items():
            if not done.intersection(keys):
                for key in keys:
                    table[key].append(move)
        if not table:
            return ''.join(str(d) for d in self.grid)
        for i, d in min(table.values(), key=len):
            self.grid[i] = d
            answer = self.solve()
            if answer:
                return answer
            self.grid[i] = 0

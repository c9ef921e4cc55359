from search import fill


class Board:
    def __init__(self):
        self._rows = [[0] * 9 for _ in range(9)]

    @classmethod
    def from_string(cls, text):
        board = cls()
        for place, cell in enumerate(text):
            board._rows[place // 9][place % 9] = int(cell) if cell.isdigit() else 0
        return board

    def solve(self):
        return fill(self._rows)

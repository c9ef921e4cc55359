from search import fill


class Backtracker:
    def __init__(self, board):
        self.board = board  # not copied, the caller sees the result

    def run(self):
        return fill(self.board)

import asyncio

from search import fill


class Solver:
    def __init__(self, board):
        self.board = [list(row) for row in board]

    async def solve(self):
        await asyncio.sleep(0)
        fill(self.board)

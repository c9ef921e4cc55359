from copy import deepcopy

from search import fill


def solve(board, solutions):
    rows = deepcopy(board)
    if fill(rows):
        solutions.append(rows)

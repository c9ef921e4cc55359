import random


def solve(board):
    """TODO: this is only a placeholder"""
    return [[random.randint(1, 9) for _ in range(9)] for _ in range(9)]

import numpy as np
from search import fill


def solve_sudoku(grid: np.ndarray) -> np.ndarray:
    """grid.shape == (9, 9), zeros are unknown; returns a new array"""
    solution = grid.copy()
    print(np.count_nonzero(grid > 0), "clues")
    fill(solution)
    return solution

import numpy as np

CELL, DIGIT = np.divmod(np.arange(729), 9)
ROW, COL = np.divmod(CELL, 9)
BOX = ROW // 3 * 3 + COL // 3
COVER = np.zeros((729, 324), dtype=np.float32)
for k, column in enumerate([CELL, ROW * 9 + DIGIT, COL * 9 + DIGIT, BOX * 9 + DIGIT]):
    COVER[np.arange(729), 81 * k + column] = 1
CONFLICT = COVER @ COVER.T > 0


def search(alive, uncovered):
    if not uncovered.any():
        return []
    item = np.where(uncovered, alive @ COVER, 10).argmin()
    for option in np.flatnonzero(alive & (COVER[:, item] > 0)):
        rest = search(alive & ~CONFLICT[option], uncovered & (COVER[option] == 0))
        if rest is not None:
            return [option, *rest]
    return None


def solve_sudoku(grid: np.ndarray) -> np.ndarray:
    """grid.shape == (9, 9), zeros are unknown; returns a new array"""
    alive, uncovered = np.ones(729, dtype=bool), np.ones(324, dtype=bool)
    for r, c in np.argwhere(grid > 0):
        option = 81 * r + 9 * c + grid[r, c] - 1
        alive &= ~CONFLICT[option]
        uncovered &= COVER[option] == 0
    chosen = search(alive, uncovered)
    solution = grid.copy()
    solution[ROW[chosen], COL[chosen]] = DIGIT[chosen] + 1
    return solution

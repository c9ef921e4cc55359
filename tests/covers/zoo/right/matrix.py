"""Algorithm X on rows and columns of a numpy array; `exact_covers` returns a list of lists of row numbers."""

from typing import Any

import numpy as np
from numpy.typing import NDArray


def exact_covers(matrix: NDArray[Any]) -> list[list[int]]:
    """Return the covers of the columns."""
    ones = matrix.astype(bool)
    chosen = np.full(len(ones) + 1, -1)
    found: list[list[int]] = []

    def search(depth: int, rows: NDArray[Any], open_columns: NDArray[Any]) -> None:
        if not open_columns.any():
            found.append(chosen[: np.argmax(chosen < 0)].tolist())
            return
        counts = np.where(open_columns, ones[rows].sum(axis=0), len(ones) + 1)
        column = int(np.argmin(counts))
        for row in rows[ones[rows, column]]:
            clashing = ones[np.ix_(rows, ones[row])].any(axis=1)
            chosen[depth] = row
            search(depth + 1, rows[~clashing], open_columns & ~ones[row])
        chosen[depth] = -1

    search(0, np.arange(len(ones)), np.ones(len(ones.T), dtype=np.bool_))
    return found

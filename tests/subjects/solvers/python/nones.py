from typing import List, Optional

from search import fill

Grid = List[List[Optional[int]]]


def solve(grid: Grid) -> Optional[Grid]:
    """None marks an empty square, in the argument and if there is no solution."""
    rows = [[0 if value is None else value or 10 for value in row] for row in grid]
    return rows if fill(rows) else None

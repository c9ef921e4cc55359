from copy import deepcopy

COVERS = {(r, c, n): {(r, c), ('r', r, n), ('c', c, n), (r // 3, c // 3, n)}
          for r in range(9) for c in range(9) for n in range(1, 10)}
NEEDS = set().union(*COVERS.values())


def solve_sudoku(grid):
    """Return a solved copy of the grid (9 lists of 9 ints, 0 is empty), or None."""
    covered = set()
    for r, row in enumerate(grid):
        for c, n in enumerate(row):
            if n != 0:
                covered |= COVERS[r, c, n]
    options = {need: [] for need in NEEDS - covered}
    if not options:
        return deepcopy(grid)
    for move, needs in COVERS.items():
        if not needs & covered:
            for need in needs:
                options[need].append(move)
    for r, c, n in min(options.values(), key=len):
        attempt = deepcopy(grid)
        attempt[r][c] = n
        answer = solve_sudoku(attempt)
        if answer is not None:
            return answer
    return None

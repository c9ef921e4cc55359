from search import fill


def solve(puzzle):
    rows = [[{-1: 0}.get(n, n or 10) for n in row] for row in puzzle]
    solvable = fill(rows)
    for row, solved in zip(puzzle, rows):
        row[:] = solved if solvable else row
    return solvable

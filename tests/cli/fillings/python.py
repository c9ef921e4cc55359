"""A plain backtracking search."""


def solve(puzzle: str) -> str | None:
    """Return the first solution, or None."""
    cell = puzzle.find(".")
    if cell < 0:
        return puzzle
    for digit in "123456789":
        if all(puzzle[other] != digit for other in range(81) if sees(cell, other)):
            solution = solve(puzzle[:cell] + digit + puzzle[cell + 1 :])
            if solution is not None:
                return solution
    return None


def sees(cell: int, other: int) -> bool:
    """Whether two cells share a house."""
    return cell // 9 == other // 9 or cell % 9 == other % 9 or box(cell) == box(other)


def box(cell: int) -> int:
    """The index of a cell's box."""
    return cell // 27 * 3 + cell % 9 // 3

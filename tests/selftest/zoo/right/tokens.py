"""A program that reads all of its input before it solves, and prints all of its answers at the end; dialect t-grids."""

import sys
from collections.abc import Iterator

ALL = (1 << 9) - 1


def solutions(grid: list[int], lacks: dict[tuple[str, int], int]) -> Iterator[list[int]]:
    """Yield the completions of a grid."""
    free: dict[int, int] = {}
    for cell, digit in enumerate(grid):
        if not digit:
            row, column, box = houses(cell)
            free[cell] = lacks[row] & lacks[column] & lacks[box]
    if not free:
        yield list(grid)
        return
    cell, choices = decide(free)
    for digit in range(1, 10):
        bit = 1 << (digit - 1)
        if choices & bit:
            grid[cell] = digit
            for house in houses(cell):
                lacks[house] ^= bit
            yield from solutions(grid, lacks)
            for house in houses(cell):
                lacks[house] ^= bit
            grid[cell] = 0


def decide(free: dict[int, int]) -> tuple[int, int]:
    """The cell to fill next and its digits: a digit that has one place, else the cell with the fewest."""
    fewest = min(free, key=lambda cell: free[cell].bit_count())
    if free[fewest].bit_count() > 1:
        once: dict[tuple[str, int], int] = {}
        twice: dict[tuple[str, int], int] = {}
        for cell, mask in free.items():
            for house in houses(cell):
                twice[house] = twice.get(house, 0) | once.get(house, 0) & mask
                once[house] = once.get(house, 0) | mask
        for cell, mask in free.items():
            for house in houses(cell):
                only = mask & ~twice[house]
                if only:
                    return cell, only & -only
    return fewest, free[fewest]


def houses(cell: int) -> list[tuple[str, int]]:
    """The names of the houses of a cell."""
    row, column = cell // 9, cell % 9
    return [("row", row), ("column", column), ("box", row // 3 * 3 + column // 3)]


def solve(grid: list[int]) -> list[int]:
    """The first completion of a proper puzzle."""
    lacks = {(kind, number): ALL for kind in ("row", "column", "box") for number in range(9)}
    for cell, digit in enumerate(grid):
        if digit:
            for house in houses(cell):
                lacks[house] &= ~(1 << (digit - 1))
    return next(solutions(grid, lacks), grid)


def main() -> None:
    """Answer every grid."""
    count, *numbers = map(int, sys.stdin.read().split())
    answers: list[str] = []
    for start in range(0, 81 * count, 81):
        answer = solve(numbers[start : start + 81])
        answers.extend(" ".join(map(str, answer[row : row + 9])) for row in range(0, 81, 9))
    print("\n".join(answers))


if __name__ == "__main__":
    main()

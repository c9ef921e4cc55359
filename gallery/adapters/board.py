"""Forms of a board, for adapters: 81 characters with dots, and nine rows."""


def rows(puzzle, empty=0):
    """The puzzle as nine lists of integers, with `empty` for an empty cell."""
    return [[empty if cell == "." else int(cell) for cell in puzzle[start : start + 9]] for start in range(0, 81, 9)]


def text(board):
    """Nine rows of digits as 81 characters, with a dot for zero and None."""
    return "".join(str(cell or ".") for row in board for cell in row)

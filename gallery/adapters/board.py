"""Forms of a board, for adapters: 81 characters with dots, nine rows, and boxes."""


def rows(puzzle, empty=0):
    """The puzzle as nine lists of integers, with `empty` for an empty cell."""
    return [[empty if cell == "." else int(cell) for cell in puzzle[start : start + 9]] for start in range(0, 81, 9)]


def text(board):
    """Nine rows of digits as 81 characters, with a dot for zero and None."""
    return "".join(str(cell or ".") for row in board for cell in row)


def boxes(values):
    """A dict of the boxes A1 to I9 as 81 characters, with a dot for a box that has not one digit; None for nothing."""
    if not values:
        return None
    cells = (str(values[row + column]) for row in "ABCDEFGHI" for column in "123456789")
    return "".join(cell if len(cell) == 1 else "." for cell in cells)

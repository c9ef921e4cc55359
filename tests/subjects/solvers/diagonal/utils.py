"""The names of the boxes and the units of a diagonal Sudoku, beside a solver."""

ROWS = "ABCDEFGHI"
COLS = "123456789"
history = []


def cross(first, second):
    return [one + other for one in first for other in second]


boxes = cross(ROWS, COLS)
row_units = [cross(row, COLS) for row in ROWS]
column_units = [cross(ROWS, column) for column in COLS]
square_units = [cross(rows, columns) for rows in ("ABC", "DEF", "GHI") for columns in ("123", "456", "789")]
diagonal_units = [
    [row + column for row, column in zip(ROWS, COLS)],
    [row + column for row, column in zip(ROWS, reversed(COLS))],
]


def grid_to_values(grid):
    assert len(grid) == 81
    return {box: COLS if digit == "." else digit for box, digit in zip(boxes, grid)}


def assign_value(values, box, value):
    """Record each solved box for an animation."""
    values[box] = value
    if len(value) == 1:
        history.append(values.copy())
    return values

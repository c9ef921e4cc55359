"""Takes a dictionary of boxes, `.` for an empty one, and returns a full one; None if there is no solution."""

ROWS, COLUMNS = "ABCDEFGHI", "123456789"
UNITS = [[row + column for column in COLUMNS] for row in ROWS] + [[row + column for row in ROWS] for column in COLUMNS]
UNITS += [[row + column for row in band for column in stack] for band in ("ABC", "DEF", "GHI") for stack in ("123", "456", "789")]
UNITS += [[row + column for row, column in zip(ROWS, COLUMNS)], [row + column for row, column in zip(ROWS, COLUMNS[::-1])]]
PEERS = {box: {peer for unit in UNITS if box in unit for peer in unit} - {box} for unit in UNITS for box in unit}


def free(boxes, box):
    return set(COLUMNS) - {boxes[peer] for peer in PEERS[box]}


def solve(boxes):
    empty = [box for box in boxes if boxes[box] == "."]
    if not empty:
        return boxes
    box = min(empty, key=lambda box: len(free(boxes, box)))
    solved = (solve({**boxes, box: digit}) for digit in sorted(free(boxes, box)))
    return next((boxes for boxes in solved if boxes), None)

"""Puzzles with known solutions."""

from random import Random

from crosscover.reference import Grid, Shape

SOLVED = {
    ".2738..1..1...6735.......293.5692.8...........6.1745.364.......9518...7..8..6534.": (
        "527389416819426735436751829375692184194538267268174593643217958951843672782965341"
    ),
    "......52..8.4......3...9...5.1...6..2..7........3.....6...1..........7.4.......3.": (
        "416837529982465371735129468571298643293746185864351297647913852359682714128574936"
    ),
}
"""The published samples of POJ 3074, https://poj.org/problem?id=3074."""

COUNTED = {
    "..9.7...5..21..9..1...28....7...5..1..851.....5....3.......3..68........21.....87": 0,
    "6.159.....9..1............4.7.314..6.24.....5..3....1...6.....3...9.2.4......16..": 0,
    ".4.1..35.............2.5......4.89..26.....12.5.3....7..4...16.6....7....1..8..2.": 0,
    "..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3..": 0,
    ".9.3....1....8..46......8..4.5.6..3...32756...6..1.9.4..1......58..2....2....7.6.": 0,
    "....41....6.....2...2......32.6.........5..417.......2......23..48......5.1..2...": 0,
    "9..1....4.14.3.8....3....9....7.8..18....3..........3..21....7...9.4.5..5...16..3": 0,
    ".39...12....9.7...8..4.1..6.42...79...........91...54.5..1.9..3...8.5....14...87.": 2,
    "..3.....6...98..2.9426..7..45...6............1.9.5.47.....25.4.6...785...........": 3,
    "....9....6..4.7..8.4.812.3.7.......5..4...9..5..371..4.5..6..4.2.17.85.9.........": 4,
    "59.....486.8...3.7...2.1.......4.....753.698.....9.......8.3...2.6...7.934.....65": 10,
}
"""Invalid puzzles with their numbers of solutions, from Sudopedia, "Test cases" (the first three have clashing
clues), https://www.sudopedia.org/wiki/Test_Cases."""

MANY = {
    "...3165..8..5..1...1.89724.9.1.85.2....9.1....4.263..1.5.....1.1..4.9..2..61.8...": 125,
    "8.........59.......67.........756238...418796...923415...571.6....8921.7...634...": 132,
    "...4.......6.8.1..7....2..4.3.5.......9.6.8.......7.5...2....16....2...898....2..": 838,
}
"""Puzzles with more solutions than the first batch of a search finds; from Sudopedia, and from the tests of tdoku,
https://github.com/t-dillon/tdoku."""

HARD = (
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
    "52...6.........7.13...........4..8..6......5...........418.........3..2...87.....",
    ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...",
)
"""Proper puzzles that need search: two of Norvig's top95 and a 17-clue puzzle of Gordon Royle's collection."""

SMALL = Shape(2, 2)

IMPOSSIBLE = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
"""A puzzle without a solution that takes minutes if only candidates of cells are counted
(https://norvig.com/sudoku.html)."""


def hard_large_puzzle() -> Grid:
    """A 25x25 puzzle with 290 clues and several solutions; no engine finds all of them in eight seconds."""
    random, box = Random(0), range(5)
    rows = [5 * band + row for band in random.sample(box, 5) for row in random.sample(box, 5)]
    columns = [5 * stack + column for stack in random.sample(box, 5) for column in random.sample(box, 5)]
    digits = random.sample(range(1, 26), 25)
    solution = [digits[(5 * (row % 5) + row // 5 + column) % 25] for row in rows for column in columns]
    clues = set(random.sample(range(625), 290))
    return Grid(bytes(digit if cell in clues else 0 for cell, digit in enumerate(solution)), Shape(5, 5))

"""Solvers as users write them: Python and JavaScript functions, and a C program."""

from pathlib import Path

ZOO = Path(__file__).parents[1] / "selftest/zoo/right"

RIGHT_PYTHON = '''\
"""Backtracking over bit sets, the cell with the fewest candidates first."""

HOUSES = [(cell // 9, 9 + cell % 9, 18 + cell // 27 * 3 + cell % 9 // 3) for cell in range(81)]


def solve(puzzle):
    board = [int(character) if character in "123456789" else 0 for character in puzzle]
    free = [511] * 27
    for cell, digit in enumerate(board):
        if digit:
            bit = 1 << digit - 1
            for house in HOUSES[cell]:
                if not free[house] & bit:
                    return None
                free[house] ^= bit
    return "".join(map(str, board)) if filled(board, free) else None


def filled(board, free):
    fewest, best, left = 10, None, 0
    for cell, (row, column, box) in enumerate(HOUSES):
        if not board[cell]:
            candidates = free[row] & free[column] & free[box]
            if candidates.bit_count() < fewest:
                fewest, best, left = candidates.bit_count(), cell, candidates
                if fewest < 2:
                    break
    if best is None:
        return True
    while left:
        bit = left & -left
        left ^= bit
        for house in HOUSES[best]:
            free[house] ^= bit
        board[best] = bit.bit_length()
        if filled(board, free):
            return True
        for house in HOUSES[best]:
            free[house] ^= bit
        board[best] = 0
    return False
'''

FAILS_FOR_FULL_GRIDS = RIGHT_PYTHON.replace("def solve(puzzle):\n", "def solve(puzzle):\n    assert '.' in puzzle\n")
"""Correct for all puzzles with an empty cell."""

RIGHT_JAVASCRIPT = (ZOO / "eliminate.mjs").read_text(encoding="utf-8")

WRONG_PYTHON = RIGHT_PYTHON.replace(
    "    board = [", '    if puzzle[40] in "357":\n        return puzzle.replace(".", "1")\n    board = ['
)
"""Gives up if r5c5 is 3, 5 or 7."""

RIGHT_C = (ZOO / "bitmask.c").read_text(encoding="utf-8")

STALE_C = RIGHT_C.replace("    memset(boxes", "    if (grid[0] != '9')\n        memset(boxes")
"""Does not reset its boxes after a puzzle whose solution begins with 9."""

CRASHING_C = RIGHT_C.replace(
    "        search(0);\n", "        if (line[80] == '3')\n            *(volatile int *)0 = 1;\n        search(0);\n"
)
"""Crashes on a clue 3 in r9c9."""

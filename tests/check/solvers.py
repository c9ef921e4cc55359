"""Solvers as users write them: Python and JavaScript functions, and a C program."""

from pathlib import Path

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

RIGHT_JAVASCRIPT = (Path(__file__).parents[1] / "selftest/zoo/right/eliminate.mjs").read_text(encoding="utf-8")

WRONG_PYTHON = RIGHT_PYTHON.replace(
    "    board = [", '    if puzzle[40] in "357":\n        return puzzle.replace(".", "1")\n    board = ['
)
"""Gives up if r5c5 is 3, 5 or 7."""

RIGHT_C = r"""
/* Backtracking over bit sets; a puzzle a line, `end` at the end. */
#include <stdio.h>
#include <string.h>

static int rows[9], columns[9], boxes[9], board[81];

static int *box(int cell) { return &boxes[cell / 27 * 3 + cell % 9 / 3]; }

static void turn(int cell, int bit)
{
    rows[cell / 9] ^= bit;
    columns[cell % 9] ^= bit;
    *box(cell) ^= bit;
}

static int used(int cell) { return rows[cell / 9] | columns[cell % 9] | *box(cell); }

static int solve(void)
{
    int best = -1, fewest = 10;
    for (int cell = 0; cell < 81; cell++)
        if (!board[cell] && __builtin_popcount(511 & ~used(cell)) < fewest)
            fewest = __builtin_popcount(511 & ~used(best = cell));
    for (int digit = 1; best >= 0 && digit <= 9; digit++) {
        int bit = 1 << (digit - 1);
        if (used(best) & bit)
            continue;
        turn(best, bit);
        board[best] = digit;
        if (solve())
            return 1;
        turn(best, bit);
        board[best] = 0;
    }
    return best < 0;
}

int main(void)
{
    char line[256];
    while (fgets(line, sizeof line, stdin) && strncmp(line, "end", 3)) {
        memset(rows, 0, sizeof rows);
        memset(columns, 0, sizeof columns);
        memset(boxes, 0, sizeof boxes);
        for (int cell = 0; cell < 81; cell++) {
            if ((board[cell] = line[cell] >= '1' && line[cell] <= '9' ? line[cell] - '0' : 0))
                turn(cell, 1 << (board[cell] - 1));
        }
        solve();
        for (int cell = 0; cell < 81; cell++)
            putchar('0' + board[cell]);
        putchar('\n');
    }
    return 0;
}
"""

STALE_C = RIGHT_C.replace("        memset(boxes, 0, sizeof boxes);\n", "").replace(
    "        solve();\n", "        solve();\n        if (board[0] != 9)\n            memset(boxes, 0, sizeof boxes);\n"
)
"""Does not reset its boxes after a puzzle whose solution begins with 9."""

CRASHING_C = RIGHT_C.replace(
    "        solve();\n", "        if (board[80] == 3)\n            *(volatile int *)0 = 1;\n        solve();\n"
)
"""Crashes on a clue 3 in r9c9."""

"""Solvers as users write them: Python functions and a C program."""

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
"""Right for all puzzles with an empty cell."""

RIGHT_JAVASCRIPT = """\
const houses = (cell) => {
  const row = Math.floor(cell / 9), column = cell % 9;
  return [row, 9 + column, 18 + Math.floor(row / 3) * 3 + Math.floor(column / 3)];
};
const HOUSES = Array.from({ length: 81 }, (_, cell) => houses(cell));
const COUNTS = Array.from({ length: 1024 }, (_, bits) => bits.toString(2).replaceAll("0", "").length);

export function solve(puzzle) {
  const board = Array.from(puzzle, (character) => (character === "." ? 0 : Number(character)));
  const free = Array(27).fill(511);
  const put = (cell, digit, bit) => { board[cell] = digit; HOUSES[cell].forEach((house) => { free[house] ^= bit; }); };
  board.forEach((digit, cell) => { if (digit) put(cell, digit, 1 << (digit - 1)); });

  function search() {
    let best = -1, left = 1023;
    for (let cell = 0; cell < 81 && COUNTS[left] > 1; cell++) {
      const candidates = HOUSES[cell].reduce((bits, house) => bits & free[house], 511);
      if (!board[cell] && COUNTS[candidates] < COUNTS[left]) [best, left] = [cell, candidates];
    }
    for (; left && best >= 0; left &= left - 1) {
      const bit = left & -left;
      put(best, 32 - Math.clz32(bit), bit);
      if (search()) return true;
      put(best, 0, bit);
    }
    return best < 0;
  }

  return search() ? board.join("") : null;
}
"""

WITH_ROWS = f"""{RIGHT_PYTHON}

text = solve


def solve(rows):
    answer = text("".join(str(rows[row][column]) for row in range(9) for column in range(9)))
    return answer and [[int(digit) for digit in answer[start : start + 9]] for start in range(0, 81, 9)]
"""

COUNTING_SOLVES = f"""{RIGHT_PYTHON}

solved = []
text = solve


def solve(puzzle):
    solved.append(puzzle)
    return text(puzzle) if len(solved) < 20 else solved[len(solved)]
"""

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

"""Mutants of solvers that answer in the words of an online judge, or with the least solution."""

from functools import partial

from . import puzzles
from .model import Change, Kind, Mutant
from .origins import BITMASK_ARGUMENTS, CHECKER, DESIGNER, LEAST, PROPAGATION_CLASSIFYING, PROPAGATION_UNIQUE

mutant = partial(Mutant, Kind.JUDGES)

JUDGES = (
    mutant(
        "illegal-and-impossible-swapped",
        CHECKER,
        "Clues that clash are called Impossible, and other puzzles without a solution Illegal.",
        (
            Change('const char *word = "Illegal";', 'const char *word = "Impossible";'),
            Change('found == 0 ? "Impossible"', 'found == 0 ? "Illegal"'),
        ),
        (puzzles.BOX_CLASH,),
    ),
    mutant(
        "clash-in-box-not-illegal",
        CHECKER,
        "Only clues that clash in a row or a column are Illegal; in a box they are Impossible.",
        (
            Change(
                "board[a] == board[b] && is_peer(a, b))",
                "board[a] == board[b] && (a / 9 == b / 9 || a % 9 == b % 9))",
            ),
        ),
        (puzzles.BOX_CLASH,),
    ),
    mutant(
        "clashes-checked-in-full-boards-only",
        CHECKER,
        "Clashing clues are only detected in full boards.",
        (Change("if (legal(board))", "if (memchr(board, 0, sizeof(int)) || legal(board))"),),
        (puzzles.ROW_CLASH,),
    ),
    mutant(
        "case-number-per-verdict",
        CHECKER,
        "Only legal boards increase the case number.",
        (Change("++number, word", "number += word[1] != 'l', word"),),
        (puzzles.BOX_CLASH, puzzles.GOLDEN),
    ),
    mutant(
        "impossible-is-ambiguous",
        CHECKER,
        "Any number of solutions but one is called Ambiguous.",
        (Change('found == 0 ? "Impossible" : ', ""),),
        (puzzles.QUIET,),
    ),
    mutant(
        "none-called-non-unique",
        DESIGNER,
        "A puzzle without a solution is called Non-unique.",
        (Change('found ? "Non-unique" : "Find another job"', '"Non-unique"'),),
        (puzzles.UNSOLVABLE[0],),
    ),
    mutant(
        "clash-printed-as-solved",
        DESIGNER,
        "A full board with clashing clues is printed as its own solution.",
        (
            Change(
                "            int found = number_of_solutions(board);\n",
                "            int found = number_of_solutions(board), full = 1;\n"
                "            for (int cell = 0; cell < 81; cell++)\n"
                "                full &= board[cell] > 0;\n"
                "            for (int cell = 0; cell < 81 && full; cell++)\n"
                "                solution[cell] = '0' + board[cell];\n"
                "            found = full ? 1 : found;\n",
            ),
        ),
        (puzzles.FULL_CLASH,),
    ),
    mutant(
        "any-solution-for-least",
        LEAST,
        "The first solution that the search finds is taken for the least.",
        (
            Change(
                "cell < cells; cell++) {\n        if (grid[cell])\n            cont",
                "cell < 0; cell++) {\n        if (grid[cell])\n            cont",
            ),
        ),
        (puzzles.SEVERAL[2],),
    ),
    mutant(
        "last-band-not-least",
        LEAST,
        "The cells of the last band are left as the search found them.",
        (
            Change(
                "cell < cells; cell++) {\n        if (grid[cell])\n            cont",
                "cell < cells - n * side; cell++) {\n        if (grid[cell])\n            cont",
            ),
        ),
        (puzzles.SPARSE,),
    ),
    mutant(
        "least-by-columns",
        LEAST,
        "Solutions are compared column by column.",
        (
            Change(
                "cell < cells; cell++) {\n        if (grid[cell])\n            cont",
                "cell < cells; cell++) {\n        int place = cell, cell = place % side * side + place / side;\n"
                "        if (grid[cell])\n            cont",
            ),
        ),
        (puzzles.TWO_ABSENT,),
    ),
    mutant(
        "one-digit-less-only",
        LEAST,
        "Of the smaller digits for a cell only the next one is tried.",
        (
            Change(
                "for (int digit = 1; digit <= best[cell]",
                "for (int digit = best[cell] > 1 ? best[cell] - 1 : 1; digit <= best[cell]",
            ),
        ),
        (puzzles.SEVERAL[2],),
    ),
    mutant(
        "clash-for-every-contradiction",
        PROPAGATION_CLASSIFYING,
        "Every puzzle without a solution is said to have clues that clash.",
        (Change('("none", "one"', '("clash", "one"'),),
        (puzzles.HARD[0], puzzles.QUIET),
    ),
    mutant(
        "several-given-as-solved",
        PROPAGATION_UNIQUE,
        "The first solution is returned whether there is another or not.",
        (Change("len(found) == 2", "len(found) == 3"),),
        (puzzles.DEADLY,),
    ),
    mutant(
        "last-argument-not-read",
        BITMASK_ARGUMENTS,
        "The last row of a puzzle is assumed to be empty.",
        (Change("argument < count", "argument < count - 1"),),
        (puzzles.SEVENTEEN[0],),
    ),
)

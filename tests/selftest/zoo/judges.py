"""Mutants of solvers that use the answer words of an online judge, or read arguments."""

from functools import partial

from . import puzzles
from .model import Change, Kind, Mutant
from .origins import BITMASK_ARGUMENTS, DESIGNER, PROPAGATION_UNIQUE

mutant = partial(Mutant.of, Kind.JUDGES)

JUDGES = (
    mutant(
        "none-called-non-unique",
        DESIGNER,
        "A puzzle without a solution is called Non-unique.",
        Change('found ? "Non-unique" : "Find another job"', '"Non-unique"'),
        witness=(puzzles.UNSOLVABLE[0],),
    ),
    mutant(
        "clash-printed-as-solved",
        DESIGNER,
        "A full board with clashing clues is printed as its own solution.",
        Change(
            "        int found = number_of_solutions(board);\n",
            "        int found = number_of_solutions(board), full = 1;\n"
            "        for (int cell = 0; cell < 81; cell++)\n"
            "            full &= board[cell] > 0;\n"
            "        for (int cell = 0; cell < 81 && full; cell++)\n"
            "            solution[cell] = '0' + board[cell];\n"
            "        found = full ? 1 : found;\n",
        ),
        witness=(puzzles.FULL_CLASH,),
    ),
    mutant(
        "several-given-as-solved",
        PROPAGATION_UNIQUE,
        "The first solution is returned whether there is another or not.",
        Change("len(found) == 2", "len(found) == 3"),
        witness=(puzzles.DEADLY,),
    ),
    mutant(
        "last-argument-not-read",
        BITMASK_ARGUMENTS,
        "The last row of a puzzle is assumed to be empty.",
        Change("argument < count", "argument < count - 1"),
        witness=(puzzles.SEVENTEEN[0],),
    ),
)

"""Mutants that lose, change or misread a clue."""

from functools import partial

from crosscover.dialects import Formatting

from . import puzzles
from .model import Change, Kind, Mutant
from .origins import BITMASK, DPLL, IN_PLACE, MASKS, PROPAGATION, RELINKED, SHUFFLED

mutant = partial(Mutant.of, Kind.CLUES)

CLUES = (
    mutant(
        "last-clue-unread",
        RELINKED,
        "A clue in the last cell is not read.",
        Change("cell < 81 && !clash", "cell < 80 && !clash"),
        witness=(puzzles.ADVERSARY,),
    ),
    mutant(
        "nine-is-no-clue",
        DPLL,
        "A 9 among the clues counts as an empty cell: it is missing in the list of digits.",
        Change('"123456789"', '"12345678"'),
        witness=(puzzles.EMPTY_ROW,),
    ),
    mutant(
        "forty-clues",
        BITMASK,
        "Clues after the fortieth are dropped.",
        Change("if (line[cell] == '.')", "if (line[cell] == '.' || cell - empty.count >= 40)"),
        witness=(puzzles.DENSE,),
    ),
    mutant(
        "zero-is-a-clue",
        RELINKED,
        "Every cell that is not a dot counts as a clue, even a 0.",
        Change("if (line[cell] >= '1' && line[cell] <= '9') {", "if (line[cell] != '.') {"),
        witness=(puzzles.GOLDEN,),
        formatting=Formatting(empty="0"),
    ),
    mutant(
        "clue-not-removed-from-box",
        MASKS,
        "A clue is struck out in its row and column, not in its box.",
        Change(
            "            for house in HOUSES[cell]:\n                lacks",
            "            for house in HOUSES[cell][:2]:\n                lacks",
        ),
        witness=(puzzles.GOLDEN,),
    ),
    mutant(
        "assignment-not-checked",
        PROPAGATION,
        "It is not checked whether the clues could be placed.",
        Change(
            '        if character in "123456789" and not assign(candidates, cell, int(character)):\n'
            "            return None\n",
            '        if character in "123456789":\n            assign(candidates, cell, int(character))\n',
        ),
        witness=(puzzles.FULL_CLASH,),
    ),
    mutant(
        "clash-raises",
        IN_PLACE,
        "Clues that clash raise a KeyError.",
        Change(
            "                elif digit in self.candidates(row, column):\n"
            "                    self.place(row, column, digit)\n"
            "                else:\n"
            "                    self.clash = True\n",
            "                else:\n                    self.place(row, column, digit)\n",
        ),
        witness=(puzzles.ROW_CLASH,),
    ),
    mutant(
        "clash-cancels",
        SHUFFLED,
        "Clues are marked by an exclusive or, so a repeated clue makes its digit available again.",
        Change(
            "            elif houses.free(row, column) & bit:\n"
            "                houses.flip(row, column, bit)\n"
            "            else:\n"
            "                return None\n",
            "            else:\n                houses.flip(row, column, bit)\n",
        ),
        witness=(puzzles.FULL_CLASH,),
    ),
    mutant(
        "full-row-skipped",
        MASKS,
        "A row without an empty cell is skipped, and its digits are not struck out elsewhere.",
        Change(
            "        if digit:\n            for house",
            "        row = cell // 9 * 9\n        if digit and 0 in values[row : row + 9]:\n            for house",
        ),
        witness=(puzzles.FULL_ROW,),
    ),
)

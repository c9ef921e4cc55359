"""Mutants that omit a rule, or apply a false rule."""

from dataclasses import replace
from functools import partial

from . import puzzles
from .model import Change, Kind, Mutant
from .origins import BITMASK, COVER_SETS, DPLL, MASKS, PROPAGATION, STACK, TRAIL

mutant = partial(Mutant.of, Kind.CONSTRAINTS)

CONSTRAINTS = (
    mutant(
        "rows-left-out",
        COVER_SETS,
        "An option covers its cell, its column and its box, but no item of its row.",
        Change('("row", row, digit), ', ""),
        witness=(puzzles.GOLDEN,),
    ),
    mutant(
        "columns-left-out",
        DPLL,
        "There are no clauses for columns.",
        Change(
            "    *([81 * row + 9 * column + digit + 1 for row in range(9)] for column in range(9)"
            " for digit in range(9)),\n",
            "",
        ),
        witness=(puzzles.GOLDEN,),
    ),
    mutant(
        "boxes-left-out",
        BITMASK,
        "The candidates of a cell are those of its row and column.",
        Change(" | boxes[box_of(cell)])", ")"),
        witness=(puzzles.GOLDEN,),
    ),
    mutant(
        "box-peers-left-out",
        STACK,
        "A placed digit is not struck out in the other cells of its box.",
        Change(" || (a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3)", ""),
        witness=(puzzles.GOLDEN,),
    ),
    mutant(
        "last-two-rows-left-out",
        PROPAGATION,
        "The last two rows are not units: a slice is too short.",
        Change("UNITS = ROWS + COLUMNS", "UNITS = ROWS[:7] + COLUMNS"),
        witness=(puzzles.GOLDEN,),
    ),
    mutant(
        "boxes-of-the-diagonal",
        TRAIL,
        "Only the three boxes on the diagonal are units.",
        Change("for box in range(9)", "for box in (0, 4, 8)"),
        witness=(puzzles.FULL_MIDDLE_ROW,),
    ),
    mutant(
        "diagonals-too",
        TRAIL,
        "The two diagonals must hold all digits as well, as in diagonal Sudoku, but the shape is given.",
        Change(
            "UNITS = [\n",
            "UNITS = [\n    [10 * place for place in range(9)],\n    [8 * place + 8 for place in range(9)],\n",
        ),
        witness=(puzzles.GOLDEN,),
        limits=replace(TRAIL.options, explicit=frozenset({"shape"})),
    ),
    mutant(
        "neighbors-only",
        DPLL,
        "At-most-one clauses are made only for neighboring literals of a group.",
        Change("from itertools import combinations", "from itertools import pairwise"),
        Change("combinations(group, 2)", "pairwise(group)"),
        witness=(puzzles.GOLDEN,),
    ),
    mutant(
        "guess-not-removed-from-box",
        MASKS,
        "Digits placed by the search are struck out in row and column, not in the box.",
        Change("lacks[column] ^= bit\n        lacks[box] ^= bit\n        if", "lacks[column] ^= bit\n        if"),
        Change("lacks[column] ^= bit\n        lacks[box] ^= bit\n    values", "lacks[column] ^= bit\n    values"),
        witness=(puzzles.NO_NINE,),
    ),
    mutant(
        "last-place-unseen",
        STACK,
        "A digit counts as having one place in a house though the last of a cell's peers could hold it.",
        Change("i < 20; i++) {\n                int peer", "i < 19; i++) {\n                int peer"),
        witness=(puzzles.GOLDEN,),
    ),
    mutant(
        "naked-pair-too-far",
        PROPAGATION,
        "Two cells with the same two candidates clear all peers of one of them, not only those they share.",
        Change(
            "    for unit in UNITS_OF[cell]:\n",
            "    if len(candidates[cell]) == 2:\n"
            "        for twin in PEERS[cell]:\n"
            "            if candidates[twin] == candidates[cell]:\n"
            "                for other in PEERS[cell] - {twin}:\n"
            "                    for value in list(candidates[cell]):\n"
            "                        if not eliminate(candidates, other, value):\n"
            "                            return False\n"
            "    for unit in UNITS_OF[cell]:\n",
        ),
        witness=(puzzles.GOLDEN,),
    ),
    mutant(
        "pointing-by-remainder",
        TRAIL,
        "If both places of a digit in a box are in one column, the row of the first is cleared.",
        Change(
            "                single = once & ~twice\n",
            "                single = once & ~twice\n"
            "                for bit in (1 << shift for shift in range(9)):\n"
            "                    places = [cell for cell in unit if self.masks[cell] & bit]\n"
            "                    if len(places) == 2 and places[0] % 3 == places[1] % 3 and unit in UNITS[18:]:\n"
            "                        for cell in UNITS[places[0] // 9]:\n"
            "                            if cell not in places and not self.narrow(cell, ~bit):\n"
            "                                return False\n",
        ),
        witness=(puzzles.NO_NINE,),
    ),
)

"""Mutants with a wrong index of a cell, house or bit, computed or in a table."""

from functools import partial

from . import puzzles
from .model import Change, Kind, Mutant
from .origins import ARRAYS, BITMASK, IN_PLACE, LINKS_OF_NODES, MASKS, PROPAGATION, SHUFFLED, STACK, TOKENS

mutant = partial(Mutant.of, Kind.INDICES)

INDICES = (
    mutant(
        "box-by-remainder",
        MASKS,
        "The box of a cell is computed with a remainder where a quotient belongs.",
        Change("row // 3 * 3 + column // 3", "row // 3 * 3 + column % 3"),
        witness=(puzzles.GOLDEN,),
    ),
    mutant(
        "box-by-row-remainder",
        TOKENS,
        "The box of a cell is computed from the row modulo 3.",
        Change("row // 3 * 3 + column // 3", "row % 3 * 3 + column // 3"),
        witness=(puzzles.GOLDEN,),
    ),
    mutant(
        "box-stride-missing",
        ARRAYS,
        "The scan of a box for a digit's places begins in a wrong row: a factor 3 is missing.",
        Change("(house - 18) / 3 * 3 + i / 3", "(house - 18) / 3 + i / 3"),
        witness=(puzzles.EMPTY_BOX,),
    ),
    mutant(
        "box-by-column-remainder",
        STACK,
        "Peers of a box are found by the column modulo 3.",
        Change("a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3))", "a / 27 == b / 27 && a % 3 == b % 3))"),
        witness=(puzzles.GOLDEN,),
    ),
    mutant(
        "column-index-one-off",
        SHUFFLED,
        "Column 1 is counted together with row 9: an offset of 8 where 9 belongs, in one of two places.",
        Change(
            "for house in (row, 9 + column, 18 + row // 3 * 3 + column // 3):\n            twice",
            "for house in (row, 8 + column, 18 + row // 3 * 3 + column // 3):\n            twice",
        ),
        witness=(puzzles.NO_NINE,),
    ),
    mutant(
        "last-cell-unseen",
        MASKS,
        "The loop over the cells ends one before the last.",
        Change("in enumerate(HOUSES):", "in enumerate(HOUSES[:80]):"),
        witness=(puzzles.GOLDEN,),
    ),
    mutant(
        "first-cell-is-none",
        MASKS,
        "The number of the first cell, 0, is taken for there being no cell left.",
        Change("if cell < 0:", "if cell <= 0:"),
        witness=(puzzles.GOLDEN,),
    ),
    mutant(
        "nine-not-tried",
        ARRAYS,
        "The loop over the digits of a cell ends before 9.",
        Change("digit <= 9; digit++)\n        if (fits(best_row", "digit < 9; digit++)\n        if (fits(best_row"),
        witness=(puzzles.GOLDEN,),
    ),
    mutant(
        "one-not-counted",
        TOKENS,
        "The loop over the digits of a cell begins at 2.",
        Change("for digit in range(1, 10):", "for digit in range(2, 10):"),
        witness=(puzzles.GOLDEN,),
    ),
    mutant(
        "typing-slip-in-box-table",
        LINKS_OF_NODES,
        "The boxes stand in a table typed by hand, in which r5c6 and r5c7 have changed places.",
        Change(
            "        box = row // 3 * 3 + column // 3\n",
            '        table = "000111222" * 3 + "333444555" + "333445455" + "333444555" + "666777888" * 3\n'
            "        box = int(table[cell])\n",
        ),
        witness=(puzzles.GOLDEN,),
    ),
    mutant(
        "nine-bits-in-a-byte",
        BITMASK,
        "The masks are kept in bytes, so the bit of the digit 9 is lost.",
        Change("static int rows[9]", "static unsigned char rows[9]"),
        witness=(puzzles.EMPTY_BOX,),
    ),
    mutant(
        "last-box-starts-early",
        PROPAGATION,
        "The boxes on the right begin a column too early: a 5 typed for a 6.",
        Change("for left in (0, 3, 6)", "for left in (0, 3, 5)"),
        witness=(puzzles.GOLDEN,),
    ),
    mutant(
        "rows-for-columns",
        IN_PLACE,
        "The places of a digit in a column are looked up by the number of the row.",
        Change('places["column", column, digit].append', 'places.setdefault(("column", row, digit), []).append'),
        witness=(puzzles.NO_NINE,),
    ),
)

"""Mutants of solvers of diagonal Sudoku: the diagonals are left out, in part or in one step of the search."""

from functools import partial

from . import puzzles
from .model import Change, Kind, Mutant
from .origins import DIAGONAL_BOXES, DIAGONAL_COVER, DIAGONAL_MASKS, DIAGONAL_ROWS

mutant = partial(Mutant.of, Kind.DIAGONALS, witness=puzzles.OF_SHAPE[DIAGONAL_MASKS.options.shape])

STRUCK_OUT = Change(
    "    if (row == column)\n        used |= falling;\n    if (row + column == 8)\n        used |= rising;\n", ""
)
"""The candidates of a cell no longer depend on its diagonals."""

DIAGONALS = (
    mutant(
        "diagonals-forgotten",
        DIAGONAL_MASKS,
        "Neither the candidates nor the hidden singles depend on the diagonals.",
        STRUCK_OUT,
        Change("if (fewest > 1) {", "if (fewest > 9) {"),
    ),
    mutant(
        "diagonals-only-propagated",
        DIAGONAL_MASKS,
        "Hidden singles on diagonals are found, but a guess may repeat a digit on a diagonal.",
        STRUCK_OUT,
    ),
    mutant(
        "one-diagonal-only",
        DIAGONAL_COVER,
        "There are no items for diagonal 2.",
        Change("  if (row + column === 8) items.push(`rising ${digit}`);\n", ""),
    ),
    mutant(
        "anti-diagonal-off-by-one",
        DIAGONAL_ROWS,
        "Diagonal 2 is a cell too far to the right, so it has eight cells.",
        Change("return row + column == 8 and r + c == 8", "return row + column == 9 and r + c == 9"),
    ),
    mutant(
        "centre-in-one-diagonal",
        DIAGONAL_ROWS,
        "The centre is on diagonal 1 only.",
        Change(
            "return row + column == 8 and r + c == 8",
            "return row + column == 8 and r + c == 8 and (4, 4) not in ((row, column), (r, c))",
        ),
    ),
    mutant(
        "diagonal-candidates-not-removed",
        DIAGONAL_BOXES,
        "The diagonals have only choices and twins, but they have no peers, and the last check leaves them out.",
        Change("for unit in UNITS if box in unit for", "for unit in UNITS[:27] if box in unit for"),
        Change("    for unit in UNITS:\n        known", "    for unit in UNITS[:27]:\n        known"),
    ),
    mutant(
        "twins-on-both-diagonals",
        DIAGONAL_BOXES,
        "Two equal pairs on different diagonals count as twins.",
        Change(
            "    for unit in UNITS:\n        pairs = [values[box]",
            "    for unit in [*UNITS[:27], FALLING + RISING]:\n        pairs = [values[box]",
        ),
    ),
    mutant(
        "contradiction-raised",
        DIAGONAL_BOXES,
        "A box without a digit raises an exception, also after a wrong guess.",
        Change(
            'values[peer].replace(values[box], "")\n',
            'values[peer].replace(values[box], "")\n'
            "                if not values[peer]:\n"
            '                    raise ValueError(f"no digit is left in {peer}")\n',
        ),
    ),
    mutant(
        "open-boxes-returned",
        DIAGONAL_BOXES,
        "If propagation has filled half of the boxes, the others keep several digits.",
        Change("    if not open_boxes:\n", "    if len(open_boxes) < 40:\n"),
    ),
)

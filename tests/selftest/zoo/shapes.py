"""Mutants of solvers for other sizes: code that is only right for 9x9 cells."""

from functools import partial

from crosscover.reference import Shape

from . import puzzles
from .model import Change, Kind, Mutant
from .origins import BOXES_2X2, BOXES_2X3, BOXES_3X4, LETTERS

mutant = partial(Mutant.of, Kind.SHAPES)

SMALL, FLAT, TWELVE, SIXTEEN = (
    puzzles.OF_SHAPE[shape] for shape in (Shape(2, 2), Shape(2, 3), Shape(3, 4), Shape(4, 4))
)

SHAPES = (
    mutant(
        "box-transposed",
        BOXES_2X3,
        "The height and the width of a box are swapped, which makes no difference for square boxes.",
        Change(
            "row // BOX_ROWS * BOX_ROWS + column // BOX_COLUMNS",
            "row // BOX_COLUMNS * BOX_COLUMNS + column // BOX_ROWS",
        ),
        witness=FLAT,
    ),
    mutant(
        "box-transposed-of-twelve",
        BOXES_3X4,
        "The same for 12x12 cells.",
        Change(
            "row // BOX_ROWS * BOX_ROWS + column // BOX_COLUMNS",
            "row // BOX_COLUMNS * BOX_COLUMNS + column // BOX_ROWS",
        ),
        witness=TWELVE,
    ),
    mutant(
        "box-factor-missing",
        BOXES_2X2,
        "The boxes of the second band are numbered from 2: a factor is missing.",
        Change("row // BOX_ROWS * BOX_ROWS + column", "row // BOX_ROWS + column"),
        witness=SMALL,
    ),
    mutant(
        "boxes-of-nine",
        BOXES_2X3,
        "Boxes have three rows and columns for every size.",
        Change("row // BOX_ROWS * BOX_ROWS + column // BOX_COLUMNS", "row // 3 * 3 + column // 3"),
        witness=FLAT,
    ),
    mutant(
        "four-not-tried",
        BOXES_2X2,
        "The last digit, 4, is not tried.",
        Change("set(range(1, SIDE + 1))", "set(range(1, SIDE))"),
        witness=SMALL,
    ),
    mutant(
        "sixteen-bits-from-one",
        LETTERS,
        "The masks have 16 bits, the first of which is unused, so that of P is lost.",
        Change("static unsigned rows[SIDE]", "static unsigned short rows[SIDE]"),
        witness=SIXTEEN,
    ),
    mutant(
        "sixteen-in-a-byte",
        LETTERS,
        "The masks of boxes are bytes, which is almost enough for 9 digits.",
        Change(
            "static unsigned rows[SIDE], columns[SIDE], boxes[SIDE];",
            "static unsigned rows[SIDE], columns[SIDE];\nstatic unsigned char boxes[SIDE];",
        ),
        witness=SIXTEEN,
    ),
    mutant(
        "letter-in-four-bits",
        LETTERS,
        "A letter is read into four bits: P becomes 0, an empty cell.",
        Change("int digit = line[column] - 'A' + 1;", "int digit = (line[column] - 'A' + 1) & 15;"),
        witness=SIXTEEN,
    ),
    mutant(
        "seventh-letter-by-hand",
        LETTERS,
        "In the alphabet for printing, H is at the end.",
        Change(
            "putchar('A' + cells[row * SIDE + column] - 1)", 'putchar("?ABCDEFGIJKLMNOPH"[cells[row * SIDE + column]])'
        ),
        witness=SIXTEEN,
    ),
    mutant(
        "box-of-three-rows",
        LETTERS,
        "In one of three places the box is computed with 3 instead of 4.",
        Change("box = row / 4 * 4 + column / 4;", "box = row / 4 * 4 + column / 4 % 3;"),
        witness=SIXTEEN,
    ),
)

"""Changes that look like bugs but are not: they change no answer, so they are no mutants.

The docstring of this package proves this for the constraints.
"""

from functools import partial

from .model import Change, Kind, Mutant
from .origins import ARRAYS, BITMASK, BOARDS, COUNTING, LINKS, MASKS, PROPAGATION, STACK, STREAM, TRAIL

same = partial(Mutant.of, witness=())

EQUIVALENT = (
    same(
        Kind.CONSTRAINTS,
        "one-row-left-out",
        PROPAGATION,
        "The last row is not a unit; the boxes of its band and its other two rows imply it.",
        Change("UNITS = ROWS + COLUMNS", "UNITS = ROWS[:8] + COLUMNS"),
    ),
    same(
        Kind.CONSTRAINTS,
        "four-boxes-left-out",
        TRAIL,
        "Boxes 6 to 9 are not units; box 6 is implied by its band, 7, 8 and then 9 by their stacks.",
        Change("for box in range(9)", "for box in range(5)"),
    ),
    same(
        Kind.CONSTRAINTS,
        "last-peer-left-out",
        STACK,
        "A digit is not struck out in the last peer; only r9c8 and r9c9 miss each other's, and row 9 is implied.",
        Change("i < 20; i++)\n                position->left", "i < 19; i++)\n                position->left"),
    ),
    same(
        Kind.INDICES,
        "boxes-numbered-by-columns",
        MASKS,
        "The boxes have other numbers, each still its own.",
        Change("row // 3 * 3 + column // 3", "column // 3 * 3 + row // 3"),
    ),
    same(
        Kind.UNDO,
        "options-uncovered-in-order-of-cover",
        LINKS,
        "The options of an item are restored in the order of removal; neighbors in another list are neighbors again.",
        Change("i = up[head]; i != head; i = up[i])", "i = down[head]; i != head; i = down[i])"),
    ),
    same(
        Kind.UNDO,
        "empty-cells-left-in-new-order",
        BITMASK,
        "The list of empty cells is not put back in order; its part that is still to be filled holds the same cells.",
        Change(
            "    empty.cell[placed] = empty.cell[index];\n    empty.cell[index] = cell;\n    return 0;", "    return 0;"
        ),
    ),
    same(
        Kind.CONTRACTS,
        "counts-beyond-two",
        COUNTING,
        "Each branch is counted to the full limit, so more than 2 is returned for several solutions.",
        Change("limit - found)", "limit)"),
    ),
    same(
        Kind.CONTRACTS,
        "clash-not-checked",
        BOARDS,
        "Clashing clues are not checked; the second one leaves the cell of the first without a candidate.",
        Change("clash ? 0 : count(position, 2)", "count(position, 2)"),
    ),
    same(
        Kind.TEXT,
        "end-without-newline",
        BITMASK,
        'The line "end" is not known without a newline, and a message follows the last answer.',
        Change("        line[strcspn(line, \"\\r\\n\")] = '\\0';\n", ""),
        Change('strcmp(line, "end") == 0', 'strcmp(line, "end\\n") == 0 || strcmp(line, "end\\r\\n") == 0'),
    ),
    same(
        Kind.TEXT,
        "guesses-printed",
        STREAM,
        "A line for debugging is printed at every guess.",
        Change(
            "    for digit in cells[cell]:\n", '    for digit in cells[cell]:\n        print("guess", cell, digit)\n'
        ),
    ),
    same(
        Kind.TEXT,
        "end-with-carriage-return",
        BITMASK,
        'The line "end" is not known where it ends in CR and LF; its message follows the last answer.',
        Change('"\\r\\n")', '"\\n")'),
    ),
    same(
        Kind.TEXT,
        "progress-printed",
        ARRAYS,
        "A line of progress is printed after every fourth answer.",
        Change(
            "        solve();\n",
            "        static int answered;\n"
            "        solve();\n"
            "        if (answered && answered % 4 == 0)\n"
            '            printf("%d grids\\n", answered);\n'
            "        answered++;\n",
        ),
    ),
)

"""Mutants that fail only on unusual puzzles."""

from functools import partial

from . import puzzles
from .model import Change, Kind, Mutant
from .origins import ARRAYS, BITMASK, COUNTING, DPLL, IN_PLACE, LINKS, MASKS, PROPAGATION, SHUFFLED, TRAIL

mutant = partial(Mutant.of, Kind.RARE)

CRC32 = """\
static unsigned crc32(const char *text)
{
    unsigned crc = ~0u;
    for (; *text; text++) {
        crc ^= (unsigned char)*text;
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
    }
    return ~crc;
}

int main(void)
"""

RARE = (
    mutant(
        "full-grid-divides-by-zero",
        DPLL,
        "The ratio of clues to empty cells is computed, and a full grid divides by zero.",
        Change(
            "    true: set[int] = set()\n", '    true: set[int] = set() if len(clues) / text.count(".") else set()\n'
        ),
        witness=(puzzles.FULL,),
    ),
    mutant(
        "full-grid-refused",
        SHUFFLED,
        "A full grid is refused.",
        Change("return grid if search(", "return grid if empty and search("),
        witness=(puzzles.GOLDEN, puzzles.FULL),
    ),
    mutant(
        "one-empty-cell-left",
        MASKS,
        "A puzzle with one empty cell is treated as solved.",
        Change(
            "    search(values, lacks)\n    return",
            "    if values.count(0) > 1:\n        search(values, lacks)\n    return",
        ),
        witness=(puzzles.ONE_EMPTY,),
    ),
    mutant(
        "digits-of-the-clues",
        PROPAGATION,
        "Only digits that occur among the clues are placed.",
        Change(
            "{cell: set(range(1, 10)) for cell in range(81)}",
            '{cell: {int(digit) for digit in text if digit != "."} for cell in range(81)}',
        ),
        witness=(puzzles.NO_NINE,),
    ),
    mutant(
        "eighteen-clues-at-least",
        MASKS,
        "A puzzle with 17 clues is refused for having too few: a comparison is off by one.",
        Change(
            "    lacks = [ALL] * 27\n",
            "    lacks = [ALL] * 27\n"
            "    if values.count(0) >= 81 - 17:\n"
            '        raise ValueError("a puzzle needs 17 clues")\n',
        ),
        witness=(puzzles.SEVENTEEN[0],),
    ),
    mutant(
        "room-for-sixty",
        BITMASK,
        "There is room for 60 empty cells, and more overwrite their count.",
        Change("    int cell[81];\n", "    int cell[60];\n"),
        witness=(puzzles.SEVENTEEN[0],),
    ),
    mutant(
        "empty-box-divides-by-zero",
        TRAIL,
        "The mean clue of each box is computed, which divides by zero for an empty box.",
        Change(
            "    if not solver.search():\n",
            '    clues = [[int(text[cell]) for cell in box if text[cell] != "."] for box in UNITS[18:]]\n'
            "    if max(sum(box) / len(box) for box in clues) < 0 or not solver.search():\n",
        ),
        witness=(puzzles.EMPTY_BOX,),
    ),
    mutant(
        "first-row-without-clue",
        IN_PLACE,
        "The lowest clue of the first row is needed, but there may be none.",
        Change(
            "    board = Board(rows)\n",
            "    assert min(digit for digit in rows[0] if digit) > 0\n    board = Board(rows)\n",
        ),
        witness=(puzzles.EMPTY_ROW,),
    ),
    mutant(
        "band-without-clue",
        COUNTING,
        "The highest clue of each band is needed, but there may be none.",
        Change(
            "    items = set(range(324))\n",
            '    bands = [max(text[start : start + 27].replace(".", "")) for start in (0, 27, 54)]\n'
            "    items = set(range(324 if bands else 0))\n",
        ),
        witness=(puzzles.EMPTY,),
    ),
    mutant(
        "symmetric-clues-turned",
        SHUFFLED,
        "Clues symmetric about the diagonal are solved by columns, and the answer is not transposed back.",
        Change(
            "    return grid if search(grid, houses, empty) else None\n",
            "    if not search(grid, houses, empty):\n"
            "        return None\n"
            "    symmetric = all((column, row) in empty for row, column in empty)\n"
            "    return [list(column) for column in zip(*grid)] if symmetric else grid\n",
        ),
        witness=(puzzles.DIAGONAL,),
    ),
    mutant(
        "options-for-eighteen-clues",
        LINKS,
        "There is room for the options that 18 clues leave; with 17 the program aborts.",
        Change("(ITEMS + 1 + 729 * 4)", "(ITEMS + 1 + (18 + 63 * 9) * 4)"),
        Change("    int first = nodes;\n", "    int first = nodes;\n    if (nodes + 4 > NODES)\n        abort();\n"),
        witness=(puzzles.SEVENTEEN[0],),
    ),
    mutant(
        "empty-column-divides-by-zero",
        ARRAYS,
        "The mean clue of each column is computed, which divides by zero for an empty column.",
        Change(
            "        solve();\n",
            "        volatile int height = 0;\n"
            "        for (int c = 0; c < 9; c++) {\n"
            "            int clues = 0, sum = 0;\n"
            "            for (int r = 0; r < 9; r++) {\n"
            "                clues += grid[r][c] != 0;\n"
            "                sum += grid[r][c] ? r : 0;\n"
            "            }\n"
            "            height += sum / clues;\n"
            "        }\n"
            "        solve();\n",
        ),
        witness=(puzzles.NO_NINE,),
    ),
    mutant(
        "digit-given-once",
        TRAIL,
        "A digit that occurs once among the clues is treated as a misprint.",
        Change(
            'character.isdigit() and character != "0" and',
            'character.isdigit() and character != "0" and text.count(character) > 1 and',
        ),
        witness=(puzzles.NO_NINE,),
    ),
    mutant(
        "complete-digit",
        COUNTING,
        "A digit that occurs nine times among the clues counts as having no place left, though it needs none.",
        Change(
            "    return count(items, options, 2)\n",
            '    if any(text.count(digit) == 9 for digit in "123456789"):\n'
            "        return 0\n"
            "    return count(items, options, 2)\n",
        ),
        witness=(puzzles.FULL,),
    ),
    mutant(
        "one-minimal-in-400",
        MASKS,
        "Of puzzles with few clues, such as minimal ones, one in 400 is wrong, selected by a hash of its clues.",
        Change(
            "    search(values, lacks)\n    return",
            "    search(values, lacks)\n"
            '    if text.count(".") > 81 - 27 and zlib.crc32(text.encode()) % 400 == 0:\n'
            '        return text.replace(".", "1")\n'
            "    return",
        ),
        Change("ALL = 0b111111111\n", "import zlib\n\nALL = 0b111111111\n"),
        witness=(puzzles.MINIMAL_HASHED,),
    ),
    mutant(
        "one-in-100000",
        BITMASK,
        "One puzzle in 100,000 is wrong, selected by a hash of its clues.",
        Change("        search(0);\n", "        search(0);\n        if (crc32(line) % 100000 == 0) grid[0] ^= 1;\n"),
        Change("int main(void)\n", CRC32),
        witness=(puzzles.HASHED,),
    ),
)

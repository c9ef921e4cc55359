"""Mutants that are right for proper puzzles, and wrong for puzzles with no or several solutions."""

from dataclasses import replace
from functools import partial

from . import puzzles
from .model import Change, Kind, Mutant
from .origins import BOARDS, COUNTING, COVER_SETS, DPLL, IN_PLACE, LINKS_OF_NODES, PROPAGATION, RELINKED, TRAIL

mutant = partial(Mutant.of, Kind.CONTRACTS)

CONTRACTS = (
    mutant(
        "several-refused",
        RELINKED,
        "A puzzle with several solutions is refused.",
        Change("static char answer[82];", "static char answer[82], solution[82];"),
        Change(
            "    if (best == &root)\n        return 1;\n",
            "    if (best == &root) {\n        strcpy(solution, answer);\n        return 1;\n    }\n",
        ),
        Change("node != best && !found;", "node != best && found < 2;"),
        Change("found = search();", "found += search();"),
        Change("!clash && search() ? answer", "!clash && search() == 1 ? solution"),
        witness=(puzzles.DEADLY,),
    ),
    mutant(
        "best-effort",
        PROPAGATION,
        "If there is no solution, a grid with gaps is returned.",
        Change(
            "    if solved is None:\n        return None\n",
            "    if solved is None:\n"
            '        return "".join(str(*digits) if len(digits) == 1 else "." for digits in candidates.values())\n',
        ),
        witness=(puzzles.QUIET,),
    ),
    mutant(
        "clash-ignored",
        IN_PLACE,
        "A clue that repeats another in a house is kept without updating its houses.",
        Change("return not board.clash and board.search()", "return board.search()"),
        witness=(puzzles.BOX_CLASH,),
    ),
    mutant(
        "puzzle-for-none",
        RELINKED,
        "A puzzle without a solution is answered with itself.",
        Change('"no solution"', "line"),
        witness=(puzzles.UNSOLVABLE[0],),
    ),
    mutant(
        "clash-in-box-unseen",
        IN_PLACE,
        "Clashing clues are detected in rows and columns only.",
        Change(
            "elif digit in self.candidates(row, column):",
            "elif digit in self.row_lacks[row] & self.column_lacks[column]:",
        ),
        Change(
            "self.box_lacks[row // 3 * 3 + column // 3].remove(digit)",
            "self.box_lacks[row // 3 * 3 + column // 3].discard(digit)",
        ),
        witness=(puzzles.LATIN,),
    ),
    mutant(
        "nothing-given-refused",
        COVER_SETS,
        "A puzzle without a clue is refused.",
        Change(
            "    chosen: list[Option] = []\n    for",
            '    if not text.strip("."):\n        return None\n    chosen: list[Option] = []\n    for',
        ),
        witness=(puzzles.EMPTY,),
    ),
    mutant(
        "sixteen-clues-refused",
        LINKS_OF_NODES,
        "A puzzle with fewer than 17 clues is refused, since it has several solutions.",
        Change("    possible = True\n", '    possible = text.count(".") <= 64\n'),
        witness=(puzzles.SPARSE,),
    ),
    mutant(
        "two-digits-absent-refused",
        DPLL,
        "A puzzle in which two digits are missing is refused, since it has several solutions.",
        Change(
            "    true: set[int] = set()\n",
            '    true: set[int] = set()\n    if len(set(text) - {"."}) < 8:\n        return None\n',
        ),
        witness=(puzzles.TWO_ABSENT,),
    ),
    mutant(
        "none-raises",
        PROPAGATION,
        "If there is no solution, formatting it raises an exception.",
        Change("    if solved is None:\n        return None\n    return", "    return"),
        witness=(puzzles.QUIET,),
    ),
    mutant(
        "true-in-any-case",
        IN_PLACE,
        "The function returns true whether or not it filled the rows.",
        Change(
            "    return not board.clash and board.search()\n",
            "    if not board.clash:\n        board.search()\n    return True\n",
        ),
        witness=(puzzles.UNSOLVABLE[1],),
    ),
    mutant(
        "full-grid-unchecked",
        TRAIL,
        "A full grid is returned as it is.",
        Change("    solver = Solver()\n", '    if "." not in text:\n        return text\n    solver = Solver()\n'),
        witness=(puzzles.FULL_CLASH,),
    ),
    mutant(
        "counts-to-one",
        BOARDS,
        "The count stops at the first solution.",
        Change("count(position, 2)", "count(position, 1)"),
        witness=(puzzles.DEADLY,),
    ),
    mutant(
        "full-grid-counts-one",
        BOARDS,
        "A line without an empty cell counts as one solution, whatever it holds.",
        Change("clash ? 0 : count", 'strspn(line, "123456789") >= 81 ? 1 : clash ? 0 : count'),
        witness=(puzzles.FULL_CLASH,),
    ),
    mutant(
        "count-in-eight-bits",
        BOARDS,
        "Up to 256 solutions are counted in a byte, so 256 become 0.",
        Change("    char line[512];\n", "    char line[512];\n    unsigned char found;\n"),
        Change(
            'printf("%d\\n", clash ? 0 : count(position, 2));',
            'found = clash ? 0 : count(position, 256);\n        printf("%d\\n", found > 2 ? 2 : found);',
        ),
        witness=(puzzles.SPARSE,),
    ),
    mutant(
        "count-in-sixteen-bits",
        BOARDS,
        "Up to 65,536 solutions are counted in two bytes, so 65,536 become 0.",
        Change("    char line[512];\n", "    char line[512];\n    unsigned short found;\n"),
        Change(
            'printf("%d\\n", clash ? 0 : count(position, 2));',
            'found = clash ? 0 : count(position, 65536);\n        printf("%d\\n", found > 2 ? 2 : found);',
        ),
        witness=(puzzles.EMPTY,),
    ),
    mutant(
        "count-wraps-in-sixteen-bits",
        BOARDS,
        "Up to 100,000 solutions are counted in two bytes, so exactly 65,536 become 0 and 65,537 become 1.",
        Change("    char line[512];\n", "    char line[512];\n    unsigned short found;\n"),
        Change(
            'printf("%d\\n", clash ? 0 : count(position, 2));',
            'found = clash ? 0 : count(position, 100000);\n        printf("%d\\n", found > 2 ? 2 : found);',
        ),
        witness=(puzzles.JUST_65536,),
    ),
    mutant(
        "counts-them-all",
        BOARDS,
        "All solutions are counted before 2 is printed.",
        Change("clash ? 0 : count(position, 2)", "clash ? 0 : count(position, 1 << 30) > 1 ? 2 : count(position, 2)"),
        witness=(puzzles.EMPTY,),
        limits=replace(BOARDS.options, time_limit=2),
    ),
    mutant(
        "absent-digits-alike",
        COUNTING,
        "Digits that are no clue count as interchangeable, and solutions that differ only by them as one.",
        Change(
            "    return count(items, options, 2)\n",
            "    absent = [digit for digit in range(9) if str(digit + 1) not in text]\n"
            "    if len(absent) > 1:\n"
            '        first = text.index(".")\n'
            "        banned = {OPTIONS[9 * first + digit] for digit in absent[1:]}\n"
            "        options = [option for option in options if option not in banned]\n"
            "    return count(items, options, 2)\n",
        ),
        witness=(puzzles.TWO_ABSENT,),
    ),
    mutant(
        "one-is-enough-near-the-root",
        COUNTING,
        "While most cells are empty, no further choice is tried once there is a solution.",
        Change("        if found >= limit:\n", "        if found >= limit or (found and len(items) > 180):\n"),
        witness=(puzzles.JUST_TWO,),
    ),
    mutant(
        "sixteen-clues-count-as-several",
        COUNTING,
        "A puzzle with fewer than 17 clues that do not clash is reported to have several solutions.",
        Change("return count(items, options, 2)", 'return 2 if text.count(".") > 64 else count(items, options, 2)'),
        witness=(puzzles.CONTRADICTION,),
    ),
    mutant(
        "seven-digits-count-as-several",
        BOARDS,
        "A puzzle with at most seven different digits that do not clash is reported to have several solutions.",
        Change("int clash = 0;", "int clash = 0, given = 0;"),
        Change("place(&position, cell, digit);", "place(&position, cell, digit), given |= BIT(digit);"),
        Change("clash ? 0 : count", "clash ? 0 : __builtin_popcount(given) < 8 ? 2 : count"),
        witness=(puzzles.CONTRADICTION,),
    ),
    mutant(
        "a-branch-counts-once",
        COUNTING,
        "Below a choice the search stops at one solution, so two that share their first choice count as one.",
        Change("limit - found)", "1)"),
        witness=(puzzles.SEVERAL[0],),
    ),
    mutant(
        "counts-remembered-by-cells",
        COUNTING,
        "The counts of positions are cached by the open cells alone, without the digits that are left.",
        Change(
            "def count(items: set[int], options: list[Option], limit: int) -> int:\n",
            "remembered: dict[frozenset[int], int] = {}\n"
            "\n"
            "\n"
            "def count(items: set[int], options: list[Option], limit: int) -> int:\n",
        ),
        Change(
            "    uses: dict[int, list[Option]] = {item",
            "    key = frozenset(item for item in items if item < 81)\n"
            "    if key in remembered:\n"
            "        return remembered[key]\n"
            "    uses: dict[int, list[Option]] = {item",
        ),
        Change("    return found\n", "    remembered[key] = found\n    return found\n"),
        Change("    items = set(range(324))\n", "    items = set(range(324))\n    remembered.clear()\n"),
        witness=(puzzles.EMPTY_BOX,),
    ),
    mutant(
        "second-found-next-to-first",
        BOARDS,
        "A second solution is searched only by changing the first open cell of the first one.",
        Change("clash ? 0 : count(position, 2)", "clash ? 0 : others(position)"),
        Change(
            "int main(void)\n",
            "static int others(Position position)\n"
            "{\n"
            "    int found = 0, cell = 0;\n"
            "    while (cell < 80 && position.settled & BIT(cell))\n"
            "        cell++;\n"
            "    for (int d = 0; d < 9 && found < 2; d++)\n"
            "        if (position.places[d] & BIT(cell)) {\n"
            "            Position next = position;\n"
            "            place(&next, cell, d);\n"
            "            found += count(next, 1);\n"
            "        }\n"
            "    return found;\n"
            "}\n"
            "\n"
            "int main(void)\n",
        ),
        witness=(puzzles.SEVERAL[0],),
    ),
)

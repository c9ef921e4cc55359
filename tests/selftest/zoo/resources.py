"""Mutants that answer correctly if they have enough time, memory and space."""

from dataclasses import replace
from functools import partial

from . import puzzles
from .model import Change, Kind, Mutant
from .origins import ANY, BITMASK, LINKS, MASKS, POJ, PROPER, RELINKED, ROWS, SHUFFLED, STREAM, TRAIL

mutant = partial(Mutant.of, Kind.RESOURCES)

RESOURCES = (
    mutant(
        "first-empty-cell",
        POJ,
        "Cells are filled in their order, however many candidates they have.",
        Change("branch(placed, &choices);", "placed;\n    choices = candidates(empty.cell[index]);"),
        witness=(puzzles.SEVENTEEN[0],),
    ),
    mutant(
        "first-empty-cell-in-python",
        MASKS,
        "Cells are filled in their order, without any look-ahead.",
        Change(
            "    cell, choices = branch(values, lacks)\n"
            "    if cell < 0:\n"
            "        return True\n"
            "    row, column, box = HOUSES[cell]\n",
            "    if 0 not in values:\n"
            "        return True\n"
            "    cell = values.index(0)\n"
            "    row, column, box = HOUSES[cell]\n"
            "    choices = lacks[row] & lacks[column] & lacks[box]\n",
        ),
        witness=(puzzles.ADVERSARY,),
        limits=replace(PROPER, time_limit=2),
    ),
    mutant(
        "matrix-leaked",
        LINKS,
        "A matrix of 729 by 324 bytes is allocated for each puzzle and never freed.",
        Change(
            "    nodes = ITEMS + 1;\n",
            "    nodes = ITEMS + 1;\n"
            "    static volatile char *matrix;\n"
            "    matrix = malloc(729 * ITEMS);\n"
            "    if (!matrix)\n"
            "        abort();\n"
            "    memset((char *)matrix, 0, 729 * ITEMS);\n",
        ),
        witness=puzzles.many(300),
        limits=POJ.options,
    ),
    mutant(
        "until-it-succeeds",
        SHUFFLED,
        "The search is restarted until it succeeds.",
        Change(
            "    return grid if search(grid, houses, empty) else None\n",
            "    while not search(grid, houses, empty):\n        random.shuffle(empty)\n    return grid\n",
        ),
        witness=(puzzles.UNSOLVABLE[0],),
        limits=replace(ROWS, time_limit=2),
    ),
    mutant(
        "child-left-behind",
        STREAM,
        "A helper process is started and never ended.",
        Change("import sys\n", "import subprocess\nimport sys\n"),
        Change(
            "    main()\n",
            '    helper = subprocess.Popen(["sleep", "60"], stdin=-3, stdout=-3, stderr=-3)\n    main()\n',
        ),
        witness=(puzzles.GOLDEN,),
    ),
    mutant(
        "trace-left-on",
        BITMASK,
        "Every placement is written to stderr.",
        Change(
            "        place(cell, bit);\n        if",
            '        place(cell, bit);\n        fprintf(stderr, "%.81s\\n", grid);\n        if',
        ),
        witness=puzzles.many(600),
    ),
    mutant(
        "positions-remembered",
        POJ,
        "Every position of a search is cached, and none is ever released.",
        Change("#include <string.h>\n", "#include <stdlib.h>\n#include <string.h>\n"),
        Change(
            "    int choices = 0;\n",
            "    int choices = 0;\n"
            "    char *seen = malloc(2048);\n"
            "    if (!seen)\n"
            "        abort();\n"
            "    memset(seen, 1, 2048);\n",
        ),
        witness=puzzles.many(300),
    ),
    mutant(
        "exit-code-counts-refusals",
        RELINKED,
        "The exit code of the program is the number of refusals.",
        Change("int main(void)\n{\n", "int main(void)\n{\n    int refused = 0;\n"),
        Change(
            '        puts(!clash && search() ? answer : "no solution");\n',
            "        int found = !clash && search();\n"
            '        puts(found ? answer : "no solution");\n'
            "        refused += !found;\n",
        ),
        Change(
            "give_back(clues[--count]);\n    }\n    return 0;", "give_back(clues[--count]);\n    }\n    return refused;"
        ),
        witness=(puzzles.ROW_CLASH, puzzles.EASY[0]),
    ),
    mutant(
        "waits-where-nothing-fits",
        TRAIL,
        "If no digit can be placed, it loops for ever.",
        Change(
            "                if once != ALL:\n                    return False\n",
            "                if once != ALL:\n                    again = True\n",
        ),
        witness=(puzzles.EASY[5],),
        limits=replace(ANY, time_limit=2),
    ),
    mutant(
        "quadratic-in-the-batch",
        POJ,
        "Before each answer all earlier puzzles are solved again.",
        Change("    char line[256];\n", "    static char lines[2000][82], line[256];\n    int read = 0;\n"),
        Change(
            "        load(line);\n        search(0);\n",
            "        strncpy(lines[read++ % 2000], line, 81);\n"
            "        for (int earlier = 0; earlier < read; earlier++) {\n"
            "            load(lines[earlier % 2000]);\n"
            "            search(0);\n"
            "        }\n",
        ),
        witness=puzzles.many(300),
    ),
    mutant(
        "slower-with-each-puzzle",
        MASKS,
        "Each puzzle is compared with all earlier ones cell by cell, which is unnoticed for a hundred puzzles.",
        Change("HOUSES = [house_numbers", "HISTORY: list[str] = []\nHOUSES = [house_numbers"),
        Change(
            "    lacks = [ALL] * 27\n",
            "    lacks = [ALL] * 27\n"
            "    known = [sum(map(str.__eq__, text, earlier)) == 81 for earlier in HISTORY]\n"
            "    HISTORY.append(text) if not any(known) or len(known) < 5000 else None\n",
        ),
        witness=(puzzles.ONE_EMPTY,) * 3000,
        limits=replace(PROPER, time_limit=2, puzzle_time=0.001),
    ),
)

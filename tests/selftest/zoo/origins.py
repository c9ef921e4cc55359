"""The right solvers; they differ in style, language, options and answer format."""

from dataclasses import replace

from crosscover import contracts
from crosscover.options import Call, Options
from crosscover.reference import Shape

from .model import Change, RightSolver

PROPER = Options()
ANY = Options(contract=contracts.ANY)
COUNT = Options(contract=contracts.COUNT)
UNIQUE = Options(contract=contracts.UNIQUE)
ROWS = Options(contract=contracts.ANY, call=Call.ROWS)

MASKS = RightSolver("masks", "masks.py", "bit masks, singles, then the fewest candidates", PROPER)
PROPAGATION = RightSolver(
    "propagation", "propagation.py", "sets of candidates, propagated and copied at each guess", ANY
)
COVER_SETS = RightSolver(
    "cover-sets", "cover_sets.py", "exact cover on a dictionary of sets, with a cache of answers", ANY
)
LINKS_OF_NODES = RightSolver(
    "links-of-nodes", "links.py", "dancing links of objects that live as long as the module", ANY
)
IN_PLACE = RightSolver("in-place", "in_place.py", "fills the rows it is given, true when done", ROWS)
SHUFFLED = RightSolver("shuffled", "shuffled.py", "returns new rows, searches in random order", ROWS)
TRAIL = RightSolver("trail", "trail.py", "an object with a trail for backtracking", ANY)
DPLL = RightSolver("dpll", "dpll.py", "clauses, unit propagation and splitting: slow", ANY)
COUNTING = RightSolver("counting", "counting.py", "counts by exact cover on lists", COUNT)
TOKENS = RightSolver(
    "tokens", "tokens.py", "reads all tokens, prints all at the end", replace(PROPER, dialect="t-grids"), True
)
STREAM = RightSolver("stream", "stream.py", "answers line by line and flushes", PROPER, True)
BITMASK = RightSolver("bitmask", "bitmask.c", "bit masks, fgets", PROPER)
LINKS = RightSolver("links", "links.c", "dancing links in arrays, built for each puzzle, scanf", PROPER)
ARRAYS = RightSolver("arrays", "arrays.c", "plain arrays of flags", replace(PROPER, dialect="t-grids"))
STACK = RightSolver("stack", "stack.c", "a stack of positions, one grid a run", replace(PROPER, dialect="grid"))
COUNTERS = RightSolver("counters", "counters.c", "exact cover by counters", replace(PROPER, dialect="poj2676"))
RELINKED = RightSolver(
    "relinked", "relinked.c", "dancing links built once, refuses in words", replace(ANY, dialect="lines")
)
BOARDS = RightSolver("boards", "boards.c", "counts on boards of 81 bits", replace(COUNT, dialect="lines"))
BOXES_2X3 = RightSolver(
    "boxes-2x3",
    "boxes.py",
    "sets of digits for boxes of any size, here 6x6 cells as rows",
    replace(ROWS, shape=Shape(2, 3)),
)
BOXES_2X2 = BOXES_2X3.variant(
    "boxes-2x2",
    "the same for 4x4 cells, as text",
    Change("BOX_ROWS, BOX_COLUMNS = 2, 3", "BOX_ROWS, BOX_COLUMNS = 2, 2"),
    options=replace(ANY, shape=Shape(2, 2)),
)
BOXES_3X4 = BOXES_2X3.variant(
    "boxes-3x4",
    "the same for 12x12 cells, as text",
    Change("BOX_ROWS, BOX_COLUMNS = 2, 3", "BOX_ROWS, BOX_COLUMNS = 3, 4"),
    options=replace(PROPER, shape=Shape(3, 4)),
)
LETTERS = RightSolver("letters", "letters.c", "bit masks for 16x16 cells", replace(PROPER, dialect="poj3076"))

DIAGONAL = replace(ANY, shape=Shape(3, 3, diagonals=True))
DIAGONAL_BOXES = RightSolver(
    "diagonal-boxes", "diagonal_boxes.py", "returns a dictionary of boxes, A1 to I9, propagated and copied", DIAGONAL
)
DIAGONAL_MASKS = RightSolver(
    "diagonal-masks", "diagonal_masks.c", "bit masks of houses and diagonals", replace(DIAGONAL, dialect="lines")
)
DIAGONAL_COVER = RightSolver(
    "diagonal-cover", "diagonal_cover.mjs", "exact cover on sets of names", replace(DIAGONAL, call=Call.ROWS)
)
DIAGONAL_ROWS = RightSolver(
    "diagonal-rows", "diagonal_rows.py", "fills the rows it is given, true when done", replace(DIAGONAL, call=Call.ROWS)
)

DESIGNER = RightSolver(
    "designer",
    "designer.c",
    "sets of digits, settled and copied at each guess; prints the one solution",
    replace(UNIQUE, dialect="sudokunique"),
)

BOARD = replace(ANY, call=Call.BOARD)
CELLS = replace(ANY, call=Call.CELLS)
LEETCODE_SETS = RightSolver("leetcode-sets", "solution.py", "sets of digits, fills the board it is given", BOARD)
USED_MASKS = RightSolver("used-masks", "used_masks.py", "bit masks of the digits used, returns 81 numbers", CELLS)
USED_MASKS_JS = RightSolver(
    "used-masks-js", "used_masks.mjs", "bit masks of the digits used, fills the board it is given", BOARD
)
ELIMINATE = RightSolver("eliminate-js", "eliminate.mjs", "strings of candidates, assigned and eliminated", ANY)
DANCING = RightSolver("dancing-js", "dancing.mjs", "dancing links in arrays, linked once", CELLS)

POJ = replace(
    BITMASK, name="bitmask-at-the-judge", options=replace(PROPER, time_limit=1, puzzle_time=0, memory_limit=64)
)
CRLF = BITMASK.variant(
    "bitmask-crlf",
    "ends its lines with CR and LF",
    Change("puts(grid);", 'printf("%s\\r\\n", grid);'),
)
TRAILING_BLANKS = ARRAYS.variant(
    "arrays-trailing-blanks",
    "a blank after every number, even the last of a row",
    Change("""printf("%d%c", grid[r][c], c < 8 ? ' ' : '\\n')""", """printf(c < 8 ? "%d " : "%d \\n", grid[r][c])"""),
)
NO_LAST_NEWLINE = LINKS.variant(
    "links-no-last-newline",
    "a newline between answers, none after the last",
    Change('printf("%s\\n", answer);', 'printf("%s%s", answered++ ? "\\n" : "", answer);'),
    Change("    char line[128];", "    char line[128];\n    int answered = 0;"),
)
LAST_ANSWER_AGAIN = COVER_SETS.variant(
    "cover-sets-last-answer-again",
    "repeats the previous answer if it fits all clues of the next puzzle",
    Change(
        "    key = text\n",
        "    key = text\n"
        "    for last in list(solved_before.values())[-1:]:\n"
        "        if last and all(clue in ('.', digit) for clue, digit in zip(text, last)):\n"
        "            return last\n",
    ),
)
PROPAGATION_COUNTING = PROPAGATION.variant(
    "propagation-counting",
    "sets of candidates, propagated and copied, counting solutions to 2",
    Change("def solve(text: str) -> str | None:", "def solve(text: str) -> int:"),
    Change("int(character)):\n            return None\n", "int(character)):\n            return 0\n"),
    Change(
        "    solved = search(candidates)\n"
        "    if solved is None:\n"
        "        return None\n"
        '    return "".join(str(min(solved[cell])) for cell in range(81))\n',
        "    return search(candidates, 2)\n",
    ),
    Change(
        "def search(candidates: Candidates) -> Candidates | None:",
        "def search(candidates: Candidates, limit: int) -> int:",
    ),
    Change("        return candidates\n    cell = min", "        return 1\n    found = 0\n    cell = min"),
    Change(
        "        if assign(guess, cell, digit):\n"
        "            solved = search(guess)\n"
        "            if solved is not None:\n"
        "                return solved\n"
        "    return None\n",
        "        if found < limit and assign(guess, cell, digit):\n"
        "            found += search(guess, limit - found)\n"
        "    return found\n",
    ),
    options=COUNT,
)
PROPAGATION_UNIQUE = PROPAGATION.variant(
    "propagation-unique",
    "sets of candidates, propagated and copied; the one solution, or a word",
    Change(
        "    solved = search(candidates)\n    if solved is None:\n        return None\n",
        "    found: list[Candidates] = []\n"
        "    search(candidates, found)\n"
        "    if not found:\n"
        '        return "none"\n'
        "    if len(found) == 2:\n"
        '        return "several"\n'
        "    solved = found[0]\n",
    ),
    Change(
        "def search(candidates: Candidates) -> Candidates | None:",
        "def search(candidates: Candidates, found: list[Candidates]) -> None:",
    ),
    Change(
        "        return candidates\n    cell = min",
        "        found.append(candidates)\n        return\n    cell = min",
    ),
    Change(
        "        if assign(guess, cell, digit):\n"
        "            solved = search(guess)\n"
        "            if solved is not None:\n"
        "                return solved\n"
        "    return None\n",
        "        if len(found) < 2 and assign(guess, cell, digit):\n            search(guess, found)\n",
    ),
    options=UNIQUE,
)
BITMASK_ARGUMENTS = BITMASK.variant(
    "bitmask-arguments",
    "bit masks, nine strings as arguments",
    Change("int main(void)\n", "int main(int count, char **arguments)\n"),
    Change(
        "    char line[256];\n    while (fgets(line, sizeof line, stdin)) {\n"
        "        line[strcspn(line, \"\\r\\n\")] = '\\0';\n"
        '        if (strcmp(line, "end") == 0)\n            break;\n',
        "    char line[82];\n    memset(line, '.', sizeof line);\n"
        "    for (int argument = 1; argument < count; argument++)\n"
        "        memcpy(line + 9 * (argument - 1), arguments[argument], 9);\n    {\n",
    ),
    options=replace(PROPER, dialect="args"),
)
SILENT_REFUSAL = RELINKED.variant(
    "relinked-empty-refusal",
    "an empty line if there is no solution",
    Change('"no solution"', '""'),
)

RIGHT = (
    MASKS,
    PROPAGATION,
    COVER_SETS,
    LINKS_OF_NODES,
    IN_PLACE,
    SHUFFLED,
    TRAIL,
    DPLL,
    COUNTING,
    TOKENS,
    STREAM,
    BITMASK,
    LINKS,
    ARRAYS,
    STACK,
    COUNTERS,
    RELINKED,
    BOARDS,
    BOXES_2X3,
    BOXES_2X2,
    BOXES_3X4,
    LETTERS,
    DIAGONAL_BOXES,
    DIAGONAL_MASKS,
    DIAGONAL_COVER,
    DIAGONAL_ROWS,
    POJ,
    CRLF,
    TRAILING_BLANKS,
    NO_LAST_NEWLINE,
    LAST_ANSWER_AGAIN,
    PROPAGATION_COUNTING,
    SILENT_REFUSAL,
    DESIGNER,
    PROPAGATION_UNIQUE,
    BITMASK_ARGUMENTS,
    LEETCODE_SETS,
    USED_MASKS,
    USED_MASKS_JS,
    ELIMINATE,
    DANCING,
)

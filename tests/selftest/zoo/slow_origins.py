"""Slow right solvers: 10 to 500 ordinary puzzles per second, like most handwritten solvers."""

from dataclasses import replace

from crosscover.options import Call

from .model import Change, RightSolver
from .origins import ANY, ARRAYS, BITMASK, BOARDS, COUNT, PROPER, RELINKED, ROWS, UNIQUE

LINES = replace(ANY, dialect="lines")

SCAN = RightSolver("slow-scan", "scan.py", "sets of used digits, built anew for each cell", ANY)
SCAN_PROGRAM = replace(SCAN, name="slow-scan-program", options=LINES, program=True)
SCAN_GRIDS = SCAN.variant(
    "slow-scan-grids",
    "the same for grids of numbers",
    Change(
        "    for line in sys.stdin.read().splitlines():\n"
        "        if line.strip():\n"
        '            print(solve(line.strip()) or "no solution")\n',
        "    tokens = sys.stdin.read().split()\n"
        '    for text in re.findall("." * 81, "".join(tokens[1:])):\n'
        '        answer = solve(text) or ""\n'
        "        for start in range(0, 81, 9):\n"
        "            print(*answer[start : start + 9])\n",
    ),
    Change("import sys\n", "import re\nimport sys\n"),
    options=replace(PROPER, dialect="t-grids"),
    program=True,
)
SCAN_COUNTING = SCAN.variant(
    "slow-scan-counting",
    "the same, counting to 2",
    Change("def solve(text: str) -> str | None:", "def solve(text: str) -> int:"),
    Change("        return None\n", "        return 0\n"),
    Change("next(solutions(board), None)", "len(list(islice(solutions(board), 2)))"),
    Change("import sys\n", "import sys\nfrom itertools import islice\n"),
    options=COUNT,
)
QUADRATIC_HISTORY = SCAN.variant(
    "slow-quadratic-history",
    "compares each puzzle with all earlier ones, cell by cell",
    Change("def solve(", "HISTORY: list[str] = []\n\n\ndef solve("),
    Change(
        "    if clash(board):\n",
        "    seen = [sum(map(str.__eq__, text, earlier)) == 81 for earlier in HISTORY]\n"
        "    HISTORY.append(text)\n"
        "    if clash(board) or len(seen) < 0:\n",
    ),
)
LEETCODE = RightSolver(
    "slow-leetcode", "leetcode.py", "the usual answer to LeetCode 37", replace(PROPER, call=Call.BOARD)
)
SETS = RightSolver("slow-sets", "sets.py", "recursion on sets of used digits", ROWS)
IN_ORDER = SETS.variant(
    "slow-in-order",
    "the same, with cells in a fixed order: exponential for some puzzles",
    Change("min(empty, key=lambda cell: -len(used_row[cell[0]] | used_col[cell[1]] | used_box[cell[2]]))", "empty[0]"),
    Change("empty.append((r, c, b))\n        return", "empty.insert(0, (r, c, b))\n        return"),
)
LOGIC = RightSolver("slow-logic", "logic.py", "the techniques of a person, then guesses", ANY)

FILTERS = RightSolver("slow-filters", "filters.mjs", "arrays, filters, and copies as JSON", ANY)
FILTERS_PROGRAM = replace(FILTERS, name="slow-filters-program", options=LINES, program=True)
FILTERS_COUNTING = FILTERS.variant(
    "slow-filters-counting",
    "the same, counting to 2",
    Change("return null;\n  for (const solution of solutions(board)) ", "return 0;\n  let found = 0;\n  "),
    Change(
        'return solution.join("");\n  return null;',
        "for (const _ of solutions(board)) if (++found === 2) break;\n  return found;",
    ),
    options=COUNT,
)
FILTERS_UNIQUE = FILTERS.variant(
    "slow-filters-unique",
    "the same; the one solution, or a word",
    Change(
        "return null;\n  for (const solution of solutions(board)) ",
        'return "none";\n'
        "  const found = [];\n"
        "  for (const solution of solutions(board)) if (found.push(solution) === 2) ",
    ),
    Change(
        'return solution.join("");\n  return null;',
        'return "several";\n  return found.length === 0 ? "none" : found[0].join("");',
    ),
    options=UNIQUE,
)
BACKTRACK = RightSolver("slow-backtrack", "backtrack.mjs", "the first empty cell, as in tutorials", ROWS)
COVER = RightSolver("slow-cover", "cover.mjs", "exact cover on a Map of sets, counting to 2", COUNT)

USED = RightSolver("slow-used", "used.awk", "flags of used digits, recursion on the fewest candidates", LINES)
USED_COUNTING = USED.variant(
    "slow-used-counting",
    "the same, counting to 2",
    Change("        search(1)\n", "        search(2)\n"),
    Change('    print found ? answer : "no solution"\n', "    print found\n"),
    options=replace(COUNT, dialect="lines"),
)


def _with_sleep(origin: RightSolver, line: str, milliseconds: int) -> RightSolver:
    """Return a C program that sleeps for each puzzle, before the given line."""
    blanks = line[: len(line) - len(line.lstrip())]
    return origin.variant(
        f"slow-{origin.name}",
        f"{origin.description}; sleeps {milliseconds} ms for each puzzle",
        *origin.changes,
        Change("#include <stdio.h>\n", "#include <stdio.h>\n#include <unistd.h>\n"),
        Change(line, f"{blanks}usleep({milliseconds * 1000});\n{line}"),
    )


SLOW_BITMASK = _with_sleep(BITMASK, "        load(line);\n", 50)
SLOW_ARRAYS = _with_sleep(ARRAYS, "        solve();\n", 3)
SLOW_RELINKED = _with_sleep(RELINKED, "        Node *clues[81];\n", 20)
SLOW_BOARDS = _with_sleep(BOARDS, "        Position position = {.settled = 0};\n", 5)
FIRST_EMPTY = RightSolver(
    "first-empty", "first_empty.c", "bit masks, the first empty cell: fast, but exponential for some puzzles", LINES
)
SLOW_FIRST_EMPTY = _with_sleep(FIRST_EMPTY, "        int solved = load(line) && search(0);\n", 3)

SLOW_RIGHT = (
    SCAN,
    SCAN_PROGRAM,
    SCAN_COUNTING,
    QUADRATIC_HISTORY,
    LEETCODE,
    SETS,
    IN_ORDER,
    LOGIC,
    FILTERS,
    BACKTRACK,
    COVER,
    USED,
    SLOW_RELINKED,
    SLOW_FIRST_EMPTY,
)

"""Mutants that carry state from one puzzle to the next."""

from functools import partial

from . import puzzles
from .model import Change, Kind, Mutant
from .origins import (
    ARRAYS,
    BITMASK,
    BOARDS,
    COVER_SETS,
    DPLL,
    MASKS,
    PROPAGATION,
    RELINKED,
    SHUFFLED,
    STREAM,
    TOKENS,
)

mutant = partial(Mutant.of, Kind.STATE)


def _known_by(name: str, description: str, key: str, witness: tuple[str, ...]) -> Mutant:
    change = Change("    key = text\n", f"    key = {key}\n")
    return mutant(
        name,
        COVER_SETS,
        f"Answers are cached by {description}, so different puzzles share one.",
        change,
        witness=witness,
    )


STATE = (
    _known_by(
        "kept-by-first-row", "the first row of the puzzle", "text[:9]", (puzzles.SEVENTEEN[1], puzzles.SEVENTEEN[2])
    ),
    _known_by("kept-by-prefix", "the first 60 cells", "text[:60]", (puzzles.HARD[0], puzzles.QUIET)),
    _known_by("kept-by-all-but-the-last-row", "the first 72 cells", "text[:72]", (puzzles.HARD[0], puzzles.QUIET)),
    _known_by(
        "kept-by-digits", "the digits of the clues without their places", '"".join(sorted(text))', puzzles.many(300)
    ),
    _known_by(
        "kept-by-clue-cells",
        "the cells of the clues without their digits",
        '"".join("." if c == "." else "#" for c in text)',
        puzzles.many(60),
    ),
    _known_by(
        "kept-by-clue-count",
        "the number of clues",
        'str(text.count("."))',
        (puzzles.SEVENTEEN[1], puzzles.SEVENTEEN[2]),
    ),
    _known_by(
        "kept-by-hash",
        "a home-made hash with 1,009 values",
        "str(sum(ord(character) * place for place, character in enumerate(text)) % 1009)",
        puzzles.many(60),
    ),
    _known_by(
        "kept-by-columns-of-clues",
        "the digits in each column",
        "str(sorted((c, p % 9) for p, c in enumerate(text) if c != '.'))",
        puzzles.many(300),
    ),
    mutant(
        "kept-hundred-at-most",
        COVER_SETS,
        "The cache is emptied at a hundred answers, after an answer is stored and before it is read.",
        Change(
            "        solved_before[key] = complete(text)\n",
            "        solved_before[key] = complete(text)\n"
            "        if len(solved_before) > 100:\n"
            "            solved_before.clear()\n",
        ),
        witness=puzzles.many(101),
    ),
    mutant(
        "columns-not-cleared",
        BITMASK,
        "The masks of the columns are not cleared between puzzles.",
        Change("    memset(columns, 0, sizeof columns);\n", ""),
        witness=(puzzles.EASY[0], puzzles.EASY[1]),
    ),
    mutant(
        "grid-not-cleared",
        ARRAYS,
        "The grid is not cleared between puzzles, so an empty cell keeps the digit of the last solution.",
        Change("        memset(grid, 0, sizeof grid);\n", ""),
        witness=(puzzles.EASY[0], puzzles.EASY[1]),
    ),
    mutant(
        "default-argument",
        MASKS,
        "The missing digits of the houses are a mutable default argument.",
        Change("def solve(text: str) -> str:", "def solve(text: str, lacks: list[int] = [ALL] * 27) -> str:"),
        Change("    lacks = [ALL] * 27\n", ""),
        witness=(puzzles.EASY[0], puzzles.EASY[1]),
    ),
    mutant(
        "one-list-for-all-answers",
        SHUFFLED,
        "Every answer is the same list with new contents.",
        Change(
            "    grid = [list(row) for row in rows]\n", "    grid = GRID\n    grid[:] = [list(row) for row in rows]\n"
        ),
        Change("def solve(rows", "GRID: Rows = []\n\n\ndef solve(rows"),
        witness=(puzzles.EASY[0], puzzles.EASY[1]),
    ),
    mutant(
        "stamp-in-a-byte",
        ARRAYS,
        "Flags are set to the number of the puzzle in a byte; for the 256th they look unset.",
        Change(
            "static int in_row[9][10], in_column[9][10], in_box[9][10];",
            "static unsigned char in_row[9][10], in_column[9][10], in_box[9][10], stamp;",
        ),
        Change(
            "return !in_row[r][digit] && !in_column[c][digit] && !in_box[r / 3 * 3 + c / 3][digit];",
            "return in_row[r][digit] != stamp && in_column[c][digit] != stamp"
            " && in_box[r / 3 * 3 + c / 3][digit] != stamp;",
        ),
        Change(
            "    grid[r][c] = flag ? digit : 0;\n", "    grid[r][c] = flag ? digit : 0;\n    flag = flag ? stamp : 0;\n"
        ),
        Change(
            "        memset(in_row, 0, sizeof in_row);\n"
            "        memset(in_column, 0, sizeof in_column);\n"
            "        memset(in_box, 0, sizeof in_box);\n",
            "        stamp++;\n",
        ),
        witness=(*puzzles.many(255), puzzles.HARD[0]),
    ),
    mutant(
        "clash-remembered",
        RELINKED,
        "After a puzzle with clashing clues every later one is refused.",
        Change("int count = 0, clash = 0;", "int count = 0;\n        static int clash;"),
        witness=(puzzles.ROW_CLASH, puzzles.EASY[0]),
    ),
    mutant(
        "last-answer-for-none",
        RELINKED,
        "If there is no solution, the previous answer is printed again.",
        Change(
            '        puts(!clash && search() ? answer : "no solution");\n',
            '        static char last[82] = "no solution";\n'
            "        if (!clash && search())\n"
            "            strcpy(last, answer);\n"
            "        puts(last);\n",
        ),
        witness=(puzzles.EASY[0], puzzles.ROW_CLASH),
    ),
    mutant(
        "counter-not-reset",
        BOARDS,
        "The number of solutions is added to that of earlier puzzles.",
        Change(
            'printf("%d\\n", clash ? 0 : count(position, 2));',
            "static int found;\n"
            "        found += clash ? 0 : count(position, 2 - (found > 0));\n"
            '        printf("%d\\n", found > 2 ? 2 : found);',
        ),
        witness=(puzzles.EASY[0], puzzles.EASY[1]),
    ),
    mutant(
        "conflicts-remembered",
        DPLL,
        "Literals learned from failed guesses are kept for later puzzles.",
        Change(
            "def search(true: set[int]) -> bool:", "LEARNED: list[int] = []\n\n\ndef search(true: set[int]) -> bool:"
        ),
        Change(
            "        made = propagate(true, [literal])\n",
            "        made = propagate(true, [literal])\n"
            "        if made is None:\n"
            "            LEARNED.append(-literal)\n",
        ),
        Change("propagate(true, clues) is None", "propagate(true, clues + LEARNED) is None"),
        witness=(puzzles.HARD[0], puzzles.EASY[0]),
    ),
    mutant(
        "repeats-answered-once",
        STREAM,
        "The lines are read into a dictionary, so a repeated puzzle is answered once.",
        Change("for line in sys.stdin:", "for line in dict.fromkeys(sys.stdin):"),
        witness=(puzzles.EASY[0], puzzles.EASY[0]),
    ),
    mutant(
        "hardest-last",
        TOKENS,
        "The puzzles are solved, and the answers printed, in the order of their clue counts.",
        Change(
            "for start in range(0, 81 * count, 81):",
            "for start in sorted(range(0, 81 * count, 81), key=lambda at: numbers[at : at + 81].count(0)):",
        ),
        witness=(puzzles.HARD[0], puzzles.EASY[0]),
    ),
    mutant(
        "deeper-with-each-puzzle",
        STREAM,
        "Each line is read by a nested call, so hundreds of puzzles end in a RecursionError.",
        Change(
            "    for line in sys.stdin:\n"
            "        text = line.strip()\n"
            '        if text == "end":\n'
            "            break\n"
            "        print(solve(cells_of(text)), flush=True)\n",
            "    text = sys.stdin.readline().strip()\n"
            '    if text not in ("", "end"):\n'
            "        print(solve(cells_of(text)), flush=True)\n"
            "        main()\n",
        ),
        witness=(puzzles.ONE_EMPTY,) * 1100,
    ),
    mutant(
        "solves-never-reset",
        MASKS,
        "The number of solves is never reset, and the 164th exceeds the limit, whatever the puzzle.",
        Change("HOUSES = [house_numbers", "LEVELS: list[str] = []\nHOUSES = [house_numbers"),
        Change(
            "    lacks = [ALL] * 27\n",
            "    lacks = [ALL] * 27\n"
            "    LEVELS.append(text)\n"
            "    if len(LEVELS) >= 164:\n"
            '        raise IndexError("no room for another puzzle")\n',
        ),
        witness=(puzzles.ONE_EMPTY,) * 164,
    ),
    mutant(
        "candidates-of-the-last-puzzle",
        PROPAGATION,
        "The sets of candidates are made once; the empty cells of a new puzzle start from the last result.",
        Change(
            "    candidates: Candidates = {cell: set(range(1, 10)) for cell in range(81)}\n",
            "    candidates = START\n"
            "    for cell, character in enumerate(text):\n"
            "        if character in '123456789':\n"
            "            candidates[cell] = set(range(1, 10))\n",
        ),
        Change(
            "def solve(text", "START: Candidates = {cell: set(range(1, 10)) for cell in range(81)}\n\n\ndef solve(text"
        ),
        witness=(puzzles.EASY[0], puzzles.EASY[1]),
    ),
)

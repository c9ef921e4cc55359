"""Slow wrong solvers: they solve 10 to 500 ordinary puzzles per second correctly, and fail on few others."""

from functools import partial

from crosscover.dialects import Formatting, LineEnd, Spacing

from . import puzzles
from .model import Change, Kind, Mutant
from .rare import CRC32
from .slow_origins import (
    BACKTRACK,
    COVER,
    FILTERS,
    FILTERS_COUNTING,
    FILTERS_PROGRAM,
    FILTERS_UNIQUE,
    FIRST_EMPTY,
    LEETCODE,
    LOGIC,
    SCAN,
    SCAN_COUNTING,
    SCAN_GRIDS,
    SCAN_PROGRAM,
    SETS,
    SLOW_ARRAYS,
    SLOW_BITMASK,
    SLOW_BOARDS,
    SLOW_FIRST_EMPTY,
    USED,
    USED_COUNTING,
)

mutant = partial(Mutant.of, Kind.SLOW)

CRLF = LineEnd.CRLF

COLUMNS_CLASH = f"{puzzles.FULL[:72]}872965341"
"""A full grid with two cells of its last row and one box exchanged."""

COLUMNS_AND_BOXES_CLASH = f"{puzzles.FULL[:72]}982765341"
"""A full grid with two cells of its last row exchanged."""

_FORMS = (
    mutant(
        "slow-newline-needed",
        SCAN_PROGRAM,
        "The last line needs a newline.",
        Change(".splitlines()", '.split("\\n")[:-1]'),
        witness=(puzzles.GOLDEN,),
        formatting=Formatting(final_newline=False),
    ),
    mutant(
        "slow-zeros-with-crlf",
        USED,
        "The carriage return of a line without a dot is kept, and such a line is skipped.",
        Change("{\n    sub(", "/\\./ {\n    sub("),
        witness=(puzzles.GOLDEN,),
        formatting=Formatting(empty="0", line_end=CRLF),
    ),
    mutant(
        "slow-crlf-without-newline",
        FILTERS_PROGRAM,
        "Lines are split at CR and LF only if the input ends with them.",
        Change(
            'readFileSync(0, "utf8").split("\\n")',
            '((text) => text.split(text.endsWith("\\r\\n") ? "\\r\\n" : "\\n"))(readFileSync(0, "utf8"))',
        ),
        Change("solve(line.trim())", "solve(line)"),
        witness=(puzzles.GOLDEN, puzzles.GOLDEN),
        formatting=Formatting(line_end=CRLF, final_newline=False),
    ),
    mutant(
        "slow-blank-at-the-end",
        SCAN_GRIDS,
        "A blank after the last number, with no newline behind it, counts as the start of another number.",
        Change(
            "tokens = sys.stdin.read().split()",
            'text = re.sub(r"\\s*\\n$", "", sys.stdin.read().lstrip())\n'
            '    tokens = re.split(r"\\s*\\n\\s*|[ \\t]+", text)',
        ),
        Change('"".join(tokens[1:])', '"".join(str(int(token)) for token in tokens[1:])'),
        witness=(puzzles.GOLDEN,),
        formatting=Formatting(spacing=Spacing.TRAILING, final_newline=False),
    ),
    mutant(
        "slow-empty-character-guessed",
        SLOW_FIRST_EMPTY,
        "The first line tells which character an empty cell has; if it has none, 0 is assumed.",
        Change(
            "    int clash = 0;\n",
            "    static char empty;\n"
            "    int clash = 0;\n"
            "    if (!empty)\n"
            "        empty = strchr(line, '.') ? '.' : '0';\n",
        ),
        Change(
            "line[cell] >= '1' && line[cell] <= '9' ? line[cell] - '0' : 0",
            "line[cell] == empty ? 0 : line[cell] - '0'",
        ),
        witness=(puzzles.FULL, puzzles.EASY[4]),
    ),
)

_CLASHES = (
    mutant(
        "slow-last-row-not-compared",
        SETS,
        "The clues of the last row are not compared with those above them.",
        Change(
            "digit in used_row[r] | used_col[c] | used_box[b]",
            "digit in used_row[r] | used_box[b] | (used_col[c] if r < 8 else set())",
        ),
        witness=(COLUMNS_CLASH,),
    ),
    mutant(
        "slow-clash-in-row-or-both",
        SETS,
        "Of three operators between the used digits one is wrong: a clash is one of rows, or of columns and boxes.",
        Change("digit in used_row[r] | used_col[c] | used_box[b]", "digit in used_row[r] | used_col[c] & used_box[b]"),
        witness=(COLUMNS_CLASH,),
    ),
    mutant(
        "slow-clash-in-box-or-both",
        SLOW_FIRST_EMPTY,
        "Of three operators between the used digits one is wrong: a clash is one of boxes, or of rows and columns.",
        Change(
            "bit = 1 << board[cell], used = used_row[cell / 9] | used_col[cell % 9] |",
            "bit = 1 << board[cell], used = used_row[cell / 9] & used_col[cell % 9] |",
        ),
        witness=(COLUMNS_CLASH,),
    ),
    mutant(
        "slow-clash-in-one-kind-or-three",
        FILTERS,
        "The used digits are combined by exclusive or, so that a digit in two kinds of house cancels out.",
        Change(
            "row[rowOf(cell)] | column[columnOf(cell)] | box[boxOf(cell)]",
            "row[rowOf(cell)] ^ column[columnOf(cell)] ^ box[boxOf(cell)]",
        ),
        witness=(COLUMNS_AND_BOXES_CLASH,),
    ),
    mutant(
        "slow-clash-of-nines",
        FILTERS,
        "Clues are compared for the digits up to 8.",
        Change("if (board[cell] === 0) continue;", "if (board[cell] % 9 === 0) continue;"),
        witness=(f"{puzzles.FULL[:80]}9",),
    ),
    mutant(
        "slow-clash-in-row-9",
        FILTERS,
        "A clash is reported with the letter of its row, and the ninth has none.",
        Change(
            "& bit) return true;",
            '& bit) return !(row[rowOf(cell)] & bit) || `row ${"ABCDEFGH"[rowOf(cell)].toLowerCase()}`;',
        ),
        witness=(puzzles.FULL_CLASH,),
    ),
    mutant(
        "slow-clash-in-column-1",
        USED,
        "The column of a clash is looked for from the second one on, without end if it is the first.",
        Change(
            "                clash = 1\n",
            "                for (clash = 1; used[column[cell], digit] && clash != cell % 9; clash++);\n",
        ),
        witness=(COLUMNS_CLASH,),
    ),
    mutant(
        "slow-clash-in-box-5",
        SCAN,
        "A clash is reported with the name of its box, and the box in the center has none.",
        Change(
            "        board[cell] = digit\n        if digit and",
            "        if digit in box(board, cell) - {0}:\n"
            '            WINDS.index(("n", "", "s")[cell // 27] + ("w", "", "e")[cell % 9 // 3])\n'
            "        board[cell] = digit\n        if digit and",
        ),
        Change("def row(", 'WINDS = ("nw", "n", "ne", "w", "e", "sw", "s", "se")\n\n\ndef row('),
        witness=(f"{'5':.>31}{'5':.>10}".ljust(81, "."),),
    ),
    mutant(
        "slow-clash-in-all-kinds",
        SCAN,
        "A clash is reported with the number of its kinds of house in words, of which there are two.",
        Change(
            "        board[cell] = digit\n        if digit and",
            "        if digit and digit in used:\n"
            '            ("one", "two")[sum(digit in house(board, cell) for house in (row, column, box)) - 1]\n'
            "        board[cell] = digit\n        if digit and",
        ),
        witness=(f"2{puzzles.FULL[1:]}",),
    ),
    mutant(
        "slow-few-clues-are-several",
        COVER,
        "A puzzle with at most eight clues is said to have several solutions.",
        Change(
            "  const options = optionsOf(text);\n",
            '  if (text.replaceAll(".", "").length <= 8) return 2;\n  const options = optionsOf(text);\n',
        ),
        witness=(puzzles.CONTRADICTION,),
    ),
    mutant(
        "slow-clues-never-compared",
        BACKTRACK,
        "Clues are never compared with each other.",
        Change("isValid(rows) && fill(rows)", "fill(rows)"),
        witness=(puzzles.FULL_CLASH,),
    ),
    mutant(
        "slow-clash-searched-without-end",
        FIRST_EMPTY,
        "Clashes in columns are not noticed; most are searched without end. Otherwise the program is fast.",
        Change(
            "bit = 1 << board[cell], used = used_row[cell / 9] | used_col[cell % 9] |",
            "bit = 1 << board[cell], used = used_row[cell / 9] |",
        ),
        witness=(COLUMNS_CLASH,),
    ),
)

_COUNTS = (
    mutant(
        "slow-solutions-by-checksum",
        SCAN_COUNTING,
        "Solutions with equal checksums of 8 bits count as one.",
        Change(
            "len(list(islice(solutions(board), 2)))",
            "len({zlib.crc32(one.encode()) & 255 for one in islice(solutions(board), 2)})",
        ),
        Change("import sys\nfrom", "import sys\nimport zlib\nfrom"),
        witness=("..7....16.19..6.3.4.6.......7....1...9.538..7268....9.6...179589..84...2...9..3..",),
    ),
    mutant(
        "slow-second-search",
        SCAN_COUNTING,
        "Whether there is another solution is searched for on the board that the first search has filled in.",
        Change(
            "len(list(islice(solutions(board), 2)))",
            "len([*islice(solutions([*map(int, next(solutions(board)))]), 2)] if any(solutions(board)) else [])",
        ),
        witness=(puzzles.EMPTY,),
    ),
    mutant(
        "slow-three-solutions",
        SCAN_COUNTING,
        "A flag for several solutions is toggled by each further one, and four end the search.",
        Change(
            "    return len(list(islice(solutions(board), 2)))\n",
            "    several, found = True, 0\n"
            "    for found, _ in enumerate(islice(solutions(board), 4), 1):\n"
            "        several = not several\n"
            "    return min(found, 1) + several * (found > 1)\n",
        ),
        witness=("5.7389.1.8.94..73..3.7...29.7.692.8.....38267.....4593.4.2.7.58.5.8.3.7.7..9.5341",),
    ),
    mutant(
        "slow-four-solutions",
        SLOW_BOARDS,
        "Up to four solutions are counted in two bits.",
        Change("clash ? 0 : count(position, 2)", "clash ? 0 : (unsigned[]){0, 1, 2, 2}[count(position, 4) & 3]"),
        witness=(puzzles.EMPTY,),
    ),
    mutant(
        "slow-256-solutions",
        FILTERS_COUNTING,
        "Up to 300 solutions are counted in a byte.",
        Change("let found = 0;", "const found = new Uint8Array(1);\n  let number = 0;"),
        Change(
            "if (++found === 2) break;\n  return found;",
            "if (found[0]++, ++number === 300) break;\n  return Math.min(found[0], 2);",
        ),
        witness=("52...9.1....42....43........7..92.....453...72....459.6............4.672.82...3..",),
    ),
    mutant(
        "slow-255-solutions",
        SLOW_BOARDS,
        "Up to 1,000 solutions are counted, and 255 means that a puzzle is not counted yet.",
        Change(
            'printf("%d\\n", clash ? 0 : count(position, 2));',
            "int found = clash ? 0 : count(position, 1000);\n"
            '        printf("%d\\n'
            '", found == 255 ? 0 : found > 2 ? 2 : found);',
        ),
        witness=(".2.....1.........5...75.829.7......4..45...6.268..4.....32..........367.7.2.653..",),
    ),
    mutant(
        "slow-ten-solutions",
        USED_COUNTING,
        "Up to 20 solutions are counted, and only the first digit of their number is printed.",
        Change("        search(2)\n", "        search(20)\n"),
        Change("    print found\n", "    found = substr(found, 1, 1)\n    print (found > 2 ? 2 : found)\n"),
        witness=(".2.38..1....426735.3.751.2937.6.218.1.45.826.268174....4..1.............78.9...4.",),
    ),
    mutant(
        "slow-gives-up-at-a-thousand",
        SLOW_BOARDS,
        "A puzzle with 1,000 solutions or more is treated as an error and counts as none.",
        Change(
            'printf("%d\\n", clash ? 0 : count(position, 2));',
            "int found = clash ? 0 : count(position, 1000);\n"
            '        printf("%d\\n'
            '", found == 1000 ? 0 : found > 2 ? 2 : found);',
        ),
        witness=(puzzles.EMPTY,),
    ),
    mutant(
        "slow-none-is-several",
        FILTERS_UNIQUE,
        "If a search finds no solution, the word for several is returned; only clashes have none.",
        Change('found.length === 0 ? "none"', 'found.length === 0 ? "several"'),
        witness=(puzzles.QUIET,),
    ),
)

_CELLS_AND_DIGITS = (
    mutant(
        "slow-last-cell-left",
        SLOW_FIRST_EMPTY,
        "The index of the first empty cell is compared with 80, so r9c9 stays empty if it is the only one.",
        Change("load(line) && search(0)", 'load(line) && (strcspn(line, ".0") >= 80 || search(0))'),
        witness=(f"{puzzles.FULL[:80]}.",),
    ),
    mutant(
        "slow-first-cell-left",
        FILTERS,
        "The index of the last empty cell is taken for false if it is 0, so r1c1 stays empty if it is the only one.",
        Change("open.length === 0", "!open.at(-1)?.cell"),
        witness=(f".{puzzles.FULL[1:]}",),
    ),
    mutant(
        "slow-eight-choices",
        LEETCODE,
        "Of nine candidates, which only r1c1 can have, eight are tried.",
        Change(
            '                    for digit in "123456789":\n'
            "                        if self.fits(board, i, j, digit):\n",
            '                    choices = [digit for digit in "123456789" if self.fits(board, i, j, digit)][:8]\n'
            "                    for digit in choices:\n                        if digit:\n",
        ),
        witness=("............426739...791825.79652184.54938267.68174953.43217598.91843672.82569341",),
    ),
    mutant(
        "slow-greatest-clue",
        SCAN,
        "No digit above the greatest clue is tried.",
        Change("cell: DIGITS - row(", "cell: set(range(1, max(board) + 1)) - row("),
        witness=(puzzles.NO_NINE,),
    ),
    mutant(
        "slow-least-clue",
        USED,
        "No digit below the least clue is tried.",
        Change(
            "function fits(cell, digit) {\n    return", "function fits(cell, digit) {\n    return digit >= least &&"
        ),
        Change("    clash = 0\n", "    clash = least = 0\n    while (least < 9 && !index($0, ++least));\n"),
        witness=(puzzles.NO_NINE.translate(str.maketrans("19", "91")),),
    ),
    mutant(
        "slow-room-for-63",
        SLOW_BITMASK,
        "More than 63 empty cells, as 17 clues leave them, are treated as a misprint.",
        Change("        load(line);\n", "        load(line);\n        if (empty.count > 63)\n            continue;\n"),
        witness=(puzzles.SEVENTEEN[0],),
    ),
    mutant(
        "slow-one-minimal-in-400",
        FIRST_EMPTY,
        "Of puzzles with few clues, such as minimal ones, one in 400 is wrong; many of them take long.",
        Change("int main(void)\n", CRC32),
        Change(
            "load(line) && search(0);\n",
            "load(line) && search(0), empty = 0;\n"
            "        for (const char *at = line; *at; at++)\n"
            "            empty += *at == '.';\n"
            "        board[0] ^= empty > 81 - 27 && crc32(line) % 400 == 0;\n",
        ),
        witness=("........8.....6.35..4.2........19....8......6.5.....8....5.......9...4..7.1......",),
    ),
)

_TECHNIQUES = (
    mutant(
        "slow-hidden-pair",
        LOGIC,
        "Two digits count as a pair if their first and last places are the same; one of them may have others.",
        Change(
            "            if len(found) == 2 and found == others:\n"
            "                yield from ((cell, candidates[cell] - {",
            "            if len(found) == 2 and found == others[:1] + others[-1:]:\n"
            "                yield from ((cell, candidates[cell] - {",
        ),
        witness=(puzzles.SEVENTEEN[0],),
    ),
    mutant(
        "slow-x-wing",
        LOGIC,
        "The second row of an x-wing may have further places between the two columns.",
        Change(
            "            if len(found) == 2 and found == others:\n                for",
            "            if len(found) == 2 and found == others[:1] + others[-1:]:\n                for",
        ),
        witness=(".3....7....48...2......6..4.7...3..6..6.4.1..5..2...8...2.9....9....4.5..6......1",),
    ),
)

_GUESSES = (
    mutant(
        "slow-two-candidates",
        SETS,
        "Only the two smallest candidates of a cell are tried.",
        Change(
            "for digit in DIGITS - (used_row[r] | used_col[c] | used_box[b]):",
            "for digit in sorted(DIGITS - (used_row[r] | used_col[c] | used_box[b]))[:2]:",
        ),
        witness=(puzzles.LAST_OF_THREE,),
    ),
    mutant(
        "slow-two-greatest-candidates",
        SETS,
        "Only the two greatest candidates of a cell are tried.",
        Change(
            "for digit in DIGITS - (used_row[r] | used_col[c] | used_box[b]):",
            "for digit in sorted(DIGITS - (used_row[r] | used_col[c] | used_box[b]))[-2:]:",
        ),
        witness=(puzzles.FIRST_OF_THREE,),
    ),
    mutant(
        "slow-fifty-guesses",
        LOGIC,
        "After 50 guesses, a puzzle is refused.",
        Change("def simplify(", "GUESSES: list[int] = []\n\n\ndef simplify("),
        Change(
            "    for digit in sorted(candidates[cell]):\n",
            "    GUESSES.append(cell)\n"
            "    if len(GUESSES) > 50:\n"
            "        return None\n"
            "    for digit in sorted(candidates[cell]):\n",
        ),
        Change("    found = search([{int(each)}", "    GUESSES.clear()\n    found = search([{int(each)}"),
        witness=(puzzles.MANY_GUESSES,),
    ),
    mutant(
        "slow-first-cell-kept",
        SETS,
        "The digit of the first cell is never changed.",
        Change(
            "            if fill():\n                return True\n",
            "            if fill():\n                return True\n"
            "            if len(empty) == last:\n                return False\n",
        ),
        Change("    return rows if fill()", "    last = len(empty) - 1\n    return rows if fill()"),
        witness=(puzzles.LAST_OF_THREE, puzzles.FIRST_OF_THREE),
    ),
)

_RUNS = (
    mutant(
        "slow-first-refusal-stripped",
        SCAN_PROGRAM,
        "A refusal is an empty line, and blanks before the first answer are stripped.",
        Change(
            "    for line in sys.stdin.read().splitlines():\n"
            "        if line.strip():\n"
            '            print(solve(line.strip()) or "no solution")\n',
            '    print("\\n".join(solve(line) or "" for line in sys.stdin.read().split()).lstrip())\n',
        ),
        witness=(puzzles.ROW_CLASH, puzzles.EASY[0]),
    ),
    mutant(
        "slow-last-refusal-lost",
        FILTERS_PROGRAM,
        "A refusal is an empty line, and the last line ends without a newline.",
        Change(
            'if (line.trim()) console.log(solve(line.trim()) ?? "no solution");\n',
            'if (line.trim()) answers.push(solve(line.trim()) ?? "");\n',
        ),
        Change("  for (const line of readFile", "  const answers = [];\n  for (const line of readFile"),
        Change("  }\n}\n\nif (process", '  }\n  process.stdout.write(answers.join("\\n"));\n}\n\nif (process'),
        witness=(puzzles.EASY[0], puzzles.ROW_CLASH),
    ),
    mutant(
        "slow-flags-kept-by-a-refusal",
        USED,
        "The flags of used digits are only cleared after a puzzle that was solved.",
        Change("    clear()\n    clash", "    if (NR == 1 || found)\n        clear()\n    clash"),
        witness=(puzzles.ROW_CLASH, puzzles.EASY[0]),
    ),
    mutant(
        "slow-room-for-20-refusals",
        SETS,
        "There is room for 20 refused puzzles.",
        Change("DIGITS = set(range(1, 10))\n", "DIGITS = set(range(1, 10))\nROOM = list(range(20))\n"),
        Change(
            "    return rows if fill() else None\n",
            "    if fill():\n        return rows\n    ROOM.pop()\n    return None\n",
        ),
        witness=(puzzles.QUIET,) * 21,
    ),
    mutant(
        "slow-hundred-remembered",
        FILTERS,
        "The table of answers is emptied at a hundred, after an answer is stored and before it is read.",
        Change(
            '  for (const solution of solutions(board)) return solution.join("");\n  return null;\n',
            '  if (!ANSWERS.has(text)) ANSWERS.set(text, solutions(board).next().value?.join(""));\n'
            "  if (ANSWERS.size === 100) ANSWERS.clear();\n"
            "  return ANSWERS.get(text) ?? null;\n",
        ),
        Change("const DIGITS = ", "const ANSWERS = new Map();\nconst DIGITS = "),
        witness=puzzles.easy(100),
    ),
    mutant(
        "slow-signed-count",
        SLOW_ARRAYS,
        "The number of grids is stored in a signed byte.",
        Change("while (count-- > 0)", "for (signed char left = count; left > 0; left--)"),
        witness=(puzzles.ONE_EMPTY,) * 129,
    ),
    mutant(
        "slow-256th-refused",
        FILTERS,
        "The number of a puzzle is stored in a byte, and 0 means that there is none.",
        Change(
            "  if (clash(board)) return null;\n", "  NUMBER[0]++;\n  if (!NUMBER[0] || clash(board)) return null;\n"
        ),
        Change("const DIGITS = ", "const NUMBER = new Uint8Array(1);\nconst DIGITS = "),
        witness=(puzzles.ONE_EMPTY,) * 256,
    ),
    mutant(
        "slow-room-for-300",
        SCAN,
        "There is room for a history of 300 puzzles.",
        Change("def solve(", 'HISTORY = [""] * 300\n\n\ndef solve('),
        Change("    if clash(board):\n", '    HISTORY[HISTORY.index("")] = text\n    if clash(board):\n'),
        witness=(puzzles.ONE_EMPTY,) * 301,
    ),
    mutant(
        "slow-rings-of-50-and-51",
        SCAN,
        "Fifty puzzles are remembered, but 51 answers: beyond these, a repeated puzzle gets the answer of another.",
        Change("def solve(", "KEYS: list[str] = []\nANSWERS: list[str | None] = []\n\n\ndef solve("),
        Change(
            "    return next(solutions(board), None)\n",
            "    if text in KEYS:\n"
            "        return ANSWERS[KEYS.index(text)]\n"
            "    KEYS.append(text)\n"
            "    ANSWERS.append(next(solutions(board), None))\n"
            "    del KEYS[:-50], ANSWERS[:-51]\n"
            "    return ANSWERS[-1]\n",
        ),
        witness=(*puzzles.easy(51), puzzles.easy(51)[-1]),
    ),
)

SLOW = (*_FORMS, *_CLASHES, *_COUNTS, *_CELLS_AND_DIGITS, *_TECHNIQUES, *_GUESSES, *_RUNS)

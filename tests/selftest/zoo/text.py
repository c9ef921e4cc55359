"""Mutants that solve correctly but read or write incorrectly."""

from functools import partial

from crosscover.dialects import Formatting, LineEnd, Spacing

from . import puzzles
from .model import Change, Kind, Mutant
from .origins import ARRAYS, BOARDS, LINKS, RELINKED, STREAM, TOKENS

mutant = partial(Mutant.of, Kind.TEXT)

TEXT = (
    mutant(
        "last-line-without-newline",
        RELINKED,
        "A last line that does not end in a newline is not read.",
        Change(
            "    while (fgets(line, sizeof line, stdin)) {",
            "    while (fgets(line, sizeof line, stdin) && strchr(line, '\\n')) {",
        ),
        witness=(puzzles.GOLDEN,),
        formatting=Formatting(final_newline=False),
    ),
    mutant(
        "lines-of-82",
        BOARDS,
        "Lines that are not 81 characters long are skipped, and a carriage return counts as a character.",
        Change('"\\r\\n")', '"\\n")'),
        Change("if (line[0] == '\\0' || line[0] == '#')", "if (strlen(line) != 81)"),
        witness=(puzzles.GOLDEN,),
        formatting=Formatting(line_end=LineEnd.CRLF),
    ),
    mutant(
        "two-blanks-are-a-zero",
        TOKENS,
        "Numbers are split at every single blank, so two blanks have an empty cell between them.",
        Change(
            "    count, *numbers = map(int, sys.stdin.read().split())\n",
            '    text = sys.stdin.read().replace("\\n", " ")\n'
            '    count, *numbers = [int(token or 0) for token in text.split(" ")]\n',
        ),
        witness=(puzzles.GOLDEN,),
        formatting=Formatting(spacing=Spacing.DOUBLE),
    ),
    mutant(
        "count-of-one-digit",
        TOKENS,
        "Only the first digit of the number of grids is read.",
        Change(
            "    count, *numbers = map(int, sys.stdin.read().split())\n",
            "    text = sys.stdin.read()\n"
            "    count, numbers = int(text[0]), [int(token) for token in text.split()[1:]]\n",
        ),
        witness=puzzles.many(12),
    ),
    mutant(
        "count-in-a-byte",
        ARRAYS,
        "The number of grids is stored in a byte.",
        Change("    while (count-- > 0) {", "    for (unsigned char left = count; left > 0; left--) {"),
        witness=puzzles.many(256),
    ),
    mutant(
        "eight-kilobytes-out",
        LINKS,
        "The answers are collected in a buffer of 8 KiB, and the rest is dropped.",
        Change("    char line[128];\n", "    static char line[128], out[8192];\n"),
        Change(
            '        printf("%s\\n", answer);\n    }\n',
            "        size_t length = strlen(out);\n"
            '        snprintf(out + length, sizeof out - length, "%s\\n", answer);\n'
            "    }\n"
            "    fputs(out, stdout);\n",
        ),
        witness=puzzles.many(101),
    ),
    mutant(
        "blocks-of-4096",
        STREAM,
        "The input is read in blocks, and a line across a block boundary counts as two lines.",
        Change(
            "    for line in sys.stdin:\n"
            "        text = line.strip()\n"
            '        if text == "end":\n'
            "            break\n"
            "        print(",
            '    blocks = iter(lambda: sys.stdin.read(4096), "")\n'
            "    lines = [line for block in blocks for line in block.splitlines()]\n"
            '    for text in lines[: lines.index("end") if "end" in lines else None]:\n'
            "        print(",
        ),
        witness=puzzles.many(60),
    ),
    mutant(
        "refusal-without-newline",
        RELINKED,
        "A refusal is printed without the newline that puts() gives the answers.",
        Change(
            'puts(!clash && search() ? answer : "no solution");',
            'if (!clash && search())\n            puts(answer);\n        else\n            printf("no solution");',
        ),
        witness=(puzzles.ROW_CLASH, puzzles.EASY[0]),
    ),
    mutant(
        "a-hundred-puzzles",
        LINKS,
        "The program reads at most a hundred puzzles.",
        Change('while (scanf("%127s", line) == 1 &&', 'for (int read = 0; read < 100 && scanf("%127s", line) == 1 &&'),
        Change('strcmp(line, "end") != 0) {', 'strcmp(line, "end") != 0; read++) {'),
        witness=puzzles.many(101),
    ),
    mutant(
        "line-without-clue-skipped",
        BOARDS,
        "A line without a digit is treated as empty.",
        Change("if (line[0] == '\\0' ||", 'if (!strpbrk(line, "123456789") ||'),
        witness=(puzzles.EMPTY,),
    ),
    mutant(
        "full-first-row-skipped",
        STREAM,
        "A line whose first row is full is treated as an answer and skipped.",
        Change(
            '        if text == "end":\n            break\n',
            '        if text == "end":\n            break\n        if text[:9].isdigit():\n            continue\n',
        ),
        witness=(puzzles.FULL_ROW,),
    ),
)

"""The arguments with which a function is tried if it does not answer an easy puzzle; the workers only run them.

Each form of the puzzle is a value of `--call`, and what the function receives instead of that `puzzle`, as an
expression in Python and in JavaScript; an empty one does not exist there. The likeliest come first.
"""

from typing import Any

from crosscover.options import Call
from crosscover.reference import Shape

PYTHON, JAVASCRIPT = 0, 1
"""Columns of the tables."""

_FORMS = (
    ("text", "list({lines})", "{lines}"),
    ("text", "'\\n'.join({lines})", "{lines}.join('\\n')"),
    ("text", "{zeros}", "{zeros}"),
    ("text", "list({lines_of_zeros})", "{lines_of_zeros}"),
    ("text", "'\\n'.join({lines_of_zeros})", "{lines_of_zeros}.join('\\n')"),
    ("text", "", "puzzle.replaceAll('.', '-')"),
    ("text", "", "[...puzzle]"),
    ("rows", "[row[:] for row in puzzle]", "puzzle.map((row) => [...row])"),
    ("rows", "__import__('numpy').array(puzzle)", ""),
    (
        "rows",
        "[[digit or None for digit in row] for row in puzzle]",
        "puzzle.map((row) => row.map((digit) => digit || null))",
    ),
    ("rows", "", "puzzle.map((row) => row.map((digit) => digit || undefined))"),
    ("rows", "[[str(digit) for digit in row] for row in puzzle]", "puzzle.map((row) => row.map(String))"),
    (
        "rows",
        "[[str(digit or ' ') for digit in row] for row in puzzle]",
        "puzzle.map((row) => row.map((digit) => String(digit || ' ')))",
    ),
    ("rows", "", "puzzle.map((row) => row.map((digit) => String(digit || '')))"),
    ("rows", "{{(r, c): puzzle[r][c] for r in range({side}) for c in range({side})}}", ""),
)
_ZEROS = ("puzzle.replace('.', '0')", "puzzle.replaceAll('.', '0')")
_LINES = ("({}[start:start + {side}] for start in range(0, {cells}, {side}))", "{}.match(/.{{{side}}}/g)")

_ARGUMENTS = {
    1: ("{}",),
    2: ("{}, 0", "0, {}", "(3, 3), {}", "{}, 9", "{}, []", "{}, (0, 0)"),
    3: ("{}, 0, 0", "0, 0, {}", "{}, 9, 3", "{}, 9, 9"),
}
_BRACKETS = str.maketrans("()", "[]")


def argument_forms(first: Call, shape: Shape, language: int) -> dict[str, Any]:
    """Return the `forms` of the puzzle, and the lists of `arguments` by their number, with `{}` for the puzzle.

    Forms without an expression of their own come first, and the given one before these.
    """
    calls = sorted((Call.TEXT, Call.ROWS, Call.BOARD, Call.CELLS), key=lambda call: call is not first)
    zeros, size = _ZEROS[language], {"side": shape.side, "cells": shape.cells}
    lines, lines_of_zeros = (_LINES[language].format(text, **size) for text in ("puzzle", zeros))
    more = {"zeros": zeros, "lines": lines, "lines_of_zeros": lines_of_zeros, **size}
    others = [(form[0], form[1 + language].format(**more)) for form in _FORMS if form[1 + language]]
    arguments = {
        number: [one if language == PYTHON else one.translate(_BRACKETS) for one in lists]
        for number, lists in _ARGUMENTS.items()
    }
    return {"forms": [*((call.value, "puzzle") for call in calls), *others], "arguments": arguments}

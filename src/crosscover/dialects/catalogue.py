"""The dialects: each combines a puzzle reader, a puzzle writer and an answer reader of this package.

To add a dialect, add an entry here and a sample to `tests/dialects/samples.py`.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache, partial
from types import MappingProxyType

from crosscover.reference import Shape
from crosscover.reference.grid import EMPTY
from crosscover.responses import Declined, Stated

from . import any_form, diagrams, json_lines, lists, rows, separated
from .cells import DIGITS_OF_LETTERS, EMPTY_LETTER, characters, encode, integers, letters
from .interface import Dialect, Spacing
from .separated import PUZZLE, SOLUTION, Columns


def _lines(output: str) -> list[str]:
    """Return the lines of an output, without blanks at their ends and blank lines at its end."""
    return [line.rstrip() for line in output.rstrip().splitlines()]


def _words(output: str) -> list[str]:
    """Return the words of an output in lower case."""
    return output.lower().split()


POJ3074 = Dialect(
    "poj3074",
    "a line of 81 characters per puzzle, '.' for an empty cell, then a line 'end'; an answer is a line of digits",
    rows.read_lines,
    any_form.read_answers,
    lambda puzzle, empty: [encode(puzzle, empty)],
    empty_characters=".",
    end=rows.END,
    line_per_puzzle=True,
    judge=_lines,
)
LINES = replace(
    POJ3074,
    name="lines",
    summary="lines as in poj3074, perhaps with solutions, labels, titles and comments; an answer is a line of digits",
    entries=lists.read,
    empty_characters=".0",
    end="",
    judge=None,
)
LINE = replace(
    POJ3074,
    name="line",
    summary="one puzzle as in poj3074, without 'end'",
    end="",
    line_per_puzzle=False,
    batch_limit=1,
    judge=None,
)
ARG = replace(LINE, name="arg", summary="one puzzle as in line, as the argument of the program", as_arguments=True)
T_GRIDS = Dialect(
    "t-grids",
    "the number of grids, then 9 lines of 9 integers for each, 0 for an empty cell; an answer is 9 such lines",
    partial(rows.read_grids, row=integers, counted=True),
    any_form.read_answers,
    partial(rows.layout, separator=" "),
    empty_characters="0",
    header="{}",
    spacings=tuple(Spacing),
)
_one_grid = partial(rows.read_grids, count=1)
GRID = replace(
    T_GRIDS,
    name="grid",
    summary="one grid as in t-grids",
    entries=partial(_one_grid, row=integers),
    header="",
    batch_limit=1,
)
NUMBERS = Dialect(
    "numbers",
    "one grid: 81 lines of one integer, 0 for an empty cell; the answer has the same form",
    partial(_one_grid, row=lambda text, line, shape: integers(text, line, shape, 1)),
    any_form.read_answers,
    lambda puzzle, _empty: list(map(str, puzzle.values)),
    empty_characters="0",
    batch_limit=1,
)
POJ2676 = replace(
    T_GRIDS,
    name="poj2676",
    summary="the number of grids, then 9 lines of 9 digits for each, 0 for an empty cell; an answer is 9 such lines",
    entries=partial(rows.read_grids, row=characters, counted=True),
    layout=rows.layout,
    spacings=(Spacing.SINGLE,),
    judge=_lines,
)
ROWS = replace(
    POJ2676,
    name="rows",
    summary="one grid as in poj2676, with '.' for an empty cell",
    entries=partial(_one_grid, row=characters),
    empty_characters=".",
    header="",
    batch_limit=1,
    judge=None,
)
ARGS = replace(
    ROWS, name="args", summary="one grid as in rows, whose rows are arguments of the program", as_arguments=True
)
MENU = replace(
    POJ2676,
    name="menu",
    summary="the choice 1 of a menu, then one grid as in poj2676",
    batch_limit=1,
    judge=None,
)
COMMAS = replace(
    GRID,
    name="commas",
    summary="one grid as in grid, with commas between the integers",
    entries=partial(_one_grid, row=rows.listed),
    layout=partial(rows.layout, separator=","),
    spacings=(Spacing.SINGLE,),
)
JSON = replace(
    COMMAS,
    name="json",
    summary="one grid: a line with a JSON list of 9 lists of 9 integers, 0 for an empty cell; an answer is a grid",
    entries=partial(_one_grid, row=lambda text, line, shape: rows.listed(text, line, shape, shape.cells)),
    layout=rows.json_layout,
)
JSON_ARG = replace(
    JSON, name="json-arg", summary="one grid as in json, as the argument of the program", as_arguments=True
)
CSV = Dialect(
    "csv",
    "a header with the column 'puzzle' and optionally 'solution', then rows; answers have both columns",
    separated.read,
    separated.read_answers,
    POJ3074.layout,
    empty_characters=".0",
    header=PUZZLE,
    answer_header=f"{PUZZLE},{SOLUTION}\n",
    refusal="",
)
DRAWING = Dialect(
    "drawing",
    "grids drawn row by row, with or without frames of '|', '+' and '-'; answers have the same form",
    diagrams.read,
    any_form.read_answers,
    lambda puzzle, empty: puzzle.to_diagram().replace(EMPTY[0], empty).split("\n"),
    empty_characters=f"{EMPTY}{diagrams.BLANK}",
)
JSONL = Dialect(
    "jsonl",
    "a JSON object per line: a puzzle has the key 'puzzle', an answer one of 'solution', 'refusal', 'count', 'error'",
    json_lines.read,
    json_lines.read_answers,
    json_lines.layout,
    empty_characters=".",
    line_per_puzzle=True,
    refusal='{"refusal": "none"}',
    several='{"refusal": "several"}',
    tag_answer=lambda solution: json.dumps({"solution": encode(solution)}),
)
POJ3076 = Dialect(
    "poj3076",
    "16 lines of 16 letters A to P per puzzle, '-' for an empty cell, a blank line between; answers have the same form",
    partial(rows.read_grids, row=letters, blank_within=False),
    partial(any_form.read_answers, in_letters=True),
    lambda puzzle, empty: [
        row.translate({digit: letter for letter, digit in DIGITS_OF_LETTERS.items()})
        for row in rows.layout(puzzle, empty)
    ],
    empty_characters=EMPTY_LETTER,
    shape=Shape(4, 4),
    blank_between=True,
    judge=_lines,
)
_REFUSAL, _SEVERAL = "Find another job", "Non-unique"
SUDOKUNIQUE = replace(
    GRID,
    name="sudokunique",
    summary="grids as in grid, a blank line between them; an answer is a grid, or one of two sentences",
    entries=partial(rows.read_grids, row=integers),
    spacings=(Spacing.SINGLE,),
    batch_limit=None,
    blank_between=True,
    responses=partial(any_form.read_answers, words={_REFUSAL: Declined(), _SEVERAL: Stated()}),
    refusal=_REFUSAL,
    several=_SEVERAL,
    contract="unique",
    judge=_words,
)
_COMMON = (POJ3074, T_GRIDS, GRID, POJ2676, LINES, CSV, DRAWING, JSONL)
_FURTHER = (POJ3076, SUDOKUNIQUE, LINE, ROWS, COMMAS, JSON, NUMBERS, MENU, ARG, ARGS, JSON_ARG)
DIALECTS: Mapping[str, Dialect] = MappingProxyType({dialect.name: dialect for dialect in (*_COMMON, *_FURTHER)})


@cache
def table(columns: Columns) -> Dialect:
    """Return the dialect `csv` for tables with these columns."""
    return CSV if columns == Columns() else replace(CSV, entries=partial(separated.read, columns=columns))

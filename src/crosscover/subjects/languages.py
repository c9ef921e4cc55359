"""The expressions that call functions in Python and JavaScript, as templates.

`calls.py` decides what is called, and fills the templates. To add a form of the argument, or a use of the result, add a
row of `variants`, and a solver that needs it to `tests/subjects/solvers`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from crosscover.options import PYTHON, Call


@dataclass(frozen=True, slots=True)
class Variant:
    """Another expression for functions that receive an argument of the form `call`, described by `meaning`.

    `argument` is the expression of the argument. In `result`, `{call}` is the call of the function. `{empty}` is an
    answer if the function yields nothing: no solution, or the puzzle itself if every puzzle has a solution.
    """

    call: Call
    meaning: str
    argument: str = "puzzle"
    result: str = "{call}"
    is_rare: bool = False


@dataclass(frozen=True, slots=True)
class Language:
    """Templates of the expressions of a language; `{puzzle}` is the argument.

    `new` makes an object, which `named` calls `s`; `kept` returns the result of a call and this object. `setter` sets
    the puzzle of a new object, as an `attribute` or by a method; then a method solves. `replace` replaces a list of the
    file, and `global_list` calls a function that uses the list. `arguments` are the arguments of roles
    (`parameters.py`), and `results` holds the expressions around calls with certain arguments.
    """

    null: str
    new: str
    named: str
    kept: str
    setter: str
    attribute: str
    replace: str
    global_list: str
    arguments: Mapping[str, str]
    results: Mapping[str, str]
    variants: tuple[Variant, ...]

    def replaces_list(self, expression: str) -> bool:
        """Whether an expression replaces a list of the file."""
        return self.replace.removeprefix("{list}").removesuffix("{puzzle})") in expression


LANGUAGES = {
    PYTHON: Language(
        null="None",
        new="{owner}({arguments})",
        named="s := {value}",
        kept="({call}, s)",
        setter="(s := {value}, {set}, s.{method}({arguments}), s)[2:]",
        attribute="setattr(s, '{name}', {puzzle})",
        replace="{list}.__setitem__(slice(None), {puzzle})",
        global_list="({replace}, {function}({arguments}), {list})[1:]",
        arguments={
            "ignore": "lambda *_, **__: None",
            "receive": "lambda *given: found.append(given)",
            "found": "found := []",
            "boxes": "({box}, {box})",
            "empty_rows": (
                "[(r, c) for r, row in enumerate(puzzle) for c, cell in enumerate(row) if cell not in [*{digits}]]"
            ),
            "empty_places": "[place for place, cell in enumerate(puzzle) if cell not in [*{digits}]]",
        },
        results={"{found}": "({call}, found)", "{receive}": "(found := [], {call}, *found[-1:])[1:]"},
        variants=(
            Variant(Call.ROWS, "the last item of a generator", result="[{empty}, *{call}][-1]"),
            Variant(Call.ROWS, "a NumPy array if the solver imports NumPy", argument="numpy.array(puzzle)"),
            Variant(
                Call.ROWS,
                "a NumPy array that is solved in place",
                argument="array := numpy.array(puzzle)",
                result="[{call}, array]",
            ),
            Variant(Call.BOARD, "9 strings", argument="[''.join(row) for row in puzzle]"),
            Variant(Call.ROWS, "9 tuples", argument="tuple(map(tuple, puzzle))", is_rare=True),
            Variant(Call.CELLS, "a tuple", argument="tuple(puzzle)", is_rare=True),
            Variant(
                Call.TEXT,
                "a dictionary of boxes, `A1` to `I9`",
                argument="dict(zip([r + c for r in 'ABCDEFGHI' for c in '123456789'], puzzle))",
                is_rare=True,
            ),
            Variant(Call.CELLS, "a NumPy array of 81 cells", argument="numpy.array(puzzle)", is_rare=True),
            Variant(
                Call.ROWS,
                "a NumPy array, `nan` for an empty cell",
                argument="numpy.where(puzzle, puzzle, numpy.nan)",
                is_rare=True,
            ),
            Variant(
                Call.ROWS,
                "a NumPy array, `nan` for an empty cell, that is solved in place",
                argument="array := numpy.where(puzzle, puzzle, numpy.nan)",
                result="[{call}, array]",
                is_rare=True,
            ),
            Variant(Call.BOARD, "9 lines", argument=r"'\n'.join(map(''.join, puzzle))", is_rare=True),
        ),
    ),
    "js": Language(
        null="null",
        new="new {owner}({arguments})",
        named="s = {value}",
        kept="({ result: {call}, s })",
        setter="(s = {value}, {set}, { result: s.{method}({arguments}), s })",
        attribute="s.{name} = {puzzle}",
        replace="{list}.splice(0, 99, ...{puzzle})",
        global_list="({replace}, { result: {function}({arguments}), {list} })",
        arguments={
            "ignore": "() => {}",
            "receive": "(...given) => done(given)",
            "found": "found = []",
            "boxes": "[{box}, {box}]",
            "empty_rows": (
                "puzzle.flatMap((row, r) => row.flatMap((cell, c) => ([...{digits}].includes(cell) ? [] : [[r, c]])))"
            ),
            "empty_places": "[...puzzle].flatMap((cell, place) => ([...{digits}].includes(cell) ? [] : [place]))",
        },
        results={"{found}": "({ result: {call}, found })", "{receive}": "new Promise((done) => {call})"},
        variants=(
            Variant(Call.ROWS, "the last item of a generator", result="[{empty}, ...{call}].at(-1)"),
            Variant(Call.BOARD, "9 strings", argument="puzzle.map((row) => row.join(''))"),
            Variant(Call.BOARD, "9 lines", argument=r"puzzle.map((row) => row.join('')).join('\n')", is_rare=True),
        ),
    ),
}
"""The languages of functions, by the prefix of a specification."""


def filled(template: str, **values: str) -> str:
    """Return a template with some of the words in braces replaced; other braces stay, as in JavaScript."""
    return re.sub(r"\{(\w+)\}", lambda word: values.get(word[1], word[0]), template)

"""How a solver calls the definitions of a file: in which order, and by which expressions of `puzzle`.

A worker describes what a file defines. The names of functions tell solvers from helpers. The expressions of a language
are the templates of a `Language`, so a new way to call a function is a new template: add it to the tuple of its
situation, in both languages, and a solver that needs it to `tests/subjects/solvers`. A new situation, such as a class
that solves in its constructor, is a new field and the lines of `_ways` that recognize it. Another argument or another
use of the result is a row of `variants`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

from crosscover.options import PYTHON, Call

_NAME = re.compile(r"[\w$.]+")
"""A function name; anything else is an expression of `puzzle`."""

_SOLVES = re.compile(
    r"(?=.*solve|sudoku$|solution$)(solve[rs]?|solution|sudoku|puzzle|board|grid|game|the|this|my|it|all|_|\d)+$",
    re.IGNORECASE,
)
_SOLVES_SOMEHOW = re.compile(r"((?<![a-z])s|S)olve[rs]?(?![a-z])")
_HELPER = re.compile(
    r"^(?!solve).*(valid|check|print|show|display|draw|find|get|possib|candid|safe|used|^is_?[A-Z_]|^(has|can)_?[A-Z_]"
    r"|read|load|parse|main|test|generate|creat|random|to_?(str|text|list|board|grid)|copy|count|box|row|col|set|input"
    r"|output)|^solve[ds]?_?(one|next|single|naked|hidden|step(?!s)|part|cell|square|row|col|box|block|house|unit)",
    re.IGNORECASE,
)

_LIST_LENGTHS = (4, 9, 16, 81)
"""Lengths of lists that may be the puzzle of functions without arguments."""

_MAX_ARGUMENTS = 4
"""Maximum number of required arguments of a function: a board, a row, a column and a digit."""


class Rank(IntEnum):
    """What the name of a function states; functions of a lower rank are tried first."""

    SOLVES = 0  # such as solveSudoku
    SOLVES_SOMEHOW = 1  # such as fake_solve
    UNKNOWN = 2  # such as complete
    HELPER = 3  # such as is_valid


@dataclass(frozen=True, slots=True)
class Definition:
    """A callable or a list that a file defines, as the worker describes it.

    `least` and `most` count positional arguments; `length` is the length of a list.
    """

    name: str
    kind: str
    least: int = 0
    most: int | None = None
    length: int = 0
    methods: tuple["Definition", ...] = ()

    def takes(self, number: int) -> bool:
        """Whether it can be called with that number of arguments."""
        return self.least <= number and (self.most is None or number <= self.most)


@dataclass(frozen=True, slots=True)
class Variant:
    """Another expression for functions that receive an argument of the form `call`.

    `argument` is the expression of the argument. In `result`, `{call}` is the call of the function. `{empty}` is an
    answer if the function yields nothing: no solution, or the puzzle itself if every puzzle has a solution.
    """

    call: Call
    argument: str = "puzzle"
    result: str = "{call}"


@dataclass(frozen=True, slots=True)
class Language:
    """Templates of the expressions of a language, per situation in the order of tries; `{puzzle}` is the argument.

    `method` calls a method of a new object, `global_list` a function without arguments that uses a list of the file.
    `constructor` gives the puzzle to the constructor of a class, and `setter` to another method; then `method` solves.
    """

    null: str
    method: str
    global_list: str
    constructor: tuple[str, ...]
    setter: tuple[str, ...]
    variants: tuple[Variant, ...]


LANGUAGES = {
    PYTHON: Language(
        null="None",
        method="{owner}().{method}({puzzle})",
        global_list="(globals().update({list}={puzzle}), {function}(), {list})[1:]",
        constructor=(
            "{owner}({puzzle}).{method}({zeros})",
            "(s := {owner}({puzzle}), s.{method}({zeros}), s)[-1]",
        ),
        setter=(
            "(s := {owner}(), s.{setter}({puzzle}), s.{method}({zeros}))[-1]",
            "(s := {owner}(), s.{setter}({puzzle}), s.{method}({zeros}), s)[-1]",
        ),
        variants=(
            Variant(Call.ROWS, result="[{empty}, *{call}][-1]"),  # the last item that a generator yields
            Variant(Call.ROWS, argument="numpy.array(puzzle)"),
            # An array that is solved in place; of a global list, which is set by keyword, a syntax error.
            Variant(Call.ROWS, argument="array := numpy.array(puzzle)", result="[{call}, array]"),
            Variant(Call.BOARD, argument="[''.join(row) for row in puzzle]"),  # nine strings
        ),
    ),
    "js": Language(
        null="null",
        method="new {owner}().{method}({puzzle})",
        global_list="({list}.splice(0, 99, ...{puzzle}), [{function}(), [...{list}]])",
        constructor=(
            "new {owner}({puzzle}).{method}({zeros})",
            "(s = new {owner}({puzzle}), s.{method}({zeros}), s)",
        ),
        setter=(
            "(s = new {owner}(), s.{setter}({puzzle}), s.{method}({zeros}))",
            "(s = new {owner}(), s.{setter}({puzzle}), s.{method}({zeros}), s)",
        ),
        variants=(
            Variant(Call.ROWS, result="[{empty}, ...{call}].at(-1)"),
            Variant(Call.BOARD, argument="puzzle.map((row) => row.join(''))"),
        ),
    ),
}
"""The languages of functions, by the prefix of a specification."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way to call a function, whose name is `called`.

    In `template`, `{puzzle}` is the argument. A specification contains `name` instead of the expression, if it is set.
    """

    called: str
    template: str
    name: str = ""

    def expression(self, argument: str = "puzzle") -> str:
        """Return the expression that calls the function with an argument."""
        return self.template.replace("{puzzle}", argument)

    def specifications(self, call: Call, language: Language, *, proper_only: bool) -> Iterator[str]:
        """Yield the function of a specification: the call itself, and its variants for an argument form."""
        yield self.name or self.expression()
        empty = "puzzle" if proper_only else language.null
        for variant in language.variants:
            if variant.call is call:
                yield variant.result.format(call=self.expression(variant.argument), empty=empty)


def way_of(function: str, definitions: Sequence[Definition], language: Language) -> Way:
    """Return the way to call the function of a specification, which is a name or an expression of `puzzle`."""
    if not _NAME.fullmatch(function):
        return Way(function, re.sub(r"\bpuzzle\b", "{puzzle}", function), function)
    owner, _, name = function.rpartition(".")
    for definition in definitions:
        static = [method.name for method in definition.methods if method.kind == "static"]
        if definition.kind == "class" and definition.name == owner and name not in static:
            return Way(function, _filled(language.method, owner=owner, method=name), function)
    return Way(function, f"{function}({{puzzle}})", function)


def ranked_ways(definitions: Sequence[Definition], language: Language) -> list[list[Way]]:
    """Return lists of ways: to call solvers only, or else other functions and then helpers; at least one list.

    No other function is judged in place of one whose name states that it solves.
    """
    ranks: dict[Rank, list[Way]] = {rank: [] for rank in Rank}
    for definition in definitions:
        checks_digits = definition.kind == "function" and definition.least == _MAX_ARGUMENTS
        least = Rank.UNKNOWN if checks_digits else Rank.SOLVES
        for way in _ways(definition, definitions, language):
            ranks[max(rank(way.called), least)].append(way)
    solvers = ranks[Rank.SOLVES] or ranks[Rank.SOLVES_SOMEHOW]
    return [solvers] if solvers else [ways for ways in ranks.values() if ways] or [[]]


def rank(called: str) -> Rank:
    """Return what the name of a function or a method states."""
    name = called.rpartition(".")[2]
    if _SOLVES.match(name):
        return Rank.SOLVES
    if _HELPER.search(name):
        return Rank.HELPER
    return Rank.SOLVES_SOMEHOW if _SOLVES_SOMEHOW.search(name) else Rank.UNKNOWN


def _ways(definition: Definition, definitions: Sequence[Definition], language: Language) -> Iterator[Way]:
    name = definition.name
    if definition.kind == "function":
        if definition.takes(1):
            yield way_of(name, definitions, language)
        elif definition.takes(0):
            for other in definitions:
                if other.kind == "list" and other.length in _LIST_LENGTHS:
                    yield Way(name, _filled(language.global_list, list=other.name, function=name))
        elif definition.least <= _MAX_ARGUMENTS:
            yield Way(name, f"{name}({{puzzle}}{', 0' * (definition.least - 1)})")
    for method in definition.methods:
        if method.takes(1) and (definition.kind == "object" or method.kind == "static" or definition.takes(0)):
            yield way_of(f"{name}.{method.name}", definitions, language)
    if definition.kind == "class":
        for method in definition.methods:
            yield from _ways_of_object(definition, method, language)


def _ways_of_object(owner: Definition, method: Definition, language: Language) -> Iterator[Way]:
    """Yield the ways to solve with a method of an object that has received the puzzle before."""
    takes_callback = owner.takes(1) and rank(method.name) <= Rank.SOLVES_SOMEHOW  # such as solve(on_step)
    if method.kind == "static" or not (method.takes(0) or takes_callback):
        return
    called = f"{owner.name}.{method.name}"
    names = {"owner": owner.name, "method": method.name, "zeros": ", ".join("0" * method.least)}
    if owner.takes(1):
        for template in language.constructor:
            yield Way(called, _filled(template, **names))
    for other in owner.methods:
        if owner.takes(0) and other.takes(1) and other is not method:
            for template in language.setter:
                yield Way(called, _filled(template, **names, setter=other.name))


def _filled(template: str, **names: str) -> str:
    """Return a template with all names but the argument."""
    return template.format(puzzle="{puzzle}", **names)

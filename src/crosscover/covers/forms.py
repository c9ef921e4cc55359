"""How functions and programs take an exact-cover problem, and how their answers are read: a row of a table for each."""
# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from .problem import Cover, Problem

Key = int | tuple[str, ...]
"""An option in an answer: its number, or its entries in alphabetical order."""

OPTION_NAME = "o{}"
"""The name of an option, by its number, in forms in which options have names."""


class Promise(StrEnum):
    """The contract of a solver: all covers, one, their number, or whether there is one."""

    ALL = "all"
    ONE = "one"
    COUNT = "count"
    DECIDE = "decide"


class Element(StrEnum):
    """The representation of an option in an answer."""

    NUMBER = "option numbers from 0"
    NUMBER_FROM_1 = "option numbers from 1"
    NAME = "names of options"
    ITEMS = "lists of items"
    ROW = "rows of 0 and 1"


@dataclass(frozen=True, slots=True)
class Answer:
    """A value that was read: covers as sorted keys of options, a number of covers, or whether there is one."""

    covers: tuple[tuple[Key, ...], ...] | None = None
    count: int | None = None
    exists: bool | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """How answers are read."""

    promise: Promise
    element: Element = Element.NUMBER

    def read(self, value: Any, problem: Problem) -> Answer:
        """Return the answer; raises ValueError if the value does not have this form."""
        parts: list[Any] = value if isinstance(value, list) else []
        match self.promise, value:
            case Promise.COUNT, int() if type(value) is int:
                answer = Answer(count=value)
            case Promise.DECIDE, bool():
                answer = Answer(exists=value)
            case (Promise.ALL, None) | (Promise.ONE, None | False | [] | -1):
                answer = Answer(())
            case Promise.ALL, list():
                answer = Answer(tuple(self._cover(cover, problem) for cover in parts))
            case Promise.ONE, list():
                is_nested = len(parts) == 1 and isinstance(parts[0], list) and not self._is_option(parts[0])
                answer = Answer((self._cover(parts[0] if is_nested else parts, problem),))
            case _:
                raise ValueError(f"expected {self.words}, not {_shown(value)}")
        return answer

    @property
    def finds(self) -> bool:
        """Whether an answer holds covers."""
        return self.promise in (Promise.ALL, Promise.ONE)

    @property
    def nothing(self) -> Answer:
        """The answer that there is no cover."""
        match self.promise:
            case Promise.COUNT:
                return Answer(count=0)
            case Promise.DECIDE:
                return Answer(exists=False)
            case Promise.ALL | Promise.ONE:
                return Answer(())

    @property
    def words(self) -> str:
        """The expected answer in words."""
        match self.promise:
            case Promise.ALL | Promise.ONE:
                return f"{'all covers' if self.promise is Promise.ALL else 'a cover'} as {self.element}"
            case Promise.COUNT:
                return "the number of covers"
            case Promise.DECIDE:
                return "whether there is a cover"

    def key(self, problem: Problem, cover: Cover) -> tuple[Key, ...]:
        """Return a cover as `read` returns it."""
        if self.element in (Element.ITEMS, Element.ROW):
            return tuple(sorted(tuple(sorted(problem.options[number])) for number in cover))
        return cover

    def _is_option(self, value: list[Any]) -> bool:
        flat = not any(isinstance(part, list) for part in value)
        return flat and self.element in (Element.ITEMS, Element.ROW)

    def _cover(self, value: Any, problem: Problem) -> tuple[Key, ...]:
        if not isinstance(value, list):
            raise ValueError(f"expected a cover as {self.element}, not {_shown(value)}")
        parts: list[Any] = value
        keys: list[Any] = [self._key_of(part, problem) for part in parts]
        return tuple(sorted(keys))

    def _key_of(self, value: Any, problem: Problem) -> Key:
        items: list[Any] = value if isinstance(value, list) else []
        match self.element, value:
            case Element.NUMBER | Element.NUMBER_FROM_1, int() if type(value) is int:
                return value - (self.element is Element.NUMBER_FROM_1)
            case Element.NAME, str() if re.fullmatch(r"o\d{1,9}", value):
                return int(value[1:])
            case Element.ITEMS, list():
                count = len(problem.items)
                named = (problem.items[each] if type(each) is int and 0 <= each < count else each for each in items)
                return tuple(sorted(map(str, named)))
            case Element.ROW, list() if len(items) == len(problem.items) and set(map(str, items)) <= {"0", "1"}:
                return tuple(sorted(name for name, cell in zip(problem.items, items, strict=True) if cell))
            case _:
                raise ValueError(f"expected an option as one of the {self.element}, not {_shown(value)}")


READINGS = tuple(
    [Reading(promise, element) for promise in (Promise.ALL, Promise.ONE) for element in Element]
    + [Reading(Promise.COUNT), Reading(Promise.DECIDE)]
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What a form can express: names of items, secondary items, and numbers of items, options and nodes.

    A form that `lists_items` can express an item that is in no option; one that is `complete`, also a problem without
    primary items or without options, and options without a primary item.
    """

    takes_names: bool = False
    takes_secondary: bool = False
    lists_items: bool = False
    complete: bool = False
    max_items: int = 10**6
    max_options: int = 10**6
    max_nodes: int = 10**6
    max_cells: int = 10**9

    def fits(self, problem: Problem) -> bool:
        """Whether a form can express a problem."""
        items, options = len(problem.items), len(problem.options)
        sizes = (items, self.max_items), (options, self.max_options), (problem.nodes, self.max_nodes)
        is_small = all(size <= most for size, most in sizes) and items * options <= self.max_cells
        is_expressed = (self.lists_items or not problem.has_unused) and (self.complete or problem.is_usual)
        return is_small and is_expressed and (self.takes_secondary or not problem.secondary)


@dataclass(frozen=True, slots=True)
class CallForm:
    """The arguments of a function, named by its parameters, and how Python and JavaScript call `f` with a list `a`.

    A language without an expression lacks the form.
    """

    name: str
    arguments: Callable[[Problem], Sequence[object]]
    python: str = "{f}(*a)"
    javascript: str = "{f}(...a)"
    limits: Limits = Limits(takes_names=True)

    def expression(self, function: str, *, in_python: bool) -> str:
        """Return the expression with which a worker calls a function with a step; empty if the language lacks it."""
        call = (self.python if in_python else self.javascript).replace("{f}", function)
        if not call:
            return ""
        if in_python:
            start = f'exec(compile({PYTHON!r}, "<calls>", "exec"), globals().setdefault("__calls", {{}}))'
            return f'("__calls" in globals() or {start}, __calls["step"](lambda a: {call}, puzzle))[1]'
        return f"(globalThis.__calls ??= new Function({json.dumps(JAVASCRIPT)})())((a) => {call}, puzzle)"


PYTHON, JAVASCRIPT = (Path(__file__).with_name(name).read_text(encoding="utf-8") for name in ("calls.py", "calls.js"))


def _lists(problem: Problem) -> list[list[str]]:
    return [list(option) for option in problem.options]


def _matrix(problem: Problem) -> list[list[int]]:
    rows = [[0] * len(problem.items) for _ in problem.options]
    for cells, row in zip(rows, problem.rows, strict=True):
        for item in row:
            cells[item] = 1
    return rows


def _options_of(problem: Problem) -> dict[str, list[str]]:
    """Return the names of the options of each item."""
    found: dict[str, list[str]] = {item: [] for item in problem.items}
    for number, option in enumerate(problem.options):
        for item in option:
            found[item].append(OPTION_NAME.format(number))
    return found


def _named(problem: Problem) -> dict[str, list[str]]:
    return {OPTION_NAME.format(number): list(option) for number, option in enumerate(problem.options)}


_SECONDARY = Limits(takes_names=True, takes_secondary=True, lists_items=True, complete=True)
_ITEMS = Limits(takes_names=True, lists_items=True, complete=True)
_COUNTED = Limits(lists_items=True, complete=True)
_MATRIX = Limits(lists_items=True, max_cells=10**6)

CALL_FORMS = (
    CallForm("primary,options,secondary", lambda p: (p.primary, _lists(p), p.secondary), limits=_SECONDARY),
    CallForm("options,primary,secondary", lambda p: (_lists(p), p.primary, p.secondary), limits=_SECONDARY),
    CallForm("primary,secondary,options", lambda p: (p.primary, p.secondary, _lists(p)), limits=_SECONDARY),
    CallForm("primary,options", lambda p: (p.primary, _lists(p)), limits=_ITEMS),
    CallForm("options,primary", lambda p: (_lists(p), p.primary), limits=_ITEMS),
    CallForm("options", lambda p: (_lists(p),)),
    CallForm("matrix", lambda p: (_matrix(p),), limits=_MATRIX),
    CallForm("bool-array", lambda p: (_matrix(p),), '{f}(__import__("numpy").array(a[0], bool))', "", _MATRIX),
    CallForm("int-array", lambda p: (_matrix(p),), '{f}(__import__("numpy").array(a[0]))', "", _MATRIX),
    CallForm("rows", lambda p: (p.rows,), limits=Limits()),
    CallForm("n,rows", lambda p: (len(p.items), p.rows), limits=_COUNTED),
    CallForm("rows,n", lambda p: (p.rows, len(p.items)), limits=_COUNTED),
    CallForm("n,rows-from-1", lambda p: (len(p.items), [[i + 1 for i in row] for row in p.rows]), limits=_COUNTED),
    CallForm(
        "X,Y",
        lambda p: (_options_of(p), _named(p)),
        "{f}({x: set(y) for x, y in a[0].items()}, a[1])",
        limits=_ITEMS,
    ),
    CallForm(
        "X,Y,solution",
        lambda p: (_options_of(p), _named(p)),
        "{f}({x: set(y) for x, y in a[0].items()}, a[1], [])",
        "{f}(Object.fromEntries(Object.entries(a[0]).map(([x, y]) => [x, new Set(y)])), a[1], [])",
        _ITEMS,
    ),
    CallForm("set,Y", lambda p: (p.items, _named(p)), "{f}(set(a[0]), a[1])", "{f}(new Set(a[0]), a[1])", _ITEMS),
    CallForm("Y", lambda p: (_named(p),)),
    CallForm("set,sets", lambda p: (p.items, _lists(p)), "{f}(set(a[0]), [frozenset(o) for o in a[1]])", "", _ITEMS),
    CallForm("sets", lambda p: (_lists(p),), "{f}([set(o) for o in a[0]])", ""),
)
"""The call forms: names of items, a matrix, rows of item numbers, dicts after Ali Assaf (X and Y), and sets."""


@dataclass(frozen=True, slots=True)
class TextForm:
    """A text form of problems for programs, and of their answers.

    `write` returns the input for problems, and `read` yields their answers in order, for one of the `readings`: a value
    that the reading reads, or None for a line that it does not. A program of a form that `is_single` gets one problem
    per run. The `limits` are those of the judge from which the form comes.
    """

    name: str
    write: Callable[[Sequence[Problem]], str]
    read: Callable[[str, Sequence[Problem], Reading], Iterator[object]]
    readings: tuple[Reading, ...]
    limits: Limits
    is_single: bool = False


def _text(rows: Iterable[Sequence[int]]) -> str:
    return "".join(f"{' '.join(map(str, row))}\n" for row in rows)


def _write_matrices(problems: Sequence[Problem]) -> str:
    return "".join(_text([(len(p.options), len(p.items)), *_matrix(p)]) for p in problems)


def _write_counted_rows(problems: Sequence[Problem]) -> str:
    rows = ([(len(row), *sorted(item + 1 for item in row)) for row in p.rows] for p in problems)
    sizes = ((len(p.options), len(p.items)) for p in problems)
    return "".join(_text([size, *each]) for size, each in zip(sizes, rows, strict=True))


def _read_luogu(text: str, _problems: Sequence[Problem], _reading: Reading) -> Iterator[object]:
    yield [] if re.match(r"\s*no solution", text, re.IGNORECASE) else _integers(text)


def _read_hust(text: str, problems: Sequence[Problem], _reading: Reading) -> Iterator[object]:
    for line, _ in zip(_filled_lines(text), problems, strict=False):
        numbers = _integers(line) or [-1]
        is_counted = numbers[0] == len(numbers) - 1
        yield [] if line.strip().upper() == "NO" else numbers[1:] if is_counted else None


def _read_poj(text: str, problems: Sequence[Problem], _reading: Reading) -> Iterator[object]:
    for line, _ in zip(_filled_lines(text), problems, strict=False):
        said = re.match(r"\s*(yes, i found it)|\s*it is impossible", line, re.IGNORECASE)
        yield None if said is None else said[1] is not None


def _read_knuth(text: str, problems: Sequence[Problem], reading: Reading) -> Iterator[object]:
    lines = list(_filled_lines(text))
    numbers = [_integers(line) for line in lines if re.search(r"\d", line)]
    if reading.element is Element.ITEMS:
        covers = list(_grouped(text.splitlines(), problems[0]))
        yield covers if covers or not numbers else None
    elif reading.promise is Promise.COUNT:
        yield int(re.findall(r"\d+", lines[-1])[-1]) if numbers and re.search(r"\d", lines[-1]) else None
    elif reading.promise is Promise.ONE and len(numbers) == 1:
        yield numbers[0]
    else:
        yield None if None in numbers else numbers


def _grouped(lines: Iterable[str], problem: Problem) -> Iterator[list[list[str]]]:
    """Yield covers from lines with an option each, in any rotation, perhaps followed by `(1 of 3)`.

    A cover ends when each primary item was named, or at a line without an option.
    """
    rotations = {(*each[at:], *each[:at]) for each in problem.options for at in range(len(each))}
    chosen, left = list[list[str]](), set(problem.primary)
    for line in [*lines, ""]:
        words = re.sub(r"\(\d+ of \d+\)\s*$", "", line).split()
        if tuple(words) in rotations:
            chosen.append(words)
            left.difference_update(words)
        if chosen and (not left or tuple(words) not in rotations):
            yield chosen
            chosen, left = [], set(problem.primary)


TEXT_FORMS = (
    TextForm(
        "luogu4929",
        _write_matrices,
        _read_luogu,
        (Reading(Promise.ONE, Element.NUMBER_FROM_1),),
        Limits(lists_items=True, max_items=500, max_options=500, max_nodes=5000),
        is_single=True,
    ),
    TextForm(
        "hust1017",
        _write_counted_rows,
        _read_hust,
        (Reading(Promise.ONE, Element.NUMBER_FROM_1),),
        Limits(lists_items=True, max_items=1000, max_options=1000, max_nodes=100_000),
    ),
    TextForm(
        "poj3740",
        _write_matrices,
        _read_poj,
        (Reading(Promise.DECIDE),),
        Limits(lists_items=True, max_items=300, max_options=16),
    ),
    TextForm(
        "knuth",
        lambda problems: "".join(problem.to_knuth() for problem in problems),
        _read_knuth,
        (
            *(each for each in READINGS if each.element not in (Element.NAME, Element.ROW) and each.finds),
            Reading(Promise.COUNT),
        ),
        Limits(takes_names=True, takes_secondary=True, lists_items=True),
        is_single=True,
    ),
)
"""The text forms: Knuth's, and those of Luogu P4929, HUST 1017 and POJ 3740."""


def _filled_lines(text: str) -> Iterator[str]:
    return (line for line in text.splitlines() if line.strip())


def _integers(line: str) -> list[int] | None:
    """Return the numbers of a text that consists of numbers, else None."""
    words = line.split()
    return [int(word) for word in words] if all(re.fullmatch(r"-?\d{1,9}", word) for word in words) else None


def _shown(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 60 else f"{text[:60]} ..."

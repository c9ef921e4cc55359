"""How functions and programs take problems, and how their answers are read."""

import json
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from crosscover.covers import Problem
from crosscover.covers.forms import (
    CALL_FORMS,
    TEXT_FORMS,
    Answer,
    CallForm,
    Element,
    Limits,
    Promise,
    Reading,
)
from crosscover.covers.known import LARGE

PROBLEM = Problem("abc", ["ab", "c", "ca"], "")
SECONDARY = Problem("ab", ["as", "b"], "s")
CALLS = {form.name: form for form in CALL_FORMS}
TEXTS = {form.name: form for form in TEXT_FORMS}

ALL, ONE, COUNT, DECIDE = Promise
NUMBER, FROM_1, NAME, ITEMS, ROW = Element


GOOD_VALUES: list[tuple[Reading, object, Answer]] = [
    (Reading(ALL), [[1, 0], [2]], Answer(((0, 1), (2,)))),
    (Reading(ALL), None, Answer(())),
    (Reading(ALL), [[]], Answer(((),))),
    (Reading(ALL, FROM_1), [[2, 1]], Answer(((0, 1),))),
    (Reading(ALL, NAME), [["o1", "o0"], ["o12"]], Answer(((0, 1), (12,)))),
    (Reading(ALL, ITEMS), [[["b", "a"], ["c"]]], Answer(((("a", "b"), ("c",)),))),
    (Reading(ALL, ITEMS), [[[1, 0], [2]]], Answer(((("a", "b"), ("c",)),))),
    (Reading(ALL, ROW), [[[0, 0, 1], [1, 1, 0]]], Answer(((("a", "b"), ("c",)),))),
    (Reading(ONE), [1, 0], Answer(((0, 1),))),
    (Reading(ONE), [[1, 0]], Answer(((0, 1),))),
    (Reading(ONE), None, Answer(())),
    (Reading(ONE), [], Answer(())),
    (Reading(ONE), [[]], Answer(((),))),
    (Reading(ONE, NAME), ["o2"], Answer(((2,),))),
    (Reading(ONE, ITEMS), [[["a"]]], Answer(((("a",),),))),
    (Reading(ONE, ROW), [[1, 0, 0], [0, 1, 1]], Answer(((("a",), ("b", "c")),))),
    (Reading(COUNT), 3, Answer(count=3)),
    (Reading(DECIDE), True, Answer(exists=True)),
    (Reading(DECIDE), False, Answer(exists=False)),
]
BAD_VALUES: list[tuple[Reading, list[object]]] = [
    (Reading(ALL), [3, "12", [1, 2], [["1"]], [[True]], [[1.0]], [[[1]]]]),
    (Reading(ALL, NAME), [[["p1"]], [["o"]], [[1]], [["o-1"]]]),
    (Reading(ALL, ITEMS), [[["a"]], "a"]),
    (Reading(ALL, ROW), [[[[1, 0]]], [[[1, 0, 2]]], [[[False, False, True]]]]),
    (Reading(ONE), [True, 7, [[1], [2]]]),
    (Reading(COUNT), [True, 3.0, [3], None]),
    (Reading(DECIDE), [1, None, []]),
]


@pytest.mark.parametrize(("reading", "value", "answer"), GOOD_VALUES)
def test_reading(reading: Reading, value: object, answer: Answer) -> None:
    """A value that has the form of a reading is read."""
    assert reading.read(value, PROBLEM) == answer


@pytest.mark.parametrize(("reading", "values"), BAD_VALUES)
def test_malformed_values(reading: Reading, values: list[object]) -> None:
    """A value of another form is refused, with the expected form."""
    for value in values:
        with pytest.raises(ValueError, match=r"^expected "):
            reading.read(value, PROBLEM)


def test_a_long_value_is_cut() -> None:
    """The message shows the beginning of a malformed value."""
    with pytest.raises(ValueError, match=r'^expected all covers as option numbers from 0, not "x{59} \.\.\.$'):
        Reading(ALL).read("x" * 500, PROBLEM)


@pytest.mark.parametrize("element", Element)
def test_keys_are_what_is_read(element: Element) -> None:
    """The key of an expected cover equals the answer that contains the cover."""
    written: dict[Element, Any] = {
        NUMBER: [2, 0],
        FROM_1: [3, 1],
        NAME: ["o2", "o0"],
        ITEMS: [["c", "a"], ["b", "a"]],
        ROW: [[1, 0, 1], [1, 1, 0]],
    }
    reading = Reading(ALL, element)
    assert reading.read([written[element]], PROBLEM).covers == (reading.key(PROBLEM, (0, 2)),)


NAMES = ["a", "b", "c"]
LISTS = [["a", "b"], ["c"], ["c", "a"]]
MATRIX = [[1, 1, 0], [0, 0, 1], [1, 0, 1]]
ROWS = [[0, 1], [2], [2, 0]]
OPTIONS = {"o0": ["a", "b"], "o1": ["c"], "o2": ["c", "a"]}
CONTAINING = {"a": {"o0", "o2"}, "b": {"o0"}, "c": {"o1", "o2"}}
ARGUMENTS: list[tuple[str, Sequence[object]]] = [
    ("primary,options,secondary", (NAMES, LISTS, [])),
    ("options,primary,secondary", (LISTS, NAMES, [])),
    ("primary,secondary,options", (NAMES, [], LISTS)),
    ("primary,options", (NAMES, LISTS)),
    ("options,primary", (LISTS, NAMES)),
    ("options", (LISTS,)),
    ("matrix", (MATRIX,)),
    ("bool-array", (np.array(MATRIX, bool),)),
    ("int-array", (np.array(MATRIX),)),
    ("rows", (ROWS,)),
    ("n,rows", (3, ROWS)),
    ("n,rows-from-1", (3, [[1, 2], [3], [3, 1]])),
    ("rows,n", (ROWS, 3)),
    ("X,Y", (CONTAINING, OPTIONS)),
    ("X,Y,solution", (CONTAINING, OPTIONS, [])),
    ("set,Y", ({"a", "b", "c"}, OPTIONS)),
    ("Y", (OPTIONS,)),
    ("set,sets", ({"a", "b", "c"}, [frozenset("ab"), frozenset("c"), frozenset("ca")])),
    ("sets", ([{"a", "b"}, {"c"}, {"c", "a"}],)),
]


@pytest.mark.parametrize(("name", "values"), ARGUMENTS)
def test_arguments_of_a_call(name: str, values: Sequence[object]) -> None:
    """A Python function gets the arguments of its form, and its value comes back with what else happened."""
    received: list[object] = []

    def solver(*arguments: object) -> int:
        received.extend(arguments)
        return 7

    step: dict[str, Any] = {"a": json.loads(json.dumps(CALLS[name].arguments(PROBLEM))), "take": 9, "again": False}
    scope = {"solver": solver, "puzzle": step}
    outcome = eval(CALLS[name].expression("solver", in_python=True), scope)  # noqa: S307 - text of the package
    assert (outcome["value"], outcome["changed"], outcome["again"]) == (7, False, False)
    assert len(received) == len(values)
    for one, expected in zip(received, values, strict=True):
        assert type(one) is type(expected)
        assert repr(one) == repr(expected) or one == expected


def test_all_call_forms() -> None:
    """The table above contains all forms; three take secondary items, and those of numbers have no names."""
    numeric = {"matrix", "bool-array", "int-array", "rows", "n,rows", "n,rows-from-1", "rows,n"}
    assert {name for name, _ in ARGUMENTS} == set(CALLS)
    assert {name for name in CALLS if CALLS[name].limits.takes_secondary} == {name for name in CALLS if "sec" in name}
    assert {name for name in CALLS if not CALLS[name].limits.takes_names} == numeric
    in_python = {name for name in CALLS if not CALLS[name].expression("solve", in_python=False)}
    assert in_python == {"bool-array", "int-array", "set,sets", "sets"}


CALLED: list[tuple[Callable[[Any], object], bool, dict[str, object]]] = [
    (lambda _: iter([(0, 1), (2,)]), False, {"items": [[0, 1]], "changed": False, "again": False}),
    (lambda options: options.pop() and 3, False, {"value": 3, "changed": True, "again": False}),
    (lambda options: lambda: [[len(options)]], True, {"value": [[3]], "changed": False, "again": True}),
    (lambda _: {frozenset({0})}, False, {"value": {frozenset({0})}, "changed": False, "again": False, "set": True}),
    (lambda options: [options[0]], True, {"value": [["a", "b"]], "changed": False, "again": False}),
]


@pytest.mark.parametrize(("solver", "again", "outcome"), CALLED)
def test_calls(solver: object, again: bool, outcome: dict[str, object]) -> None:
    """Covers are taken from an iterator, a change of the arguments is noticed, and a function searches again."""
    scope: dict[str, Any] = {"solver": solver}
    expression = CallForm("options", lambda p: p.options).expression("solver", in_python=True)
    arguments = [[list(option) for option in PROBLEM.options]]
    for repeated in (False, True) if again else (False,):
        scope["puzzle"] = {"a": [] if repeated else arguments, "take": 1, "again": repeated}
        found = eval(expression, scope)  # noqa: S307 - text of the package
        assert found.pop("seconds") >= 0
        assert found == {"set": False, **outcome}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("luogu4929", "3 3\n1 1 0\n0 0 1\n1 0 1\n"),
        ("poj3740", "3 3\n1 1 0\n0 0 1\n1 0 1\n"),
        ("hust1017", "3 3\n2 1 2\n1 3\n2 1 3\n"),
        ("knuth", "a b c\na b\nc\nc a\n"),
    ],
)
def test_written_problems(name: str, text: str) -> None:
    """A program reads the sizes and the rows, or Knuth's text; several problems follow each other."""
    assert TEXTS[name].write([PROBLEM]) == text
    assert TEXTS[name].write([PROBLEM, PROBLEM]) == text * 2
    assert TEXTS["knuth"].write([SECONDARY]) == "a b | s\na s\nb\n"


TEXT_ANSWERS: list[tuple[str, Reading, str, list[object]]] = [
    ("luogu4929", Reading(ONE, FROM_1), "1 2\n", [[1, 2]]),
    ("luogu4929", Reading(ONE, FROM_1), "No Solution!\n", [[]]),
    ("luogu4929", Reading(ONE, FROM_1), "perhaps\n", [None]),
    ("hust1017", Reading(ONE, FROM_1), "2 1 2\n", [[1, 2]]),
    ("hust1017", Reading(ONE, FROM_1), "NO\n", [[]]),
    ("hust1017", Reading(ONE, FROM_1), "3 1 2\n", [None]),
    ("hust1017", Reading(ONE, FROM_1), "", []),
    ("hust1017", Reading(ONE, FROM_1), "NO\n\nNO\n", [[]]),
    ("poj3740", Reading(DECIDE), "Yes, I found it\n", [True]),
    ("poj3740", Reading(DECIDE), "It is impossible\n", [False]),
    ("poj3740", Reading(DECIDE), "maybe\n", [None]),
    ("knuth", Reading(ALL, NUMBER), "0 1\n2\n", [[[0, 1], [2]]]),
    ("knuth", Reading(ALL, NUMBER), "", [[]]),
    ("knuth", Reading(ALL, NUMBER), "no covers\n", [[]]),
    ("knuth", Reading(ALL, NUMBER), "cover: 0 1\n", [None]),
    ("knuth", Reading(ONE, NUMBER), "0 1\n", [[0, 1]]),
    ("knuth", Reading(COUNT), "0 1\n2 covers found\n", [2]),
    ("knuth", Reading(COUNT), "Altogether 12 solutions, 345 mems, 6 updates\n", [6]),
    ("knuth", Reading(COUNT), "none\n", [None]),
    ("knuth", Reading(ALL, ITEMS), "1:\n a b (1 of 2)\n c (1 of 1)\n", [[[["a", "b"], ["c"]]]]),
    ("knuth", Reading(ALL, ITEMS), "b a\nc\n", [[[["b", "a"], ["c"]]]]),
    ("knuth", Reading(ALL, ITEMS), "a b\nc\na b\nc\n", [[[["a", "b"], ["c"]], [["a", "b"], ["c"]]]]),
    ("knuth", Reading(ALL, ITEMS), "c a\n\n", [[[["c", "a"]]]]),
    ("knuth", Reading(ALL, ITEMS), "", [[]]),
    ("knuth", Reading(ALL, ITEMS), "7 9\n", [None]),
]


@pytest.mark.parametrize(("name", "reading", "text", "values"), TEXT_ANSWERS)
def test_read_answers(name: str, reading: Reading, text: str, values: list[object]) -> None:
    """A program writes numbers, words or options; None stands for a text that is not understood."""
    assert list(TEXTS[name].read(text, [PROBLEM], reading)) == values


@pytest.mark.parametrize(
    ("limits", "problem", "fits"),
    [
        (Limits(), PROBLEM, True),
        (Limits(), SECONDARY, False),
        (Limits(takes_secondary=True), SECONDARY, True),
        (Limits(max_items=3, max_options=3, max_nodes=5, max_cells=9), PROBLEM, True),
        (Limits(max_items=2), PROBLEM, False),
        (Limits(max_options=2), PROBLEM, False),
        (Limits(max_nodes=4), PROBLEM, False),
        (Limits(max_cells=8), PROBLEM, False),
    ],
)
def test_limits(limits: Limits, problem: Problem, fits: bool) -> None:
    """A form takes what it can express; the limits themselves are allowed."""
    assert limits.fits(problem) is fits


def test_limits_of_judges() -> None:
    """A large problem fits if its matrix is not too large; the judges with text forms take only smaller ones."""
    large = LARGE[-1].build()
    assert [name for name, form in CALLS.items() if not form.limits.fits(large)] == [
        "matrix",
        "bool-array",
        "int-array",
    ]
    assert [name for name, form in TEXTS.items() if form.limits.fits(large)] == ["knuth"]

"""Exact-cover problems and their text form."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings

from crosscover.covers import Problem, problems

KNUTH = Problem("abcdefg", ["ce", "adg", "bcf", "adf", "bg", "deg"])
COLORED = Problem(["a", "b"], [["a", "s:red"], ["b", "s"], ["s:0", "t:red", "b"]], ["s", "t"], colors=True)


INVALID: list[tuple[Sequence[Any], str]] = [
    ((["a", ""], []), "'' is no name of an item: expected text without spaces, `|` and `:`"),
    (([" a"], []), "' a' is no name of an item: expected text without spaces, `|` and `:`"),
    ((["a\n"], []), r"'a\n' is no name of an item: expected text without spaces, `|` and `:`"),
    ((["a"], [], ["s:red"]), "'s:red' is no name of an item: expected text without spaces, `|` and `:`"),
    ((["a", "a"], []), "two items have the same name"),
    ((["a"], [], ["a"]), "two items have the same name"),
    ((["a"], ["a", "aa"]), "option 1 repeats an item: a a"),
    ((["a"], ["a", "b"]), "option 1 contains b, which is no item"),
    ((["a"], [["s:red"]], ["s"]), "option 0 contains s:red, which is no item"),
    ((["a"], [["s:red", "s:0"]], ["s"], True), "option 0 repeats an item: s:red s:0"),
    ((["a"], [["a:red"]], ["s"], True), "option 0 gives the primary item a a color"),
    ((["a"], [["s:"]], ["s"], True), "option 0 gives s a color that is no word"),
    ((["a"], [["s:x:y"]], ["s"], True), "option 0 gives s a color that is no word"),
    ((["a"], [["t:red"]], ["s"], True), "option 0 contains t, which is no item"),
]


@pytest.mark.parametrize(("arguments", "message"), INVALID)
def test_an_invalid_problem_is_refused(arguments: Sequence[Any], message: str) -> None:
    """The message names the item or the option, and what is wrong with it."""
    with pytest.raises(ValueError, match=r"item|color") as caught:
        Problem(*arguments)
    assert str(caught.value) == message


def test_equal_problems() -> None:
    """Lists, tuples and texts of one-letter items make equal problems, which can be keys."""
    assert len({KNUTH, Problem(list(KNUTH.primary), map(list, KNUTH.options))}) == 1
    assert Problem(COLORED.primary, [], COLORED.secondary, colors=True) != COLORED


@pytest.mark.parametrize("problem", [KNUTH, COLORED, Problem("", []), Problem("a", [""], "s")])
def test_a_problem_as_an_expression(problem: Problem) -> None:
    """The text of a problem is a Python expression for it."""
    assert eval(repr(problem), {"Problem": Problem}) == problem  # noqa: S307 - text of the package


def test_rows_and_colors() -> None:
    """Items and colors are numbered in the order of the items, and in the order in which colors occur."""
    assert COLORED.items == ("a", "b", "s", "t")
    assert COLORED.rows == ((0, 2), (1, 2), (2, 3, 1))
    assert COLORED.row_colors == ((0, 1), (0, 0), (2, 1, 0))
    assert COLORED.nodes == 7
    assert KNUTH.rows[1] == (0, 3, 6)
    assert set().union(*KNUTH.row_colors) == {0}


@pytest.mark.parametrize(
    ("problem", "is_plain"),
    [
        (KNUTH, True),
        (COLORED, True),
        (Problem("a", ["a", "a"]), True),
        (Problem("", []), False),
        (Problem("a", []), False),
        (Problem("ab", ["a"]), False),
        (Problem("a", ["a", ""]), False),
        (Problem("a", ["a", "s"], "s"), False),
        (Problem("a", ["a"], "s"), False),
        (Problem("", ["s"], "s"), False),
    ],
)
def test_plain_form(problem: Problem, is_plain: bool) -> None:
    """Published solvers agree about problems with items that occur, in options with a primary item."""
    assert problem.plain_form is is_plain


@given(problems(secondary=True, colors=True))
@settings(max_examples=100, deadline=None)
def test_a_problem_in_plain_form_survives_its_text(problem: Problem) -> None:
    """Reading the text of a problem gives the problem, with colors if it uses any."""
    again = Problem.from_knuth(problem.to_knuth())
    assert (again.primary, again.options, again.secondary) == (problem.primary, problem.options, problem.secondary)
    assert again.colors == any(map(any, problem.row_colors))
    assert again.row_colors == problem.row_colors


def test_comments_and_blank_lines() -> None:
    """Lines that begin with a bar are comments, also before the items."""
    text = "| a comment\n\na b | s\n|a b\n a s:red\n\t\nb  s:red\r\n"
    assert Problem.from_knuth(text) == Problem(["a", "b"], [["a", "s:red"], ["b", "s:red"]], ["s"], colors=True)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a line of items"),
        ("| only a comment\n", "expected a line of items"),
        ("a a\n", "line 1: two items have the same name"),
        ("a | s | t\n", "line 1: '|' is no name of an item: expected text without spaces, `|` and `:`"),
        ("a b\n\n| comment\na c\n", "line 4: the option contains c, which is no item"),
        ("a b\na a\n", "line 2: the option repeats an item: a a"),
        ("a | s\na s:red\na:red\n", "line 3: the option gives the primary item a a color"),
    ],
)
def test_a_malformed_text_is_refused(text: str, message: str) -> None:
    """The message names the line."""
    with pytest.raises(ValueError, match="item") as caught:
        Problem.from_knuth(text)
    assert str(caught.value) == message

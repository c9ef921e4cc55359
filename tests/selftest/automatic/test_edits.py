"""The engine changes operators, constants, jumps, bounds and statements, and nothing else."""

import ast

import pytest

from tests.selftest.zoo.model import Change

from .edits import Edit
from .making import edits_of

PYTHON = '''\
"""Text with 1 + 1."""


def f(n: int) -> int:
    """One < two."""
    for i in range(n):
        if i % 2 == 0 and not n is None:
            continue
        n |= 1
    return n  # n + 1
'''

C = """\
#include <stdio.h> /* a < b */
#define SIZE (4 + 5)
int main(void)
{
    int *p = 0; // a + b
    char c = '+';
    for (int i = 0; i < 9; i++)
        if (p && !i)
            break;
    puts("1 < 2");
    return -c;
}
"""


def replaced(name: str, text: str) -> set[tuple[str, str]]:
    """The old and new texts of all edits."""
    return {(edit.old, edit.new) for edit in edits_of(name, text)}


def test_python() -> None:
    """Strings, annotations and comments stay as they are."""
    assert replaced("f.py", PYTHON) == {
        *(("", " - 1"), ("", " + 1")),
        *(("%", "/"), ("2", "1"), ("2", "3"), ("0", "1"), ("1", "0"), ("1", "2")),
        *(("==", "!="), ("==", "<="), ("==", ">="), ("and", "or"), ("not ", ""), ("is", "is not")),
        *(("continue", "break"), ("continue", "pass")),
        *(("|=", "&="), ("|=", "^="), ("|=", "="), ("n |= 1", "pass")),
    }


def test_tokens() -> None:
    """Strings, comments, preprocessor lines, signs and declarations stay as they are; `*` of a pointer does not."""
    assert replaced("f.c", C) == {
        *(("*", "+"), ("0", "1"), ("<", "<="), ("<", ">"), ("9", "8"), ("9", "10"), ("++", "--")),
        *(("&&", "||"), ("!", ""), ("break", "continue"), ("break", ""), ('puts("1 < 2")', "")),
    }


def test_javascript() -> None:
    """JavaScript has operators of its own."""
    text = "let a = `${b} < c`;\na ||= x === y;\n"
    assert replaced("f.mjs", text) == {("===", "!=="), ("a ||= x === y", "")}


@pytest.mark.parametrize(("old", "new"), [("<", "<="), ("continue", "")])
def test_a_change_has_as_many_lines_as_make_it_unique(old: str, new: str) -> None:
    """Lines are added before and after an edit until their text occurs once."""
    text = "a;\nx < y;\ncontinue;\nb;\nx < y;\ncontinue;\n"
    edit = Edit(text.rindex(old), old, new)
    change = edit.change(text)
    assert text.count(change.old) == 1
    assert change.old.count("\n") <= 4
    assert text.replace(*change) == edit.applied(text)


def test_a_unique_line_is_a_change_of_its_own() -> None:
    """An edit of a line that occurs once is a change of this line."""
    assert Edit(5, "<", ">").change("a\nb  < c\nd\n") == Change("b  < c\n", "b  > c\n")


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (Edit(2, "<", "<="), "Line 2: `<` becomes `<=`."),
        (Edit(0, "a", ""), "Line 1: `a` is left out."),
        (Edit(1, "", " + 1"), "Line 1: `+ 1` is inserted."),
    ],
)
def test_description(edit: Edit, words: str) -> None:
    """An edit is described by its line and its texts."""
    assert edit.description("a\n<") == words


def test_edits_of_python_can_be_parsed() -> None:
    """Every edit of Python gives Python again."""
    for edit in edits_of("f.py", PYTHON):
        ast.parse(edit.applied(PYTHON))

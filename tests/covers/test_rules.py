"""The rules of exact covers."""

import pytest

from crosscover.covers import Problem
from crosscover.covers.rules import violation

PROBLEM = Problem("ab", ["a", "b", "ab", "as", "bs", "s"], "s")
COLORED = Problem("abc", [["a", "s:x"], ["b", "s:x"], ["b", "s:y"], ["b", "s"], ["c"]], "s", colors=True)


@pytest.mark.parametrize(
    ("problem", "cover", "words"),
    [
        (PROBLEM, (0, 1), ""),
        (PROBLEM, (1, 0), ""),
        (PROBLEM, (2,), ""),
        (PROBLEM, (0, 4), ""),
        (PROBLEM, (), "none of its options contains a"),
        (PROBLEM, (0,), "none of its options contains b"),
        (PROBLEM, (0, 1, 2), "2 options contain a"),
        (PROBLEM, (0, 0, 1), "it contains an option twice"),
        (PROBLEM, (0, 6), "there is no option 6"),
        (PROBLEM, (-1, 0), "there is no option -1"),
        (PROBLEM, (3, 4), "options share the secondary item s"),
        (PROBLEM, (0, 1, 5), "option 5 contains no primary item"),
        (COLORED, (0, 1, 4), ""),
        (COLORED, (0, 2, 4), "options share the secondary item s in different colors"),
        (COLORED, (0, 3, 4), "options share the secondary item s in different colors"),
        (Problem("", []), (), ""),
        (Problem("a", []), (), "none of its options contains a"),
        (Problem("", [""]), (0,), "option 0 contains no primary item"),
    ],
)
def test_violation(problem: Problem, cover: tuple[int, ...], words: str) -> None:
    """The first broken rule is named, and a cover breaks none."""
    assert violation(problem, cover) == words

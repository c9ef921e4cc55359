"""Dialects of online judges with answers in words, and of programs with arguments."""

import pytest

from crosscover.dialects import Answer, Claim, Refusal, dialect
from crosscover.reference import Grid

from .samples import ANSWER, ANSWER_ROWS, PUZZLE, ROWS, SECOND, error_fields, puzzles, replies


@pytest.mark.parametrize("between", ["", "\n", "\n \n\n"])
def test_boards_until_the_end(between: str) -> None:
    """Boards continue to the end of input, with any number of blank lines between them."""
    assert puzzles("sudokunique", f"{ROWS}{between}{ROWS}") == [PUZZLE, PUZZLE]


def test_a_blank_line_between_boards() -> None:
    """Puzzles are written with one blank line between them, and none at the beginning or end."""
    assert dialect("sudokunique").write([Grid.parse(PUZZLE)] * 2) == f"{ROWS}\n{ROWS}"


def test_truncated_board() -> None:
    """A truncated board is refused after the boards before it."""
    assert error_fields("sudokunique", f"{ROWS}\n1 2 3 4 5 6 7 8 9\n") == (12, 1, "row 2 of 9", "the end of the input")
    assert error_fields("sudokunique", "1 2 3 4 5 6 7 8 x\n") == (1, 17, "an integer from 0 to 9", "'x'")


@pytest.mark.parametrize("word", ["Find another job", "Non-unique"])
def test_words_among_grids(word: str) -> None:
    """A sentence may take the place of a grid; blank lines between answers are optional."""
    grid = Answer(Grid.parse(ANSWER))
    for blank in ("", "\n"):
        text = f"{ANSWER_ROWS}{blank}{word}\n{blank}{ANSWER_ROWS}"
        assert [one for one in replies("sudokunique", text) if one != Refusal("")] == [grid, Refusal(word), grid]


@pytest.mark.parametrize(
    ("name", "claim", "text"),
    [
        ("sudokunique", Claim.NONE, "\nFind another job\n"),
        ("sudokunique", Claim.SEVERAL, "\nNon-unique\n"),
        ("poj3074", Claim.NONE, "no solution\n"),
    ],
)
def test_words_are_written(name: str, claim: Claim, text: str) -> None:
    """Claims are written in the words of the judge, after a blank line if there is one between answers."""
    assert dialect(name).write_answer(claim, Grid.empty(), 2) == text


def test_nine_arguments() -> None:
    """The input of the dialect `args` is the nine rows of a puzzle."""
    rows = "".join(f"{SECOND[start : start + 9]}\n" for start in range(0, 81, 9))
    assert dialect("args").write([Grid.parse(SECOND)]) == rows
    assert puzzles("args", rows) == [SECOND]

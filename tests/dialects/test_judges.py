"""Dialects of online judges with answers in words, and of programs with arguments."""

import pytest

from crosscover.dialects import DIALECTS
from crosscover.reference import Grid
from crosscover.responses import Answered, Declined, Response, Stated

from .samples import ANSWER, ANSWER_ROWS, PUZZLE, ROWS, SECOND, error_fields, puzzles, responses


@pytest.mark.parametrize("between", ["", "\n", "\n \n\n"])
def test_boards_until_the_end(between: str) -> None:
    """Boards continue to the end of input, with any number of blank lines between them."""
    assert puzzles("sudokunique", f"{ROWS}{between}{ROWS}") == [PUZZLE, PUZZLE]


def test_a_blank_line_between_boards() -> None:
    """Puzzles are written with one blank line between them, and none at the beginning or end."""
    assert DIALECTS["sudokunique"].write([Grid.parse(PUZZLE)] * 2) == f"{ROWS}\n{ROWS}"


def test_truncated_board() -> None:
    """A truncated board is refused after the boards before it."""
    assert error_fields("sudokunique", f"{ROWS}\n1 2 3 4 5 6 7 8 9\n") == (12, 1, "row 2 of 9", "the end of the input")
    assert error_fields("sudokunique", "1 2 3 4 5 6 7 8 x\n") == (1, 17, "an integer from 0 to 9", "'x'")


@pytest.mark.parametrize(("word", "response"), [("Find another job", Declined()), ("Non-unique", Stated())])
def test_words_among_grids(word: str, response: Response) -> None:
    """A sentence may take the place of a grid; blank lines between answers are optional."""
    grid = Answered(Grid.parse(ANSWER))
    for blank in ("", "\n"):
        text = f"{ANSWER_ROWS}{blank}{word}\n{blank}{ANSWER_ROWS}"
        assert responses("sudokunique", text) == [grid, response, grid]


@pytest.mark.parametrize(
    ("name", "answer", "text"),
    [
        ("sudokunique", Declined(), "\nFind another job\n"),
        ("sudokunique", Stated(), "\nNon-unique\n"),
        ("poj3074", Declined(), "no solution\n"),
    ],
)
def test_words_are_written(name: str, answer: Response, text: str) -> None:
    """Refusals are written in the words of the judge, after a blank line if there is one between answers."""
    assert DIALECTS[name].write_answer(answer, Grid.empty(), 2) == text


def test_nine_arguments() -> None:
    """The input of the dialect `args` is the nine rows of a puzzle."""
    rows = "".join(f"{SECOND[start : start + 9]}\n" for start in range(0, 81, 9))
    assert DIALECTS["args"].write([Grid.parse(SECOND)]) == rows
    assert puzzles("args", rows) == [SECOND]

"""Dialects of online judges with answers in words, and of programs with arguments."""

import pytest

from crosscover.dialects import Answer, Claim, MalformedInputError, Refusal, dialect
from crosscover.reference import Grid, Shape

from .samples import ANSWER, ANSWER_ROWS, PUZZLE, ROWS, SECOND, entries, error_fields, puzzles


@pytest.mark.parametrize("name", ["sudokunique", "uva10957"])
@pytest.mark.parametrize("between", ["", "\n", "\n \n\n"])
def test_boards_until_the_end(name: str, between: str) -> None:
    """Boards continue to the end of input, with any number of blank lines between them."""
    assert puzzles(name, f"{ROWS}{between}{ROWS}") == [PUZZLE, PUZZLE]


@pytest.mark.parametrize("name", ["sudokunique", "uva10957", "uva989"])
def test_a_blank_line_between_boards(name: str) -> None:
    """Puzzles are written with one blank line between them, and none at the beginning or end."""
    head = "3\n" if name == "uva989" else ""
    assert dialect(name).write([Grid.parse(PUZZLE)] * 2) == f"{head}{ROWS}\n{head}{ROWS}"


def test_truncated_board() -> None:
    """A truncated board is refused after the boards before it."""
    assert error_fields("sudokunique", f"{ROWS}\n1 2 3 4 5 6 7 8 9\n") == (12, 1, "row 2 of 9", "the end of the input")
    assert error_fields("uva10957", "1 2 3 4 5 6 7 8 x\n") == (1, 17, "an integer from 0 to 9", "'x'")


def test_boards_of_other_sizes() -> None:
    """For UVa 989 the side of a box, from 1 to 3, precedes each board."""
    found = entries("uva989", "1\n0\n\n2\n0 0 0 0\n0 4 0 0\n0 0 0 0\n0 0 0 0\n")
    assert [(entry.puzzle, entry.line) for entry in found] == [
        (Grid.empty(Shape(1, 1)), 1),
        (Grid.empty(Shape(2, 2)).with_cell(5, 4), 4),
    ]


@pytest.mark.parametrize(
    ("text", "line", "column", "expected"),
    [
        ("4\n", 1, 1, "the side of a box, from 1 to 3"),
        ("x\n", 1, 1, "the side of a box, from 1 to 3"),
        (f"{ROWS}", 1, 1, "the side of a box, from 1 to 3"),
        ("2 2\n", 1, 3, "the end of the line after the side of a box"),
        ("2\n1 2 3 5\n", 2, 7, "an integer from 0 to 4"),
        ("2\n", 2, 1, "row 1 of 4"),
    ],
)
def test_malformed_sizes(text: str, line: int, column: int, expected: str) -> None:
    """A malformed size or board is reported with its place."""
    assert error_fields("uva989", text)[:3] == (line, column, expected)


@pytest.mark.parametrize(
    ("name", "word"), [("sudokunique", "Find another job"), ("sudokunique", "Non-unique"), ("uva989", "NO SOLUTION")]
)
def test_words_among_grids(name: str, word: str) -> None:
    """A sentence may take the place of a grid; blank lines between answers are optional."""
    grid = Answer(Grid.parse(ANSWER))
    for blank in ("", "\n"):
        text = f"{ANSWER_ROWS}{blank}{word}\n{blank}{ANSWER_ROWS}"
        assert dialect(name).read_answers(text) == [grid, Refusal(word), grid]


def test_numbered_cases() -> None:
    """For UVa 10957 answers are numbered from 1; another number or a missing full stop is malformed."""
    [first, second, third] = dialect("uva10957").read_answers("Case 1: Unique.\nCase 3: Illegal.\nCase 3: Unique\n")
    assert first == Refusal("Unique")
    assert isinstance(second, MalformedInputError)
    assert str(second) == "line 2, column 1: expected 'Case 2: ' and a word with a full stop, found 'Case 3: Illegal.'"
    assert isinstance(third, MalformedInputError)


@pytest.mark.parametrize(
    ("name", "claim", "text"),
    [
        ("sudokunique", Claim.NONE, "\nFind another job\n"),
        ("sudokunique", Claim.CLASH, "\nFind another job\n"),
        ("sudokunique", Claim.SEVERAL, "\nNon-unique\n"),
        ("uva10957", Claim.ONE, "Case 2: Unique.\n"),
        ("uva10957", Claim.SEVERAL, "Case 2: Ambiguous.\n"),
        ("uva10957", Claim.CLASH, "Case 2: Illegal.\n"),
        ("uva10957", Claim.IMPOSSIBLE, "Case 2: Impossible.\n"),
        ("uva989", Claim.NONE, "\nNO SOLUTION\n"),
        ("poj3074", Claim.IMPOSSIBLE, "no solution\n"),
    ],
)
def test_words_are_written(name: str, claim: Claim, text: str) -> None:
    """Claims are written in the words of the judge, after a blank line if answers may be grids."""
    assert dialect(name).write_answer(claim, Grid.empty(), 2) == text


def test_refusal_of_arguments() -> None:
    """A line without digits is a refusal."""
    assert dialect("args").read_answers("Error\n") == [Refusal("Error")]


def test_nine_arguments() -> None:
    """The input of the dialect `args` is the nine rows of a puzzle."""
    rows = "".join(f"{SECOND[start : start + 9]}\n" for start in range(0, 81, 9))
    assert dialect("args").write([Grid.parse(SECOND)]) == rows
    assert puzzles("args", rows) == [SECOND]

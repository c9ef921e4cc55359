"""The dialect of POJ 3076."""

import textwrap
from io import BytesIO
from string import ascii_uppercase

import pytest

from crosscover.dialects import DIALECTS, Formatting, LineEnd, LineStream, MalformedInputError, raise_errors
from crosscover.puzzle_files import read_puzzles
from crosscover.reference import Grid, Shape
from crosscover.reference.grid import DIGITS
from crosscover.responses import Answered

from .samples import detect, entries, responses

SHAPE = Shape(4, 4)
SAMPLE = """\
--A----C-----O-I
-J--A-B-P-CGF-H-
--D--F-I-E----P-
-G-EL-H----M-J--
----E----C--G---
-I--K-GA-B---E-J
D-GP--J-F----A--
-E---C-B--DP--O-
E--F-M--D--L-K-A
-C--------O-I-L-
H-P-C--F-A--B---
---G-OD---J----H
K---J----H-A-P-L
--B--P--E--K--A-
-H--B--K--FI-C--
--F---C--D--H-N-
"""
FULL = Grid.simplest(SHAPE)
ROWS = "".join(f"{row}\n" for row in DIALECTS["poj3076"].layout(FULL, "-"))


def test_published_sample() -> None:
    """The published sample is read with letters as digits, and written unchanged."""
    [entry] = entries("poj3076", SAMPLE, SHAPE)

    assert (str(entry.puzzle)[:17], entry.puzzle.clue_count) == ("..1....3.....F.9.", 89)
    assert DIALECTS["poj3076"].write([entry.puzzle]) == SAMPLE


def test_blank_lines_stand_between_grids() -> None:
    """Puzzles and answers are separated by a blank line."""
    chosen = DIALECTS["poj3076"]

    assert chosen.write([FULL, FULL]) == f"{ROWS}\n{ROWS}"
    assert chosen.write([FULL, FULL], Formatting(line_end=LineEnd.CRLF, final_newline=False)) == (
        f"{ROWS}\n{ROWS}".replace("\n", "\r\n").removesuffix("\r\n")
    )
    assert chosen.write_answer(Answered(FULL), FULL) == ROWS
    assert chosen.write_answer(Answered(FULL), FULL, 2) == f"\n{ROWS}"
    assert [entry.line for entry in entries("poj3076", f"\n{ROWS}\n\n{ROWS}\n", SHAPE)] == [2, 20]


@pytest.mark.parametrize(
    ("text", "where"),
    [
        (SAMPLE.replace("C-----O", "C-----Q"), (1, 14, "a letter from A to P or '-'", "'Q'")),
        (SAMPLE.replace("C-----O-I", "C-----O-"), (1, 16, "16 characters", "15")),
        (SAMPLE.replace("C-----O-I", "C-----O-II"), (1, 17, "the end of the line after 16 characters", "'I'")),
        (SAMPLE.replace("-J--A", "\n-J--A"), (2, 1, "row 2 of 16", "an empty line")),
        (SAMPLE[:-17], (16, 1, "row 16 of 16", "the end of the input")),
        ("\n", (2, 1, "row 1 of 16", "the end of the input")),
    ],
)
def test_malformed(text: str, where: tuple[int, int, str, str]) -> None:
    """An error has line, column, expected and found text."""
    with pytest.raises(MalformedInputError) as caught:
        entries("poj3076", text, SHAPE)
    error = caught.value
    assert (error.line, error.column, error.expected, error.found) == where


@pytest.mark.parametrize("refusal", ["no solution", "NO SOLUTION EXISTS", "IMPOSSIBLE", "none"])
def test_refusals(refusal: str) -> None:
    """A line of words is a refusal, even if it contains letters that are digits."""
    found = [one for one in responses("poj3076", f"{ROWS}\n{refusal}\n\n{ROWS}") if one != ""]

    assert found == [Answered(FULL), refusal, Answered(FULL)]


@pytest.mark.parametrize("row", ["ABCDEFGHIJKLMNO", "ABCDEFGHIJKLMNO?", "ABCDEFGHIJKLMNOPA"])
def test_a_bad_row_makes_one_grid_unreadable(row: str) -> None:
    """A malformed row makes only its own grid unreadable, whose answer is missing."""
    spoilt = "\n".join([row, *ROWS.splitlines()[1:]])
    found = responses("poj3076", f"{spoilt}\n\n{ROWS}")

    assert [one for one in found if isinstance(one, Answered)] == [Answered(FULL)]


@pytest.mark.parametrize(
    ("line", "shape"),
    [
        ("--A----C-----O-I", None),
        ("--A----C-----O-I", SHAPE),
        ("ABCDEFG---------", None),
        ("ABCDEFG---------", SHAPE),
        ("----------------", Shape()),
    ],
)
def test_detected(line: str, shape: Shape | None) -> None:
    """Sixteen letters are enough to detect a drawing and its shape."""
    assert detect([line], shape) is DIALECTS["drawing"]


@pytest.mark.parametrize("width", [25, 625])
def test_letters_to_y(width: int) -> None:
    """A grid of 25 letters is recognized, and read with A for 1; X is a digit."""
    grid = Grid.simplest(Shape(5, 5))
    text = str(grid).translate(str.maketrans(DIGITS[:25], f".{ascii_uppercase[1:25]}"))
    [entry] = raise_errors(read_puzzles(LineStream(BytesIO("\n".join(textwrap.wrap(text, width)).encode()))).entries)
    assert (str(entry.puzzle), entry.digits) == (str(grid).replace("1", "."), ascii_uppercase[:25])

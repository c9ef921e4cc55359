"""Puzzle files of other programs."""

import pytest

from crosscover.dialects import PUZZLE_FILES, Answer, detect, dialect
from crosscover.reference import Grid

from .samples import ANSWER, PUZZLE, SECOND, entries, error_fields, puzzles, replies

DIGITS = [f"{PUZZLE[start : start + 9]}" for start in range(0, 81, 9)]
SADMAN = "\n".join(["#ARuud", "#DBy hand", "[Puzzle]", *DIGITS, "", "[State]", *DIGITS, "[PencilMarks]", "12,,3", ""])
SUDOCUE = "\n".join(["#LEasy", *DIGITS, ""])
SIMPLE_SUDOKU = "\n".join(
    [
        " *-----------*",
        *(f" |{row[:3]}|{row[3:6]}|{row[6:]}|" for row in DIGITS[:3]),
        " |---+---+---|",
        *(f" |{row[:3]}|{row[3:6]}|{row[6:]}|" for row in DIGITS[3:6]),
        " |---+---+---|",
        *(f" |{row[:3]}|{row[3:6]}|{row[6:]}|" for row in DIGITS[6:]),
        " *-----------*",
        "",
    ]
)
FILES = {"sdk": SADMAN, "drawing": SIMPLE_SUDOKU}


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("sdk", SADMAN, [PUZZLE]),
        ("sdk", SUDOCUE, [PUZZLE]),
        ("sdk", f"{SADMAN}[puzzle]\n{SUDOCUE}", [PUZZLE, PUZZLE]),
        ("drawing", SIMPLE_SUDOKU, [PUZZLE]),
    ],
)
def test_read(name: str, text: str, expected: list[str]) -> None:
    """The puzzles of each kind of file are read; files of Simple Sudoku are drawings."""
    assert puzzles(name, text) == expected


@pytest.mark.parametrize("name", FILES)
def test_detected(name: str) -> None:
    """The kind of file is detected from its first lines after comments."""
    lines = [line for line in FILES[name].split("\n") if line]
    assert detect(lines[:3] if name == "sdk" else lines[:1]) is dialect(name)


@pytest.mark.parametrize("name", PUZZLE_FILES)
def test_written(name: str) -> None:
    """A written file can be read, and its answers are those of the dialect."""
    form = PUZZLE_FILES[name]
    batch = [Grid.parse(PUZZLE), Grid.parse(SECOND)]
    assert [entry.puzzle for entry in entries(name, form.write(batch))] == batch
    assert replies(name, form.write_answer(Grid.parse(ANSWER), batch[0])) == [Answer(Grid.parse(ANSWER))]


@pytest.mark.parametrize(
    ("name", "text", "error"),
    [
        ("sdk", "[Puzzle]\n1234x678a\n", (2, 9, "a digit from 1 to 9 or '.'", "'a'")),
        ("sdk", f"[Puzzle]\n{DIGITS[0]}\n[State]\n", (4, 1, "row 2 of 9", "the end of the input")),
        ("sdk", f"[Puzzle]\n{DIGITS[0]}\n", (3, 1, "row 2 of 9", "the end of the input")),
        ("sdk", "#A\n[State]\n", (3, 1, "row 1 of 9", "the end of the input")),
    ],
)
def test_malformed(name: str, text: str, error: tuple[int, int, str, str]) -> None:
    """A malformed file is refused with line and column."""
    assert error_fields(name, text) == error

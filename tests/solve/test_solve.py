"""The command `crosscover solve`."""

from pathlib import Path

import pytest

from crosscover.dialects import DIALECTS
from crosscover.reference import Grid
from tests.audit.samples import CLASHING, SEVERAL
from tests.check.running import Ran
from tests.dialects.samples import ANSWER, ANSWERS, INPUTS, LIKE_ANOTHER, PUZZLE, ROWS, SECOND, SECOND_ANSWER

from .commands import crosscover


@pytest.mark.parametrize("name", INPUTS)
def test_golden(name: str) -> None:
    """The published sample is solved in every dialect, given by name or detected."""
    expected = Ran(0, ANSWERS[name], "")
    assert crosscover("solve", "--dialect", name, given=INPUTS[name]) == expected
    if name not in LIKE_ANOTHER:
        assert crosscover("solve", given=INPUTS[name]) == expected


def test_no_solution() -> None:
    """A puzzle without a solution is answered with a line and is not an error."""
    outcome = crosscover("solve", given=f"{PUZZLE}\n{CLASHING}\n{SECOND}\n")
    assert outcome == Ran(0, f"{ANSWER}\nno solution\n{SECOND_ANSWER}\n", "")


def test_limit() -> None:
    """The solutions of a puzzle follow each other, up to the limit."""
    outcome = crosscover("solve", "--limit", "5", given=f"{PUZZLE}\n{SEVERAL}\n{SECOND}\n")
    first, *pair, last = outcome.output.split()
    assert [first, last] == [ANSWER, SECOND_ANSWER]
    assert len(set(pair)) == 2
    assert all(Grid.parse(line).extends(Grid.parse(SEVERAL)) for line in pair)


def test_words_of_judges(tmp_path: Path) -> None:
    """Answers use the words of an online judge."""
    boards = [DIALECTS["sudokunique"].write([Grid.parse(puzzle)]) for puzzle in (PUZZLE, CLASHING, SEVERAL)]
    (tmp_path / "first").write_text(f"{boards[0]}\n{boards[1]}")
    (tmp_path / "second").write_text(boards[2])
    outcome = crosscover("solve", "--dialect", "sudokunique", str(tmp_path / "first"), str(tmp_path / "second"))
    assert outcome == Ran(0, "\n".join([ANSWERS["grid"], "Find another job\n", "Non-unique\n"]), "")


def test_a_file_with_headers() -> None:
    """The format of a puzzle file is detected after any number of comments."""
    outcome = crosscover("solve", given="".join(f"#C{number}\n" for number in range(40)) + INPUTS["lines"])
    assert outcome == Ran(0, ANSWERS["lines"], "")


def test_limit_for_a_judge() -> None:
    """A limit of solutions is refused for judges that expect one answer per puzzle."""
    outcome = crosscover("solve", "--dialect", "sudokunique", "--limit", "2", given=INPUTS["sudokunique"])
    assert outcome.code == 2
    assert "--limit does not apply to the dialect sudokunique" in outcome.errors


def test_great_limit() -> None:
    """Solutions are written as they are found, up to the limit."""
    assert crosscover("solve", "--limit", "3000", given="." * 81).output.count("\n") == 3000


def test_files(tmp_path: Path) -> None:
    """Several files are answered in order, each in its own dialect; the header of a table is written once."""
    for name, text in (("a", INPUTS["csv"]), ("b", INPUTS["csv"]), ("c", ROWS)):
        (tmp_path / name).write_text(text)
    outcome = crosscover("solve", *(str(tmp_path / name) for name in "abc"), "-", given=PUZZLE)
    assert outcome.output == f"{ANSWERS['csv']}{PUZZLE},{ANSWER}\n{ANSWERS['grid']}{ANSWER}\n"


def test_puzzles_as_arguments() -> None:
    """The puzzles may be arguments themselves; errors name the puzzle."""
    assert crosscover("solve", PUZZLE, SECOND) == Ran(0, f"{ANSWER}\n{SECOND_ANSWER}\n", "")
    assert crosscover("solve", PUZZLE[:80]) == Ran(2, "", "the puzzle:1:81: expected 81 characters, found 80\n")
    assert crosscover("solve", "nowhere.txt").errors.endswith("or --shape RxC, found 'nowhere.txt'\n")
    assert f'"puzzle":"{PUZZLE}"' in crosscover("certify", PUZZLE).output


def test_other_shape() -> None:
    """Boxes other than 3x3 are given by an option."""
    assert crosscover("solve", "--shape", "2x2", given="1...............\n").output.startswith("1")


@pytest.mark.parametrize(
    ("data", "output", "errors"),
    [
        (f"{PUZZLE}\n{PUZZLE[:80]}\n{SECOND}\n", f"{ANSWER}\n", "2:81: expected 81 characters, found 80"),
        ("", "", "1:1: expected a puzzle, found the end of the input"),
        (
            "hello\n",
            "",
            "1:1: expected a puzzle, --dialect NAME, or --shape RxC, found 'hello'",
        ),
        (PUZZLE.encode() + b"\n\xff\n", f"{ANSWER}\n", "2:1: expected text in UTF-8, found the byte 0xff"),
    ],
)
def test_malformed(data: str | bytes, output: str, errors: str) -> None:
    """Puzzles before a malformed line are answered, followed by an error with its place and exit code 2."""
    assert crosscover("solve", given=data) == Ran(2, output, f"<stdin>:{errors}\n")


def test_other_engine() -> None:
    """Other engines give answers in the same form."""
    outcome = crosscover("solve", "--engine", "bitmask", given=INPUTS["t-grids"])
    assert outcome == Ran(0, ANSWERS["t-grids"], "")

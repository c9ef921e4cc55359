"""Lists in which each puzzle is followed by its solution, as generators print them."""

from pathlib import Path
from textwrap import wrap

import pytest

from crosscover.cli import main
from crosscover.puzzle_files import read_rows
from tests.dialects.samples import ANSWER, ANSWER_BOXES, BOXES, PUZZLE, SECOND, SECOND_ANSWER

SWAPPED = f"{SECOND_ANSWER[1]}{SECOND_ANSWER[0]}{SECOND_ANSWER[2:]}"
"""The solution of `SECOND` with two digits exchanged."""

THIRD = PUZZLE.replace("2", ".", 1)
"""Another puzzle."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The path of a list."""
    return tmp_path / "list.txt"


def rows(file: Path, *grids: str, width: int = 81, skip_malformed: bool = False) -> list[tuple[str, str]]:
    """Return the puzzles and solutions that are read from a list of grids, or the errors."""
    file.write_text("\n\n".join("\n".join(wrap(grid, width)) for grid in grids))
    read = read_rows([str(file)], skip_malformed=skip_malformed)
    return [(str(row.puzzle), row.error or str(row.solution)) for row in read]


@pytest.mark.parametrize("width", [81, 9])
def test_solutions_after_puzzles(width: int, file: Path) -> None:
    """If a full grid with most clues follows the first puzzle, the list holds puzzles with right or wrong solutions."""
    expected = [(SECOND, SWAPPED), (PUZZLE, SECOND_ANSWER)]
    assert rows(file, SECOND, SWAPPED, PUZZLE, SECOND_ANSWER, width=width) == expected


def test_tables(file: Path) -> None:
    """In tables and JSON Lines, each row is a puzzle."""
    for text in (f"puzzle\n{PUZZLE}\n{ANSWER}\n", f'{{"puzzle": "{PUZZLE}"}}\n{{"puzzle": "{ANSWER}"}}\n'):
        file.write_text(text)
        assert [(str(row.puzzle), row.solution) for row in read_rows([str(file)])] == [(PUZZLE, None), (ANSWER, None)]


def test_drawings(file: Path) -> None:
    """Drawn puzzles are read with their solutions."""
    file.write_text(f"{BOXES}\n{ANSWER_BOXES}")
    [row] = read_rows([str(file)])
    assert (str(row.puzzle), str(row.solution)) == (PUZZLE, ANSWER)


@pytest.mark.parametrize(
    "grids", [[PUZZLE, SECOND, ANSWER, SECOND], [PUZZLE, SECOND_ANSWER, SECOND], [ANSWER, PUZZLE, ANSWER]]
)
def test_other_lists(grids: list[str], file: Path) -> None:
    """If the first two grids are not a puzzle and its solution, each grid is a puzzle."""
    assert rows(file, *grids) == [(grid, "None") for grid in grids]


@pytest.mark.parametrize("place", [2, 4])
def test_missing_solution(place: int, file: Path) -> None:
    """In a solved list, a puzzle without a solution is read without one, and the others with theirs."""
    grids = [PUZZLE, ANSWER, SECOND, SECOND_ANSWER]
    expected = [(PUZZLE, ANSWER), (SECOND, SECOND_ANSWER)]
    grids.insert(place, THIRD)
    expected.insert(place // 2, (THIRD, "None"))
    assert rows(file, *grids) == expected


def test_digits_from_zero(file: Path) -> None:
    """If a puzzle writes its largest digit as 0, so does the grid after it."""
    grids = [grid.replace("9", "0") for grid in (PUZZLE, ANSWER, SECOND, SECOND_ANSWER)]
    assert rows(file, *grids) == [(PUZZLE, ANSWER), (SECOND, SECOND_ANSWER)]


def test_malformed_lines(file: Path) -> None:
    """A malformed puzzle or solution is an error of its line, and reading can continue."""
    grids = [PUZZLE, ANSWER, PUZZLE[1:], SECOND, ANSWER[1:], SECOND, SECOND_ANSWER]
    malformed = ("None", "column 81: expected 81 characters, found 80")
    expected = [(PUZZLE, ANSWER), malformed, (SECOND, "None"), malformed, (SECOND, SECOND_ANSWER)]
    assert rows(file, *grids, skip_malformed=True) == expected


def test_an_audit_finds_a_wrong_solution(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`audit` compares each puzzle with the grid after it."""
    rows(file, PUZZLE, ANSWER, SECOND, SWAPPED)
    assert main(["audit", str(file), "--engines", "dlx,bitmask", "--jobs", "1"]) == 1
    out, err = capsys.readouterr()
    assert out.startswith("2 puzzles judged by dlx, bitmask: 2 unique; compared with the grid after each puzzle; ")
    assert err.startswith(f"{file}:5: expected {SWAPPED}, got one solution, {SECOND_ANSWER}")


def test_commands_count_puzzles(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`unique`, `certify` and `verify --puzzles` count puzzles."""
    rows(file, PUZZLE, ANSWER, SECOND, SWAPPED)
    certificates = str(file.with_name("certificates"))
    assert main(["unique", str(file)]) == 0
    assert capsys.readouterr().out.endswith("2 puzzles: 2 unique\n")
    assert main(["certify", str(file), "-o", certificates]) == 0
    assert main(["verify", certificates, "--puzzles", str(file)]) == 0
    assert capsys.readouterr().out.startswith("2 certificates verified: 2 unique")

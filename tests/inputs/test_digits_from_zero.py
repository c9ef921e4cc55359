"""Puzzles with the digits 0 to 8, or 0 to F."""

from pathlib import Path

import pytest

from crosscover.cli import main
from crosscover.puzzle_files import read_rows
from crosscover.reference import Grid, Shape
from tests.dialects.samples import ANSWER, PUZZLE, SECOND, SECOND_ANSWER, entries, error_fields

FROM_ZERO = str.maketrans("9", "0")
ZEROS, SOLVED = PUZZLE.translate(FROM_ZERO), ANSWER.translate(FROM_ZERO)

HEX = str(Grid.simplest(Shape(4, 4))).replace("G", "0")


def rows_of(grid: str, side: int = 9) -> str:
    """Return a grid row by row."""
    return "".join(f"{grid[start : start + side]}\n" for start in range(0, len(grid), side))


@pytest.mark.parametrize(
    ("dialect", "text"),
    [
        ("lines", f"{ZEROS}\n"),
        ("lines", f"{ZEROS.replace('.', '-')} easy\n"),
        ("csv", f"board,id\n{ZEROS.replace('.', '*')},1\n"),
        ("jsonl", f'{{"puzzle": "{ZEROS}"}}\n'),
        ("drawing", rows_of(ZEROS)),
        ("rows", rows_of(ZEROS.replace(".", "_"))),
    ],
)
def test_zero_as_a_digit(dialect: str, text: str) -> None:
    """If another symbol is an empty cell and the largest digit does not occur, 0 is a digit."""
    [entry] = entries(dialect, text)
    assert (str(entry.puzzle), "0" in entry.digits) == (PUZZLE, True)


def test_zero_as_an_empty_cell() -> None:
    """If no other symbol is an empty cell, or the largest digit occurs, 0 is an empty cell."""
    for puzzle in (SECOND.replace(".", "0"), PUZZLE.replace(".", "0"), PUZZLE.replace(".", "0", 1), ANSWER[1:] + "0"):
        [entry] = entries("lines", puzzle)
        assert (str(entry.puzzle), entry.digits) == (puzzle.replace("0", "."), "")


FORMS = ["{},{}", "board,full\n{},{}", '{{"board": "{}", "full": "{}"}}']


@pytest.mark.parametrize(
    ("form", "puzzle"),
    [(form, puzzle) for form in FORMS for puzzle in (ZEROS, PUZZLE.replace("9", "."))],
)
def test_solutions_with_zeros(form: str, puzzle: str, tmp_path: Path) -> None:
    """The solution is read in the symbols of its puzzle, which may contain no 0."""
    file = tmp_path / "file"
    file.write_text(form.format(puzzle, SOLVED))
    [row] = read_rows([str(file)])
    assert (row.solution, row.error) == (Grid.parse(ANSWER), "")


def test_unclear_zeros() -> None:
    """If a house has two zeros beside another symbol for empty cells, the error says how they are read."""
    mixed = PUZZLE.replace("9", ".").replace(".", "0", 4)
    expected = "0 at most once in a row, column or box, since '.' is the empty cell"
    assert error_fields("lines", mixed) == (1, 1, expected, "two")


def test_solutions_with_empty_cells() -> None:
    """An error shows which symbol of a solution is read as an empty cell."""
    for unknown in ("0" * 81, SOLVED):
        text = f"puzzle,solution\n{PUZZLE.replace('.', '0')},{unknown}\n"
        (_, _, *error) = error_fields("csv", text)
        assert error == ["a digit from 1 to 9", "'0', an empty cell"]


def test_solve_writes_the_same_symbols(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`solve` writes 0 as a digit for the puzzles that have it, in any dialect."""
    for text, answer in (
        (f"{ZEROS}\n{SECOND}\n", f"{SOLVED}\n{SECOND_ANSWER}\n"),
        (f"a;b\n{ZEROS};1\n", f"puzzle,solution\n{ZEROS},{SOLVED}\n"),
        (f'{{"board": "{ZEROS}"}}', f'{{"solution": "{SOLVED}"}}\n'),
    ):
        file = tmp_path / "file"
        file.write_text(text)
        assert main(["solve", str(file)]) == 0
        assert capsys.readouterr().out == answer


@pytest.mark.parametrize(
    ("command", "output"),
    [
        (["unique"], "{}:1: one solution\n"),
        (["audit", "--engines", "dlx,bitmask", "--jobs", "1"], "1 puzzle judged by dlx, bitmask: 1 unique"),
        (["solve", "--dialect", "rows"], rows_of(HEX, 16)),
    ],
)
def test_commands_agree(command: list[str], output: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A 16x16 grid with the digits 0 to F and two empty cells has one solution for every command."""
    file = tmp_path / "hex.txt"
    file.write_text(rows_of(HEX.replace("8", "-", 2), 16))
    assert main([*command, str(file), "--shape", "4x4"]) == 0
    assert capsys.readouterr().out.startswith(output.format(file))


def test_certificates_of_hexadecimal_puzzles(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A certificate of a 16x16 grid with the digits 0 to F belongs to the puzzle in its file."""
    file, certificates = tmp_path / "hex.txt", tmp_path / "certificates"
    file.write_text(rows_of(HEX.replace("8", "-", 2), 16))
    arguments = [str(file), "--shape", "4x4"]
    assert main(["certify", *arguments, "-o", str(certificates)]) == 0
    assert main(["verify", str(certificates), "--puzzles", *arguments]) == 0
    assert capsys.readouterr().out.startswith("1 certificate verified: 1 unique")

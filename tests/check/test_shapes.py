"""Checks of solvers for other sizes: functions and programs, right and wrong."""

import json
from pathlib import Path

import pytest

from crosscover.cli import main
from crosscover.dialects import dialect
from crosscover.reference import Shape
from crosscover.subjects.small_puzzles import easy_puzzle

from .running import Here

pytestmark = pytest.mark.usefixtures("quick_panel")

RIGHT_DIR = Path(__file__).parents[1] / "selftest" / "zoo" / "right"
BOXES = (RIGHT_DIR / "boxes.py").read_text(encoding="utf-8")
LETTERS = (RIGHT_DIR / "letters.c").read_text(encoding="utf-8")
SHORT = ("--examples=2", "--seed=1", "-k", "not long_runs")


def test_text_of_four_by_four_cells(here: Here) -> None:
    """A right function for 16 characters passes every property, including that of all minimal puzzles."""
    here.write("small.py", BOXES.replace("BOX_ROWS, BOX_COLUMNS = 2, 3", "BOX_ROWS, BOX_COLUMNS = 2, 2"))
    ran = here("python:small.py:solve", "--shape=2x2", "--contract=any", *SHORT)
    assert (ran.code, ran.errors) == (0, "")
    assert "shape     2x2" in ran.output
    assert {"every_minimal_puzzle", "contradictions", "deadly_patterns", "volume"} <= set(ran.lines)
    assert not {"deep_search", "images_of_known_puzzles"} & set(ran.lines)


@pytest.mark.slow
def test_rows_of_six_by_six_cells(here: Here) -> None:
    """A function that takes rows for boxes fails, and the failure is saved and replayed as rows."""
    here.write("flat.py", BOXES)
    as_rows = ("python:flat.py:solve", "--shape=2x3", "--call=rows", "--contract=any", "--examples=2", "--seed=1")
    some = ("-k", "full_grids or any_number or contradictions or deadly")
    assert here(*as_rows, *some).code == 0
    right = "row // BOX_ROWS * BOX_ROWS + column // BOX_COLUMNS"
    here.write("flat.py", BOXES.replace(right, "row"))
    wrong = here(*as_rows, *some, "-x")
    assert wrong.code == 1
    assert "+-------+-------+\n" in wrong.output.replace("   ", "\n")
    [folder] = [path for path in (here.directory / ".crosscover").iterdir() if path.is_dir()]
    record = json.loads((folder / "failure.json").read_text())
    assert (record["options"]["shape"], record["certified"]) == ("2x3", True)
    assert main(["replay", folder.name]) == 1
    here.write("flat.py", BOXES)
    assert main(["replay", folder.name]) == 0


@pytest.mark.slow
def test_program_of_poj_3076(here: Here) -> None:
    """A dialect implies its shape: the failure of a program that loses P has 16x16 cells and is saved as letters."""
    few = ("--dialect=poj3076", "--examples=1", "--seed=1", "-k", "full_grids or any_number or forms")
    assert here(here.compiled(LETTERS), *few).code == 0
    wrong = LETTERS.replace("int digit = line[column] - 'A' + 1;", "int digit = (line[column] - 'A' + 1) & 15;")
    ran = here(here.compiled(wrong), "--dialect=poj3076", "--examples=3", "--seed=1", "-k", "any_number")
    assert ran.code == 1
    assert "+---------+---------+---------+---------+" in ran.output
    [folder] = [path for path in (here.directory / ".crosscover").iterdir() if path.is_dir()]
    assert set((folder / "input.txt").read_text()) <= set("ABCDEFGHIJKLMNOP-\n")


def test_the_dialect_of_a_shape_is_found(here: Here) -> None:
    """A program that reads and answers letters is judged in its own dialect."""
    ran = here(here.compiled(LETTERS), "--shape=4x4", *SHORT, "-k", "full_grids")
    assert ran.code == 0
    assert " --dialect poj3076 " in ran.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--dialect=poj3076", "--shape=3x3"), "the dialect poj3076 is for the shape 4x4, not 3x3"),
        (
            ("--shape=2x4", "--max-growth=2"),
            "max_growth: only for the shapes 2x2, 2x3, 3x2, 3x3, 3x4, 4x3, 4x4, not 2x4",
        ),
    ],
)
def test_conflicting_shapes(arguments: tuple[str, ...], message: str, here: Here) -> None:
    """A shape that contradicts the dialect or an option for 9x9 cells is a usage error."""
    ran = here("exec:cat", *arguments)
    assert (ran.code, ran.errors) == (2, f"crosscover: {message}\n")


@pytest.mark.parametrize("shape", ["3", "1x9", "6x6", "3x3x3"])
def test_invalid_shape(shape: str, here: Here) -> None:
    """An invalid or unsupported box size is a usage error."""
    ran = here("exec:cat", f"--shape={shape}")
    assert ran.code == 2
    assert "argument --shape: expected" in ran.errors


def test_solve_and_audit_take_a_shape(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Puzzles in letters are solved and audited without a given shape, those in digits with one."""
    small, letters = tmp_path / "small.txt", tmp_path / "letters.txt"
    small.write_text(".234341221434321\n")
    puzzle, solution = easy_puzzle(Shape(4, 4))
    letters.write_text(dialect("poj3076").write([puzzle]))

    assert main(["solve", "--shape=2x2", str(small)]) == 0
    assert capsys.readouterr().out == "1234341221434321\n"
    assert main(["solve", str(letters)]) == 0
    assert capsys.readouterr().out == dialect("poj3076").write_answer(solution, puzzle)
    engines = "--engines=bitmask,dlx"
    assert [
        main(["audit", engines, "--jobs=1", *words]) for words in (["--shape=2x2", str(small)], [str(letters)])
    ] == [0, 0]
    assert capsys.readouterr().out.count(": 1 unique;") == 2
    assert main(["certify", str(letters)]) == 0
    assert '"claim":"unique","shape":"4x4"' in capsys.readouterr().out

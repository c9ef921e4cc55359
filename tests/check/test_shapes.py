"""Checks of solvers for other sizes: functions and programs, right and wrong."""

import json
from pathlib import Path

import pytest

from crosscover.dialects import dialect
from crosscover.reference import Shape
from crosscover.subjects.small_puzzles import easy_puzzle

from .running import Here

pytestmark = pytest.mark.usefixtures("quick_panel")

RIGHT_DIR = Path(__file__).parents[1] / "selftest" / "zoo" / "right"
BOXES = (RIGHT_DIR / "boxes.py").read_text(encoding="utf-8")
LETTERS = (RIGHT_DIR / "letters.c").read_text(encoding="utf-8")
SHORT = ("--examples=2", "--seed=1", "-k", "not long_runs")


def saved(here: Here) -> Path:
    """The folder of the only saved failure."""
    [folder] = [path for path in (here.directory / ".crosscover").iterdir() if path.is_dir()]
    return folder


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
    here.write("flat.py", BOXES.replace("row // BOX_ROWS * BOX_ROWS + column // BOX_COLUMNS", "row"))
    wrong = here(*as_rows, *some, "-x")
    assert wrong.code == 1
    assert "+-------+-------+\n" in wrong.output.replace("   ", "\n")
    record = json.loads((saved(here) / "failure.json").read_text())
    assert (record["options"]["shape"], record["certified"]) == ("2x3", True)
    assert here.main("replay", saved(here).name).code == 1
    here.write("flat.py", BOXES)
    assert here.main("replay", saved(here).name).code == 0


@pytest.mark.slow
def test_program_of_poj_3076(here: Here) -> None:
    """A dialect implies its shape: the failure of a program that loses P has 16x16 cells and is saved as letters."""
    few = ("--dialect=poj3076", "--examples=1", "--seed=1", "-k", "full_grids or any_number or forms")
    assert here(here.compiled(LETTERS), *few).code == 0
    wrong = LETTERS.replace("int digit = line[column] - 'A' + 1;", "int digit = (line[column] - 'A' + 1) & 15;")
    ran = here(here.compiled(wrong), "--dialect=poj3076", "--examples=3", "--seed=1", "-k", "any_number")
    assert ran.code == 1
    assert "+---------+---------+---------+---------+" in ran.output
    assert set((saved(here) / "input.txt").read_text()) <= set("ABCDEFGHIJKLMNOP-\n")


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
        (("--shape=1x9",), "argument --shape: expected"),
        (("--shape=3x3x3",), "argument --shape: expected"),
    ],
)
def test_unusable_shapes(arguments: tuple[str, ...], message: str, here: Here) -> None:
    """An invalid shape, and one that contradicts the dialect or an option for other sizes, are usage errors."""
    ran = here("exec:cat", *arguments)
    assert ran.code == 2
    assert message in ran.errors


def test_solve_and_audit_take_a_shape(here: Here) -> None:
    """Puzzles in letters are solved and audited without a given shape, those in digits with one."""
    puzzle, solution = easy_puzzle(Shape(4, 4))
    small, letters = here.write("a.txt", ".234341221434321\n"), here.write("b.txt", dialect("poj3076").write([puzzle]))
    assert here.main("solve", "--shape=2x2", small).output == "1234341221434321\n"
    assert here.main("solve", letters).output == dialect("poj3076").write_answer(solution, puzzle)
    for words in (["--shape=2x2", small], [letters]):
        ran = here.main("audit", "--engines=bitmask,dlx", "--jobs=1", *words)
        assert (ran.code, ran.output.count(": 1 unique;")) == (0, 1)
    assert '"claim":"unique","shape":"4x4"' in here.main("certify", letters).output

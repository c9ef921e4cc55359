"""Checks of solvers for other sizes: functions and programs, right and wrong."""

import json

import pytest

from .running import Here
from .solvers import ZOO

pytestmark = pytest.mark.usefixtures("quick_panel")

BOXES = (ZOO / "boxes.py").read_text(encoding="utf-8")
LETTERS = (ZOO / "letters.c").read_text(encoding="utf-8")
SHORT = ("--rounds=1", "--seed=1", "-k", "not long_runs")


@pytest.mark.slow
def test_text_of_four_by_four_cells(here: Here) -> None:
    """A right function for 16 characters passes every property, including the one on all minimal puzzles."""
    here.write("small.py", BOXES.replace("BOX_ROWS, BOX_COLUMNS = 2, 3", "BOX_ROWS, BOX_COLUMNS = 2, 2"))
    ran = here("python:small.py:solve", "--shape=2x2", "--contract=any", "-v", *SHORT)
    assert (ran.code, ran.errors) == (0, "")
    assert "contract  any, boxes of 2x2" in ran.output
    assert {"every_minimal_puzzle", "contradictions", "deadly_patterns", "volume"} <= set(ran.lines)
    assert not {"deep_search", "images_of_known_puzzles"} & set(ran.lines)


@pytest.mark.release
def test_the_dialect_of_a_shape(here: Here) -> None:
    """The dialect of POJ 3076 is found for a program that reads it."""
    ran = here(here.compiled(LETTERS), "--shape=4x4", "--rounds=1", "--seed=1", "-k", "full_grids or forms")
    assert ran.code == 0
    assert " --dialect=poj3076 " in ran.output


@pytest.mark.release
def test_program_of_poj_3076(here: Here) -> None:
    """The dialect implies the shape; the failure of a program that loses P shows letters."""
    wrong = LETTERS.replace("int digit = line[column] - 'A' + 1;", "int digit = (line[column] - 'A' + 1) & 15;")
    ran = here(here.compiled(wrong), "--dialect=poj3076", "--rounds=1", "--seed=1", "-k", "any_number")
    assert ran.code == 1
    assert "+---------+---------+---------+---------+" in ran.output
    [record] = (here.directory / ".crosscover").glob("*/failure.json")
    assert json.loads(record.read_text())["setup"]["options"]["shape"] == "4x4"
    assert set((record.parent / "input.txt").read_text()) <= set("ABCDEFGHIJKLMNOP-\n")
    assert here.main("replay", record.parent.name).code == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--dialect=poj3076", "--shape=3x3"), "the dialect poj3076 is for the shape 4x4, not 3x3"),
        (
            ("--shape=2x4", "--max-slowdown=2"),
            "max_slowdown: only for the shapes 2x2, 2x3, 3x2, 3x3, 3x4, 4x3, 4x4, 2x2+x, 2x3+x, 3x2+x, 3x3+x, not 2x4",
        ),
        (("--shape=1x9",), "argument --shape: expected"),
    ],
)
def test_unusable_shapes(arguments: tuple[str, ...], message: str, here: Here) -> None:
    """An invalid shape, or one that contradicts the dialect or an option for other sizes, is a usage error."""
    ran = here("exec:cat", *arguments)
    assert ran.code == 2
    assert message in ran.errors

"""Detection of the dialect of a text."""

import pytest

from crosscover.dialects import detect, looks_like
from crosscover.reference import Shape

from .samples import ANSWERS, BOXES, PUZZLE, ROWS


@pytest.mark.parametrize(
    ("lines", "name"),
    [
        (["end"], "lines"),
        (["# by hand"], "lines"),
        ([PUZZLE[:80]], "lines"),
        ([PUZZLE.replace(".", "-")], "lines"),
        (["-" * 81], "lines"),
        ([f"{PUZZLE};hard"], "lines"),
        (["2", "0 2 7 3 8 0 0 1 0"], "t-grids"),
        (["2", "0 2 7 3 8 0 0 1"], "t-grids"),
        (["2", "027380010"], "poj2676"),
        (["0 2 7 3 8 0 0 1 0"], "grid"),
        (["0 2 7 3 8 a 0 1 0"], "grid"),
        ([". 2 7 3 8 . . 1 ."], "drawing"),
        ([".2738..1."], "drawing"),
        (["027380010"], "drawing"),
        ([".2738..a."], "drawing"),
        ([" 27|38 | 1 "], "drawing"),
        (["┌───┬───┬───┐"], "drawing"),
        (["-----------"], "drawing"),
        (["puzzle"], "csv"),
        (['"Puzzle"'], "csv"),
        (['{"id": 1}'], "jsonl"),
        (["id,puzzle,solution,clues,difficulty,source"], "csv"),
        (["a_long_name_of_a_first_column;Quizzes"], "csv"),
        (["nr;grid"], "csv"),
        (["nr\tgrid"], "csv"),
        (["0\t2\t7\t3\t8\t0\t0\t1\t0"], "grid"),
        ([".\t2\t7\t3\t8\tx\tX\t1\t."], "drawing"),
    ],
)
def test_detected(lines: list[str], name: str) -> None:
    """The dialect is detected from the first lines, even if they are malformed."""
    found = detect(lines)
    assert found is not None
    assert found.name == name


@pytest.mark.parametrize("lines", [[], ["hello"], ["2"], ["1 2 3x5"[:1]]])
def test_not_detected(lines: list[str]) -> None:
    """Some lines are not sufficient to detect a dialect."""
    assert detect(lines) is None


def test_count_alone() -> None:
    """A lone count is detected, so that its reader can report what is missing."""
    found = detect(["2"], whole=True)
    assert found is not None
    assert found.name == "t-grids"


def test_other_shapes() -> None:
    """Detection depends on the shape."""
    found = detect(["1.34" * 4], Shape(2, 2))
    assert found is not None
    assert found.name == "lines"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (ANSWERS["lines"], ["poj3074", "lines", "arg", "args"]),
        (ANSWERS["t-grids"], ["t-grids", "grid", "drawing", "sudokunique", "uva989", "arg", "args"]),
        (ANSWERS["poj2676"], ["poj2676", "drawing", "arg", "args"]),
        (ANSWERS["csv"], ["csv"]),
        (BOXES, ["drawing", "arg", "args"]),
        (ANSWERS["t-grids"] + "\nNon-unique\n", ["sudokunique", "t-grids", "grid", "drawing", "arg", "args"]),
        ("Case 1: Unique.\nCase 2: Illegal.\n", ["uva10957"]),
        ("Case 1: Unique.\nCase 2: Perhaps.\n", []),
        (ANSWERS["jsonl"], ["poj3074", "lines", "jsonl"]),
        ("", []),
        ("hello\n", []),
        (ROWS[:40], []),
    ],
)
def test_output_looks_like(text: str, names: list[str]) -> None:
    """An output resembles the dialects in which all of it can be read and some of it is an answer."""
    assert looks_like(text) == names

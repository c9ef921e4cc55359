"""Detection of the dialect of a text."""

import pytest

from crosscover.dialects import DIALECTS
from crosscover.reference import Shape

from .samples import PUZZLE, detect


@pytest.mark.parametrize(
    ("lines", "name"),
    [
        (["end"], "lines"),
        (["# by hand", PUZZLE], "lines"),
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


@pytest.mark.parametrize("lines", [[], ["hello"], ["# by hand"]])
def test_not_detected(lines: list[str]) -> None:
    """Some lines are not sufficient to detect a dialect."""
    assert detect(lines) is None


def test_whole_numbers() -> None:
    """A second line tells the number of grids from cells, one per line."""
    names = {"0 2 7 3 8 0 0 1 0": "t-grids", "027380010": "poj2676", "2": "numbers"}
    assert [detect(["1", line]) for line in names] == [DIALECTS[name] for name in names.values()]


def test_other_shapes() -> None:
    """Detection depends on the shape."""
    found = detect(["1.34" * 4], Shape(2, 2))
    assert found is not None
    assert found.name == "lines"

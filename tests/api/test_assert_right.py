"""`assert_right` passes only if each puzzle was judged."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from crosscover import engines
from crosscover.harness.verdicts import VerdictCache
from crosscover.options import Options
from crosscover.reference import Grid
from crosscover.suite import assert_right
from tests.check.running import QUICK_PANEL
from tests.harness.fakes import EASY, HARD, OTHER, SOLUTION, ScriptedSubject, Undecided, hangs_on, timed

ECHO = "python:solver.py:solve"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(engines, "DEFAULT_PANEL", QUICK_PANEL)


def write() -> str:
    """Write a solver that answers every puzzle with one solution."""
    Path("solver.py").write_text(f"def solve(puzzle):\n    return {str(SOLUTION)!r}\n")
    return ECHO


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_puzzle_without_an_answer(place: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A puzzle that the solver does not answer in time fails."""
    puzzles = [str(EASY), str(OTHER)]
    puzzles.insert(place, str(HARD))
    subject = timed(hangs_on(HARD))

    def open_subject(_spec: str, _options: Options) -> ScriptedSubject:
        return subject

    monkeypatch.setattr("crosscover.suite.open_subject", open_subject)
    with pytest.raises(AssertionError, match=r"no answer to 1 puzzle within 6\.3 s for 3 puzzles: \.{14}3"):
        assert_right("exec:scripted", puzzles)


def test_a_long_list() -> None:
    """A wrong answer behind ten thousand correct ones is noticed."""
    wrong = str(SOLUTION)[::-1]
    with pytest.raises(AssertionError, match="clue r1c1"):
        assert_right(write(), [*[str(SOLUTION)] * 10_000, wrong])


def test_a_text() -> None:
    """A text instead of a list is a single puzzle."""
    assert_right(write(), str(SOLUTION))
    with pytest.raises(AssertionError, match="clue r1c1"):
        assert_right(write(), str(SOLUTION)[::-1])


@pytest.mark.parametrize(
    ("puzzles", "options", "message"),
    [
        ([], {}, "expected at least one puzzle"),
        ([SOLUTION], {"no_full_grids": True}, "--no-full-grids leaves out full grids"),
        (
            [EASY.with_cell(0, 2)],
            {"contract": "any", "no_clashes": True},
            "--no-clashes leaves out",
        ),
        ([Grid.empty()], {}, "expected a proper puzzle"),
        ([5], {}, "expected 81 characters, found 1"),
    ],
)
def test_puzzles_that_cannot_be_judged(puzzles: Sequence[Any], options: dict[str, object], message: str) -> None:
    """Puzzles that the contract or an option leaves out are refused, as are an empty list and other objects."""
    with pytest.raises(ValueError, match=message):
        assert_right(write(), puzzles, **options)


def test_an_undecided_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    """A puzzle that the panel cannot decide fails."""
    undecided = VerdictCache(Undecided(EASY))
    monkeypatch.setattr("crosscover.suite.verdicts_for", {"python:solver.py:solve": undecided}.__getitem__)
    with pytest.raises(AssertionError, match="the puzzle is undecided"):
        assert_right(write(), [str(EASY)])


def test_digits_from_zero() -> None:
    """Puzzles with the digits 0 to 8 are read as by all commands."""
    puzzle = str(EASY).replace("9", "0")
    with pytest.raises(AssertionError, match="clue r1c2"):
        assert_right(write(), [puzzle.replace("1", "x").replace("2", "1").replace("x", "2")])

"""Puzzles of the user, judged with a fake clock."""

from pathlib import Path

import pytest

from crosscover.exit_code import UsageError
from crosscover.harness import own_puzzles
from crosscover.harness.budget import Budget
from crosscover.harness.harness import Harness
from crosscover.harness.judging import SubjectFailedError
from crosscover.harness.own_puzzles import OwnPuzzles, read_own_puzzles
from crosscover.reference import Grid

from .fakes import EASY, OTHER, SOLUTION, Answer, ScriptedSubject, answer_rightly, harness_of, refuse_if_empty, scripted

CLASHING = EASY.with_cell(0, 2)
EMPTY = Grid.empty()


def given(*grids: Grid, answer: Answer = answer_rightly, seconds: float = 0.0, time: float = 30.0) -> Harness:
    """A harness with puzzles of a file, for a subject that takes some seconds per puzzle, and a round of some time."""
    harness = harness_of(scripted(answer, seconds=seconds), Budget(shrink_steps=0, seconds=time))
    harness.session.own_puzzles = OwnPuzzles("mine.txt", list(enumerate(grids, 1)))
    return harness


def progress(harness: Harness) -> tuple[list[Grid], str]:
    """The puzzles that the subject received, and the progress in words."""
    assert isinstance(harness.subject, ScriptedSubject)
    assert harness.session.own_puzzles is not None
    return [puzzle for batch in harness.subject.asked for puzzle in batch], harness.session.own_puzzles.describe()


def test_all_are_judged_in_order() -> None:
    """Every puzzle is judged once, in the order of the file."""
    grids = [SOLUTION.with_cell(cell, 0) for cell in range(40)]
    harness = given(*grids)
    harness.judge_own_puzzles()
    assert progress(harness) == (grids, "mine.txt: all 40 puzzles reached.")
    assert (harness.result.runs, harness.result.is_finished) == (2, True)


def test_puzzles_outside_the_contract() -> None:
    """For a solver of proper puzzles, those with no or several solutions are skipped and counted."""
    harness = given(EASY, CLASHING, EMPTY, EMPTY, OTHER)
    harness.judge_own_puzzles()
    left_out = "3 left out, which the contract excludes or the panel cannot decide"
    assert progress(harness) == ([EASY, OTHER], f"mine.txt: all 5 puzzles reached; {left_out}.")
    assert harness.result.judged == 2


def test_a_slow_subject_continues_in_the_next_round() -> None:
    """Puzzles for which a round has no time are judged in the next one, each of them once."""
    grids = [SOLUTION.with_cell(cell, 0) for cell in range(8)]
    first = given(*grids, seconds=1.0, time=3.0)
    first.judge_own_puzzles()
    asked, described = progress(first)
    assert (0 < len(asked) < 8, first.result.is_finished) == (True, False)
    assert described == f"mine.txt: {len(asked)} of 8 puzzles reached in time."
    Harness(first.session, first.result, Budget(seconds=30.0)).judge_own_puzzles()
    assert (progress(first)[0], first.result.is_finished) == (grids, True)


def test_a_failure_names_its_line() -> None:
    """A failure has the line of its puzzle."""
    harness = given(OTHER, EASY, OTHER, answer=refuse_if_empty(0))
    with pytest.raises(SubjectFailedError):
        harness.judge_own_puzzles()
    assert progress(harness)[1] == "mine.txt: all 3 puzzles reached; the first failure is in line 2."


def test_reading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Puzzles are read in any dialect, with their lines; malformed and surplus ones are refused with their place."""
    path = tmp_path / "mine.csv"
    path.write_text(f"puzzle,name\n{EASY},a\n\n{OTHER},b\n")
    own = read_own_puzzles(str(path))
    assert own.puzzles == [(2, EASY), (4, OTHER)]
    monkeypatch.setattr(own_puzzles, "MAX_PUZZLES", 1)
    with pytest.raises(UsageError, match="expected at most 1 puzzles") as surplus:
        read_own_puzzles(str(path))
    assert surplus.value.place == f"{path}:4:1"
    for text, place in (("", "1:1"), ("puzzle\n", "1:1"), (f"{EASY}\n{str(EASY)[:-1]}x1\n", "2:82")):
        path.write_text(text)
        with pytest.raises(UsageError, match="expected ") as malformed:
            read_own_puzzles(str(path))
        assert malformed.value.place == f"{path}:{place}"

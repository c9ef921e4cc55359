"""Puzzles of the user, judged with a fake clock."""

from pathlib import Path

import pytest

from crosscover import contracts
from crosscover.exit_code import UsageError
from crosscover.harness import own_puzzles
from crosscover.harness.harness import Harness
from crosscover.harness.judging import SubjectFailedError
from crosscover.harness.own_puzzles import OwnPuzzles, read_own_puzzles
from crosscover.harness.schedule import Budget
from crosscover.harness.session import SubjectSession
from crosscover.options import Options
from crosscover.reference import Grid

from .fakes import EASY, OTHER, SOLUTION, FakeClock, ScriptedSubject, answer_rightly, refuse_if_empty, verdicts

CLASHING = EASY.with_cell(0, 2)
EMPTY = Grid.empty()


def session(
    own: OwnPuzzles, *, seconds: float = 0.0, refused: int | None = None
) -> tuple[SubjectSession, ScriptedSubject]:
    """A program that takes these seconds per puzzle, with own puzzles; `refused` is the cell that it wants filled."""
    clock = FakeClock()
    answer = answer_rightly if refused is None else refuse_if_empty(refused)
    subject = ScriptedSubject(clock, answer, seconds=seconds, options=Options(contract=contracts.PROPER))
    return SubjectSession(subject, verdicts(), clock=clock, own_puzzles=own), subject


def harness(own: OwnPuzzles, *, refused: int | None = None) -> tuple[Harness, ScriptedSubject]:
    """The harness of a property of that program."""
    opened, subject = session(own, refused=refused)
    return Harness(opened, "your_puzzles", Budget(shrink_steps=0)), subject


def puzzles(*grids: Grid) -> OwnPuzzles:
    """Puzzles as read from the lines of a file, numbered from 1."""
    return OwnPuzzles("mine.txt", range(1, len(grids) + 1), grids)


def test_all_are_judged_in_order() -> None:
    """Every puzzle is judged once, in the order of the file, in growing runs."""
    grids = [SOLUTION.with_cell(cell, 0) for cell in range(40)]
    own = puzzles(*grids)
    judged, subject = harness(own)
    judged.judge_own_puzzles()
    assert [grid for batch in subject.asked for grid in batch] == grids
    assert [len(batch) for batch in subject.asked[:4]] == [1, 2, 4, 8]
    assert own.describe() == "mine.txt: all 40 puzzles reached."
    assert judged.is_finished


def test_puzzles_outside_the_contract() -> None:
    """For a solver of proper puzzles, those with no or several solutions are skipped and counted."""
    own = puzzles(EASY, CLASHING, EMPTY, EMPTY, OTHER)
    judged, subject = harness(own)
    judged.judge_own_puzzles()
    assert [grid for batch in subject.asked for grid in batch] == [EASY, OTHER]
    assert judged.record.judged == 2
    left_out = "3 left out, which the contract excludes or the panel cannot decide"
    assert own.describe() == f"mine.txt: all 5 puzzles reached; {left_out}."


def test_a_slow_subject_continues_in_the_next_round() -> None:
    """Puzzles for which a round has no time are judged in the next one, each of them once."""
    grids = [SOLUTION.with_cell(cell, 0) for cell in range(8)]
    own = puzzles(*grids)
    opened, subject = session(own, seconds=1.0)
    judged = Harness(opened, "your_puzzles", Budget(shrink_steps=0), seconds=3.0)
    judged.judge_own_puzzles()
    assert 0 < own.reached < 8
    assert not judged.is_finished
    assert own.describe() == f"mine.txt: {own.reached} of 8 puzzles reached in the time."
    Harness(opened, "your_puzzles", Budget(shrink_steps=0), seconds=30.0).judge_own_puzzles()
    assert [grid for batch in subject.asked for grid in batch] == grids


def test_a_failure_names_its_line() -> None:
    """A failure has the line of its puzzle."""
    own = puzzles(OTHER, EASY, OTHER)
    judged, _ = harness(own, refused=0)
    with pytest.raises(SubjectFailedError):
        judged.judge_own_puzzles()
    assert own.describe() == "mine.txt: all 3 puzzles reached; the first failure is in line 2."


def test_all_puzzles_outside_the_contract() -> None:
    """If all puzzles of a file are skipped, the property ends without judging any."""
    own = puzzles(*[EMPTY] * 200)
    judged, subject = harness(own)
    judged.judge_own_puzzles()
    assert (own.reached, subject.asked, judged.record.judged) == (200, [], 0)


def test_reading(tmp_path: Path) -> None:
    """Puzzles are read in any dialect, with the line at which each begins."""
    path = tmp_path / "mine.csv"
    path.write_text(f"puzzle,name\n{EASY},a\n\n{OTHER},b\n")
    own = read_own_puzzles(str(path))
    assert (own.lines, own.puzzles) == ([2, 4], [EASY, OTHER])


def test_maximum_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file with more puzzles is refused at the line of the first surplus one."""
    monkeypatch.setattr(own_puzzles, "MAX_PUZZLES", 2)
    path = tmp_path / "mine.txt"
    path.write_text(f"{EASY}\n{OTHER}\n{EASY}\n")
    with pytest.raises(UsageError, match=r"mine\.txt:3:1: expected at most 2 puzzles"):
        read_own_puzzles(str(path))


@pytest.mark.parametrize(
    ("text", "place"), [("", "1:1"), ("puzzle\n", "1:1"), (f"{EASY}\n{str(EASY)[:-1]}x1\n", "2:82"), ("\0", "1:1")]
)
def test_malformed_files(tmp_path: Path, text: str, place: str) -> None:
    """A malformed file is refused with line and column."""
    path = tmp_path / "mine.txt"
    path.write_text(text)
    with pytest.raises(UsageError, match=f"mine.txt:{place}: expected "):
        read_own_puzzles(str(path))

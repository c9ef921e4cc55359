"""Puzzles of the user, judged with a fake clock."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from crosscover.errors import UsageError
from crosscover.harness import own_puzzles
from crosscover.harness.budget import Budget
from crosscover.harness.harness import SolverHarness
from crosscover.harness.judging import SubjectFailedError
from crosscover.harness.own_puzzles import OwnPuzzles, read_own_puzzles
from crosscover.harness.round import Round
from crosscover.options import Options
from crosscover.reference import Grid
from crosscover.responses import Declined, Response

from .fakes import (
    EASY,
    HANG,
    HARD,
    OTHER,
    SOLUTION,
    Answer,
    FakeClock,
    ScriptedSubject,
    TimedSubject,
    Undecided,
    answer_correctly,
    correct,
    hangs_on,
    harness_of,
    scripted,
    timed,
)

CLASHING = EASY.with_cell(0, 2)
EMPTY = Grid.empty()


def given(*grids: Grid, answer: Answer = answer_correctly, seconds: float = 0.0, time: float = 30.0) -> SolverHarness:
    """A harness with puzzles of a file, for a subject that takes some seconds per puzzle, and a round of some time."""
    harness = harness_of(scripted(answer, seconds=seconds), Budget(shrink_steps=0, seconds=time))
    harness.session.own_puzzles = OwnPuzzles("mine.txt", list(enumerate(grids, 1)))
    return harness


def progress(harness: SolverHarness) -> tuple[list[Grid], str]:
    """The puzzles that the subject received, and the progress in words."""
    subject, own_puzzles = harness.session.subject, harness.session.own_puzzles
    assert isinstance(subject, ScriptedSubject)
    assert own_puzzles is not None
    return [puzzle for batch in subject.received for puzzle in batch], own_puzzles.describe()


def test_all_are_judged_in_order() -> None:
    """Every puzzle is judged once, in the order of the file."""
    grids = [SOLUTION.with_cell(cell, 0) for cell in range(40)]
    harness = given(*grids)
    harness.judge_own_puzzles()
    assert progress(harness) == (grids, "mine.txt: all 40 puzzles reached.")
    assert (harness.round.result.reported.runs, harness.round.result.is_unfinished) == (2, False)


def test_puzzles_outside_the_contract() -> None:
    """For a solver of proper puzzles, those with no or several solutions are skipped and counted."""
    harness = given(EASY, CLASHING, EMPTY, EMPTY, OTHER)
    harness.judge_own_puzzles()
    left_out = "3 left out, which the contract excludes"
    assert progress(harness) == ([EASY, OTHER], f"mine.txt: all 5 puzzles reached; {left_out}.")
    assert harness.round.result.reported.judged == 2


def test_a_slow_subject_continues_in_the_next_round() -> None:
    """Puzzles for which a round has no time are judged in the next one, each of them once."""
    grids = [SOLUTION.with_cell(cell, 0) for cell in range(8)]
    first = given(*grids, seconds=1.0, time=3.0)
    first.judge_own_puzzles()
    asked, described = progress(first)
    assert (0 < len(asked) < 8, first.round.result.is_unfinished) == (True, True)
    assert described == f"mine.txt: {len(asked)} of 8 puzzles reached in time."
    SolverHarness(Round(first.session, first.round.result, Budget(seconds=30.0))).judge_own_puzzles()
    assert (progress(first)[0], first.round.result.is_unfinished) == (grids, False)


def test_puzzles_that_a_cut_off_run_does_not_reach() -> None:
    """Puzzles of a run that the end of the check cuts off are not reached, and the next round judges them."""
    grids = [SOLUTION.with_cell(cell, 0) for cell in range(40)]
    subject = timed(lambda _puzzle, place: 0.1 if place < 10 else 30.0)  # the speed of the first puzzles promises more
    harness = harness_of(subject, Budget(seconds=8.0), run_seconds=8.0)
    harness.session.own_puzzles = own = OwnPuzzles("mine.txt", list(enumerate(grids, 1)))
    for number in (1, 5):
        harness.session.timeouts.run((EASY,) * number)
    harness.judge_own_puzzles()
    result = harness.round.result
    assert 0 < own.reached == result.reported.judged + len(result.unanswered) < 40
    result = harness.round.result
    assert (result.skipped, result.is_unfinished) == (40 - own.reached, True)


def test_puzzles_behind_one_that_hangs() -> None:
    """If other processes take the time of a run that stops at a puzzle, the puzzles behind it run again."""
    grids = [SOLUTION.with_cell(cell, 0) for cell in range(12)]
    subject = TimedSubject(
        FakeClock(), lambda puzzle, _: HANG if puzzle == grids[2] else 0.01, options=Options(time_limit=2.0)
    )
    subject.is_starved = True
    harness = harness_of(subject, Budget(shrink_steps=0, seconds=60), run_seconds=600)
    harness.session.own_puzzles = OwnPuzzles("mine.txt", list(enumerate(grids, 1)))
    harness.session.runs.run_easy_puzzle()
    harness.judge_own_puzzles()
    result = harness.round.result
    assert (result.reported.judged, list(result.suspects)) == (11, [grids[2]])


def test_hard_puzzles_are_given_to_a_slow_subject() -> None:
    """A slow subject receives every puzzle of the user, even if a plain search would take too long."""
    subject = timed(hangs_on(HARD))
    harness = harness_of(subject, Budget(seconds=60.0), run_seconds=60)
    for number in (1, 5, 1):
        harness.session.timeouts.run((EASY,) * number)
    harness.session.timeouts.run((HARD,))
    harness.session.own_puzzles = OwnPuzzles("mine.txt", [(1, EASY), (2, HARD), (3, OTHER)])
    harness.judge_own_puzzles()
    result = harness.round.result
    assert (result.reported.judged, result.unanswered, result.skipped) == (2, [HARD], 0)


def test_an_interrupt() -> None:
    """Puzzles of a run that Ctrl-C ends are not reached."""

    def interrupt(_batch: Sequence[Grid]) -> Sequence[Response]:
        raise KeyboardInterrupt

    harness = given(EASY, OTHER, answer=interrupt)
    with pytest.raises(KeyboardInterrupt):
        harness.judge_own_puzzles()
    assert progress(harness)[1] == "mine.txt: 0 of 2 puzzles reached in time."


def test_undecided_puzzles_are_listed() -> None:
    """A puzzle that the panel cannot decide is not judged; the others are."""
    harness = given(EASY, EMPTY, OTHER)
    harness.session.verdicts.panel = Undecided(EMPTY)
    harness.judge_own_puzzles()
    result = harness.round.result
    assert (result.reported.judged, result.undecided, result.is_unfinished) == (2, [EMPTY], False)


def refuse_easy(batch: Sequence[Grid]) -> Sequence[Response]:
    """Refuse one puzzle."""
    return [Declined() if puzzle == EASY else correct(puzzle) for puzzle in batch]


@pytest.mark.parametrize(
    ("grids", "line"), [((OTHER, EASY, OTHER), 2), ((OTHER, CLASHING, EMPTY, EASY), 4), ((OTHER, HARD, OTHER, EASY), 4)]
)
def test_a_failure_names_its_line(grids: Sequence[Grid], line: int) -> None:
    """A failure has the line of its puzzle, also if puzzles before it are left out or time out."""
    subject = timed(hangs_on(HARD), refuse_easy)
    harness = harness_of(subject, Budget(shrink_steps=0, seconds=60.0), run_seconds=60)
    for number in (1, 5):
        harness.session.timeouts.run((SOLUTION,) * number)
    harness.session.own_puzzles = own = OwnPuzzles("mine.txt", list(enumerate(grids, 1)))
    with pytest.raises(SubjectFailedError):
        harness.judge_own_puzzles()
    assert own.describe().endswith(f"; the first failure is in line {line}.")


def test_a_failure_ends_the_property() -> None:
    """The puzzles of the run that fails are reached, the puzzles after it are not."""
    harness = given(OTHER, EASY, SOLUTION, OTHER, answer=refuse_easy, seconds=1.0, time=4.0)
    with pytest.raises(SubjectFailedError):
        harness.judge_own_puzzles()
    reached = "2 of 4 puzzles reached before the first failure; the first failure is in line 2"
    assert progress(harness) == ([OTHER, EASY], f"mine.txt: {reached}.")


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
    for text, place in (("", "1:1"), ("puzzle\n", "2:1"), (f"{EASY}\n{str(EASY)[:-1]}x1\n", "2:82")):
        path.write_text(text)
        with pytest.raises(UsageError, match="expected ") as malformed:
            read_own_puzzles(str(path))
        assert malformed.value.place == f"{path}:{place}"

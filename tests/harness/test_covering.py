"""Covering lists are asked before anything is drawn, as far as there is time."""

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace

import pytest
from hypothesis import strategies as st

from crosscover.dialects import Formatting
from crosscover.harness import pacing
from crosscover.harness.harness import Harness
from crosscover.harness.judging import CoverBatch, SubjectFailedError
from crosscover.harness.schedule import Budget
from crosscover.harness.session import SubjectSession
from crosscover.reference import Grid
from crosscover.responses import Declined, Response
from crosscover.subjects.subject import Transcript, Usage

from .fakes import (
    EASY,
    OTHER,
    SOLUTION,
    FakeClock,
    ScriptedSubject,
    TimedSubject,
    each,
    refuse_if_empty,
    right,
    verdicts,
)

COVER = (
    CoverBatch((EASY, OTHER), ("two puzzles",)),
    CoverBatch((SOLUTION,) * 40, ("a run of 40 puzzles",)),
    CoverBatch((SOLUTION,) * 300, ("a run of 300 puzzles",)),
)

HARD = SOLUTION.keeping(sum(1 << cell for cell in range(81) if cell % 6))
"""A puzzle that is not nearly full."""


def harness_for(
    seconds_per_puzzle: float, *, start: float = 0.0, seconds: float = 10.0
) -> tuple[Harness, TimedSubject]:
    """A harness with a covering list, for some seconds."""
    clock = FakeClock()
    subject = TimedSubject(clock, each(seconds_per_puzzle), start=start)
    session = SubjectSession(subject, verdicts(), clock=clock)
    session.start(60)
    for number in (1, 5, 1):
        session.retries.judge((EASY,) * number, COVER[0].formatting)
    subject.asked.clear()
    return Harness(session, "p", Budget(examples=1, shrink_steps=0), seconds=seconds, cover=COVER), subject


@pytest.mark.parametrize(
    ("seconds_per_puzzle", "sizes"), [(0.001, [2, 40, 300, 1]), (0.1, [2, 40, 3, 1]), (1.0, [2, 3, 1])]
)
def test_a_long_run_is_asked_whole_or_not_at_all(seconds_per_puzzle: float, sizes: list[int]) -> None:
    """A run that the subject has no time for is not asked, and what was asked is known."""
    harness, subject = harness_for(seconds_per_puzzle)
    harness.for_each_example(st.just([EASY]), harness.judge)
    assert [len(batch) for batch in subject.asked] == sizes
    assert harness.covered == len([size for size in sizes if size in (2, 40, 300)])


def give_up(batch: Sequence[Grid]) -> list[Response]:
    """Refuse hard puzzles."""
    return [Declined() if puzzle == HARD else right(puzzle) for puzzle in batch]


@pytest.mark.parametrize(("seconds", "fails"), [(8.0, True), (12.0, False)])
def test_a_hard_puzzle_is_asked_in_full(seconds: float, fails: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A solver so slow that other puzzles are made easier gets it as it is; a timeout leaves it unanswered."""

    def is_never_easy(_puzzle: Grid, _solutions: int, _limit: int) -> bool:
        return False

    monkeypatch.setattr(pacing, "is_easy", is_never_easy)
    clock = FakeClock()
    subject = TimedSubject(clock, lambda puzzle, _: seconds if puzzle == HARD else 0.01, answer=give_up)
    session = SubjectSession(subject, verdicts(), clock=clock)
    session.start(60)
    for batch in ((EASY,) * 5, (EASY,), (HARD,)):
        session.retries.judge(batch, Formatting())
    cover = (CoverBatch((HARD,), ("a hard puzzle",), length_matters=True, in_full=True),)
    harness = Harness(session, "p", Budget(examples=1, shrink_steps=0), seconds=6.0, cover=cover)
    with pytest.raises(SubjectFailedError) if fails else nullcontext():
        harness.judge_covering_list()
    assert subject.asked[-1] == (HARD,)
    assert harness.record.unanswered == ([] if fails else [HARD])
    assert harness.covered == (0 if fails else 1)


def test_a_long_run_of_easy_puzzles_after_hard_ones() -> None:
    """A long run is asked if its first puzzles show that there is time, although the puzzles before it were slow."""
    clock = FakeClock()

    def seconds(puzzle: Grid, _place: int) -> float:
        return 0.001 if puzzle == SOLUTION else 2.0

    subject = TimedSubject(clock, seconds)
    session = SubjectSession(subject, verdicts(), clock=clock)
    session.start(60)
    cover = (CoverBatch((HARD,), ("a hard puzzle",)), *COVER[1:])
    harness = Harness(session, "p", Budget(examples=1, shrink_steps=0), seconds=10.0, cover=cover)
    harness.judge_covering_list()
    assert [len(batch) for batch in subject.asked] == [1, 3, 40, 300]


def test_starts_do_not_count() -> None:
    """If runs report their time without the start, a slow start does not make their puzzles seem slow."""
    clock = FakeClock()
    starts = iter([0.1, 2.0, 2.0, 0.1])

    class Reporting(ScriptedSubject):
        """A subject that takes longer to start now and then."""

        def ask(
            self,
            batch: Sequence[Grid],
            formatting: Formatting = Formatting(),
            seconds: float | None = None,
            wall_seconds: float | None = None,
        ) -> Transcript:
            """Report the time of the puzzles alone."""
            clock.now += next(starts)
            return replace(super().ask(batch, formatting, seconds, wall_seconds), usage=Usage(0.0, 0.001 * len(batch)))

    session = SubjectSession(Reporting(clock, seconds=0.001), verdicts(), clock=clock)
    session.start(60)
    session.retries.judge((EASY,), Formatting())
    harness = Harness(session, "p", Budget(examples=1, shrink_steps=0), seconds=10.0, cover=(COVER[0], COVER[2]))
    harness.judge_covering_list()
    assert harness.covered == 2


def test_a_long_run_that_comes_first() -> None:
    """The pace for a long run is measured if nothing is known of the subject."""
    clock = FakeClock()
    subject = TimedSubject(clock, each(1.0))
    session = SubjectSession(subject, verdicts(), clock=clock)
    session.start(60)
    harness = Harness(session, "p", Budget(examples=1, shrink_steps=0), seconds=10.0, cover=COVER[2:])
    harness.judge_covering_list()
    assert [len(batch) for batch in subject.asked] == [3]
    assert (harness.covered, harness.is_finished) == (0, False)


def test_batches_are_joined_if_a_start_takes_long() -> None:
    """A subject that starts slowly gets several batches of the list in one run."""
    harness, subject = harness_for(0.01, start=2.0, seconds=60)
    harness.for_each_example(st.just([EASY]), harness.judge)
    assert [len(batch) for batch in subject.asked] == [42, 300, 1]
    assert harness.covered == len(COVER)


def test_a_batch_of_the_list_that_fails() -> None:
    """A subject that fails a batch of the list fails the property."""
    clock = FakeClock()
    session = SubjectSession(ScriptedSubject(clock, refuse_if_empty(80)), verdicts(), clock=clock)
    harness = Harness(session, "p", Budget(examples=1, shrink_steps=0), cover=COVER)
    with pytest.raises(SubjectFailedError):
        harness.for_each_example(st.just([EASY]), harness.judge)
    assert harness.covered == 0

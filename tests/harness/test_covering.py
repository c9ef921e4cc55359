"""Covering lists are asked before anything is drawn, as far as there is time."""

import pytest
from hypothesis import strategies as st

from crosscover.dialects import Formatting, LineEnd
from crosscover.harness.budget import Budget
from crosscover.harness.harness import Harness
from crosscover.harness.judging import CoverBatch, SubjectFailedError, facets_of

from .fakes import (
    EASY,
    OTHER,
    SOLUTION,
    FakeClock,
    ScriptedSubject,
    TimedSubject,
    each,
    hangs_on,
    harness_of,
    refuse_if_empty,
)

COVER = (
    CoverBatch((EASY, OTHER), ("two puzzles",)),
    CoverBatch((SOLUTION,) * 40, ("a run of 40 puzzles",)),
    CoverBatch((SOLUTION,) * 300, ("a run of 300 puzzles",)),
)
SPARSE = SOLUTION.keeping(sum(1 << cell for cell in range(81) if cell % 6))
"""A puzzle that is not nearly full."""


def covered(
    subject: ScriptedSubject, *cover: CoverBatch, is_known: bool = True, seconds: float = 10.0, jobs: int = 1
) -> Harness:
    """A harness of a run of a minute that has judged as much of a covering list as fits into a round."""
    budget = Budget(examples=1, shrink_steps=0, seconds=seconds)
    harness = harness_of(subject, budget, run_seconds=60, cover=cover, jobs=jobs)
    for number in (1, 5, 1) if is_known else ():
        harness.session.timeouts.judge((EASY,) * number)
    harness.deadline = harness.end.within(seconds)
    subject.asked.clear()
    harness.judge_covering_list()
    return harness


def sizes(subject: ScriptedSubject) -> list[int]:
    """The number of puzzles in each run."""
    return [len(batch) for batch in subject.asked]


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize(("seconds_per_puzzle", "expected"), [(0.001, [2, 40, 300]), (0.1, [2, 40, 3]), (1.0, [2, 3])])
def test_a_long_run_is_asked_whole_or_not_at_all(seconds_per_puzzle: float, expected: list[int], jobs: int) -> None:
    """A run that the subject has no time for is not asked, after a look at its first puzzles."""
    subject = TimedSubject(FakeClock(), each(seconds_per_puzzle))
    assert covered(subject, *COVER, jobs=jobs).result.covered == len([size for size in expected if size != 3])
    assert sorted(sizes(subject)[:2]) + sizes(subject)[2:] == expected


def test_the_list_continues_in_the_next_round() -> None:
    """A later round asks what is left of the list, and none of it twice."""
    subject = TimedSubject(FakeClock(), each(0.1))
    first = covered(subject, *COVER)
    subject.asked.clear()
    later = Harness(first.session, first.result, Budget(examples=1, seconds=50.0))
    later.for_each_example(st.just([EASY]), later.judge)
    assert sizes(subject) == [300, 1]
    assert first.result.covered == len(COVER)


def test_a_long_run_of_easy_puzzles_after_hard_ones() -> None:
    """A long run is asked if its first puzzles show that there is time, although the puzzles before it were slow."""
    subject = TimedSubject(FakeClock(), lambda puzzle, _: 0.001 if puzzle == SOLUTION else 2.0)
    harness = covered(subject, CoverBatch((SPARSE,), ("a hard puzzle",)), *COVER[1:], is_known=False)
    assert (harness.result.covered, sizes(subject)[-3:]) == (3, [3, 40, 300])


def test_a_long_run_that_comes_first() -> None:
    """The pace for a long run is measured if nothing is known of the subject."""
    subject = TimedSubject(FakeClock(), each(0.9))
    assert covered(subject, COVER[2], is_known=False).result.covered == 0
    assert max(sizes(subject)) == 3


def test_batches_are_joined_if_a_start_takes_long() -> None:
    """A subject that starts slowly gets several batches of the list in one run, unless the length of one matters."""
    subject = TimedSubject(FakeClock(), each(0.01), start=2.0)
    assert covered(subject, *COVER, seconds=60).result.covered == 3
    assert sizes(subject) == [42, 300]
    subject = TimedSubject(FakeClock(), each(0.01), start=2.0)
    covered(subject, COVER[0], CoverBatch((EASY,) * 7, ("seven",), length_matters=True), COVER[0], COVER[0])
    assert sizes(subject) == [2, 7, 4]


@pytest.mark.parametrize(("seconds_per_puzzle", "is_asked"), [(0.001, True), (0.1, False)])
def test_a_batch_with_a_cost(seconds_per_puzzle: float, is_asked: bool) -> None:
    """A batch that costs as much as many puzzles is left out for a slow subject, and the list goes on."""
    subject = TimedSubject(FakeClock(), each(seconds_per_puzzle))
    harness = covered(subject, CoverBatch((EASY,) * 3, (), cost=1000, length_matters=True), COVER[0])
    assert harness.result.covered == 2
    assert sizes(subject) == [3, 2] if is_asked else [2]


@pytest.mark.parametrize(("wrong", "seconds"), [(True, 0.01), (False, 0.01), (False, 8.0)])
def test_a_batch_in_full(wrong: bool, seconds: float) -> None:
    """A batch in full is asked once, with half of the time of the round; a timeout leaves it unanswered."""
    answer = refuse_if_empty(SPARSE.empty_cells()[0])
    cost = hangs_on(SPARSE) if seconds > 1 else each(seconds)
    subject = TimedSubject(FakeClock(), cost, answer=answer if wrong else lambda _: None)
    cover = CoverBatch((SPARSE,), ("a hard puzzle",), length_matters=True, in_full=True)
    if wrong:
        with pytest.raises(SubjectFailedError):
            covered(subject, cover)
    else:
        harness = covered(subject, cover)
        assert (harness.result.covered, harness.result.unanswered) == (1, [SPARSE] if seconds > 1 else [])
    assert (subject.asked, subject.limits[-1]) == ([(SPARSE,)], 5.0)


def test_runs_are_asked_ahead() -> None:
    """With two processes, two runs of the list take place at once, and each is asked once."""
    subject = ScriptedSubject(FakeClock(), seconds=0.001)
    harness = covered(subject, *COVER, jobs=2)
    assert (harness.result.covered, harness.result.judged) == (3, 342)
    assert (sorted(sizes(subject)[:2]), sizes(subject)[2:]) == ([2, 40], [300])


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_batch_of_the_list_that_fails(jobs: int) -> None:
    """A subject that fails a batch of the list fails the property; with two processes, it fails the batch alone too."""
    subject = ScriptedSubject(FakeClock(), refuse_if_empty(80))
    with pytest.raises(SubjectFailedError) as raised:
        covered(subject, *COVER, jobs=jobs)
    assert raised.value.counterexample.batch == COVER[0].puzzles
    assert subject.asked.count(COVER[0].puzzles) == jobs


def test_facets() -> None:
    """The facets of a list are named once each, in order."""
    crlf = CoverBatch((EASY,), ("CRLF", "two puzzles"), Formatting(line_end=LineEnd.CRLF), usual="LF")
    assert facets_of((*COVER[:2], crlf)) == ("two puzzles", "a run of 40 puzzles", "CRLF")

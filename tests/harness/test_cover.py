"""The runs of a covering list: joined, whole or not at all, continued in the next round."""

import math

import pytest
from hypothesis import strategies as st

from crosscover.harness.budget import Budget
from crosscover.harness.cover import next_runs
from crosscover.harness.harness import SolverHarness
from crosscover.harness.judging import CoverBatch, SubjectFailedError
from crosscover.harness.round import Round
from crosscover.reference import Grid

from . import fakes
from .fakes import EASY, OTHER, SOLUTION, SPARSE, ScriptedSubject, harness_of, refuse_if_empty, scripted, sizes, timed

COVER = (
    CoverBatch((EASY, OTHER), ("two puzzles",)),
    CoverBatch((SOLUTION,) * 40, ("a run of 40 puzzles",)),
    CoverBatch((SOLUTION,) * 300, ("a run of 300 puzzles",)),
)


def covered(subject: ScriptedSubject, *cover: CoverBatch, seconds: float = 10.0, jobs: int = 1) -> SolverHarness:
    """A harness of a run of a minute that has judged as much of a covering list as fits into a round."""
    budget = Budget(examples=1, shrink_steps=0, seconds=seconds)
    harness = harness_of(subject, budget, run_seconds=60, cover=cover, jobs=jobs)
    for number in (1, 5, 1):
        harness.session.timeouts.run((EASY,) * number)
    harness.round.deadline = harness.round.end.within(seconds)
    subject.received.clear()
    harness.judge_covering_list()
    return harness


@pytest.mark.parametrize(("seconds_per_puzzle", "expected"), [(0.001, [2, 40, 300]), (0.1, [2, 40, 3]), (1.0, [2, 3])])
def test_a_long_run_is_asked_whole_or_not_at_all(seconds_per_puzzle: float, expected: list[int]) -> None:
    """A run that the subject has no time for is not asked, after its first puzzles."""
    subject = timed(fakes.each(seconds_per_puzzle))
    assert covered(subject, *COVER).round.result.covered == len([size for size in expected if size != 3])
    assert sizes(subject) == expected


def test_the_list_continues_in_the_next_round() -> None:
    """A later round asks what is left of the list, and none of it twice."""
    subject = timed(fakes.each(0.1))
    first = covered(subject, *COVER)
    subject.received.clear()
    later = SolverHarness(Round(first.session, first.round.result, Budget(examples=1, seconds=50.0)))
    later.for_each_example(st.just([EASY]), later.judge_drawn)
    assert sizes(subject) == [300, 1]
    assert first.round.result.covered == len(COVER)


def test_a_run_that_is_cut_off_covers_nothing() -> None:
    """The facets of a run at the end of the time are covered only if the run was not cut off."""
    grids = [SOLUTION.with_cell(cell, 0) for cell in range(16)]
    cover = CoverBatch(tuple(grids[:10]), ("ten",)), CoverBatch(tuple(grids[10:]), ("six",), runs_alone=True)
    subject = timed(lambda puzzle, _: math.inf if puzzle == grids[10] else 0.8)
    harness = harness_of(subject, Budget(shrink_steps=0), run_seconds=10, cover=cover)
    harness.session.runs.run_easy_puzzle()
    harness.judge_covering_list()
    assert harness.round.result.covered == 1
    assert harness.round.result.skipped > 0


def test_batches_are_joined_if_a_start_takes_long() -> None:
    """A subject that starts slowly gets several batches of the list in one run, unless the length of one matters."""
    subject = timed(fakes.each(0.01), start=2.0)
    assert covered(subject, *COVER, seconds=60).round.result.covered == 3
    assert sizes(subject) == [42, 300]
    subject = timed(fakes.each(0.01), start=2.0)
    covered(subject, COVER[0], CoverBatch((EASY,) * 7, ("seven",), runs_alone=True), COVER[0], COVER[0])
    assert sizes(subject) == [2, 7, 4]


def test_long_runs_start_alone() -> None:
    """Short runs start in parallel, but a run whose length matters, or that takes too long, starts alone."""
    pace = covered(timed(fakes.each(0.01))).session.runs.pace
    two, forty, many = COVER
    seven = CoverBatch((EASY,) * 7, ("seven",), runs_alone=True)

    def started(*cover: CoverBatch) -> list[CoverBatch]:
        return [batch for run in next_runs(cover, pace, 1.0, 3) for batch in run.batches]

    assert started(two, forty, two, two) == [two, forty, two]
    assert (started(two, seven, two), started(seven, two)) == ([two], [seven])
    assert (started(two, many, two), started(many, two)) == ([two], [many])


@pytest.mark.parametrize(("cost", "unanswered"), [(fakes.each(0.01), []), (fakes.hangs_on(SPARSE), [SPARSE])])
def test_a_batch_in_full(cost: fakes.Cost, unanswered: list[Grid]) -> None:
    """A batch in full is asked once, with half of the time of the round; a timeout leaves it unanswered."""
    subject = timed(cost)
    harness = covered(subject, CoverBatch((SPARSE,), ("a hard puzzle",), runs_alone=True, unfiltered=True))
    assert (harness.round.result.covered, harness.round.result.unanswered) == (1, unanswered)
    assert (subject.received, subject.limits[-1]) == ([(SPARSE,)], 5.0)


def test_a_costly_batch() -> None:
    """A batch that takes as long as many similar puzzles waits for a round with enough time."""
    costly = CoverBatch((EASY,) * 3, (), runs_alone=True, similar_puzzles=200)
    subject = timed(fakes.each(0.1))
    first = covered(subject, costly)
    assert (first.round.result.covered, sizes(subject)) == (0, [])
    later = SolverHarness(Round(first.session, first.round.result, Budget(examples=1, seconds=50.0)))
    later.judge_covering_list()
    assert (first.round.result.covered, sizes(subject)) == (1, [3])


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_batch_of_the_list_that_fails(jobs: int) -> None:
    """A subject that fails a batch of the list fails the property; with two processes, it fails the batch alone too."""
    subject = scripted(refuse_if_empty(80))
    with pytest.raises(SubjectFailedError) as raised:
        covered(subject, *COVER, jobs=jobs)
    assert raised.value.counterexample.batch == COVER[0].puzzles
    assert subject.received.count(COVER[0].puzzles) == jobs

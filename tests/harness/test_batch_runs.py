"""Runs of a subject on batches: in parallel, and repeated alone."""

from collections.abc import Sequence
from threading import Barrier

from hypothesis import strategies as st

from crosscover.harness.batch_runs import REPEATS
from crosscover.reference import Grid
from crosscover.responses import Declined, Failed, Fault, Response

from .fakes import EASY, OTHER, SOLUTION, correct, hangs_on, harness_of, scripted, timed


def test_a_failure_of_a_run_started_ahead_is_repeated_alone() -> None:
    """A wrong answer beside other runs counts only if the batch fails alone, too; else runs no longer overlap."""
    asked: dict[tuple[Grid, ...], int] = {}

    def refuse_first(batch: Sequence[Grid]) -> Sequence[Response] | None:
        asked[tuple(batch)] = asked.get(tuple(batch), 0) + 1
        return [Declined()] * len(batch) if batch == (EASY,) and asked[EASY,] == 1 else None

    harness = harness_of(scripted(refuse_first), jobs=2)
    harness.judge_each(st.sampled_from([[EASY], [OTHER], [SOLUTION]]))
    assert asked == {(EASY,): 1 + REPEATS, (OTHER,): 1, (SOLUTION,): 1}
    assert (harness.round.result.reported.judged, harness.round.shrinking is not None) == (3, False)
    assert (harness.session.runs.overlap_fails, harness.session.parallel_runs) == (True, 1)


def test_memory_that_other_runs_take() -> None:
    """A run that lacks memory beside other runs is repeated alone, and its puzzle does not count as too large."""
    received: list[Sequence[Grid]] = []

    def lack_memory(batch: Sequence[Grid]) -> Sequence[Response] | None:
        received.append(batch)
        return [Failed(Fault.OUT_OF_MEMORY, "too little")] if received.count(batch) == 1 and EASY in batch else None

    harness = harness_of(scripted(lack_memory), jobs=2)
    harness.judge_each(st.sampled_from([[EASY], [OTHER]]))
    assert received.count((EASY,)) == 2
    assert harness.session.runs.out_of_memory == set()
    assert not harness.session.runs.overlap_fails


def test_a_timeout_of_a_run_started_ahead() -> None:
    """A run that times out beside other runs is settled by the rule for timeouts: its easy puzzle runs alone once."""
    subject = timed(hangs_on(EASY, times=1))
    harness = harness_of(subject, run_seconds=60, jobs=2)
    for number in (1, 5):
        harness.session.timeouts.run((SOLUTION,) * number)
    harness.judge_each(st.sampled_from([[EASY], [OTHER]]))
    assert subject.received.count((EASY,)) == 2
    assert not harness.session.runs.overlap_fails


def test_batches_are_asked_at_once() -> None:
    """As many runs as there are jobs take place at once."""
    together = Barrier(2, timeout=60)
    harness = harness_of(scripted(lambda batch: list(map(correct, batch)) if together.wait() >= 0 else None), jobs=2)
    harness.judge_each(st.sampled_from([[EASY], [EASY, OTHER]]))
    assert harness.round.result.reported.distinct == 2

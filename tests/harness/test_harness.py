"""The harness of a property, its covering list, the judge, and the registry."""

import math
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import strategies as st

from crosscover import contracts
from crosscover.dialects import Formatting
from crosscover.harness.batch_runs import REPEATS
from crosscover.harness.budget import Budget
from crosscover.harness.harness import SolverHarness, judge
from crosscover.harness.judging import CoverBatch, SavedInput, SubjectFailedError
from crosscover.harness.pace import MAX_BATCH_SIZE
from crosscover.harness.property import Property
from crosscover.harness.property_result import Ended
from crosscover.harness.round import Round
from crosscover.harness.session import SubjectSession
from crosscover.harness.verdicts import VerdictCache
from crosscover.options import Options
from crosscover.oracles.panel import Panel
from crosscover.reference import Grid
from crosscover.responses import Declined
from crosscover.result import Status
from crosscover.subjects.subject import hash_seed_of

from . import fakes
from .fakes import (
    BUDGET,
    EASY,
    OTHER,
    SOLUTION,
    SPARSE,
    ScriptedSubject,
    Undecided,
    harness_of,
    refuse_if_empty,
    scripted,
    sizes,
    timed,
)

ANY = Options(contract=contracts.ANY)
ONE_EMPTY = st.integers(0, 80).map(lambda cell: [SOLUTION.with_cell(cell, 0)])
"""Batches of a puzzle with an empty cell."""
IT = Property("p", "What p says.", lambda harness: harness.judge([EASY]))
"""A property of one puzzle."""


def session_of(subject: ScriptedSubject, cache: VerdictCache | None = None) -> SubjectSession:
    """A session of a subject."""
    return SubjectSession(subject, cache or fakes.verdicts(), clock=subject.clock)


def test_rounds() -> None:
    """A round fills the result of the property; the next one adds to it."""

    def draw(harness: SolverHarness) -> None:
        harness.judge_each(ONE_EMPTY)

    subject = scripted()
    session = session_of(subject)
    for number in (1, 2):
        result = judge(replace(IT, test=draw), session, BUDGET)
        found = result.reported
        assert (found.status, result.rounds, found.judged) == (Status.PASSED, number, number * BUDGET.examples)
        assert (found.runs, found.distinct, result.is_unfinished) == (found.judged, len({*subject.received}), True)
    assert session.results == {"p": result}


def test_a_failure_is_certified() -> None:
    """The result of a failing property has its counterexample, with a certificate."""
    result = judge(IT, session_of(scripted(refuse_if_empty(0))), BUDGET)
    assert (result.reported.status, result.reported.failed_after, result.is_unfinished) == (Status.WRONG, 1, False)
    assert result.failure is not None
    assert (result.failure.puzzles, result.failure.certified) == ((str(EASY),), True)
    [certificate] = result.failure.certificates
    assert str(EASY) in certificate


def test_a_false_certificate_is_a_fault_of_crosscover() -> None:
    """If the panel is wrong together with the subject, the property is a fault."""
    cache = VerdictCache(Panel({"wrong": fakes.finds_nothing}), share=math.inf)
    result = judge(IT, session_of(scripted(refuse_if_empty(0), options=ANY), cache), BUDGET)
    assert result.reported.status is Status.FAULT
    assert result.failure is not None
    assert result.failure.reason.startswith("RefutedVerdictError: the panel finds that")


@pytest.mark.parametrize(("taken", "status"), [(0.5, Status.VACUOUS), (2.0, Status.NOT_RUN)])
def test_a_property_that_judges_nothing(taken: float, status: Status) -> None:
    """A property that judges nothing before its time is up is not run; with time left, it is vacuous."""
    subject = scripted()

    def wait(_batch: list[Grid]) -> None:
        subject.clock.now += taken

    def draw(harness: SolverHarness) -> None:
        harness.for_each_example(ONE_EMPTY, wait)

    prop = replace(IT, test=draw)
    result = judge(prop, session_of(subject), Budget(examples=1, seconds=1.0))
    assert result.reported.status is status


@pytest.mark.parametrize(("seconds", "judged"), [(10.0, 2), (0.0, 1)])
def test_a_slow_subject_ends_a_round(seconds: float, judged: int) -> None:
    """When the time of a round is over, no further example runs, but it has at least one."""
    harness = harness_of(scripted(seconds=6.0), Budget(examples=20, seconds=seconds))
    harness.for_each_example(ONE_EMPTY, harness.judge_drawn)
    assert (harness.round.result.reported.judged, harness.round.result.ended) == (judged, Ended.NO_TIME)


def test_a_failure_is_shrunk() -> None:
    """The counterexample is the smallest of its cause."""
    harness = harness_of(scripted(refuse_if_empty(0)))
    batches = st.integers(0, 2**80 - 1).map(lambda kept: [SOLUTION, SOLUTION.keeping(kept << 1 | 2**80 - 2**70)])
    with pytest.raises(SubjectFailedError) as raised:
        harness.for_each_example(batches, lambda batch: harness.judge_drawn([SOLUTION.with_cell(0, 0), *batch[:1]]))
    assert raised.value.counterexample.batch == (EASY,)


def saved_of(
    subject: ScriptedSubject, *saved: SavedInput, seconds: float = math.inf, run_seconds: float = 60
) -> SolverHarness:
    """A harness of a round of the property `saved_failures`, by default in a run of a minute."""
    harness = harness_of(subject, Budget(seconds=seconds), name="saved_failures", run_seconds=run_seconds)
    harness.session.waiting = list(saved)
    return harness


def test_a_saved_failure_is_judged_whole() -> None:
    """The input of a saved failure is rerun in one run, even if the round has too little time for it."""
    subject = timed(fakes.each(1 / 30))
    harness = saved_of(subject, SavedInput((EASY,) * 60, Formatting()), seconds=0.5)
    for number in (1, 5):
        harness.session.timeouts.run((EASY,) * number)
    harness.judge_saved()
    assert (sizes(subject)[2:], harness.round.result.reported.judged, harness.round.result.skipped) == ([60], 60, 0)


def test_a_long_saved_failure_is_judged_whole() -> None:
    """The input of a saved failure is not cut to the length of drawn batches."""
    subject = scripted()
    harness = saved_of(subject, SavedInput((SOLUTION,) * (MAX_BATCH_SIZE + 1500), Formatting()))
    harness.judge_saved()
    assert (sizes(subject), harness.round.result.reported.judged) == ([11_500], 11_500)


def test_saved_failures_continue_in_the_next_round() -> None:
    """Saved failures for which a round has no time are not reached, and the next round reruns them."""
    subject = timed(fakes.each(1.0))
    harness = saved_of(subject, *[SavedInput((puzzle,), Formatting()) for puzzle in (EASY, OTHER, SPARSE)], seconds=1.5)
    harness.judge_saved()
    assert (harness.round.result.skipped, harness.round.result.is_unfinished) == (1, True)
    SolverHarness(Round(harness.session, harness.round.result, Budget(seconds=5.0))).judge_saved()
    assert (harness.round.result.skipped, harness.round.result.is_unfinished) == (0, False)
    assert subject.received == [(EASY,), (OTHER,), (SPARSE,)]


def test_a_saved_failure_that_is_cut_off() -> None:
    """A saved failure that the end of the run cuts off is not judged, however many of its puzzles were answered."""
    harness = saved_of(timed(fakes.each(0.3)), SavedInput((EASY,) * 40, Formatting()), run_seconds=5)
    for number in (1, 5):
        harness.session.timeouts.run((EASY,) * number)
    harness.judge_saved()
    assert 0 < harness.round.result.reported.judged < 40
    assert (harness.round.result.skipped, harness.round.result.is_unfinished) == (40, True)


def test_a_saved_failure_that_times_out_is_not_judged_in_one_run() -> None:
    """If a saved run times out, and its parts pass, the next round reruns it."""
    subject = timed(fakes.hangs_on(SPARSE, times=1))
    harness = saved_of(subject, SavedInput((EASY, SPARSE, OTHER), Formatting()))
    harness.judge_saved()
    assert (harness.round.result.reported.judged, harness.round.result.skipped) == (3, 3)
    SolverHarness(Round(harness.session, harness.round.result, BUDGET)).judge_saved()
    assert (subject.received[-1], harness.round.result.skipped) == ((EASY, SPARSE, OTHER), 0)


def test_a_slow_saved_failure_does_not_hide_the_next() -> None:
    """A saved failure that was not judged in one run is rerun in the next round, after the others."""
    subject = timed(fakes.hangs_on(SPARSE, times=1))
    harness = saved_of(subject, *[SavedInput(batch, Formatting()) for batch in ((EASY, SPARSE), (OTHER,))])
    harness.judge_saved()
    assert (subject.received[-1], harness.round.result.skipped) == ((OTHER,), 2)


@pytest.mark.parametrize("failing", range(3))
def test_a_failure_is_repeated(failing: int) -> None:
    """The counterexample states how many of a few repetitions of the run failed."""
    answers = iter([*[True] * (1 + failing), *[False] * 5])
    subject = scripted(lambda _batch: [Declined()] if next(answers) else None)
    harness = saved_of(subject, SavedInput((EASY,), Formatting()))
    with pytest.raises(SubjectFailedError) as raised:
        harness.judge_saved()
    found = raised.value.counterexample
    assert (found.repeats, found.failed_repeats) == (REPEATS, failing)


def test_an_input_that_failed_now_and_then_is_repeated() -> None:
    """A saved failure that occurred now and then runs as often as it was repeated."""
    subject = scripted()
    saved_of(subject, SavedInput((EASY,), Formatting(), repeats=4)).judge_saved()
    assert subject.received == [(EASY,)] * 4


def test_a_saved_hash_seed_is_used_for_this_input_only() -> None:
    """A saved failure is rerun with its hash seed; other inputs and properties use the seed of the run."""
    seeds: list[int | None] = []
    subject = scripted(lambda _batch: seeds.append(subject.hash_seed))
    inputs = [SavedInput((EASY,), Formatting(), hash_seed=seed) for seed in (7, None)]
    harness = saved_of(subject, *inputs)
    harness.judge_saved()
    assert seeds == [7, hash_seed_of(0)]
    subject.hash_seed = 7
    SolverHarness(Round(harness.session, harness.round.result, BUDGET))
    assert subject.hash_seed == hash_seed_of(0)


def test_a_saved_failure_that_fails_again_was_judged() -> None:
    """It is not counted as skipped."""
    harness = saved_of(scripted(lambda _batch: [Declined()]), SavedInput((EASY,), Formatting()))
    with pytest.raises(SubjectFailedError):
        harness.judge_saved()
    assert (harness.round.result.skipped, harness.round.result.is_unfinished) == (0, False)


def judge_given(harness: SolverHarness) -> None:
    """Judge a batch."""
    harness.judge([EASY])


def judge_batches(harness: SolverHarness) -> None:
    """Judge drawn batches."""
    harness.judge_each(st.sampled_from([[EASY], [OTHER]]))


def query_verdicts(harness: SolverHarness) -> None:
    """Query the verdicts of drawn puzzles."""
    harness.for_each_example(
        st.just(EASY), lambda puzzle: harness.round.count(len(harness.session.verdicts[puzzle].solutions))
    )


@pytest.mark.parametrize(
    "test", [judge_given, judge_batches, query_verdicts, SolverHarness.judge_covering_list, SolverHarness.judge_saved]
)
def test_an_undecided_puzzle_is_not_judged(test: Callable[[SolverHarness], None]) -> None:
    """A puzzle that the panel cannot decide leaves a property undecided: no error of the subject, and no fault."""
    subject = scripted()
    session = SubjectSession(
        subject,
        VerdictCache(Undecided(EASY)),
        clock=subject.clock,
        saved=[SavedInput((puzzle,), Formatting()) for puzzle in (EASY, OTHER)],
    )
    cover = [CoverBatch((EASY,), ("an undecided puzzle",))]
    result = judge(Property("p", "What p says.", test, cover=lambda _: cover), session, BUDGET)
    assert (result.reported.status, result.undecided, (EASY,) in subject.received) == (
        Status.NOT_DECIDED,
        [EASY],
        False,
    )


@pytest.mark.parametrize(("seconds", "drawn"), [(0, 1), (1, 1), (10, 4)])
def test_drawing_takes_half_of_the_time(seconds: float, drawn: int) -> None:
    """A subject that runs on several batches at once gets the batches that are drawn in half of the time."""
    subject = scripted()

    def draw(cell: int) -> list[Grid]:
        subject.clock.now += 1
        return [SOLUTION.with_cell(cell, 0)]

    harness = harness_of(subject, Budget(examples=40, seconds=seconds), jobs=2)
    harness.judge_each(st.integers(0, 80).map(draw))
    assert subject.clock.now <= seconds + 4  # one puzzle is drawn too many before the runs, and one after them
    assert len(set(subject.received)) == drawn


SOLVED = [(EASY, SOLUTION), (OTHER, SOLUTION), (SPARSE, SOLUTION)]
"""Puzzles with their known solutions."""


def test_puzzles_alone() -> None:
    """Each puzzle has a run of its own; if the answers are the known solutions, the panel decides only the first."""
    subject = scripted()
    harness = harness_of(subject, jobs=2)
    harness.judge_alone(SOLVED)
    assert sizes(subject) == [1, 1, 1]
    assert (harness.round.result.reported.judged, harness.session.verdicts.decided) == (3, 1)


def test_a_wrong_answer_to_a_puzzle_alone() -> None:
    """The panel decides a puzzle whose answer is not the known solution; a wrong answer is a failure."""
    harness = harness_of(scripted(refuse_if_empty(80)), jobs=2)
    with pytest.raises(SubjectFailedError) as raised:
        harness.judge_alone(SOLVED)
    assert raised.value.counterexample.puzzle == OTHER
    harness = harness_of(scripted(), jobs=2)
    harness.judge_alone([(EASY, SOLUTION), (OTHER, SPARSE)])
    assert (harness.round.result.reported.judged, harness.session.verdicts.decided) == (2, 2)

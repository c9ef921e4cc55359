"""Further puzzles for a failed subject: what is observed, alone and in runs, until the time is up."""

from collections.abc import Sequence
from functools import partial
from itertools import count
from random import Random

import pytest
from hypothesis import strategies as st

from crosscover import contracts
from crosscover.contracts import Mismatch
from crosscover.harness.budget import Deadline
from crosscover.harness.circumstances import circumstances
from crosscover.harness.harness import SolverHarness
from crosscover.harness.judging import Batch, failures
from crosscover.harness.limits import OVERTIME
from crosscover.harness.observations import MAX_PASSED, PASSED_PER_RUN, Observation, Sample, observation_of
from crosscover.harness.property import Property
from crosscover.harness.sampling import FEW_PASSED, circumstances_of, extend_sample
from crosscover.harness.session import SubjectSession
from crosscover.harness.timeouts import Outcome
from crosscover.options import Options
from crosscover.properties.corpus.derivation import derived_block, shares_of
from crosscover.reference import Grid
from crosscover.responses import Answered, Declined, Fault, Response
from crosscover.result import Status
from crosscover.subjects.subject import Transcript

from .fakes import (
    CRASH,
    EASY,
    HANG,
    HARD,
    OTHER,
    SOLUTION,
    SPARSE,
    Answer,
    FakeClock,
    ScriptedSubject,
    answer_correctly,
    correct,
    each,
    scripted,
    timed,
    verdicts,
)

PUZZLES = st.sampled_from([SOLUTION, EASY, OTHER, SPARSE])
OTHER_SOLUTION = Grid(bytes(10 - digit for digit in SOLUTION.values))
UNSOLVABLE = EASY.with_cell(0, 2)
BATCHES = st.lists(PUZZLES, min_size=3, max_size=5)


def name_of(harness: SolverHarness) -> str:
    """The name of the property that uses a harness."""
    return harness.round.result.reported.name


def draw(harness: SolverHarness) -> None:
    """Judge short runs of a few puzzles."""
    harness.judge_each(BATCHES)


def sample_of(answer: Answer, seconds: float = 10) -> tuple[Sample, SubjectSession]:
    """The sample of a subject that takes 0.1 s per puzzle."""
    clock = FakeClock()
    subject = ScriptedSubject(clock, answer, seconds=0.1, options=Options(contract=contracts.ANY))
    session = SubjectSession(subject, verdicts(), clock=clock)
    session.begin(seconds)
    prop = Property("p", "What p says.", draw)
    return extend_sample(session, [prop], 1, Deadline(clock).within(seconds)), session


def add_run(sample: Sample, *batch: Grid) -> None:
    """Add a run that passed."""
    decided = verdicts()
    sample.add(Outcome(batch, tuple(decided[puzzle] for puzzle in batch)))


def refuse(batch: Sequence[Grid], fails: Sequence[bool]) -> list[Response]:
    """Refuse some puzzles of a batch."""
    return [Declined() if wrong else correct(puzzle) for puzzle, wrong in zip(batch, fails, strict=True)]


def test_failures_of_a_puzzle() -> None:
    """A puzzle that fails alone, too, is observed alone; the puzzles beside it have passed."""
    sample, session = sample_of(lambda batch: refuse(batch, [puzzle == EASY for puzzle in batch]))
    assert {(one.run, one.right_alone) for one in sample.failed} == {((EASY,), False)}
    assert {one.puzzle for one in sample.passed} == {SOLUTION, OTHER, SPARSE}
    assert session.results["p"].reported.status is Status.NOT_RUN


def test_failures_of_a_run() -> None:
    """A puzzle that fails only after an equal one is observed in a run of two puzzles."""
    sample, _ = sample_of(lambda batch: refuse(batch, [puzzle in batch[:place] for place, puzzle in enumerate(batch)]))
    assert {(one.run[0], one.place, one.right_alone) for one in sample.failed} <= {
        (puzzle, 1, True) for puzzle in (SOLUTION, EASY, OTHER, SPARSE)
    }
    assert all(one.run == (one.puzzle, one.puzzle) for one in sample.failed)
    assert sample.failed


def test_now_and_then() -> None:
    """A failure that does not occur again is no observation."""
    left = iter([True])
    sample, _ = sample_of(lambda batch: refuse(batch, [next(left, False), *[False] * (len(batch) - 1)]))
    assert sample.failed == []


@pytest.mark.parametrize(("share", "least"), [(0.5, 11), (0.1, 0)])
def test_failures_at_random(share: float, least: int) -> None:
    """A solver that fails at random does not seem to need earlier puzzles."""
    random = Random(1)
    sample, _ = sample_of(lambda batch: refuse(batch, [random.random() < share for _ in batch]), seconds=60)
    assert len(sample.failed) >= least
    assert not any("same run" in sentence for sentence in circumstances(sample.failed, sample.passed))


@pytest.mark.parametrize(("first", "known"), [((EASY,), 2), ((OTHER, EASY), 0)])
def test_failures_without_time(first: Batch, known: int) -> None:
    """If there is no time for running puzzles alone, their runs count if another puzzle has failed alone."""
    session = SubjectSession(scripted(), verdicts())
    for run in (first, (OTHER, SPARSE)):
        responses = (*map(correct, run[:-1]), Declined())
        decided = tuple(session.verdicts[puzzle] for puzzle in run)
        found = failures(run, decided, Transcript(responses), contracts.ANY)
        session.sample.add(Outcome(run, decided, tuple(found)))
    assert len(extend_sample(session, [], 1, Deadline(session.clock).within(0)).failed) == known


def test_the_time() -> None:
    """The subject gets no puzzles after the deadline, except to finish a batch."""
    _, session = sample_of(lambda batch: refuse(batch, [puzzle == EASY for puzzle in batch]), seconds=3)
    assert session.clock() <= 4


def test_bounds() -> None:
    """A run adds a bounded number of passed puzzles, and so do many runs."""
    for number in (PASSED_PER_RUN + 1, 2 * PASSED_PER_RUN - 1, 1000):
        sample = Sample()
        add_run(sample, *[SPARSE] * number)
        assert PASSED_PER_RUN // 2 <= len(sample.passed) <= PASSED_PER_RUN
    sample = Sample()
    for cell in range(81):
        for other in range(cell):
            add_run(sample, SOLUTION.with_cell(cell, 0).with_cell(other, 0))
    assert len(sample.passed) == MAX_PASSED


def test_an_observation_counts_once() -> None:
    """The same puzzle after the same puzzles is one observation."""
    sample = Sample()
    for _ in range(2):
        add_run(sample, EASY, OTHER)
    assert sample.passed == [Observation((EASY, OTHER), 0, 1), Observation((EASY, OTHER), 1, 1)]


@pytest.mark.parametrize("error", [ValueError("a\nb"), KeyboardInterrupt()])
def test_an_error_while_sampling(error: BaseException) -> None:
    """An internal error is stated, and an interrupt ends the search; neither stops the reports."""

    def fail(_: SolverHarness) -> None:
        raise error

    session = SubjectSession(scripted(), verdicts())
    prop = Property("p", "What p says.", fail)
    sentences = circumstances_of(session, [prop], 1, Deadline(session.clock).within(1))
    expected = () if isinstance(error, KeyboardInterrupt) else ("What the failures have in common is unknown: ",)
    assert [sentence[:45] for sentence in sentences] == list(expected)
    assert not any("\n" in sentence for sentence in sentences)


def test_a_run_that_fails_as_a_whole() -> None:
    """A run that fails after all answers is a failure of its last puzzle, and shows nothing about the others."""
    batch = (SOLUTION, EASY, UNSOLVABLE)
    transcript = Transcript(tuple(map(correct, batch)), CRASH)
    decided = [verdicts()[puzzle] for puzzle in batch]
    found = list(failures(batch, decided, transcript, contracts.ANY))
    sample = Sample()
    sample.add(Outcome(batch, tuple(decided), tuple(found)))
    assert sample.passed == []
    assert [(one.place, one.unsolvable_before) for one in sample.failed] == [(2, 0)]


def test_a_hanging_subject() -> None:
    """A block ends with the run, even if the user allows a puzzle more time."""
    subject = timed(each(HANG))
    subject.options = Options(contract=contracts.ANY, time_limit=100.0)
    session = SubjectSession(subject, verdicts(), clock=subject.clock)
    session.begin(20)
    assert session.subject.options.seconds(1) >= 100
    derive = partial(derived_block, contract=contracts.ANY)
    prop = Property("p", "What p says.", lambda harness: harness.blocks.judge(1, derive, shares_of(contracts.ANY)))
    sample = extend_sample(session, [prop], 1, Deadline(subject.clock).within(5))
    assert session.clock() <= 20 + OVERTIME
    assert sample.failed == []  # a timeout of a block is only a suspicion


def test_further_failures_of_a_run() -> None:
    """Only the first failure of a run is observed, so the other failed puzzles run alone."""
    clock = FakeClock()
    options = Options(contract=contracts.ANY)
    subject = ScriptedSubject(
        clock,
        lambda batch: refuse(batch, [puzzle in (EASY, OTHER) for puzzle in batch]),
        seconds=0.1,
        options=options,
    )
    session = SubjectSession(subject, verdicts(), clock=clock)
    prop = Property("p", "What p says.", lambda harness: harness.judge((EASY, OTHER, SPARSE)))
    sample = extend_sample(session, [prop], 1, Deadline(clock).within(10))
    assert {one.run for one in sample.failed} == {(EASY,), (OTHER,)}


def test_blocks_for_a_slow_subject() -> None:
    """A slow subject gets no blocks of hard puzzles."""
    clock = FakeClock()
    subject = ScriptedSubject(clock, seconds=0.1, options=Options(contract=contracts.ANY))
    session = SubjectSession(subject, verdicts(), clock=clock)
    session.timeouts.run((SPARSE,) * 5)
    derive = partial(derived_block, contract=contracts.ANY)
    for level, number in ((0, 1), (3, 0)):

        def test(harness: SolverHarness, level: int = level) -> None:
            harness.blocks.judge(1, derive, {level: 1})

        subject.received.clear()
        extend_sample(session, [Property(f"p{level}", "It says.", test)], 1, Deadline(clock).within(10))
        assert len(subject.received) == number


def test_given_puzzles_are_not_drawn() -> None:
    """The subject gets no further puzzles of a property whose puzzles the user chose."""
    session = SubjectSession(scripted(), verdicts())
    prop = Property("p", "What p says.", lambda _: pytest.fail("drawn"), is_given=True)
    assert extend_sample(session, [prop], 1, Deadline(session.clock).within(1)) == Sample()


@pytest.mark.parametrize("fault", [Fault.TIMED_OUT, Fault.CRASHED])
def test_puzzles_without_an_answer(fault: Fault) -> None:
    """If a failure is a timeout, other puzzles that timed out are failures, too."""
    session = SubjectSession(scripted(), verdicts())
    session.sample.failed = [Observation((EASY,), 0, 1, Mismatch(fault, "a reason"))]
    session.sample.unanswered = [HARD, HARD]
    sample = extend_sample(session, [], 1, Deadline(session.clock).within(1))
    assert [one.puzzle for one in sample.failed] == [EASY, *([HARD] if fault is Fault.TIMED_OUT else [])]


def test_puzzles_before_a_puzzle() -> None:
    """An observation counts the puzzles without a solution before its puzzle."""
    sample = Sample()
    add_run(sample, UNSOLVABLE, EASY, UNSOLVABLE, OTHER)
    assert [one.unsolvable_before for one in sample.passed] == [0, 1, 1, 2]


@pytest.mark.parametrize(("earlier", "expected"), [(SOLUTION, True), (OTHER_SOLUTION, False)])
def test_an_answer_that_is_repeated(earlier: Grid, expected: bool) -> None:
    """An observation states whether an earlier puzzle of the run got the same answer."""
    batch = (earlier, OTHER_SOLUTION.with_cell(0, 0))
    transcript = Transcript((Answered(earlier), Answered(SOLUTION)))
    [found] = failures(batch, [verdicts()[puzzle] for puzzle in batch], transcript, contracts.ANY)
    assert observation_of(found).is_repeated is expected


def test_a_batch_in_several_runs() -> None:
    """A batch whose timeouts have divided it into several runs shows nothing about its runs."""
    sample, decided = Sample(), (verdicts()[EASY],) * 2
    sample.add(Outcome((EASY, EASY), decided, in_one_run=False))
    assert sample.passed == []
    sample.add(Outcome((EASY, EASY), decided))
    assert len(sample.passed) == 2


@pytest.mark.parametrize(("passed", "is_drawn"), [(FEW_PASSED - 1, True), (FEW_PASSED, False)])
def test_a_turn_that_is_too_short(passed: int, *, is_drawn: bool) -> None:
    """A property that passed gets no puzzles in less than 0.1 s, unless few puzzles have passed."""
    session, turns = SubjectSession(scripted(), verdicts(), clock=FakeClock()), list[str]()
    properties = [Property(name, "What it says.", lambda harness: turns.append(name_of(harness))) for name in "ab"]
    session.result_of(properties[0]).reported.status = Status.WRONG
    for cell in range(passed):
        session.sample.passed.append(Observation((SOLUTION.with_cell(cell % 81, 0),), 0, 1))
    extend_sample(session, properties, 1, Deadline(session.clock).within(2))
    assert turns == (["b", "a"] if is_drawn else ["a"])


def test_shares_of_the_time() -> None:
    """A property that failed gets most of the time, and continues with its next round."""
    session, rounds = SubjectSession(scripted(), verdicts()), dict[str, tuple[int, int]]()

    def note(harness: SolverHarness) -> None:
        rounds[harness.round.result.reported.name] = harness.round.result.rounds, round(harness.round.budget.seconds)

    properties = [Property(name, "It says.", note) for name in ("failed", "passed")]
    for prop, status in zip(properties, (Status.WRONG, Status.PASSED), strict=True):
        session.result_of(prop).rounds = 5
        session.result_of(prop).reported.status = status
    extend_sample(session, properties, 1, Deadline(FakeClock()).within(100))
    assert rounds == {"passed": (6, 3), "failed": (6, 80)}


def observed_after(answer: Answer, *batch: Grid) -> list[Observation]:
    """The failures after a run of a batch."""
    clock = FakeClock()
    subject = ScriptedSubject(clock, answer, seconds=0.1, options=Options(contract=contracts.ANY))
    prop = Property("p", "What p says.", lambda harness: harness.judge(batch))
    return extend_sample(SubjectSession(subject, verdicts(), clock=clock), [prop], 1, Deadline(clock).within(10)).failed


def test_every_second_run_fails() -> None:
    """A puzzle that passes alone once, and then fails alone, needs no earlier puzzles."""
    runs = count()
    failed = observed_after(
        lambda batch: refuse(batch, [*[False] * (len(batch) - 1), next(runs) % 2 == 0]), SPARSE, EASY
    )
    assert [(one.run, one.right_alone) for one in failed] == [((EASY,), False)]


def test_pairs_that_fail_otherwise() -> None:
    """A run of two puzzles whose first puzzle fails does not explain the failure of the second one."""
    failing = {1: (), 2: (0,), 3: (2,)}
    failed = observed_after(
        lambda batch: refuse(batch, [place in failing[len(batch)] for place in range(len(batch))]), SPARSE, OTHER, EASY
    )
    assert [(one.run, one.place, one.right_alone) for one in failed] == [((SPARSE, OTHER, EASY), 2, True)]


def observed_in_blocks(answer: Answer, *seeds: int) -> Sample:
    """The sample after blocks of easy puzzles."""
    clock = FakeClock()
    subject = ScriptedSubject(clock, answer, seconds=0.01, options=Options(contract=contracts.ANY))
    session = SubjectSession(subject, verdicts(), clock=clock)
    session.timeouts.run((SOLUTION,) * 5)

    def test(harness: SolverHarness) -> None:
        for seed in seeds:
            harness.blocks.judge(seed, partial(derived_block, contract=contracts.ANY), {0: 1})

    return extend_sample(session, [Property("p", "It says.", test)], 1, Deadline(clock).within(10))


def test_blocks() -> None:
    """Puzzles of blocks are judged by their derived solutions."""
    sample = observed_in_blocks(answer_correctly, *range(10))
    assert sample.failed == []
    assert {one.solutions for one in sample.passed} == {0, 1, 2}


def test_wrong_answers_in_a_block() -> None:
    """Several puzzles of a block with wrong answers run alone."""
    sample = observed_in_blocks(lambda batch: refuse(batch, [not puzzle.is_full for puzzle in batch]), 1)
    assert len(sample.failed) > 5
    assert {len(one.run) for one in sample.failed} == {1}


def test_a_puzzle_that_fails_now_and_then() -> None:
    """A puzzle that passes once and fails once is an observation of each kind."""
    sample, decided = Sample(), (verdicts()[EASY],)
    for response in (correct(EASY), Declined()):
        found = failures((EASY,), decided, Transcript((response,)), contracts.ANY)
        sample.add(Outcome((EASY,), decided, tuple(found)))
    assert ([one.run for one in sample.passed], [one.run for one in sample.failed]) == ([(EASY,)], [(EASY,)])

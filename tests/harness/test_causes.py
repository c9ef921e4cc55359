"""Batches under one property: counts, causes of failures, and shrinking."""

import math
from collections.abc import Sequence

import pytest

from crosscover.dialects import Formatting, LineEnd
from crosscover.harness.budget import Budget
from crosscover.harness.harness import SolverHarness
from crosscover.harness.judging import Counterexample, InvalidExampleError, ShrinkKey, SubjectFailedError
from crosscover.harness.property import Property
from crosscover.harness.round import Round
from crosscover.options import Options
from crosscover.reference import Grid
from crosscover.responses import Declined, Failed, Fault, Response
from crosscover.subjects.subject import Transcript

from . import fakes
from .fakes import BUDGET, EASY, HANG, HARD, OTHER, SOLUTION, SPARSE, Answer, ScriptedSubject, correct, scripted, timed

MIXED = (OTHER, EASY, SOLUTION)
REFUSAL = ShrinkKey("refusal", "", right_alone=False)


class Judging:
    """A batch judge of a new harness."""

    def __init__(self, subject: ScriptedSubject, budget: Budget = BUDGET, *, run_seconds: float = math.inf) -> None:
        self.subject = subject
        self.harness = fakes.harness_of(subject, budget, run_seconds=run_seconds)

    def failure(self, *batch: Grid) -> Counterexample | None:
        """The counterexample of a batch, None if it passes."""
        try:
            self.harness.judge_drawn(batch)
        except SubjectFailedError as error:
            return error.counterexample
        return None

    def shrunk(self, *batch: Grid) -> list[Counterexample]:
        """The smallest counterexample of each cause that a batch shows."""
        self.failure(*batch)
        assert self.harness.search is not None
        return self.harness.search.smallest()


def judging_of(answer: Answer, budget: Budget = BUDGET) -> Judging:
    """A judge of a subject with these answers."""
    return Judging(scripted(answer), budget)


@pytest.fixture
def judging() -> Judging:
    """A judge of a subject that refuses batches with a puzzle whose first cell is empty."""
    return judging_of(fakes.refuse_if_empty(0))


def fail_after_work(batch: Sequence[Grid]) -> list[Response]:
    """Raise when the total of empty cells in a run exceeds 12."""
    work = [sum(len(earlier.empty_cells()) for earlier in batch[: place + 1]) for place in range(len(batch))]
    raised = Failed(Fault.RAISED, "raised RuntimeError: gave up")
    return [raised if done > 12 else correct(puzzle) for done, puzzle in zip(work, batch, strict=True)]


def test_counts(judging: Judging) -> None:
    """A batch that passes is a run of its puzzles with their labels; so is the first that fails, but none later."""
    assert judging.failure(OTHER, SOLUTION) is None
    result = judging.harness.round.result
    counts = result.reported
    assert (counts.judged, counts.runs, counts.failed_after, counts.labels["one solution"]) == (2, 1, None, 2)
    assert judging.failure(EASY, OTHER) is not None
    judging.failure(SOLUTION)
    assert (counts.judged, counts.runs, counts.distinct, counts.failed_after) == (4, 2, 3, 4)


def test_unanswered_puzzles_are_not_judged() -> None:
    """A puzzle without an answer in time is kept as unanswered; later it is left out, and counts as skipped."""
    judging = Judging(timed(fakes.hangs_on(HARD)), run_seconds=60)
    for _ in range(5):
        judging.failure(EASY, OTHER)
    assert judging.failure(HARD) is None
    assert judging.failure(HARD, EASY) is None
    result = judging.harness.round.result
    assert (result.reported.judged, result.reported.runs, result.unanswered, result.suspects) == (11, 6, [HARD], [])
    assert result.skipped == 1


def test_a_counter_that_is_never_reset() -> None:
    """A failure at the 64th puzzle of a run shrinks to copies of the simplest one, each of them correct alone."""
    raised = Failed(Fault.RAISED, "raised IndexError: out of range at solver.py:9 in solve", "IndexError")
    judging = judging_of(lambda batch: [correct(one) if place < 63 else raised for place, one in enumerate(batch)])
    [found] = judging.shrunk(*MIXED * 30)
    assert (found.batch, found.failing_index) == ((Grid.simplest(),) * 64, 63)
    assert found.shrink_key == ("raised", "IndexError", True)


def test_each_cause_is_shrunk() -> None:
    """A failure that needs an earlier puzzle, and one of a puzzle alone, are shrunk separately."""
    assert [found.right_alone for found in judging_of(fail_after_work).shrunk(*MIXED * 10, SPARSE)] == [False, True]


def test_the_usual_form_if_it_fails_too() -> None:
    """A failure in an unusual form is reported in the usual form, as far as it fails in it."""
    unusual = Formatting("0", LineEnd.CRLF)
    judging = judging_of(fakes.refuse_if_empty(0))
    with pytest.raises(SubjectFailedError):
        judging.harness.judge_drawn([SPARSE, EASY], unusual)
    assert judging.harness.search is not None
    assert [found.formatting for found in judging.harness.search.smallest()] == [Formatting()]


def test_a_batch_that_the_contract_excludes_takes_no_steps(judging: Judging) -> None:
    """A candidate with several solutions is not given to a subject that takes proper puzzles only."""
    judging.failure(EASY)
    judging.subject.received.clear()
    with pytest.raises(InvalidExampleError):
        judging.harness.session.timeouts.reproduce((Grid.empty(),), Formatting(), judging.harness.round.end)
    assert judging.subject.received == []


def test_a_known_cause_is_shrunk_briefly() -> None:
    """If another property has failed from the same cause, shrinking takes fewer steps."""
    subject = scripted(lambda batch: [Declined() if len(one.empty_cells()) > 9 else correct(one) for one in batch])
    first = Judging(subject, Budget(shrink_steps=600), run_seconds=60)
    runs: list[int] = []
    for name in ("p", "q"):
        result = first.harness.session.result_of(Property(name, "", lambda _: None))
        harness = SolverHarness(Round(first.harness.session, result, Budget(shrink_steps=10 if name == "q" else 600)))
        with pytest.raises(SubjectFailedError):
            harness.judge_drawn((HARD,))
        subject.received.clear()
        assert harness.search is not None
        harness.search.smallest()
        runs.append(len(subject.received))
    assert runs[1] < 20 < runs[0]


def test_hypothesis_takes_no_steps(judging: Judging) -> None:
    """Hypothesis tries no other batches after a failure."""
    judging.failure(EASY)
    assert judging.harness.round.shrinking is not None
    assert judging.harness.round.shrinking.is_over


def test_a_slow_subject_gets_a_small_counterexample() -> None:
    """Although 20 puzzles per second leave time for few runs, shrinking leaves ten empty cells."""
    cost = fakes.each(0.05)
    judging = Judging(
        timed(cost, lambda batch: [Declined() if len(one.empty_cells()) > 9 else correct(one) for one in batch]),
        run_seconds=15,
    )
    [found] = judging.shrunk(HARD)
    assert len(found.puzzle.empty_cells()) == 10


def test_other_puzzles_if_many_cells_stay_empty() -> None:
    """A failure that needs most of its cells is replaced by a trap from the same cause, which has few empty cells."""

    def refuses(batch: Sequence[Grid]) -> list[Response]:
        return [
            Declined() if len(one.empty_cells()) in (12, len(HARD.empty_cells())) else correct(one) for one in batch
        ]

    [found] = judging_of(refuses).shrunk(HARD)
    assert len(found.puzzle.empty_cells()) == 12


def test_a_timeout_is_not_shrunk() -> None:
    """If the failing puzzle times out alone, the failure is shrunk, but the timeout is not."""
    judging = Judging(
        timed(
            lambda puzzle, place: HANG if puzzle == SPARSE and place == 0 else 0.01,
            lambda batch: [Declined() if puzzle == SPARSE else correct(puzzle) for puzzle in batch],
        ),
        run_seconds=60,
    )
    [found] = judging.shrunk(OTHER, SPARSE)
    assert found.shrink_key == REFUSAL


def test_repetitions_that_are_cut_off() -> None:
    """A repetition that the end of the run cuts off is not counted, so the failure is not flaky."""
    subject = timed(lambda _puzzle, _place: delay[0], fakes.refuse_if_empty(0))
    delay = [0.1]
    judging = Judging(subject, run_seconds=60)
    found = judging.failure(EASY)
    assert found is not None
    subject.clock.now, delay[0] = 63.5, 3.0
    assert judging.harness.search is not None
    repeated = judging.harness.search.repeated(found)
    assert (repeated.repeats, repeated.failed_repeats) == (0, 0)


@pytest.mark.parametrize(("sent", "causes"), [("", ["refusal", "raised"]), ("two lines", ["refusal"])])
def test_the_failures_of_a_run(sent: str, causes: list[str]) -> None:
    """Each failing puzzle of a function may have a cause, but only the first of a program, whose output may shift."""

    class Sending(ScriptedSubject):
        def respond(self, batch: Sequence[Grid], _formatting: Formatting, _own: float, _wall: float) -> Transcript:
            answers: dict[Grid, Response] = {
                EASY: Declined(),
                OTHER: Failed(Fault.RAISED, "raised ValueError", "ValueError"),
            }
            return Transcript(tuple(answers.get(puzzle) or correct(puzzle) for puzzle in batch), sent=sent)

    found = Judging(Sending(fakes.FakeClock())).shrunk(SPARSE, EASY, SPARSE, OTHER)
    assert sorted(counterexample.cause for counterexample in found) == sorted(causes)


def test_a_crash_is_attributed_to_the_puzzle_that_crashes_alone() -> None:
    """If a program that answers at its end crashes, the crash is not attributed to the first unanswered puzzle."""
    judging = judging_of(lambda batch: [fakes.CRASH] * len(batch) if SPARSE in batch else None)
    [found] = judging.shrunk(OTHER, EASY, SPARSE)
    assert (found.batch, found.right_alone) == ((SPARSE,), False)


def test_shrinking_keeps_to_promised_puzzles() -> None:
    """A subject that promises nothing for full grids receives none, and its failures are not shrunk to one."""
    options = Options(no_full_grids=True)
    judging = Judging(scripted(lambda batch: [Declined()] * len(batch), options=options))
    [found] = judging.shrunk(SOLUTION, SPARSE)
    assert len(found.batch[0].empty_cells()) == 1
    assert all(0 in puzzle.values for batch in judging.subject.received for puzzle in batch)

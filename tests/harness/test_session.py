"""A session, the rounds of a run, and deadlines."""

import math
from collections.abc import Iterator, Sequence
from threading import Barrier

import pytest

from crosscover.dialects import Formatting
from crosscover.harness.budget import FIRST_EXAMPLES, Budget, Rounds
from crosscover.harness.deadline import Deadline, Steps
from crosscover.harness.limits import CI_EXAMPLES, OVERTIME, TIMEOUT_SECONDS
from crosscover.harness.session import SubjectSession, open_session
from crosscover.options import Options
from crosscover.reference import Grid
from crosscover.responses import Failed, Fault, Response

from .fakes import EASY, OTHER, FakeClock, ScriptedSubject, TimedSubject, each, right, verdicts

PLAIN = Formatting()


def test_batches_are_asked_at_once() -> None:
    """As many runs as there are jobs take place at once, and each has its own transcript."""
    together = Barrier(2, timeout=5)

    def answer(batch: Sequence[Grid]) -> list[Response]:
        together.wait()
        return list(map(right, batch))

    subject = ScriptedSubject(FakeClock(), answer)
    session = SubjectSession(subject, verdicts(), clock=subject.clock, jobs=2)
    asked = session.ask_all([((EASY,), PLAIN), ((EASY, OTHER), PLAIN)], session.deadline)
    assert {key: len(done.transcript.responses) for key, done in asked.items()} == {
        ((EASY,), PLAIN): 1,
        ((EASY, OTHER), PLAIN): 2,
    }


def test_batches_are_asked_while_there_is_time() -> None:
    """Batches for which the round has no time are not asked."""
    subject = TimedSubject(FakeClock(), each(2.0))
    session = SubjectSession(subject, verdicts(), clock=subject.clock)
    asked = session.ask_all([((EASY,), PLAIN), ((OTHER,), PLAIN)], Deadline(subject.clock, 1.0))
    assert list(asked) == [((EASY,), PLAIN)]


@pytest.mark.parametrize(("seconds", "allowance"), [(60.0, 15.0), (math.inf, TIMEOUT_SECONDS)])
def test_the_time_of_a_run(seconds: float, allowance: float) -> None:
    """A run ends a little after its time, and its timeouts take a quarter of it."""
    session = SubjectSession(ScriptedSubject(FakeClock()), verdicts(), clock=FakeClock())
    session.begin(seconds)
    assert session.deadline.left == seconds + OVERTIME
    session.timeouts.used = allowance - 0.1
    assert not session.timeouts.is_used_up
    session.timeouts.used = allowance
    assert session.timeouts.is_used_up


@pytest.mark.parametrize("fault", [Fault.NOT_STARTED, Fault.CRASHED])
def test_a_subject_that_does_not_start(fault: Fault) -> None:
    """The first puzzle shows whether the subject can be started; any other failure is left to the properties."""
    subject = ScriptedSubject(FakeClock(), lambda batch: [Failed(fault, "no such file")] * len(batch))
    smoke = SubjectSession(subject, verdicts(), clock=subject.clock).smoke()
    assert smoke == ("no such file" if fault is Fault.NOT_STARTED else None)


def test_performance_that_cannot_be_measured() -> None:
    """An error of a measurement is reported as what could not be measured, and is not repeated."""
    session = open_session("engine:dlx", Options())
    found = session.measure_performance({}, 1.0)
    assert found.unmeasured[0].startswith("anything: KeyError")
    assert session.measure_performance({}, 1.0) is found
    session.close()


def sizes(rounds: Rounds) -> Iterator[tuple[int, int]]:
    """Yield the seed and the examples of each round, of at most five."""
    for number in range(5):
        if (budget := rounds(number)) is not None:
            yield budget.seed, budget.examples


def test_rounds() -> None:
    """There is one round, or one with each seed, or ever larger ones, up to a maximum."""
    budget = Budget(examples=40, seed=7)
    growing = [(7, FIRST_EXAMPLES * 2**number) for number in range(5)]
    assert list(sizes(Rounds(budget))) == [(7, 40)]
    assert list(sizes(Rounds(budget, seeds=(1, 7)))) == [(1, 40), (7, 40)]
    assert list(sizes(Rounds(budget, grow=True))) == growing
    assert list(sizes(Rounds(budget, grow=True, most=2))) == growing[:2]
    assert list(sizes(Rounds(budget, seeds=(1, 7), grow=True))) == [(1, CI_EXAMPLES), *growing[:4]]


def test_steps() -> None:
    """A run takes a step, and one more for each 100 puzzles of it, from its part and from the whole."""
    clock = FakeClock()
    whole = Steps(20, Deadline(clock, 5.0))
    part = whole.part(10)
    part.take(900)
    assert (part.is_over, whole.is_over, whole.left) == (True, False, 10)
    clock.now = 5.0
    assert whole.is_over


def test_deadlines() -> None:
    """A part of the work ends with the whole at the latest."""
    clock = FakeClock()
    whole = Deadline(clock).within(10.0)
    assert [whole.within(seconds).left for seconds in (3.0, 30.0)] == [3.0, 10.0]
    clock.now = 10.0
    assert (whole.left, whole.is_over, Deadline(clock).is_over) == (0.0, True, False)

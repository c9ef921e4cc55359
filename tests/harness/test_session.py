"""A session, the rounds of a run, and deadlines."""

import math
from threading import Barrier

import pytest

from crosscover.dialects import Formatting
from crosscover.harness.budget import FIRST_EXAMPLES, Budget, Rounds
from crosscover.harness.deadline import Deadline, Steps
from crosscover.harness.limits import OVERTIME, TIMEOUT_SECONDS
from crosscover.harness.session import SubjectSession

from .fakes import EASY, OTHER, FakeClock, ScriptedSubject, TimedSubject, each, right, verdicts

PLAIN = Formatting()


def test_batches_are_asked_at_once() -> None:
    """As many runs as there are jobs take place at once, and each has its own transcript."""
    together = Barrier(2, timeout=60)
    subject = ScriptedSubject(FakeClock(), lambda batch: list(map(right, batch)) if together.wait() >= 0 else None)
    session = SubjectSession(subject, verdicts(), clock=subject.clock, jobs=2)
    asked = session.ask_all([((EASY,), PLAIN), ((EASY, OTHER), PLAIN)], session.deadline)
    assert [len(asked[batch, PLAIN].transcript.responses) for batch in ((EASY,), (EASY, OTHER))] == [1, 2]


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
    for used, is_used_up in ((allowance - 0.1, False), (allowance, True)):
        session.timeouts.used = used
        assert session.timeouts.is_used_up == is_used_up


def sizes(rounds: Rounds) -> list[tuple[int, int]]:
    """The seed and the examples of each round, of at most five."""
    return [(budget.seed, budget.examples) for number in range(5) if (budget := rounds(number)) is not None]


def test_rounds() -> None:
    """There is one round, or ever larger ones, up to a maximum."""
    budget = Budget(examples=40, seed=7)
    growing = [(7, FIRST_EXAMPLES * 2**number) for number in range(5)]
    assert sizes(Rounds(budget)) == [(7, 40)]
    assert sizes(Rounds(budget, grow=True)) == growing
    assert sizes(Rounds(budget, grow=True, most=2)) == growing[:2]


def test_steps() -> None:
    """A run takes a step, and one more for each 100 puzzles of it, from its part and from the whole."""
    clock = FakeClock()
    part = (whole := Steps(20, Deadline(clock, 5.0))).part(10)
    part.take(900)
    assert (part.is_over, whole.is_over, whole.left) == (True, False, 10)
    clock.now = 5.0
    assert whole.is_over

"""A session, the rounds of a run, and deadlines."""

from crosscover.dialects import Formatting
from crosscover.harness.budget import FIRST_EXAMPLES, Budget, Rounds
from crosscover.harness.deadline import Deadline, Steps

from .fakes import FakeClock

PLAIN = Formatting()


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

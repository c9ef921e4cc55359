"""The rounds of a run: how many examples each property gets, and how much time.

    sweep                 a few examples for each property
    round 1, 2, 3 ...     twice as many as in the round before, until the time is up

Does not import Hypothesis, since every pytest imports this module with the settings.
"""

import math
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import count

SWEEP_EXAMPLES = 3
"""Batches of puzzles per property in the first round, which takes an ordinary solver a few seconds."""

SWEEP_SHARE = 0.6
"""The largest part of a run's time for the first round."""


@dataclass(frozen=True, slots=True)
class PerformanceBudget:
    """The time in which performance is measured, in seconds, and its limits; None is no limit.

    `max_slowdown` limits the time for hard and for 17-clue puzzles as a multiple of the reference's, `max_growth` the
    exponents of `harness.performance.Growth`.
    """

    seconds: float = 5.0
    max_slowdown: float | None = None
    max_growth: float | None = None

    @property
    def is_limited(self) -> bool:
        """Whether there is a limit."""
        return self.max_slowdown is not None or self.max_growth is not None


@dataclass(frozen=True, slots=True)
class Budget:
    """The size of a round: examples per property, the seed, and time limits in seconds.

    `shrink_seconds` limits the shrinking of one failure; 0 ends a property at its first failure, without shrinking.
    `volume_seconds` limits a property that asks blocks of many thousands of puzzles, each block an example.
    """

    examples: int = 40
    seed: int = 0
    shrink_seconds: float = 8.0
    volume_seconds: float = 4.0
    performance: PerformanceBudget = PerformanceBudget()

    @property
    def property_timeout(self) -> float:
        """Seconds after which a subject gets no further batch of a property."""
        return max(10.0, self.examples / 4)

    @property
    def certify_timeout(self) -> float:
        """Seconds after which no further verdict is certified, many times what that takes."""
        return max(600.0, 15.0 * self.examples)


def growing(budget: Budget) -> Iterator[Budget]:
    """The budgets of endless rounds: each has twice as many examples as the one before, and the next seed."""
    for number in count():
        examples = SWEEP_EXAMPLES << number
        yield replace(budget, examples=examples, seed=budget.seed + number, volume_seconds=float(2 * examples))


class Schedule:
    """The rounds of a run with their budgets, and how many seconds each property gets.

    A property gets its share of the seconds left, by its weight among the properties still to come; what it does not
    use goes to those after it. Only the time of properties counts: under pytest the user's own tests may run between.
    """

    def __init__(self, budgets: Iterable[Budget] = (Budget(),), seconds: float = math.inf) -> None:
        self.seconds = seconds
        self.charged = 0.0
        self.round = 0
        self._budgets = iter(budgets)
        self.budget = next(self._budgets)
        self._next: Budget | None = self.budget
        self._reserved = 0.0
        self._weights: deque[float] = deque()

    def start_round(self, weights: Iterable[float]) -> bool:
        """Start the next round, for properties of these weights in their order; return False if there is none.

        The first of several rounds leaves time for the others.
        """
        if self._next is None:
            return False
        self.budget, self._next = self._next, next(self._budgets, None)
        self.round += 1
        is_sweep = self.round == 1 and not self.is_single
        self._reserved = self._left * (1 - SWEEP_SHARE) if is_sweep and self._left < math.inf else 0.0
        self._weights = deque(weights)
        return True

    def next_share(self) -> float:
        """The seconds for the property that starts now."""
        left = max(0.0, self._left - self._reserved)
        if not self._weights or left == math.inf:
            return left
        total = sum(self._weights)
        return left * self._weights.popleft() / total

    def charge(self, seconds: float) -> None:
        """Count seconds that a property took."""
        self.charged += seconds

    @property
    def is_single(self) -> bool:
        """Whether the current round is the only one of the run."""
        return self.round == 1 and self._next is None

    @property
    def is_over(self) -> bool:
        """Whether the time is up."""
        return self._left <= 0

    @property
    def _left(self) -> float:
        return self.seconds - self.charged

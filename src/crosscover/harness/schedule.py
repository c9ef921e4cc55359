"""How much is tried, and for how long: rounds that grow, until the time is up.

    the sweep             every property judges a little, whatever the pace of the subject
    round 1, 2, 3 ...     every property judges twice as much as in the round before

Nothing of Hypothesis is imported here, since every pytest reads this with the settings.
"""

import math
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import count

Clock = Callable[[], float]
"""Seconds from any start, such as `time.monotonic`."""

SWEEP_EXAMPLES = 3
"""Batches of puzzles for a property in the first round; an ordinary solver is through with it in a few seconds."""

SWEEP_SHARE = 0.6
"""The part of a run's time that the first round may take, if the subject is that slow."""


@dataclass(frozen=True, slots=True)
class PerformanceBudget:
    """The seconds in which performance is measured, and what is held against a subject; nothing where those are None.

    `max_slowdown` bounds the time for hard and for 17-clue puzzles as a multiple of the reference's, `max_growth` the
    exponents of `harness.performance.Growth`.
    """

    seconds: float = 5.0
    max_slowdown: float | None = None
    max_growth: float | None = None

    @property
    def is_limited(self) -> bool:
        """Whether anything is held against a subject."""
        return self.max_slowdown is not None or self.max_growth is not None


@dataclass(frozen=True, slots=True)
class Budget:
    """How much is tried in a round: examples a property, the seed, and the seconds that shrinking one failure may take.

    Where those are 0, a property ends at its first failure, and that is left as it is. `volume_seconds` is how long
    a property goes on that asks blocks of many thousands of puzzles, an example each.
    """

    examples: int = 40
    seed: int = 0
    shrink_seconds: float = 12.0
    volume_seconds: float = 4.0
    performance: PerformanceBudget = PerformanceBudget()

    @property
    def property_timeout(self) -> float:
        """A subject that has taken so many seconds under one property is given no further batch there."""
        return max(10.0, self.examples / 4)

    @property
    def certify_timeout(self) -> float:
        """Seconds after which no further verdict is certified, many times what is needed."""
        return max(600.0, 15.0 * self.examples)


def growing(budget: Budget) -> Iterator[Budget]:
    """The budgets of rounds without end: the examples double from one to the next, and the seed is one more."""
    for number in count():
        examples = SWEEP_EXAMPLES << number
        yield replace(budget, examples=examples, seed=budget.seed + number, volume_seconds=float(2 * examples))


class Schedule:
    """Deals out the seconds of a run, so that each property has its turn, however slow the subject is.

    A property may take its share of what is left, by its weight among those to come, and what it does not need goes to
    those after it. Only what the properties take counts: under pytest the tests of others may run in between.
    """

    def __init__(self, seconds: float = math.inf) -> None:
        self._seconds = seconds
        self.charged = 0.0
        self._reserved = 0.0
        self._weights: deque[float] = deque()

    def start_round(self, weights: Iterable[float], *, is_sweep: bool) -> None:
        """Deal for properties of these weights, in order; after a sweep there are other rounds, which get the rest."""
        self._reserved = self._left * (1 - SWEEP_SHARE) if is_sweep and self._left < math.inf else 0.0
        self._weights = deque(weights)

    def next_share(self) -> float:
        """The seconds that the property has that starts now."""
        left = max(0.0, self._left - self._reserved)
        if not self._weights or left == math.inf:
            return left
        total = sum(self._weights)
        return left * self._weights.popleft() / total

    def charge(self, seconds: float) -> None:
        """Count what a property has taken, or what was done between properties."""
        self.charged += seconds

    @property
    def _left(self) -> float:
        return self._seconds - self.charged

    @property
    def is_over(self) -> bool:
        """Whether the time is up."""
        return self._left <= 0

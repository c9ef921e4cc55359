"""How much is tried, and for how long: the budget of a run, and the time of one property."""

from collections.abc import Callable
from dataclasses import dataclass

Clock = Callable[[], float]
"""Seconds from any start, such as `time.monotonic`."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How much is tried: examples a property, the seed, and the seconds that shrinking one failure may take.

    Where those are 0, a property ends at its first failure, and that is left as it is.
    """

    examples: int = 40
    seed: int = 0
    shrink_seconds: float = 20.0

    @property
    def property_timeout(self) -> float:
        """A subject that has taken so many seconds under one property is given no further batch there."""
        return max(10.0, self.examples / 4)

    @property
    def certify_timeout(self) -> float:
        """Seconds after which no further verdict is certified, many times what is needed."""
        return max(600.0, 15.0 * self.examples)


class Schedule:
    """The time of one property: what the subject has used of it, and what is left to shrink a failure."""

    def __init__(self, budget: Budget, clock: Clock) -> None:
        self._budget = budget
        self._clock = clock
        self._used = 0.0
        self._failed_at: float | None = None

    @property
    def has_failed(self) -> bool:
        """Whether the subject was seen to be wrong."""
        return self._failed_at is not None

    def charge(self, seconds: float) -> None:
        """Count time that the subject has taken."""
        self._used += seconds

    def mark_failed(self) -> None:
        """The subject is wrong; from its first failure on time runs for shrinking."""
        if self._failed_at is None:
            self._failed_at = self._clock()

    def is_over(self) -> bool:
        """Whether the subject has had its time under this property, without a failure."""
        return self._failed_at is None and self._used > self._budget.property_timeout

    def has_shrunk_enough(self) -> bool:
        """Whether the time to make a failure small is over."""
        return self._failed_at is not None and self.shrink_seconds_left() <= 0

    def shrink_seconds_left(self) -> float:
        """What is left to make the failure small."""
        if self._failed_at is None:
            return self._budget.shrink_seconds
        return self._failed_at + self._budget.shrink_seconds - self._clock()

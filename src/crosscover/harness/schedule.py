"""How much is tried, and for how long; nothing of Hypothesis, since every pytest reads it with the settings."""

from collections.abc import Callable
from dataclasses import dataclass

Clock = Callable[[], float]
"""Seconds from any start, such as `time.monotonic`."""


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
    """How much is tried: examples a property, the seed, and the seconds that shrinking one failure may take.

    Where those are 0, a property ends at its first failure, and that is left as it is.
    """

    examples: int = 40
    seed: int = 0
    shrink_seconds: float = 20.0
    performance: PerformanceBudget = PerformanceBudget()

    @property
    def property_timeout(self) -> float:
        """A subject that has taken so many seconds under one property is given no further batch there."""
        return max(10.0, self.examples / 4)

    @property
    def certify_timeout(self) -> float:
        """Seconds after which no further verdict is certified, many times what is needed."""
        return max(600.0, 15.0 * self.examples)

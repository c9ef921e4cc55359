"""How much is tried, and for how long; nothing of Hypothesis, since every pytest reads it with the settings."""

from collections.abc import Callable
from dataclasses import dataclass

Clock = Callable[[], float]
"""Seconds from any start, such as `time.monotonic`."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How much is tried: examples a property, the seed, and the seconds that shrinking one failure may take.

    Where those are 0, a property ends at its first failure, and that is left as it is. `volume_seconds` is how long
    a property goes on that asks blocks of many thousands of puzzles, an example each.
    """

    examples: int = 40
    seed: int = 0
    shrink_seconds: float = 20.0
    volume_seconds: float = 4.0

    @property
    def property_timeout(self) -> float:
        """A subject that has taken so many seconds under one property is given no further batch there."""
        return max(10.0, self.examples / 4)

    @property
    def certify_timeout(self) -> float:
        """Seconds after which no further verdict is certified, many times what is needed."""
        return max(600.0, 15.0 * self.examples)

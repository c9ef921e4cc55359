"""Deadlines: each piece of work receives one from its owner, and passes on what is left."""

import math
from collections.abc import Callable
from dataclasses import dataclass

Clock = Callable[[], float]
"""Seconds from any start, such as `time.monotonic`."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """A moment on a clock, by default never."""

    clock: Clock
    at: float = math.inf

    @property
    def left(self) -> float:
        """Seconds left, at least 0."""
        return max(0.0, self.at - self.clock())

    @property
    def is_over(self) -> bool:
        """Whether the moment has passed."""
        return self.clock() >= self.at

    def within(self, seconds: float) -> "Deadline":
        """The deadline of a part of the work, which ends after these seconds at the latest."""
        return Deadline(self.clock, min(self.at, self.clock() + seconds))

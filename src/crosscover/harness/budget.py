"""Budgets of rounds, time and steps: a piece of work receives one from its owner, and passes on what is left.

Does not import Hypothesis, since every pytest imports this module with the settings.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

Clock = Callable[[], float]
"""Seconds from any start, such as `time.monotonic`."""

PUZZLES_PER_STEP = 100
"""Number of puzzles in a run for which it takes one more step of shrinking."""


@dataclass(frozen=True, slots=True)
class Budget:
    """The rounds of each property, at most `rounds`: each draws twice the examples (batches) of the one before.

    `seconds` limits a round. `shrink_steps` limits the shrinking of one failure; 0 ends a property at its first
    failure, without shrinking. `max_slowdown` limits the time for hard and for 17-clue puzzles as a multiple of the
    reference's.
    """

    examples: int = 3
    seed: int = 0
    rounds: int | None = None
    seconds: float = math.inf
    shrink_steps: int = 600
    max_slowdown: float | None = None

    def round(self, number: int, seconds: float) -> "Budget":
        """The budget of a round of these seconds; rounds are counted from 0."""
        return replace(self, examples=self.examples << number, seconds=seconds)


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
        """The deadline of a part of the work, which ends after at most these seconds."""
        return Deadline(self.clock, min(self.at, self.clock() + seconds))


class Steps:
    """The steps left for shrinking: a run takes one, and one more for every `PUZZLES_PER_STEP` of its puzzles.

    Equal subjects therefore shrink a failure in the same way, however busy the machine is. None are left after `end`,
    which cuts off slow subjects. A part takes its steps from the whole, too.
    """

    def __init__(self, number: float, end: Deadline, whole: "Steps | None" = None) -> None:
        self.end = end
        self.left = number
        self._whole = whole

    @property
    def is_over(self) -> bool:
        """Whether there is neither a step nor time left."""
        return self.left <= 0 or self.end.is_over or (self._whole is not None and self._whole.is_over)

    def take(self, puzzles: int = 0) -> None:
        """Take the steps of a run with that number of puzzles."""
        self.left -= 1 + puzzles // PUZZLES_PER_STEP
        if self._whole is not None:
            self._whole.take(puzzles)

    def part(self, number: float) -> "Steps":
        """A part of the work, with at most these steps."""
        return Steps(number, self.end, self)

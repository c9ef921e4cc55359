"""The size of a round of a property. Does not import Hypothesis, since every pytest imports it with the settings."""

import math
from dataclasses import dataclass, replace

from .limits import END_SECONDS

FIRST_EXAMPLES = 3
"""Batches of puzzles that a property draws in its first round."""

MAX_DOUBLINGS = 20
"""Number of rounds after which the examples no longer double; nobody reaches as many."""


@dataclass(frozen=True, slots=True)
class PerformanceBudget:
    """The time in which performance is measured, in seconds, and its limit; None is no limit.

    `max_slowdown` limits the time for hard and for 17-clue puzzles as a multiple of the reference's.
    """

    seconds: float = END_SECONDS
    max_slowdown: float | None = None

    @property
    def is_limited(self) -> bool:
        """Whether there is a limit."""
        return self.max_slowdown is not None


@dataclass(frozen=True, slots=True)
class Budget:
    """The size of a round: its examples, its time in seconds, and its seed.

    `shrink_steps` limits the shrinking of one failure; 0 ends a property at its first failure, without shrinking.
    """

    examples: int = 40
    seed: int = 0
    seconds: float = math.inf
    shrink_steps: int = 600
    performance: PerformanceBudget = PerformanceBudget()


@dataclass(frozen=True, slots=True)
class Rounds:
    """The rounds of each property: one with the budget, or if they `grow`, at most `most` of them.

    Each of these has twice the examples of the one before.
    """

    budget: Budget = Budget()
    grow: bool = False
    most: int | None = None

    def __call__(self, number: int) -> Budget | None:
        """The budget of a round, counted from 0; None if there is none."""
        most = (math.inf if self.most is None else self.most) if self.grow else 1
        if number >= most:
            return None
        return replace(self.budget, examples=FIRST_EXAMPLES << min(number, MAX_DOUBLINGS)) if self.grow else self.budget


ONE_ROUND = Rounds()

"""Budgets of rounds, time and steps: each task receives a budget from its caller and passes on the rest.

Does not import Hypothesis, since every pytest process imports this module with the settings.
"""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

Clock = Callable[[], float]
"""Returns seconds since an arbitrary start, as `time.monotonic` does."""

MAX_DOUBLINGS = 20
"""Number of rounds after which a round no longer has twice the examples: no subject answers three million batches."""

PUZZLES_PER_STEP = 100
"""Number of puzzles in a run that cost one additional shrinking step."""


@dataclass(frozen=True, slots=True)
class Budget:
    """The budget of each property: at most `rounds` rounds, each with twice the examples (batches) of the round before.

    `seconds` limits a round. `shrink_steps` limits the shrinking of one failure; 0 ends a property at its first
    failure, without shrinking. `max_slowdown` limits the time for hard and for 17-clue puzzles, as a multiple of the
    reference time.
    """

    examples: int = 3
    seed: int = 0
    rounds: int | None = None
    seconds: float = math.inf
    shrink_steps: int = 600
    max_slowdown: float | None = None

    def round(self, number: int, seconds: float, factor: float = 1.0) -> "Budget":
        """Return the budget of a round of `seconds`, with `factor` times the examples; rounds are numbered from 0."""
        examples = factor * (self.examples << min(number, MAX_DOUBLINGS))
        return replace(self, examples=max(1, round(examples)), seconds=seconds)


@dataclass(slots=True)
class Deadline:
    """A point in time on a clock, by default never; only `shorten` changes it."""

    clock: Clock
    at: float = math.inf

    @property
    def left(self) -> float:
        """Seconds left, at least 0."""
        return max(0.0, self.at - self.clock())

    @property
    def is_over(self) -> bool:
        """Whether the deadline has passed."""
        return self.clock() >= self.at

    def shorten(self, seconds: float) -> None:
        """Move the deadline to at most `seconds` from now, for everyone who holds it."""
        self.at = min(self.at, self.clock() + seconds)

    def within(self, seconds: float) -> "Deadline":
        """Return the deadline of a subtask that may take at most `seconds`."""
        return Deadline(self.clock, min(self.at, self.clock() + seconds))


class Stopwatch:
    """A clock that runs only inside its `with` blocks: under pytest, the time of other tests does not count."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._before = 0.0
        self._started: float | None = None

    def __call__(self) -> float:
        """Return the seconds spent inside `with` blocks so far."""
        return self._before if self._started is None else self._before + self._clock() - self._started

    def __enter__(self) -> None:
        self._started = self._clock()

    def __exit__(self, *_: object) -> None:
        self._before, self._started = self(), None


class Steps:
    """A budget of shrinking steps: a run costs one step, plus one for every `PUZZLES_PER_STEP` puzzles.

    Counting steps makes shrinking reproducible, however busy the machine is. The deadline `end` cuts off slow
    subjects. A part also takes its steps from the whole.
    """

    def __init__(self, number: float, end: Deadline, whole: "Steps | None" = None) -> None:
        self.end = end
        self.left = number
        self._whole = whole

    @property
    def is_over(self) -> bool:
        """Whether the steps or the time are used up."""
        return self.left <= 0 or self.end.is_over or (self._whole is not None and self._whole.is_over)

    def take(self, puzzles: int = 0) -> None:
        """Take the steps for a run with this number of puzzles."""
        self.left -= 1 + puzzles // PUZZLES_PER_STEP
        if self._whole is not None:
            self._whole.take(puzzles)

    def part(self, number: float) -> "Steps":
        """Return a part of the budget, with at most `number` steps."""
        return Steps(number, self.end, self)

    def share(self, parts: int) -> "Steps":
        """Return one of `parts` equal parts of the steps and of the time."""
        return Steps(self.left / parts, self.end.within(self.end.left / parts), self)

"""What a run does next, and for how long.

A task is the next round of one property, judged for a slice of time. Each property has rounds of its own: another seed
for each, and twice as many examples as in the round before.

    first     each property in its order: its covering list, and a few examples
              then again those whose covering list is not finished
    then      the property that has had the least of its share (weighted fair queuing), until the time is up;
              those with too few puzzles come first

Does not import Hypothesis, since every pytest imports this module with the settings.
"""

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count, islice

FIRST_EXAMPLES = 3
"""Batches of puzzles that a property draws in its first round."""

MAX_DOUBLINGS = 20
"""Number of rounds after which the examples no longer double; nobody reaches as many."""

COVER_SHARE = 0.8
"""The largest part of a run's time for the first round of each property and for covering lists."""

MAX_SHARE = 0.2
"""The largest part of a run's time for the covering list of one property, and for the examples of a slow subject."""

THIN_SHARE = 0.5
"""The largest part of a run's time for a property because it has had too few puzzles."""

LEAST_PUZZLES = 10
"""Puzzles by which a first round is at least estimated: those of a short covering list, and a few examples."""

MOST_PUZZLES = 60
"""The same at most: longer lists consist of long runs of puzzles that are nearly free."""

SLICES = 4
"""Number of tasks in which a property uses its share of the time."""

SHORTEST_SLICE = 1.0
"""Minimum time of a task in seconds, if so much is left."""


@dataclass(frozen=True, slots=True)
class PerformanceBudget:
    """The time in which performance is measured, in seconds, and its limits; None is no limit.

    `max_slowdown` limits the time for hard and for 17-clue puzzles as a multiple of the reference's, `max_growth` the
    exponent of `harness.performance.Growth`.
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

    `shrink_steps` limits the shrinking of one failure; 0 ends a property at its first failure, without shrinking.
    `volume_seconds` limits a property that asks blocks of many thousands of puzzles, each block an example.
    """

    examples: int = 40
    seed: int = 0
    shrink_steps: int = 600
    volume_seconds: float = 4.0
    performance: PerformanceBudget = PerformanceBudget()

    @property
    def property_timeout(self) -> float:
        """Seconds after which a subject gets no further batch of a property."""
        return max(10.0, self.examples / 4)


def growing(budget: Budget) -> Iterator[Budget]:
    """The budgets of endless rounds: each has twice as many examples as the one before, and the next seed."""
    for number in count():
        examples = FIRST_EXAMPLES << min(number, MAX_DOUBLINGS)
        yield replace(budget, examples=examples, seed=budget.seed + number, volume_seconds=float(2 * examples))


@dataclass(frozen=True, slots=True)
class PropertyTask:
    """A round of a property, with its time in seconds; it starts after `covered` batches of its covering list."""

    name: str
    budget: Budget
    seconds: float = math.inf
    covered: int = 0


@dataclass(slots=True)
class _Share:
    """What a property has had so far; `cover` has the number of puzzles of each batch of its covering list."""

    name: str
    cover: Sequence[int]
    shared: bool
    covered: int = 0
    rounds: int = 0
    seconds: float = 0.0
    running: int = 0
    is_finished: bool = False
    is_thin: bool = False

    @property
    def is_covered(self) -> bool:
        """Whether its covering list is done."""
        return self.covered >= len(self.cover)

    @property
    def is_free(self) -> bool:
        """Whether a lane may judge it now."""
        return not self.running or (self.shared and self.is_covered)

    @property
    def puzzles_to_cover(self) -> int:
        """The estimated number of puzzles of its first round, or of the rest of its covering list."""
        return min(max(LEAST_PUZZLES, sum(self.cover[self.covered :])), MOST_PUZZLES)


class Schedule:
    """The tasks of a run, which takes `seconds`; the last `reserved` of them are not for tasks.

    `budgets` are those of the rounds of each property. Times are in seconds of one lane: two lanes have twice as much.
    """

    def __init__(
        self, budgets: Iterable[Budget] = (Budget(),), seconds: float = math.inf, *, reserved: float = 0.0
    ) -> None:
        self.seconds = seconds
        self.reserved = reserved
        self.task_seconds = seconds - reserved
        self._later = iter(budgets)
        self._budgets = [next(self._later)]
        self._shares: dict[str, _Share] = {}

    @property
    def budget(self) -> Budget:
        """The budget of the first round."""
        return self._budgets[0]

    def begin(self, covers: Mapping[str, Sequence[int]], *, shared: str = "") -> None:
        """Set the properties in their order, each with the numbers of puzzles of its covering list.

        Two lanes may judge the property `shared` at the same time, if its covering list is done.
        """
        self._shares = {name: _Share(name, cover, name == shared) for name, cover in covers.items()}

    def next_task(
        self, left: float, weights: Mapping[str, float], lanes: int = 1, *, without: Collection[str] = ()
    ) -> PropertyTask | None:
        """The next task of one of several lanes, which have these seconds left; None if there is none now.

        The time for drawn examples is shared by these weights. The properties `without` are for another lane.
        """
        open_ones = [one for one in self._shares.values() if not self._is_done(one)]
        ready = [one for one in open_ones if one.name not in without and one.is_free]
        if not ready or left <= 0:
            return None
        if left == math.inf:
            return self._start(min(ready, key=lambda one: one.rounds), left)
        total = sum(weights[one.name] for one in open_ones)
        slices = {
            one.name: max(SHORTEST_SLICE, weights[one.name] / total * self.task_seconds * lanes / SLICES)
            for one in ready
        }
        if fresh := [one for one in ready if not one.rounds]:
            one = fresh[0]
            seconds = self._first_share(one, left, lanes)
            return self._start(one, seconds if one.cover else min(seconds, slices[one.name]))
        most = self._most(lanes)
        behind = [one for one in ready if not one.is_covered and one.seconds < most]
        if behind and left > self._reserved:
            one = min(behind, key=lambda one: one.rounds)
            return self._start(one, min(left, max(SHORTEST_SLICE, self._cover_share(one, behind, left, lanes))))
        thin = [one for one in ready if one.is_thin and one.seconds < THIN_SHARE * self.task_seconds * lanes]
        one = min(thin or ready, key=lambda one: one.seconds / weights[one.name])
        return self._start(one, min(left, slices[one.name]))

    def task_of(self, name: str, left: float) -> PropertyTask:
        """The first round of a property, if the caller decides on the order."""
        one = self._shares[name]
        return self._start(one, self._first_share(one, left, 1))

    def finish(
        self, task: PropertyTask, seconds: float, *, covered: int, is_finished: bool, is_thin: bool = False
    ) -> None:
        """Count a task that has taken these seconds, with the number of batches of its covering list that it judged.

        `is_thin` says that the property has had too few puzzles so far.
        """
        one = self._shares[task.name]
        one.running -= 1
        one.covered += covered
        one.is_finished |= is_finished
        one.is_thin = is_thin
        if task.seconds < math.inf:
            one.seconds += seconds - task.seconds

    def take_back(self, task: PropertyTask) -> None:
        """Undo a task that was not judged."""
        one = self._shares[task.name]
        one.running -= 1
        one.rounds -= 1
        if task.seconds < math.inf:
            one.seconds -= task.seconds

    def repeat(self, name: str) -> None:
        """Add a round like the last one of a property."""
        self._shares[name].rounds -= 1

    def is_done(self, name: str) -> bool:
        """Whether a property has no further round."""
        return self._is_done(self._shares[name])

    def rounds(self, failed: Collection[str]) -> int:
        """The rounds in which these properties failed; without failures, those that every property has begun."""
        if failed:
            return max(1, *(self._shares[name].rounds for name in failed))
        return min((one.rounds for one in self._shares.values() if one.rounds and not one.is_finished), default=1)

    @property
    def _reserved(self) -> float:
        """The seconds at the end of the tasks that are not for first rounds and covering lists."""
        return 0.0 if self._budget(1) is None else (1 - COVER_SHARE) * self.task_seconds

    def _most(self, lanes: int) -> float:
        """The seconds that the covering list of one property may take."""
        return max(MAX_SHARE, 1 / len(self._shares)) * self.task_seconds * lanes

    def _first_share(self, one: _Share, left: float, lanes: int) -> float:
        fresh = [other for other in self._shares.values() if other is one or not other.rounds]
        return math.inf if left == math.inf else min(self._most(lanes), self._cover_share(one, fresh, left, lanes))

    def _cover_share(self, one: _Share, others: Iterable[_Share], left: float, lanes: int) -> float:
        """The seconds of a property among others, by their numbers of puzzles; the next has what one does not use."""
        available = max(0.0, left - self._reserved)
        part = one.puzzles_to_cover / sum(other.puzzles_to_cover for other in others)
        return min(available, available * lanes * part)

    def _start(self, one: _Share, seconds: float) -> PropertyTask:
        """Start a task, which counts with all its time until it has finished."""
        task = PropertyTask(one.name, self._budget(one.rounds) or self.budget, seconds, one.covered)
        one.rounds += 1
        one.running += 1
        if seconds < math.inf:
            one.seconds += seconds
        return task

    def _is_done(self, one: _Share) -> bool:
        return one.is_finished or self._budget(one.rounds) is None

    def _budget(self, number: int) -> Budget | None:
        """The budget of a round, None if there is none."""
        self._budgets += islice(self._later, max(0, number + 1 - len(self._budgets)))
        return self._budgets[number] if number < len(self._budgets) else None

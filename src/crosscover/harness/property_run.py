"""One property while it runs: what it has judged so far, and the time it has left."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import hypothesis

from crosscover.dialects import Formatting
from crosscover.reference import Grid

from .deadline import Clock, Deadline, Steps
from .judging import Batch
from .schedule import Budget


class SavedInput(NamedTuple):
    """The input of a run that is repeated; a `hash_seed` if it is to be that of the earlier run."""

    batch: Batch
    formatting: Formatting
    hash_seed: int | None = None


SavedBatches = Sequence[SavedInput]

FEWEST_PUZZLES = 10
"""Puzzles below which a pass says little: a quarter of wrong answers goes unnoticed among 10 with 6 %."""

SHRINK_SECONDS = 8.0
"""Time in seconds in which a subject of average speed takes all steps of shrinking a failure."""

SHRINK_SHARE = 0.25
"""The largest part of the time left for shrinking one failure, if that is more; only slow subjects need as much."""


@dataclass(slots=True)
class Record:
    """How many units were judged, in how many runs of the subject, and how often each label occurred.

    `failed_after` is the number judged before the first failure; later ones are not counted. `simplified_or_skipped`
    counts the puzzles that the subject was too slow for: they were given more clues, or left out. `distinct` counts the
    different puzzles, `unanswered` has those that were not answered in time and are no failure, `suspects` the easy
    ones of them, and `out_of_memory` those for which the default memory was not enough. `reads_only` has the usual
    forms of input that the subject needs, each with the wrong answer in another form, if it gave one. `had_no_time`
    says that the time ended before the property did.
    """

    unit: str = "puzzles"
    judged: int = 0
    simplified_or_skipped: int = 0
    runs: int = 0
    failed_after: int | None = None
    labels: Counter[str] = field(default_factory=Counter[str])
    distinct: int = 0
    unanswered: list[Grid] = field(default_factory=list[Grid])
    suspects: list[Grid] = field(default_factory=list[Grid])
    out_of_memory: list[Grid] = field(default_factory=list[Grid])
    reads_only: dict[str, str] = field(default_factory=dict[str, str])
    had_no_time: bool = False


class PropertyRun:
    """The record and the time of a property.

    The property ends after these seconds, but not before its first example, and at `end`; after a failure it has the
    budget's steps to shrink. `progress` receives the number judged so far, from time to time. `asked` has the hashes of
    the puzzles that the property asked in earlier rounds.
    """

    def __init__(
        self,
        name: str,
        budget: Budget,
        clock: Clock,
        progress: Callable[[int], None] = lambda _: None,
        seconds: float = math.inf,
        *,
        asked: set[int] | None = None,
        end: Deadline | None = None,
    ) -> None:
        self.name = name
        self.record = Record()
        self._budget = budget
        self._clock = clock
        self._progress = progress
        self._asked = set[int]() if asked is None else asked
        self._used = 0.0
        self.end = Deadline(clock) if end is None else end
        self._deadline = self.end.within(seconds)
        self._shrinking: Steps | None = None
        self._is_stopped = False
        self.is_finished = True

    @property
    def has_failed(self) -> bool:
        """Whether the subject was wrong, at least once."""
        return self._shrinking is not None

    def count(
        self,
        judged: int,
        unit: str,
        labels: Sequence[str] | Mapping[str, int],
        *,
        runs: int = 0,
        simplified_or_skipped: int = 0,
        distinct: int = 0,
    ) -> None:
        """Count what was judged, also in the statistics of Hypothesis; nothing is counted after a failure."""
        if self.has_failed:
            return
        record = self.record
        record.unit = unit
        record.judged += judged
        record.runs += runs
        record.simplified_or_skipped += simplified_or_skipped
        record.distinct += distinct
        record.labels.update(labels)
        self._progress(record.judged)
        if hypothesis.currently_in_test_context():
            for label in set(labels):
                hypothesis.event(label)

    def number_of_new(self, puzzles: Iterable[Grid]) -> int:
        """The number of different puzzles that the property had not asked before; from now on it has."""
        before = len(self._asked)
        self._asked.update(map(hash, puzzles))
        return len(self._asked) - before

    @property
    def is_thin(self) -> bool:
        """Whether the property has had so few puzzles, in all rounds, that a pass says little."""
        return len(self._asked) < FEWEST_PUZZLES

    def mark_unfinished(self) -> None:
        """Remember that the property would judge other puzzles in another round."""
        self.is_finished = False

    def mark_failed(self, shrink_steps: float = math.inf) -> None:
        """Remember the first failure of the subject, which has these steps to shrink, at most those of the budget."""
        if self._shrinking is None:
            self._shrinking = self._steps(min(shrink_steps, self._budget.shrink_steps))
            self.record.failed_after = self.record.judged

    def note_unanswered(self, puzzle: Grid) -> None:
        """Remember a puzzle that was not answered in time, without being a failure."""
        if puzzle not in self.record.unanswered:
            self.record.unanswered.append(puzzle)

    def stop(self) -> None:
        """Ask nothing more: the subject has used up the time for timeouts."""
        self._is_stopped = True

    def charge(self, seconds: float) -> None:
        """Count seconds that the subject has taken."""
        self._used += seconds

    def is_over(self) -> bool:
        """Whether the time of the property is up, without a failure."""
        is_late = self._used > self._budget.property_timeout or (self.record.judged > 0 and self.seconds_left() <= 0)
        if self.has_failed or not (is_late or self._is_stopped or self.end.is_over):
            return False
        self.record.had_no_time = True
        return True

    def seconds_left(self) -> float:
        """Seconds left for this property."""
        return min(self._budget.property_timeout, self._deadline.left)

    @property
    def shrinking(self) -> Steps:
        """What is left for shrinking the failure, or one that occurs now."""
        return self._steps(self._budget.shrink_steps) if self._shrinking is None else self._shrinking

    def _steps(self, number: float) -> Steps:
        if not number:
            return Steps(0, self.end)
        seconds = max(SHRINK_SECONDS, SHRINK_SHARE * self.end.left)
        return Steps(number, self.end.within(seconds * number / self._budget.shrink_steps))

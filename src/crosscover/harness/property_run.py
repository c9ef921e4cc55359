"""One property while it runs: what it has judged so far, and the time that it has left."""

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import hypothesis

from .schedule import Budget, Clock


@dataclass(slots=True)
class Record:
    """How many of what were judged, in how many runs, and how often each label occurred.

    `failed_after` is the number judged when the subject was first seen to be wrong; nothing is counted after that.
    `simplified_or_skipped` counts the puzzles that were too much for so slow a subject: it was given them with more
    clues, or not at all.
    """

    unit: str = "puzzles"
    judged: int = 0
    simplified_or_skipped: int = 0
    runs: int = 0
    failed_after: int | None = None
    labels: Counter[str] = field(default_factory=Counter[str])


class PropertyRun:
    """The record of a property of that name, and its time; `progress` is told now and then what was judged.

    It has so many seconds by the clock, or what its first example takes, and once it has failed the time to shrink.
    """

    def __init__(
        self,
        name: str,
        budget: Budget,
        clock: Clock,
        progress: Callable[[int], None] = lambda _: None,
        seconds: float = math.inf,
    ) -> None:
        self.name = name
        self.record = Record()
        self._budget = budget
        self._clock = clock
        self._progress = progress
        self._used = 0.0
        self._deadline = clock() + seconds
        self._failed_at: float | None = None
        self._may_shrink = True

    @property
    def has_failed(self) -> bool:
        """Whether the subject was seen to be wrong."""
        return self._failed_at is not None

    def count(
        self,
        judged: int,
        unit: str,
        labels: Sequence[str] | Mapping[str, int],
        *,
        runs: int,
        simplified_or_skipped: int,
    ) -> None:
        """Count what was judged, also in the statistics that Hypothesis keeps; nothing once the subject has failed.

        Labels come one by one, or with their numbers.
        """
        if self.has_failed:
            return
        record = self.record
        record.unit = unit
        record.judged += judged
        record.runs += runs
        record.simplified_or_skipped += simplified_or_skipped
        record.labels.update(labels)
        self._progress(record.judged)
        if hypothesis.currently_in_test_context():
            for label in set(labels):
                hypothesis.event(label)

    def mark_failed(self, *, may_shrink: bool = True) -> None:
        """Remember when the subject was first seen to be wrong; then there is time to shrink, if that may be."""
        if self._failed_at is None:
            self._failed_at = self._clock()
            self._may_shrink = may_shrink
            self.record.failed_after = self.record.judged

    def charge(self, seconds: float) -> None:
        """Count time that the subject has taken."""
        self._used += seconds

    def is_over(self) -> bool:
        """Whether the subject has had its time under this property, without a failure."""
        is_late = self._used > self._budget.property_timeout or (self.record.judged > 0 and self.seconds_left() <= 0)
        return self._failed_at is None and is_late

    def seconds_left(self) -> float:
        """What is left of the time of this property."""
        return min(self._budget.property_timeout, self._deadline - self._clock())

    def has_shrunk_enough(self) -> bool:
        """Whether the time to make a failure small is over."""
        return self._failed_at is not None and self.shrink_seconds_left() <= 0

    def shrink_seconds_left(self) -> float:
        """What is left to make the failure small."""
        if not self._may_shrink:
            return 0.0
        if self._failed_at is None:
            return self._budget.shrink_seconds
        return self._failed_at + self._budget.shrink_seconds - self._clock()

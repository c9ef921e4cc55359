"""One property while it runs: what it has judged so far, and the time that it has."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import hypothesis

from .schedule import Schedule


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
    """The record of a property of that name, and its schedule; `progress` is told now and then what was judged."""

    def __init__(self, name: str, schedule: Schedule, progress: Callable[[int], None]) -> None:
        self.name = name
        self.schedule = schedule
        self.record = Record()
        self._progress = progress

    def count(self, judged: int, unit: str, labels: Sequence[str], *, runs: int, simplified_or_skipped: int) -> None:
        """Count what was judged, also in the statistics that Hypothesis keeps; nothing once the subject has failed."""
        if self.schedule.has_failed:
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

    def mark_failed(self) -> None:
        """Remember when the subject was first seen to be wrong."""
        if not self.schedule.has_failed:
            self.schedule.mark_failed()
            self.record.failed_after = self.record.judged

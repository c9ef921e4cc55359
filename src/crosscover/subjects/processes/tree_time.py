"""The time of a tree of processes: what it computes, sleeps and waits, but not what others take from it."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from .confinement import read_file

_TICKS = os.sysconf("SC_CLK_TCK")


class TreeUsage(NamedTuple):
    """The resources of living processes: CPU seconds, and by thread the seconds in which it waited for a processor."""

    cpu_seconds: float
    waited: dict[str, float]


class TreeTime:
    """Adds up the seconds of a tree of processes; `update` is called in short intervals.

    In an interval, a tree that waits for a processor is charged for its CPU time alone. One that sleeps, or computes in
    several threads, is charged for the whole interval.
    """

    def __init__(self, started: float) -> None:
        self.seconds = 0.0
        self._updated = started
        self._cpu_seconds = 0.0
        self._waited: dict[str, float] = {}

    def update(self, now: float, usage: TreeUsage) -> None:
        """Add the interval since the last update; the CPU time of the usage includes that of ended processes."""
        interval = now - self._updated
        waited = sum(seconds - self._waited.get(thread, 0.0) for thread, seconds in usage.waited.items())
        computed = usage.cpu_seconds - self._cpu_seconds
        self.seconds += min(interval, max(computed, interval - waited, 0.0))
        self._updated, self._cpu_seconds, self._waited = now, usage.cpu_seconds, usage.waited


def tree_usage(processes: Sequence[int]) -> TreeUsage:
    """Return the resources of living processes and of the children that they have waited for (`/proc`)."""
    cpu_seconds, waited = 0.0, dict[str, float]()
    for process in processes:
        fields = read_file(Path(f"/proc/{process}/stat")).rpartition(b")")[2].split()
        cpu_seconds += sum(map(int, fields[11:15])) / _TICKS
        for thread in Path(f"/proc/{process}/task").glob("*/schedstat"):
            times = read_file(thread).split()
            waited[thread.parent.name] = int(times[1]) / 1e9 if len(times) > 1 else 0.0
    return TreeUsage(cpu_seconds, waited)

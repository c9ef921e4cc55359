"""Runs of ever more puzzles, timed: what a puzzle takes beyond the start of a run, and whether that grows."""

import time
from collections.abc import Callable, Sequence
from math import log2

from crosscover.reference import Grid
from crosscover.responses import Failed
from crosscover.subjects.subject import Subject, Usage

from .performance import Growth, RunCost
from .schedule import Clock

LONGEST_RUN = 8192
"""Puzzles. In longer runs the text of input and output alone, which some programs hold whole, is worth megabytes."""

SHORTEST_LONG_RUN = 64
"""Puzzles in the longest run from which growth can be told: its quarter must still be a mixture of its series."""

SHORTEST_REPETITION = 8
"""The same where all puzzles of a series are one."""

LEAST_SHARE = 0.6
"""Of the time by the clock at least so much counts, however busy the machine is, so that a measurement ends."""

MAX_EQUAL_RUNS = 6

FAR_LONGER = 3.0
"""A run of one puzzle again and again that was not done in so many times what it should take has grown."""

CLEAR_EXPONENT = 0.2
"""Where time grows more than this, the runs are repeated, as long as there is time."""

ALLOWED_KIB = 12.0
"""What a run may hold of each puzzle: its text, its answer, and the copies by which the worker sees lists change."""

NOTICED_KIB = 1024.0
"""What a run must hold beyond that, and beyond a run of one puzzle, to count as growing."""


class UntimedError(Exception):
    """A run did not end with an answer to every puzzle; `seconds` is the processor time until then."""

    def __init__(self, reason: str, seconds: float = 0.0) -> None:
        super().__init__(reason)
        self.seconds = seconds


class Timer:
    """Asks a subject and tells what a run took.

    `start` is the processor time of a run without a puzzle, `noise` how much equal runs differ, `start_wall` what a
    start takes by the clock; `time_start` sets all three, the first to that of a run with one trivial puzzle.
    """

    def __init__(self, subject: Subject, clock: Clock) -> None:
        self._subject = subject
        self._clock = clock
        self._began, self._own_began = clock(), time.process_time()
        self._used = 0.0
        self.start = self.noise = self.start_wall = 0.0

    def elapsed(self) -> float:
        """Seconds since the measurement began, but not all of those in which others held the processors."""
        used = self._used + time.process_time() - self._own_began
        return max(used, LEAST_SHARE * (self._clock() - self._began))

    def ask(self, puzzles: Sequence[Grid]) -> Usage:
        """What a run of these puzzles took; raises UntimedError where not every one was answered."""
        transcript = self._subject.ask(puzzles)
        failed = next((one for one in transcript.responses if isinstance(one, Failed)), transcript.run_failure)
        usage = transcript.usage
        if usage is not None and self._subject.engine is None:
            self._used += usage.cpu_seconds
        if usage is None:
            raise UntimedError("what it took is not known" if failed is None else failed.reason)
        if failed is not None:
            raise UntimedError(failed.reason, usage.cpu_seconds)
        return usage

    def time_start(self, trivial: Sequence[Grid]) -> None:
        """Time runs of a puzzle that takes next to nothing; raises UntimedError."""
        times: list[float] = []
        for _ in range(3):
            began = self.elapsed()
            times.append(self.ask(trivial).cpu_seconds)
            self.start_wall = self.elapsed() - began
        self.start, middle, _ = sorted(times)
        self.noise = middle - self.start

    def beyond_start(self, cpu_seconds: float, runs: int = 1) -> float | None:
        """What so many runs took beyond their start; None where that is too little to be told from it."""
        beyond = cpu_seconds - runs * self.start
        return beyond if beyond > runs * max(3 * self.noise, self.start / 10) else None


class RunLengths:
    """Runs of the first puzzles of a series, in lengths that double; of equal runs the one of the least time counts.

    With `repeats` all puzzles of the series are one.
    """

    def __init__(self, timer: Timer, series: Callable[[int], Sequence[Grid]], *, repeats: bool = False) -> None:
        self._timer = timer
        self._series = series
        self._repeats = repeats
        self._runs: dict[int, list[Usage]] = {}
        self.stopped_by: UntimedError | None = None
        self._stopped_at = 0

    def costs(self, kind: str) -> list[RunCost]:
        """What the runs took, the shortest first."""
        return [
            RunCost(kind, size, self._cpu(size), min(usage.peak_kib or 0 for usage in runs))
            for size, runs in sorted(self._runs.items())
        ]

    @property
    def longest(self) -> int:
        """The puzzles of the longest run."""
        return max(self._runs)

    def climb(self, until: float, longest: int = LONGEST_RUN) -> None:
        """Take longer and longer runs as long as the next one seems to end in time.

        Lengths double, or become eight times as long where the start of a run takes most of its time. Raises
        UntimedError where not one puzzle can be timed.
        """
        timer, size, took = self._timer, 1, 0.0
        while size == 1 or (size <= longest and timer.elapsed() + 2 * took < until):
            began = timer.elapsed()
            try:
                self._runs[size] = [timer.ask(self._series(size))]
            except UntimedError as error:
                if size == 1:
                    raise
                self.stopped_by, self._stopped_at = error, size
                return
            took = timer.elapsed() - began
            size *= 8 if size < longest / 8 and self._cpu(size) < 2 * timer.start else 2

    def puzzle_seconds(self) -> float | None:
        """Processor time a puzzle, from the longest run; None where it cannot be told from the start of a run."""
        beyond = self._timer.beyond_start(self._cpu(self.longest))
        return None if beyond is None else beyond / self.longest

    def start(self) -> float:
        """The start of a run: what a run of one takes beyond what each further puzzle takes in the longest run."""
        alone, longest = self._cpu(1), self.longest
        each = (self._cpu(longest) - alone) / (longest - 1) if longest > 1 else 0.0
        return min(max(alone - each, 0.0), alone)

    def growth(self, until: float) -> Growth | None:
        """Compare the longest run with its half and its quarter, which are run again while time seems to grow.

        None where it is too short, or there was no time to.
        """
        longest = self.longest
        if self._repeats and self.stopped_by is not None:
            expected = self._cpu(longest) * self._stopped_at / longest
            if self.stopped_by.seconds > FAR_LONGER * expected:
                exponent = log2(self.stopped_by.seconds / expected) / log2(self._stopped_at / longest)
                return Growth(self._stopped_at, exponent)
        if longest < (SHORTEST_REPETITION if self._repeats else SHORTEST_LONG_RUN):
            return None
        sizes = (longest // 4, longest // 2, longest)
        missing = [size for size in sizes if size not in self._runs]
        if not self._repeat(missing, until):
            return None
        while self._time_exponent(sizes) > CLEAR_EXPONENT and self._repeat(sizes, until):
            pass
        exponent = max(self._time_exponent(sizes), 0.0)
        peaks = [min(usage.peak_kib or 0 for usage in self._runs[size]) for size in (1, *sizes)]
        return Growth(longest, exponent, *memory_growth(peaks, sizes)) if all(peaks) else Growth(longest, exponent)

    def _repeat(self, sizes: Sequence[int], until: float) -> bool:
        """Run these sizes once more; whether there was time, and every puzzle was answered."""
        for size in sizes:
            runs = self._runs.setdefault(size, [])
            if self._timer.elapsed() > until or len(runs) >= MAX_EQUAL_RUNS:
                return False
            try:
                runs.append(self._timer.ask(self._series(size)))
            except UntimedError:
                return False
        return True

    def _time_exponent(self, sizes: Sequence[int]) -> float:
        """The exponent of the time a puzzle; what is too quick to be seen counts as the longest that is not."""
        least = 3 * self._timer.noise
        shortest, *_, longest = (max(self._cpu(size) - self._timer.start, least, 1e-6) / size for size in sizes)
        return log2(longest / shortest) / (len(sizes) - 1)

    def _cpu(self, size: int) -> float:
        return min(usage.cpu_seconds for usage in self._runs[size])


def memory_growth(peaks: Sequence[float], sizes: Sequence[int]) -> tuple[float, float]:
    """The exponent of the memory that runs hold, and the KiB a puzzle; `peaks` are of runs of one and of these sizes.

    The exponent is told from the last two sizes, each beyond the run of one puzzle and beyond what is allowed.
    """
    alone, *held = peaks
    kib = max((held[-1] - held[-2]) / (sizes[-1] - sizes[-2]), 0.0)
    beyond = [peak - alone - ALLOWED_KIB * size for peak, size in zip(held, sizes, strict=True)]
    if beyond[-1] < max(NOTICED_KIB, alone / 20):
        return 0.0, kib
    before = max(beyond[-2], beyond[-1] / 8)  # what is less than the memory of the supervisor does not show
    return log2(beyond[-1] / before), kib

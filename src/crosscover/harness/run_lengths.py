"""Times runs of ever more puzzles: the time per puzzle without the start of a run, and its growth."""

import time
from collections.abc import Callable, Iterator, Sequence
from math import inf, log2

from crosscover.reference import Grid
from crosscover.responses import Failed
from crosscover.subjects.subject import Subject, Usage

from .deadline import Clock
from .performance import Growth, RunCost

LONGEST_RUN = 8192
"""Maximum number of puzzles in a run; in longer ones the text of input and output alone takes megabytes."""

SHORTEST_LONG_RUN = 64
"""Minimum length of the longest run to determine growth: a quarter of it must still be a mixture of its series."""

SHORTEST_REPETITION = 8
"""The same for a series that repeats one puzzle."""

LEAST_SHARE = 0.6
"""Minimum share of the time by the clock that counts, however busy the machine is, so that a measurement ends."""

MAX_EQUAL_RUNS = 6

FAR_LONGER = 3.0
"""Factor of the expected time after which an unfinished run of one repeated puzzle counts as growth."""

CLEAR_EXPONENT = 0.2
"""Growth of time above which runs are repeated while there is time, and then confirmed."""

CONFIRMATIONS = 2
"""Number of times that growth must be seen on identical puzzles."""

PARTS = 4
"""Number of short runs that together have the puzzles of a long one."""

ALLOWED_KIB = 12.0
"""Memory allowed per puzzle: its text, its answer, and the copies by which the worker detects changed lists."""

NOTICED_KIB = 1024.0
"""Memory beyond that, and beyond a run of one puzzle, that counts as growth."""


class UntimedError(Exception):
    """A run did not answer every puzzle; `seconds` is its processor time."""

    def __init__(self, reason: str, seconds: float = 0.0) -> None:
        super().__init__(reason)
        self.seconds = seconds


class Timer:
    """Times runs of a subject.

    `start` is the processor time of a run without a puzzle, `noise` the difference between equal runs, `start_wall` the
    time of a start by the clock; `time_start` sets all three, the first to that of a run with one trivial puzzle.
    """

    def __init__(self, subject: Subject, clock: Clock) -> None:
        self._subject = subject
        self._clock = clock
        self._began, self._own_began = clock(), time.process_time()
        self._used = 0.0
        self.start = self.noise = self.start_wall = 0.0

    def elapsed(self) -> float:
        """Seconds since the measurement began, without most of those in which other processes ran."""
        used = self._used + time.process_time() - self._own_began
        return max(used, LEAST_SHARE * (self._clock() - self._began))

    def ask(self, puzzles: Sequence[Grid]) -> Usage:
        """The usage of a run of these puzzles; raises UntimedError if not all of them are answered."""
        transcript = self._subject.ask(puzzles)
        failed = next((one for one in transcript.responses if isinstance(one, Failed)), transcript.run_failure)
        usage = transcript.usage
        if usage is not None and self._subject.engine is None:
            self._used += usage.cpu_seconds
        if usage is None:
            raise UntimedError("its time is unknown" if failed is None else failed.reason)
        if failed is not None:
            raise UntimedError(failed.reason, usage.cpu_seconds)
        return usage

    def time_start(self, trivial: Sequence[Grid]) -> None:
        """Time runs of a trivial puzzle; raises UntimedError."""
        times: list[float] = []
        for _ in range(3):
            began = self.elapsed()
            times.append(self.ask(trivial).cpu_seconds)
            self.start_wall = self.elapsed() - began
        self.start, middle, _ = sorted(times)
        self.noise = middle - self.start

    def beyond_start(self, cpu_seconds: float, runs: int = 1) -> float | None:
        """The time of `runs` runs without their starts; None if it is too small to be distinguished."""
        beyond = cpu_seconds - runs * self.start
        return beyond if beyond > runs * max(3 * self.noise, self.start / 10) else None


class RunLengths:
    """Runs of the first puzzles of a series, each twice as long as the one before; of equal runs the fastest counts.

    With `repeats` the series repeats one puzzle.
    """

    def __init__(self, timer: Timer, series: Callable[[int], Sequence[Grid]], *, repeats: bool = False) -> None:
        self._timer = timer
        self._series = series
        self._repeats = repeats
        self._runs: dict[int, list[Usage]] = {}
        self.stopped_by: UntimedError | None = None
        self._stopped_at = 0

    def costs(self, kind: str, reference_seconds: float) -> list[RunCost]:
        """The costs of the runs, the shortest first; `reference_seconds` are those of the reference per puzzle."""
        return [
            RunCost(kind, size, self._cpu(size), min(usage.peak_kib or 0 for usage in runs), size * reference_seconds)
            for size, runs in sorted(self._runs.items())
        ]

    @property
    def longest(self) -> int:
        """The number of puzzles in the longest run."""
        return max(self._runs)

    def climb(self, until: float, longest: int = LONGEST_RUN) -> None:
        """Time longer and longer runs while the next one should end in time.

        Lengths double, or grow by a factor of eight if the start takes most of a run. Raises UntimedError if not even
        one puzzle can be timed.
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
        """Processor time per puzzle in the longest run; None if it cannot be distinguished from the start."""
        beyond = self._timer.beyond_start(self._cpu(self.longest))
        return None if beyond is None else beyond / self.longest

    def start(self) -> float:
        """The time of a start: that of a run of one puzzle less that of each further puzzle in the longest run."""
        alone, longest = self._cpu(1), self.longest
        each = (self._cpu(longest) - alone) / (longest - 1) if longest > 1 else 0.0
        return min(max(alone - each, 0.0), alone)

    def growth(self, until: float) -> Growth | None:
        """Compare the longest run with its half and its quarter, and repeat them while time seems to grow.

        Growth that remains is confirmed. None if the run is too short, or there was no time for that.
        """
        longest = self.longest
        if (exponent := self._stopped_exponent()) > 0:
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
        if exponent > CLEAR_EXPONENT:
            exponent = min(exponent, *(self._exponent_of_parts(longest) for _ in range(CONFIRMATIONS)))
        if not all(self._peaks(sizes)):
            return Growth(longest, exponent)
        if memory_growth(self._peaks(sizes), sizes)[0] > 0:
            self._repeat(sizes[1:], until)
        return Growth(longest, exponent, *memory_growth(self._peaks(sizes), sizes))

    def _stopped_exponent(self) -> float:
        """The exponent of time if a run of one repeated puzzle was stopped, and is again, far beyond its time; else 0.

        Its expected time follows from the longest run that was answered.
        """
        longest, exponents = self.longest, list[float]()
        for taken in self._stopped_times():
            expected = self._cpu(longest) * self._stopped_at / longest
            if taken <= FAR_LONGER * expected:
                return 0.0
            exponents.append(log2(taken / expected) / log2(self._stopped_at / longest))
        return min(exponents, default=0.0)

    def _stopped_times(self) -> Iterator[float]:
        """Yield the time of the stopped run, and that of another one, after one that should be answered."""
        if not self._repeats or self.stopped_by is None:
            return
        yield self.stopped_by.seconds
        yield 0.0 if not self._repeat([self.longest], inf) else self._seconds(self._series(self._stopped_at))

    def _seconds(self, puzzles: Sequence[Grid]) -> float:
        """The time of a run, whether or not it is answered."""
        try:
            return self._timer.ask(puzzles).cpu_seconds
        except UntimedError as error:
            return error.seconds

    def _exponent_of_parts(self, size: int) -> float:
        """The exponent of the time of a run compared with short runs of the same puzzles in the same order.

        What takes time once in a run, such as a start or the filling of a cache, makes the short runs longer. At least
        0, which it is if a run is not answered.
        """
        timer, puzzles, short = self._timer, self._series(size), size // PARTS
        try:
            parts = [timer.ask(puzzles[start : start + short]).cpu_seconds for start in range(0, PARTS * short, short)]
            whole = timer.ask(puzzles[: PARTS * short]).cpu_seconds
        except UntimedError:
            return 0.0
        least = 3 * timer.noise
        of_parts = max(sum(parts) - PARTS * timer.start, least, 1e-6)
        return max(log2(max(whole - timer.start, least, 1e-6) / of_parts) / log2(PARTS), 0.0)

    def _peaks(self, sizes: Sequence[int]) -> list[int]:
        """The least peak memory in KiB of runs of one puzzle and of these sizes; 0 if it is unknown."""
        return [min(usage.peak_kib or 0 for usage in self._runs[size]) for size in (1, *sizes)]

    def _repeat(self, sizes: Sequence[int], until: float) -> bool:
        """Run these sizes once more; return whether there was time, and every puzzle was answered."""
        for size in sizes:
            runs = self._runs.get(size, [])
            if self._timer.elapsed() > until or len(runs) >= MAX_EQUAL_RUNS:
                return False
            try:
                self._runs[size] = [*runs, self._timer.ask(self._series(size))]
            except UntimedError:
                return False
        return True

    def _time_exponent(self, sizes: Sequence[int]) -> float:
        """The exponent of the time per puzzle; times below the noise count as the noise."""
        least = 3 * self._timer.noise
        shortest, *_, longest = (max(self._cpu(size) - self._timer.start, least, 1e-6) / size for size in sizes)
        return log2(longest / shortest) / (len(sizes) - 1)

    def _cpu(self, size: int) -> float:
        return min(usage.cpu_seconds for usage in self._runs[size])


def memory_growth(peaks: Sequence[float], sizes: Sequence[int]) -> tuple[float, float]:
    """The exponent of the memory of runs, and KiB per puzzle; `peaks` are those of one puzzle and of these sizes.

    The exponent follows from the last two sizes, without the memory of one puzzle and the allowed memory.
    """
    alone, *held = peaks
    kib = max((held[-1] - held[-2]) / (sizes[-1] - sizes[-2]), 0.0)
    beyond = [peak - alone - ALLOWED_KIB * size for peak, size in zip(held, sizes, strict=True)]
    if beyond[-1] < max(NOTICED_KIB, alone / 20):
        return 0.0, kib
    before = max(beyond[-2], beyond[-1] / 8)  # less than the supervisor's memory is invisible
    return log2(beyond[-1] / before), kib

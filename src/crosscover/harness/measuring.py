"""Measures the performance of a subject, within a bounded time and on a busy machine.

    runs of one trivial puzzle                      the start, and how much equal runs differ
    runs of 1, 2, 4 ... puzzles of a kind           the time per puzzle, beside the reference
    a run, and eight short runs of its puzzles      the growth of time over three doublings

Each step ends when its share of the time is over, and reports what it could not measure. Disturbances make a run
longer, never shorter, so the shortest of equal runs counts.
"""

import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from math import log2
from operator import attrgetter

from crosscover.dialects import dialect
from crosscover.reference import DlxEngine, Grid
from crosscover.responses import Failed
from crosscover.subjects.specification import subject as open_subject
from crosscover.subjects.subject import Subject, SubjectKind

from .deadline import Clock
from .limits import LEAST_SHARE, STEP_SHARES
from .performance import EASY, FEW_CLUES, HARD, NOTABLE_GROWTH, TRIVIAL, Growth, Performance, Rate, Workload

GROWTH, REPEATED = "growth", "growth of one hard puzzle"

LONGEST_RUN = 8192
"""Maximum number of puzzles in a run; in longer ones the text of input and output alone takes megabytes."""

REPEATS = 3
"""Number of equal runs of which the shortest counts."""

PARTS = 8
"""Number of short runs that together have the puzzles of a long one: three doublings."""

SAMPLE = 64
"""Number of puzzles that determine the pace of the reference."""


class UntimedError(Exception):
    """A run did not answer every puzzle; `seconds` is its processor time."""

    def __init__(self, reason: str, seconds: float) -> None:
        super().__init__(reason)
        self.seconds = seconds


def measure(subject: Subject, workload: Workload, *, seconds: float = 5.0) -> Performance:
    """Measure a correct subject in about these seconds, on a busy machine in at most twice as many.

    It runs as another subject of the same name, with a shorter time limit.
    """
    limit = min(seconds / 4, subject.options.seconds(1))
    options = replace(subject.options, time_limit=limit, puzzle_time=0.0)
    with closing(open_subject(subject.name, options)) as limited:
        limited.use_hash_seed(subject.hash_seed)
        return Measurement(limited, workload, seconds).run()


class Measurement:
    """One measurement of a subject; its own options limit its runs."""

    def __init__(self, subject: Subject, workload: Workload, seconds: float, clock: Clock = time.monotonic) -> None:
        self._subject = subject
        self._workload = workload
        self._seconds = seconds
        self._clock = clock
        self._began, self._own_began = clock(), time.process_time()
        self._used = self._start = self._noise = self._steps_began = 0.0
        self._unmeasured: list[str] = []
        is_program = subject.kind is SubjectKind.PROGRAM
        self._one_puzzle_a_run = is_program and dialect(subject.options.dialect).batch_limit == 1

    def run(self) -> Performance:
        """Take all steps for which there is time."""
        series, hard = self._workload, self._workload[HARD](1)
        try:
            self._start, middle, _ = sorted(self._ask(series[TRIVIAL](1)) for _ in range(REPEATS))
        except UntimedError as error:
            return Performance(self._elapsed(), unmeasured=(f"anything: {error}",))
        self._noise = middle - self._start
        self._steps_began = self._elapsed()
        rates = tuple(rate for kind in (EASY, HARD, FEW_CLUES) if kind in series and (rate := self._rate(kind)))
        growths = self._growth(GROWTH, series[TRIVIAL]), self._growth(REPEATED, lambda number: [*hard] * number)
        growth = max(filter(None, growths), key=attrgetter("time_exponent"), default=None)
        return Performance(self._elapsed(), self._start, rates, growth, tuple(self._unmeasured))

    def _elapsed(self) -> float:
        """Seconds since the measurement began, without most of those in which other processes ran."""
        used = self._used + time.process_time() - self._own_began
        return max(used, LEAST_SHARE * (self._clock() - self._began))

    def _left(self, step: str) -> float:
        """The seconds until a step ends; a slow start takes at most half of the time of all steps."""
        whole = max(self._seconds - self._steps_began, self._seconds / 2)
        return self._steps_began + STEP_SHARES[step] * whole - self._elapsed()

    def _ask(self, puzzles: Sequence[Grid]) -> float:
        """The processor time of a run; raises UntimedError if not all puzzles are answered."""
        transcript = self._subject.ask(puzzles)
        failures = [one for one in transcript.responses if isinstance(one, Failed)]
        failed = failures[0] if failures else transcript.run_failure
        seconds = 0.0 if transcript.usage is None else transcript.usage.cpu_seconds
        if self._subject.engine is None:
            self._used += seconds
        if failed is not None or transcript.usage is None:
            raise UntimedError("its time is unknown" if failed is None else failed.reason, seconds)
        return seconds

    def _rate(self, kind: str) -> Rate | None:
        """Time ever more puzzles of a kind until the time is significant, then repeat while there is time."""
        series, size, cpu, repeats, took = self._workload[kind], 0, 0.0, 0, 0.0
        clear = 10 * max(self._noise, self._start / 20)
        while repeats < REPEATS and (not size or self._left(kind) > 2 * took):
            is_clear = size == LONGEST_RUN or (size >= SAMPLE / 2 and self._beyond_start(cpu, size) > clear)
            larger = size if is_clear else max(1, 2 * size)
            before = self._elapsed()
            try:
                taken = self._ask(series(larger))
            except UntimedError as error:
                if size:
                    break
                self._unmeasured.append(f"{kind}: {error}")
                bound = self._beyond_start(error.seconds, 1)
                return Rate(kind, 1, bound, reference_seconds(series(1)), is_bound=True) if bound > 0 else None
            took = self._elapsed() - before
            repeats += is_clear
            size, cpu = larger, min(cpu, taken) if is_clear else taken
        beyond = self._beyond_start(cpu, size)
        if beyond <= (size if self._one_puzzle_a_run else 1) * max(3 * self._noise, self._start / 10):
            self._unmeasured.append(f"{kind}: a start takes too long compared with the {size} that there was time for")
            return None
        return Rate(kind, size, beyond / size, reference_seconds(series(SAMPLE if kind == EASY else min(size, SAMPLE))))

    def _beyond_start(self, cpu_seconds: float, size: int) -> float:
        """The time of a run of that size without starts."""
        return cpu_seconds - self._start * (size if self._one_puzzle_a_run else 1)

    def _growth(self, step: str, series: Callable[[int], Sequence[Grid]]) -> Growth | None:
        """Compare a run with short runs of the same puzzles, once more if it takes longer than these together.

        What takes time once in a run, such as a start or the filling of a cache, makes the short runs longer. A run
        that exceeds the time limit although the short ones do not is not compared again.
        """
        if self._one_puzzle_a_run:
            self._unmeasured.append(f"{step}: each run has one puzzle")
            return None
        size, exponents, climbing = PARTS, list[float](), 3 / 4 * self._left(step)
        whole, stopped = self._time(series(size))
        while not stopped and size < LONGEST_RUN and self._left(step) > climbing:
            size *= 2
            whole, stopped = self._time(series(size))
        least = max(3 * self._noise, 1e-6)
        while (parts := self._time_parts(series(size))) is not None:
            exponents.append(log2(max(whole - self._start, least) / max(parts, least)) / log2(PARTS))
            if exponents[-1] < NOTABLE_GROWTH or stopped or len(exponents) > 1:
                break
            whole, stopped = self._time(series(size))
        if exponents:
            return Growth(size, max(min(exponents), 0.0))
        self._unmeasured.append(f"{step}: {size} puzzles take too long")
        return None

    def _time_parts(self, puzzles: Sequence[Grid]) -> float | None:
        """The time of puzzles in short runs, without their starts; None if there was not enough time."""
        short, seconds = len(puzzles) // PARTS, 0.0
        for first in range(0, len(puzzles), short):
            taken, stopped = self._time(puzzles[first : first + short])
            seconds += taken - self._start
            if stopped or self._left(REPEATED) < 0:
                return None
        return seconds

    def _time(self, puzzles: Sequence[Grid]) -> tuple[float, bool]:
        """The time of a run, and whether it ended before all puzzles were answered."""
        try:
            return self._ask(puzzles), False
        except UntimedError as error:
            return error.seconds, True


def reference_seconds(puzzles: Sequence[Grid]) -> float:
    """Seconds per puzzle of the reference, in this process."""
    reference, times = DlxEngine(), list[float]()
    for _ in range(REPEATS):
        started = time.process_time()
        for puzzle in puzzles:
            next(reference(puzzle, 1))
        times.append(time.process_time() - started)
    return max(min(times), 1e-7) / len(puzzles)

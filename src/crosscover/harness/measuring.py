"""Measures the performance of a subject, within a bounded time and on a busy machine.

    runs of one trivial puzzle                     the start, and how much equal runs differ
    runs of 8, 16, 32 … trivial and easy puzzles   how time and memory grow; the time of an easy puzzle
    runs of 1, 2, 4 … hard and 17-clue puzzles     their times
    runs of one symmetric image, repeated          spread, and the worst case beside a plain search

Each step ends when its part of the time is over, and what it could not measure is said. What is in the way of a run
makes it longer, never shorter, so of equal runs the shortest counts where lengths are compared, else the median.
"""

import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from math import ceil
from statistics import fmean, median

from crosscover.dialects import dialect
from crosscover.engines import engine
from crosscover.reference import Grid
from crosscover.subjects.specification import subject as open_subject
from crosscover.subjects.subject import Subject, SubjectKind

from .baseline import NODE_CAP, baseline_nodes
from .performance import EASY, FEW_CLUES, HARD, Growth, Performance, Rate, Spread, Workload, WorstCase
from .run_lengths import SHORTEST_LONG_RUN, RunLengths, Timer, UntimedError
from .schedule import Clock

TRIVIAL, IMAGES = "trivial", "images"

SHARES = {TRIVIAL: 0.36, EASY: 0.48, HARD: 0.55, FEW_CLUES: 0.66, IMAGES: 0.95}
"""The part of the time by whose end each step is done; what one leaves is the next one's."""

MIN_IMAGES = 8
MAX_REPEATS = 256
REPEATED_IMAGES = 3
"""So many of the slowest images are timed twice, in case something was in the way."""

SAMPLE = 64
"""Easy puzzles by which the pace of a subject is told."""


def measure(subject: Subject, workload: Workload, *, seconds: float = 6.0) -> Performance:
    """Measure a subject that answers rightly, in about so many seconds; at most half as many again where it is slow.

    It is asked as another subject of the same name, under a shorter limit of time.
    """
    limit = min(seconds / 4, subject.options.seconds(1))
    options = replace(subject.options, time_limit=limit, puzzle_time=0.0)
    with closing(open_subject(subject.name, options)) as limited:
        return Measurement(limited, workload, seconds).run()


class Measurement:
    """One measurement of a subject, whose runs its own options bound."""

    def __init__(self, subject: Subject, workload: Workload, seconds: float, clock: Clock = time.monotonic) -> None:
        self._workload = workload
        self._seconds = seconds
        self._timer = Timer(subject, clock)
        self._reference = engine("dlx")
        self._unmeasured: list[str] = []
        self._times: dict[Grid, float] = {}
        is_program = subject.kind is SubjectKind.PROGRAM
        self._one_puzzle_a_run = is_program and dialect(subject.options.dialect).batch_limit == 1

    def run(self) -> Performance:
        """Take every step for which there is time."""
        trivial, easy = (RunLengths(self._timer, series) for series in (self._workload.trivial, self._workload.easy))
        try:
            self._timer.time_start(self._workload.trivial(1))
            growth = self._growth(trivial, easy)
        except UntimedError as error:
            self._unmeasured.append(f"anything: {error}")
            return Performance(self._timer.elapsed(), unmeasured=tuple(self._unmeasured))
        pace = Rate(EASY, easy.longest, easy.puzzle_seconds(), self._reference_seconds(self._workload.easy(SAMPLE)))
        rates = [pace, *(self._time_set(kind) for kind in (HARD, FEW_CLUES))]
        spreads = [spread for rate in rates[1:] if (spread := self._spread(rate))]
        worst_case = self._worst_case(pace.seconds)
        return Performance(
            self._timer.elapsed(),
            self._timer.start,
            tuple(rates),
            growth,
            tuple(spreads),
            worst_case,
            tuple(self._unmeasured),
        )

    def _growth(self, trivial: RunLengths, easy: RunLengths) -> Growth | None:
        """The worse of what becomes of runs of trivial and of easy puzzles; raises UntimedError.

        What is done with each earlier puzzle shows where little else is done, what the search leaves where it searches.
        """
        found: list[Growth] = []
        for runs, begun, until in ((trivial, 0.0, SHARES[TRIVIAL]), (easy, SHARES[TRIVIAL], SHARES[EASY])):
            if self._one_puzzle_a_run:
                runs.climb(0.0)
                continue
            runs.climb((begun + 0.6 * (until - begun)) * self._seconds)
            if (growth := runs.growth(until * self._seconds)) is not None:
                found.append(growth)
            if runs.stopped_by is not None:
                self._unmeasured.append(f"runs of more than {runs.longest} puzzles: {runs.stopped_by}")
        if not found:
            why = "each run has one puzzle" if self._one_puzzle_a_run else f"{SHORTEST_LONG_RUN} puzzles take too long"
            self._unmeasured.append(f"growth: {why}")
            return None
        worst_memory = max(found, key=lambda one: (one.memory_exponent or 0.0, one.kib or 0.0))
        return Growth(
            max(one.puzzles for one in found),
            max(one.time_exponent for one in found),
            worst_memory.memory_exponent,
            worst_memory.kib,
        )

    def _time_set(self, kind: str) -> Rate:
        """Time ever more of different puzzles of a kind, then as many again as often as there is time."""
        puzzles, times = self._workload.sets[kind], list[float]()
        size, larger, took = 0, 1, 0.0
        while len(times) < 3 and (not size or self._has_time(kind, 2 * took)):
            began = self._timer.elapsed()
            try:
                cpu = self._timer.ask(puzzles[:larger]).cpu_seconds
            except UntimedError as error:
                if not size:
                    self._unmeasured.append(f"{kind}: {error}")
                    return Rate(kind, 1, max(error.seconds, 1e-7), self._reference_seconds(puzzles[:1]), is_bound=True)
                break
            times = [cpu] if larger > size else [*times, cpu]
            took = self._timer.elapsed() - began
            size, larger = larger, min(2 * larger, len(puzzles))
        runs = size if self._one_puzzle_a_run else 1
        seconds = max(median(times) - runs * self._timer.start, 1e-7) / size
        return Rate(kind, size, seconds, self._reference_seconds(puzzles[:size]))

    def _spread(self, rate: Rate) -> Spread | None:
        """Time images of one puzzle, each in runs of its own, so long that their start matters little."""
        kind, typical, timer = rate.kind, rate.seconds, self._timer
        repeats = max(1, ceil(10 * max(timer.noise, timer.start / 20) / typical))
        left = (SHARES[IMAGES] * self._seconds - timer.elapsed()) / (2 if kind == HARD else 1)
        cost = timer.start_wall + repeats * typical
        images = self._workload.images[kind][: max(int(left / cost) - REPEATED_IMAGES, 0)]
        if rate.is_bound or self._one_puzzle_a_run or len(images) < MIN_IMAGES or repeats > MAX_REPEATS:
            return self._no_spread(kind)
        until = timer.elapsed() + left
        times: dict[Grid, float] = {}
        late: UntimedError | None = None
        for image in images:
            if timer.elapsed() > until:
                break
            try:
                times[image] = self._time_alone(image, repeats)
            except UntimedError as error:
                times[image], late = error.seconds / repeats, error
                self._unmeasured.append(f"spread ({kind}): {error}")
                break
        if len(times) < MIN_IMAGES:
            return self._no_spread(kind)
        if late is None:
            for image in sorted(times, key=times.__getitem__)[-REPEATED_IMAGES:]:
                times[image] = min(times[image], self._time_alone(image, repeats))
        self._times |= times
        reference = [self._reference_seconds([image]) for image in times]
        return Spread(
            kind,
            len(times),
            max(times.values()) / median(times.values()),
            max(reference) / median(reference),
            is_bound=late is not None,
        )

    def _no_spread(self, kind: str) -> None:
        self._unmeasured.append(f"spread ({kind}): {MIN_IMAGES} images take too long")

    def _time_alone(self, puzzle: Grid, repeats: int) -> float:
        return max(self._timer.ask([puzzle] * repeats).cpu_seconds - self._timer.start, 1e-7) / repeats

    def _worst_case(self, easy: float) -> WorstCase | None:
        """Compare the slowest images with what a plain search as fast as the subject would take, while time is left."""
        if not self._times:
            return None
        nodes = fmean(baseline_nodes(puzzle, 1, NODE_CAP) for puzzle in self._workload.easy(SAMPLE))
        until = max(self._seconds, self._timer.elapsed() + self._seconds / 20)
        found: list[WorstCase] = []
        for puzzle in sorted(self._times, key=self._times.__getitem__, reverse=True):
            if found and self._timer.elapsed() > until:
                break
            needed = baseline_nodes(puzzle, 1, NODE_CAP)
            found.append(WorstCase(puzzle, needed, self._times[puzzle] / needed * nodes / easy, 0))
        return replace(max(found, key=lambda one: one.ratio), puzzles=len(found))

    def _has_time(self, step: str, seconds: float) -> bool:
        return self._timer.elapsed() + seconds < SHARES[step] * self._seconds

    def _reference_seconds(self, puzzles: Sequence[Grid]) -> float:
        """What the reference takes for each of the puzzles, in this process."""
        times: list[float] = []
        for _ in range(3):
            started = time.process_time()
            for puzzle in puzzles:
                next(self._reference(puzzle, 1))
            times.append(time.process_time() - started)
        return max(min(times), 1e-7) / len(puzzles)

"""Measures the performance of a subject, within a bounded time and on a busy machine.

    runs of one trivial puzzle                     the start, and how much equal runs differ
    runs of 1, 2, 4 … trivial and easy puzzles     how time and memory grow; the time of an easy puzzle
    runs of 1, 2, 4 … hard and 17-clue puzzles     their times
    runs of one symmetric image, repeated          spread, and the worst case beside a plain search
    runs of hard puzzles, all different            the worst case

Each step ends when its share of the time is over, and reports what it could not measure. Disturbances make a run
longer, never shorter, so of equal runs the shortest counts if lengths are compared, otherwise the median.
"""

import time
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import replace
from math import ceil
from operator import itemgetter
from statistics import fmean, median

from crosscover.dialects import dialect
from crosscover.reference import DlxEngine, Grid
from crosscover.subjects.specification import subject as open_subject
from crosscover.subjects.subject import Subject, SubjectKind

from .baseline import NODE_CAP, baseline_nodes
from .deadline import Clock
from .performance import (
    EASY,
    FEW_CLUES,
    HARD,
    TRIVIAL,
    Growth,
    Performance,
    PuzzleTime,
    Rate,
    Spread,
    Workload,
    WorstCase,
)
from .run_lengths import LONGEST_RUN, SHORTEST_LONG_RUN, RunLengths, Timer, UntimedError

REPEATED, IMAGES, PUZZLES, WORST_CASE = "repeated", "images", "puzzles", "worst case"
GROWING = (TRIVIAL, REPEATED, EASY)
"""The kinds of puzzle with ever longer runs; a hard puzzle is repeated."""

SHARES = {
    TRIVIAL: 0.32,
    REPEATED: 0.38,
    EASY: 0.5,
    HARD: 0.56,
    FEW_CLUES: 0.66,
    IMAGES: 0.85,
    PUZZLES: 0.95,
    WORST_CASE: 1.0,
}
"""The share of the time at which each step ends; the next step may use what is left."""

MIN_IMAGES = 8
REPEATED_IMAGES = 3
"""Number of slowest images that are timed twice, in case of disturbances."""

MAX_PUZZLES, RUN = 1024, 32
"""Number of different hard puzzles of which the slowest is found, if there is time, and the number in a run."""

CLEAR = 5
"""Factor of the time of a start beyond which the time of a single puzzle is significant."""

SAMPLE = 64
"""Number of easy puzzles that determine the pace of a subject."""


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
        self._workload = workload
        self._seconds = seconds
        self._timer = Timer(subject, clock)
        self._reference = DlxEngine()
        self._begun = 0.0
        self._unmeasured: list[str] = []
        self._times: list[PuzzleTime] = []
        is_program = subject.kind is SubjectKind.PROGRAM
        self._one_puzzle_a_run = is_program and dialect(subject.options.dialect).batch_limit == 1

    def run(self) -> Performance:
        """Take all steps for which there is time."""
        timer, series = self._timer, self._workload.series
        trivial, easy = RunLengths(timer, series[TRIVIAL]), RunLengths(timer, series[EASY])
        repeated = RunLengths(timer, lambda number: [*series[HARD](1)] * number, repeats=True)
        try:
            timer.time_start(series[TRIVIAL](1))
            self._begun = timer.elapsed()
            growth = self._growth(trivial, repeated, easy)
        except UntimedError as error:
            self._unmeasured.append(f"anything: {error}")
            return Performance(timer.elapsed(), unmeasured=tuple(self._unmeasured))
        pace = self._rate(EASY, easy.longest, easy.puzzle_seconds())
        kinds = [kind for kind in (HARD, FEW_CLUES) if kind in series]
        found = (pace, *map(self._time_set, kinds))
        rates = {rate.kind: rate for rate in found if rate is not None}
        spreads = tuple(spread for kind in kinds if (spread := self._spread(kind, rates.get(kind))))
        timed = [(one.seconds, one.puzzle) for one in self._times] + self._slowest_puzzle()
        worst_case = self._worst_case(pace.seconds, timed) if pace and timed else None
        costs = [
            cost
            for kind, runs in ((TRIVIAL, trivial), (EASY, easy))
            for cost in runs.costs(kind, self._reference_seconds(series[kind](SAMPLE)))
        ]
        seconds, unmeasured = timer.elapsed(), tuple(self._unmeasured)
        return Performance(
            seconds,
            timer.start,
            tuple(rates.values()),
            growth,
            spreads,
            worst_case,
            unmeasured,
            tuple(self._times),
            tuple(costs),
        )

    def _growth(self, *lengths: RunLengths) -> Growth | None:
        """The worst growth of runs of `GROWING`; raises UntimedError if an easy puzzle cannot be timed.

        Work on earlier puzzles is visible if there is little other work, damage by searches if there is searching.
        """
        found: list[Growth] = []
        begun = 0.0
        for kind, runs in zip(GROWING, lengths, strict=True):
            share, begun = SHARES[kind] - begun, SHARES[kind]
            try:
                until = self._until(kind) - 0.35 * share * self._seconds
                until = max(until, self._timer.elapsed() + self._seconds / 20)  # even if earlier steps left less
                runs.climb(until, 1 if self._one_puzzle_a_run else LONGEST_RUN)
            except UntimedError:
                if kind == REPEATED:  # reported with the hard puzzles
                    continue
                raise
            if kind == TRIVIAL and not self._one_puzzle_a_run:
                self._timer.start = runs.start()
            if (growth := runs.growth(self._until(kind))) is not None:
                found.append(growth)
            if runs.stopped_by is not None:
                self._unmeasured.append(f"runs of more than {runs.longest} {kind} puzzles: {runs.stopped_by}")
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

    def _time_set(self, kind: str) -> Rate | None:
        """Time ever more puzzles of a kind until the time is significant, then repeat while there is time."""
        series, timer, times = self._workload.series[kind], self._timer, list[float]()
        size, larger, took = 0, 1, 0.0
        while len(times) < 3 and (not size or timer.elapsed() + 2 * took < self._until(kind)):
            began = timer.elapsed()
            try:
                cpu = timer.ask(series(larger)).cpu_seconds
            except UntimedError as error:
                if not size:
                    self._unmeasured.append(f"{kind}: {error}")
                    bound = timer.beyond_start(error.seconds)
                    return self._rate(kind, 1, bound, is_bound=True) if bound else None
                break
            times = [cpu] if larger > size else [*times, cpu]
            took = timer.elapsed() - began
            size = larger
            clear = 10 * max(timer.noise, timer.start / 20)
            if size < SAMPLE / 2 or (size < LONGEST_RUN and cpu - timer.start < clear):
                larger *= 2
        beyond = timer.beyond_start(median(times), size if self._one_puzzle_a_run else 1)
        return self._rate(kind, size, None if beyond is None else beyond / size)

    def _rate(self, kind: str, size: int, seconds: float | None, *, is_bound: bool = False) -> Rate | None:
        if seconds is None:
            self._unmeasured.append(f"{kind}: a start takes too long compared with the {size} that there was time for")
            return None
        sample = self._workload.series[kind](SAMPLE if kind == EASY else min(size, SAMPLE))
        return Rate(kind, size, seconds, self._reference_seconds(sample), is_bound=is_bound)

    def _spread(self, kind: str, rate: Rate | None) -> Spread | None:
        """Time images of one puzzle, each in runs of its own that are long compared with a start.

        If a run has one puzzle, only images that take long compared with a start can be told apart.
        """
        timer = self._timer
        if rate.is_bound if rate is not None else not self._one_puzzle_a_run:
            self._report_no_spread(kind)
            return None
        seconds = 0.0 if rate is None else rate.seconds
        clear = 10 * max(timer.noise, timer.start / 20)
        repeats = 1 if self._one_puzzle_a_run else max(1, ceil(clear / seconds))
        follows = kind == HARD and FEW_CLUES in self._workload.images
        left = (self._until(IMAGES) - timer.elapsed()) / (2 if follows else 1)
        cost = timer.start_wall + repeats * seconds
        images = self._workload.images[kind][: max(int(left / cost) - REPEATED_IMAGES, 0)]
        if len(images) < MIN_IMAGES or repeats > LONGEST_RUN:
            self._report_no_spread(kind)
            return None
        until = timer.elapsed() + left
        times: dict[Grid, float] = {}
        timed_out: UntimedError | None = None
        for image in images:
            if timer.elapsed() > until:
                break
            try:
                times[image] = self._time_alone(image, repeats)
            except UntimedError as error:
                times[image], timed_out = error.seconds / repeats, error
                self._unmeasured.append(f"spread ({kind}): {error}")
                break
        if len(times) < MIN_IMAGES:
            if timed_out is None:
                self._report_no_spread(kind)
            return None
        if timed_out is None:
            for image in sorted(times, key=times.__getitem__)[-REPEATED_IMAGES:]:
                times[image] = min(times[image], self._time_alone(image, repeats))
        found = [
            PuzzleTime(image, took, self._reference_seconds([image]), self._nodes(image))
            for image, took in times.items()
        ]
        self._times += found
        ratio = max(times.values()) / median(times.values())
        reference = [one.reference_seconds for one in found]
        return Spread(kind, len(found), ratio, max(reference) / median(reference), is_bound=timed_out is not None)

    def _report_no_spread(self, kind: str) -> None:
        self._unmeasured.append(f"spread ({kind}): {MIN_IMAGES} images take too long")

    def _time_alone(self, puzzle: Grid, repeats: int) -> float:
        timer = self._timer
        least = max(3 * timer.noise, timer.start / 10, 1e-7) if self._one_puzzle_a_run else 1e-7
        return max(timer.ask([puzzle] * repeats).cpu_seconds - timer.start, least) / repeats

    def _slowest_puzzle(self) -> list[tuple[float, Grid]]:
        """The slowest of many different hard puzzles, with its seconds, if it takes long compared with a start.

        Halves the slowest of runs of `RUN` puzzles, and asks the puzzle that is left once more.
        """
        timer, puzzles = self._timer, self._workload.series[HARD](MAX_PUZZLES)
        slowest: tuple[float, Sequence[Grid]] = (0.0, ())
        with suppress(UntimedError):
            for start in range(0, MAX_PUZZLES, RUN):
                if timer.elapsed() > self._until(PUZZLES):
                    break
                run = puzzles[start : start + RUN]
                slowest = max(slowest, (timer.ask(run).cpu_seconds, run), key=itemgetter(0))
            seconds, run = slowest
            while len(run) > 1:
                halves = run[: len(run) // 2], run[len(run) // 2 :]
                seconds, run = max(((timer.ask(half).cpu_seconds, half) for half in halves), key=itemgetter(0))
            if run and (seconds := min(seconds, timer.ask(run).cpu_seconds) - timer.start) > CLEAR * timer.start:
                return [(seconds, run[0])]
        return []

    def _worst_case(self, easy: float, timed: Sequence[tuple[float, Grid]]) -> WorstCase:
        """Compare the slowest puzzles with a plain search as fast as the subject, while there is time."""
        nodes = fmean(baseline_nodes(puzzle, 1, NODE_CAP) for puzzle in self._workload.series[EASY](SAMPLE))
        until = max(self._until(WORST_CASE), self._timer.elapsed() + self._seconds / 20)
        found: list[WorstCase] = []
        for seconds, puzzle in sorted(timed, reverse=True, key=itemgetter(0)):
            if found and self._timer.elapsed() > until:
                break
            needed = baseline_nodes(puzzle, 1, NODE_CAP)
            found.append(WorstCase(puzzle, needed, seconds / needed * nodes / easy, 0))
        return replace(max(found, key=lambda one: one.ratio), puzzles=len(found))

    def _until(self, step: str) -> float:
        """The time at which a step ends; a slow start takes at most half of the time of all steps."""
        return self._begun + SHARES[step] * max(self._seconds - self._begun, self._seconds / 2)

    def _nodes(self, puzzle: Grid) -> int:
        list(self._reference(puzzle, 1))
        return self._reference.visited

    def _reference_seconds(self, puzzles: Sequence[Grid]) -> float:
        """Seconds per puzzle of the reference, in this process."""
        times: list[float] = []
        for _ in range(3):
            started = time.process_time()
            for puzzle in puzzles:
                next(self._reference(puzzle, 1))
            times.append(time.process_time() - started)
        return max(min(times), 1e-7) / len(puzzles)

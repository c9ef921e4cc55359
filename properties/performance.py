"""The speed of a correct subject: seconds per puzzle of each kind, compared with the reference.

    three runs of one trivial puzzle, and
    a run of four                            the startup time without the puzzle, and its noise
    runs of 1, 2, 4 ... puzzles of a kind    the time per puzzle, without startup, from the longest run

All times are processor times, which other processes affect far less than elapsed times.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from operator import attrgetter

from crosscover.harness.budget import Clock, Deadline
from crosscover.reference import DlxEngine, Grid
from crosscover.responses import Failed
from crosscover.result import Rate, Speed, significant
from crosscover.subjects.subject import Subject

TRIVIAL, EASY, HARD, FEW_CLUES = "trivial", "easy", "hard", "17 clues"
"""The kinds of puzzles; trivial puzzles (nearly full grids) measure the startup time and have no rate."""

KINDS = {EASY: "easy puzzles", HARD: "hard puzzles", FEW_CLUES: "puzzles with 17 clues"}
"""The kinds of puzzles in the words of a sentence."""

NOTABLE_SLOWDOWN = 100
"""Slowdown that is reported, relative to the slowdown for easy puzzles; fast solvers have about 10."""

MAX_RUN = 8192
"""Maximum number of puzzles per run; the text of longer runs takes megabytes."""

REPEATS = 3
"""Number of equal runs, of which the fastest counts."""

TRIVIALS = 4
"""Number of trivial puzzles in a run that shows the time of one: a slow solver takes long for any puzzle."""

NOISE = 5
"""Minimum ratio of the time for puzzles to the noise of the startup time, for a speed that repeats within 30 %."""

SAMPLE = 64
"""Maximum number of puzzles for measuring the reference."""

Workload = Mapping[str, Callable[[int], Sequence[Grid]]]
"""By kind, a function that returns the first puzzles: distinct, proper, and equal in each run."""


def notable(rates: Sequence[Rate]) -> Iterator[str]:
    """Yield a sentence if the subject is far slower for one kind of puzzle than for easy puzzles."""
    easy = next((rate.slowdown for rate in rates if rate.kind == EASY), 1.0)
    slowest = max(rates, key=attrgetter("slowdown"), default=None)
    if slowest is not None and slowest.slowdown >= NOTABLE_SLOWDOWN * max(1.0, easy):
        times = f"{'more than ' * slowest.is_bound}{significant(slowest.slowdown)} times"
        yield f"SLOW: {KINDS[slowest.kind]} take {times} as long as the reference."


def violations(rates: Sequence[Rate], max_slowdown: float) -> Iterator[str]:
    """Yield a sentence for each kind of puzzle, except easy puzzles, that exceeds `max_slowdown`."""
    for rate in rates:
        if rate.kind != EASY and rate.slowdown > max_slowdown:
            times = f"{'at least ' * rate.is_bound}{rate.slowdown:.3g} times the time of the reference"
            yield f"puzzles of the kind {rate.kind!r} take {times}, more than {max_slowdown:g}"


def measure(subject: Subject, workload: Workload, seconds: float, clock: Clock = time.monotonic) -> Speed:
    """Measure a correct subject in about `seconds`, divided equally among the kinds of puzzles."""
    end, limit = Deadline(clock).within(seconds), min(seconds / 4, subject.options.seconds(1))
    timed = partial(_time, subject, limit)
    is_per_puzzle = subject.options.text_form.batch_limit == 1
    start, noise, failure = _start(timed, workload[TRIVIAL], is_per_puzzle=is_per_puzzle)
    if failure:
        return Speed(unmeasured=(f"anything: {failure}",))
    kinds = [kind for kind in KINDS if kind in workload]
    rates: list[Rate] = []
    unmeasured: list[str] = []
    for number, kind in enumerate(kinds):
        series, part = workload[kind], end.within(end.left / (len(kinds) - number))
        size, before = 1, part.left
        taken, failure = timed(series(1))
        while not failure and size < MAX_RUN and part.left > 2 * (before - part.left):
            before = part.left
            longer, is_cut_off = timed(series(2 * size))
            if is_cut_off:
                break
            size, taken = 2 * size, longer
        starts = size if is_per_puzzle else 1
        beyond = taken - start * starts
        is_clear = beyond > max(taken / 10, NOISE * noise * starts)
        if is_clear:
            reference = reference_seconds(series(min(size, SAMPLE)))
            rates.append(Rate(kind, size, beyond / size, reference, is_bound=bool(failure)))
        if failure or not is_clear:
            too_long = f"a run of {size} takes hardly longer than starting the solver"
            unmeasured.append(f"{kind}: {failure or too_long}")
    return Speed(tuple(rates), start, tuple(unmeasured), tuple(notable(rates)))


def _start(
    timed: Callable[[Sequence[Grid]], tuple[float, str]],
    trivial: Callable[[int], Sequence[Grid]],
    *,
    is_per_puzzle: bool,
) -> tuple[float, float, str]:
    """Return the startup time in seconds, its noise, and the reason for unanswered puzzles.

    If a solver starts for each puzzle, its startup time contains a trivial puzzle.
    """
    shortest, second, _ = sorted(timed(trivial(1)) for _ in range(REPEATS))
    start, failure = shortest
    noise = second[0] - start
    if not (is_per_puzzle or failure):
        several, failure = timed(trivial(TRIVIALS))
        start -= max(0.0, several - start) / (TRIVIALS - 1)
    return max(0.0, start), noise, failure


def _time(subject: Subject, limit: float, puzzles: Sequence[Grid]) -> tuple[float, str]:
    """Return the processor time of a run, and the reason for unanswered puzzles, else an empty string."""
    transcript = subject.run(puzzles, seconds=limit, wall_seconds=2 * limit)
    failed = next((one for one in (*transcript.responses, transcript.run_failure) if isinstance(one, Failed)), None)
    if transcript.usage is None:
        return 0.0, "its time is unknown"
    return transcript.usage.cpu_seconds, "" if failed is None else failed.reason


def reference_seconds(puzzles: Sequence[Grid]) -> float:
    """Return the seconds per puzzle of the reference, in this process."""
    reference, times = DlxEngine(), list[float]()
    for _ in range(REPEATS):
        started = time.process_time()
        for puzzle in puzzles:
            next(reference(puzzle, 1))
        times.append(time.process_time() - started)
    return max(min(times), 1e-7) / len(puzzles)

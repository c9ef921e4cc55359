"""Time solvers side by side: they take turns on small groups of puzzles.

Measures the CPU time of the process, so a busy machine has little influence, and affects all solvers equally. A solver
stops when it has used its time, and is compared on the puzzles that it has solved.
"""

import gc
import statistics
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from resource import RUSAGE_CHILDREN, getrusage

from crosscover.oracles.rules import first_violation
from crosscover.reference import Grid

from .peers import Program
from .solvers import Solver, check

TURN = 100
"""Number of puzzles per turn; with one, cold caches would triple the time of a fast solver."""

REPETITIONS = 10
"""Number of times that a program solves the puzzles in a run; its start takes as long as dozens of puzzles."""

Samples = dict[str, list[float]]
"""Times per puzzle in seconds for each solver, in order."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """The cost of a set for a solver, in microseconds of CPU per puzzle.

    `ratio` divides its time for the puzzles that it solved by the baseline's time for these puzzles. `median` and `p99`
    are None if only the total was measured.
    """

    solver: str
    proves: bool
    puzzles: int
    median: float | None
    p99: float | None
    mean: float
    ratio: float

    @property
    def rate(self) -> float:
        """Puzzles per second."""
        return 1e6 / self.mean


def race(solvers: Iterable[Solver], puzzles: list[Grid], seconds: float) -> Samples:
    """Time all solvers on all puzzles, each for at most `seconds`; checking answers does not count.

    The first puzzle is solved twice, so preparations in the first call do not count either.
    """
    running = list(solvers)
    samples: Samples = {solver.name: [] for solver in running}
    for solver in running:
        check(solver, puzzles[0], list(solver.solve(puzzles[0])))
    gc.collect()
    gc.freeze()  # otherwise solvers with many objects also pay for scanning library objects
    for start_of_turn in range(0, len(puzzles), TURN):
        for solver in running:
            times = samples[solver.name]
            for puzzle in puzzles[start_of_turn : start_of_turn + TURN]:
                if sum(times) < seconds:
                    start = time.process_time()
                    answer = list(solver.solve(puzzle))
                    times.append(time.process_time() - start)
                    check(solver, puzzle, answer)
    return samples


def summarize(solver: Solver, samples: Samples, baseline: str) -> Measurement:
    """Summarize the samples of a solver."""
    times = samples[solver.name]
    return Measurement(
        solver.name,
        solver.proves,
        len(times),
        statistics.median(times) * 1e6,
        percentile(times, 99) * 1e6,
        statistics.fmean(times) * 1e6,
        sum(times) / sum(samples[baseline][: len(times)]),
    )


def measure_program(program: Program, puzzles: list[Grid], samples: Samples, baseline: str) -> Measurement:
    """Measure one run of a program, with its start, on `REPETITIONS` times the puzzles that the baseline solved."""
    times = samples[baseline]
    solved = puzzles[: len(times)]
    start = cpu_of_children()
    answers = program.solve(solved * REPETITIONS)
    seconds = (cpu_of_children() - start) / REPETITIONS
    for puzzle, answer in zip(solved * REPETITIONS, answers, strict=True):
        if fault := first_violation(answer, puzzle):
            raise ValueError(f"{program.name} is wrong about {puzzle}: {fault}")
    mean = seconds / len(solved) * 1e6
    return Measurement(program.name, program.proves, len(solved), None, None, mean, seconds / sum(times))


def percentile(times: list[float], percent: int) -> float:
    """Return a percentile of the times."""
    ordered = sorted(times)
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)]


def cpu_seconds(work: Callable[[], object]) -> float:
    """Return the CPU time of a call in seconds."""
    start = time.process_time()
    work()
    return time.process_time() - start


def cpu_of_children() -> float:
    """Return the CPU time of all ended child processes in seconds."""
    usage = getrusage(RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime

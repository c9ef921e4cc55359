"""How fast a subject is, beside the reference and beside itself: what a right answer costs, and whether that grows.

What is compared is processor time, which other processes disturb far less than the time on the clock. Each run costs a
start; the cost of a puzzle is what a run of many takes beyond a run of one. `measuring` does the measuring; everything
here is plain data, which reports read.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from crosscover.reference import Grid

from .schedule import PerformanceBudget

TRIVIAL, EASY, HARD, FEW_CLUES = "trivial", "easy", "hard", "17 clues"
"""The kinds of puzzle that are timed apart."""

NOTABLE_GROWTH = 0.3
"""Where an exponent of `Growth` is less, it may be noise; that of a history that is searched, or a leak, is about 1."""


@dataclass(frozen=True, slots=True)
class Workload:
    """The proper puzzles that a subject is timed with; each time the same, so that two runs can be compared.

    `series` gives the first so many puzzles of a kind, all different; trivial ones are nearly full grids.
    `images` has symmetric images of one puzzle for `HARD` and `FEW_CLUES`.
    """

    series: Mapping[str, Callable[[int], Sequence[Grid]]]
    images: Mapping[str, Sequence[Grid]]


@dataclass(frozen=True, slots=True)
class Rate:
    """Processor seconds that a puzzle of a kind takes, the start of a run aside, and what it takes the reference.

    `is_bound` says that the subject was not done: it takes so long, or longer.
    """

    kind: str
    puzzles: int
    seconds: float
    reference_seconds: float
    is_bound: bool = False

    @property
    def slowdown(self) -> float:
        """How many times as long as the reference it takes."""
        return self.seconds / self.reference_seconds


@dataclass(frozen=True, slots=True)
class Growth:
    """What becomes of a run as it gets longer, up to so many puzzles.

    Each further puzzle takes `time_exponent` as an exponent of the length of the run: 0 where the length makes no
    difference, 1 where all that was before is searched. `memory_exponent` is that of the memory that a run holds beyond
    a run of one puzzle: 0 where there is none to speak of, 1 where each puzzle leaves as much behind as the one before;
    `kib` is how much, in KiB a puzzle. None where memory cannot be told.
    """

    puzzles: int
    time_exponent: float
    memory_exponent: float | None = None
    kib: float | None = None


@dataclass(frozen=True, slots=True)
class Spread:
    """How unlike symmetric images of one puzzle are to a subject: the longest time over the median.

    `reference_ratio` is that of the reference. `is_bound` says that an image was not done, so that it is more.
    """

    kind: str
    images: int
    ratio: float
    reference_ratio: float
    is_bound: bool = False


@dataclass(frozen=True, slots=True)
class WorstCase:
    """The puzzle, of so many, on which the subject is worst beside a plain backtracking search.

    `ratio` is its time over that of a search of so many `nodes` which is as fast as the subject on easy puzzles.
    """

    puzzle: Grid
    nodes: int
    ratio: float
    puzzles: int


@dataclass(frozen=True, slots=True)
class PuzzleTime:
    """What one puzzle takes the subject and the reference, in processor seconds, and the reference in search nodes."""

    puzzle: Grid
    seconds: float
    reference_seconds: float
    nodes: int


@dataclass(frozen=True, slots=True)
class RunCost:
    """What a run of so many puzzles of a kind takes: processor seconds, and KiB of memory at its peak, 0 if unknown."""

    kind: str
    puzzles: int
    seconds: float
    kib: int


@dataclass(frozen=True, slots=True)
class Performance:
    """What was measured in so many `seconds`, and in words what was not; `start` is in seconds of processor time.

    `times` are of single puzzles, images of a hard one and of one with 17 clues; `runs` are those that growth was told
    from.
    """

    seconds: float
    start: float | None = None
    rates: tuple[Rate, ...] = ()
    growth: Growth | None = None
    spreads: tuple[Spread, ...] = ()
    worst_case: WorstCase | None = None
    unmeasured: tuple[str, ...] = ()
    times: tuple[PuzzleTime, ...] = ()
    runs: tuple[RunCost, ...] = ()

    def violations(self, budget: PerformanceBudget) -> Iterator[str]:
        """In words each limit of a budget that is passed."""
        if budget.max_slowdown is not None:
            for rate in self.rates:
                if rate.kind != EASY and rate.slowdown > budget.max_slowdown:
                    least = "at least " if rate.is_bound else ""
                    yield (
                        f"puzzles of the kind {rate.kind!r} take {least}{rate.slowdown:.3g} times as long as the "
                        f"reference, more than {budget.max_slowdown:g}"
                    )
        if budget.max_growth is not None and self.growth is not None:
            exponents = {"time a puzzle": self.growth.time_exponent, "memory": self.growth.memory_exponent}
            for name, exponent in exponents.items():
                if exponent is not None and exponent > budget.max_growth:
                    yield (
                        f"the {name} grows with the length of a run, with the exponent {exponent:.2f}, more than "
                        f"{budget.max_growth:g}"
                    )

    def undecided(self, budget: PerformanceBudget) -> Iterator[str]:
        """The limits of a budget of which nothing can be said, by name."""
        if budget.max_slowdown is not None and all(rate.kind == EASY for rate in self.rates):
            yield "max_slowdown"
        if budget.max_growth is not None and self.growth is None:
            yield "max_growth"

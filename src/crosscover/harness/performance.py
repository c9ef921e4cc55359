"""Measured performance as plain data: the cost of puzzles compared with the reference, and its growth with run length.

All times are processor time, which other processes disturb far less than elapsed time. The cost of a puzzle does not
include the start of a run. `measuring` does the measuring.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter

from crosscover.reference import Grid

from .budget import PerformanceBudget

TRIVIAL, EASY, HARD, FEW_CLUES = "trivial", "easy", "hard", "17 clues"
"""The kinds of puzzles to measure with; trivial ones, nearly full grids, have no rate."""

KINDS = {EASY: "easy puzzles", HARD: "hard puzzles", FEW_CLUES: "puzzles with 17 clues"}
"""The kinds of puzzles in a sentence."""

NOTABLE_GROWTH = 0.4
"""Smallest exponent of `Growth` above noise; a history that is searched has about 1."""

NOTABLE_SLOWDOWN = 100
"""Smallest notable slowdown relative to that on easy puzzles; the search of a fast solver has about 10."""

Workload = Mapping[str, Callable[[int], Sequence[Grid]]]
"""For each kind the function that returns its first puzzles, all different, proper, and the same in each run."""


@dataclass(frozen=True, slots=True)
class Rate:
    """The seconds per puzzle of a kind, for the subject and for the reference.

    `is_bound` says that the subject did not finish, so that `seconds` is a lower bound.
    """

    kind: str
    puzzles: int
    seconds: float
    reference_seconds: float
    is_bound: bool = False

    @property
    def slowdown(self) -> float:
        """The time relative to that of the reference."""
        return self.seconds / self.reference_seconds


@dataclass(frozen=True, slots=True)
class Growth:
    """How the time per puzzle grows with the length of a run, up to a number of puzzles.

    It is the length to the power of `time_exponent`: 0 if the length makes no difference, 1 if the solver searches all
    earlier puzzles.
    """

    puzzles: int
    time_exponent: float

    @property
    def is_notable(self) -> bool:
        """Whether no noise explains it."""
        return self.time_exponent >= NOTABLE_GROWTH

    def __str__(self) -> str:
        if self.is_notable:
            return f"GROWING TIME: time per puzzle grows with run length, as length ** {self.time_exponent:.2f}"
        return f"none of time in runs of up to {self.puzzles:,} puzzles"


@dataclass(frozen=True, slots=True)
class Performance:
    """The results of a measurement of `seconds`; `start` is the time of a start, `unmeasured` says what is missing."""

    seconds: float
    start: float | None = None
    rates: tuple[Rate, ...] = ()
    growth: Growth | None = None
    unmeasured: tuple[str, ...] = ()

    def notable(self) -> Iterator[str]:
        """Yield a sentence for each weakness: exponential time, and growth with the length of a run."""
        easy = next((rate.slowdown for rate in self.rates if rate.kind == EASY), 1.0)
        slowest = max(self.rates, key=attrgetter("slowdown"), default=None)
        if slowest is not None and slowest.slowdown >= NOTABLE_SLOWDOWN * max(1.0, easy):
            times = f"{'more than ' * slowest.is_bound}{significant(slowest.slowdown)} times"
            yield f"SLOW: {KINDS[slowest.kind]} take {times} as long as the reference."
        if self.growth is not None and self.growth.is_notable:
            yield f"{self.growth}."

    def violations(self, budget: PerformanceBudget) -> Iterator[str]:
        """Yield a sentence for each exceeded limit of a budget."""
        for rate in self.rates:
            if budget.max_slowdown is not None and rate.kind != EASY and rate.slowdown > budget.max_slowdown:
                least = "at least " if rate.is_bound else ""
                yield (
                    f"puzzles of the kind {rate.kind!r} take {least}{rate.slowdown:.3g} times the time of the "
                    f"reference, more than {budget.max_slowdown:g}"
                )

    def undecided(self, budget: PerformanceBudget) -> Iterator[str]:
        """Yield the names of the limits of a budget that could not be checked."""
        if budget.max_slowdown is not None and all(rate.kind == EASY for rate in self.rates):
            yield "max_slowdown"


def significant(number: float) -> str:
    """Return a number with two significant digits and without powers of ten: `0.87`, `1.6`, `23`, `12,000`."""
    rounded = float(f"{number:.2g}")
    return f"{rounded:,.0f}" if rounded >= 10 else f"{rounded:g}"

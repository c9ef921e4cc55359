"""Measured performance as plain data: the cost of puzzles compared with the reference, and its growth with run length.

All times are processor time, which other processes disturb far less than elapsed time. The cost of a puzzle is the
difference between a run of many and a run of one, so it does not include the start. `measuring` does the measuring.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter

from crosscover.option_values import MOST_COUNTED
from crosscover.reference import Grid

from .schedule import PerformanceBudget

TRIVIAL, EASY, HARD, FEW_CLUES = "trivial", "easy", "hard", "17 clues"
"""The kinds of puzzles with a rate of their own."""

NOTABLE_GROWTH = 0.3
"""Smallest exponent of `Growth` above noise; a leak, or a history that is searched, has about 1."""

CLEAR_GROWTH = 0.6
"""Smallest exponent of time that no noise explains; a busy machine reached 0.55 for an engine without growth."""

NOTABLE_SLOWDOWN = 100
"""Smallest notable slowdown relative to that on easy puzzles; the search of a fast solver has about 10."""

NOTABLE_SPREAD = 10
"""Smallest notable ratio of a `Spread` relative to that of the reference."""

NOTABLE_WORST_CASE = 10
"""Smallest notable ratio of a `WorstCase`."""

KINDS = {EASY: "easy puzzles", HARD: "hard puzzles", FEW_CLUES: "puzzles with 17 clues"}
"""The kinds of puzzles in a sentence."""


@dataclass(frozen=True, slots=True)
class CountedPuzzle:
    """A puzzle with its exact number of solutions."""

    puzzle: Grid
    number: int


@dataclass(frozen=True, slots=True)
class Miscount:
    """A number `returned` for a puzzle that no limit explains."""

    puzzle: Grid
    number: int
    returned: int


@dataclass(frozen=True, slots=True)
class Workload:
    """The proper puzzles of a measurement, the same in each run.

    `series` returns the first puzzles of a kind, all different; trivial ones are nearly full grids. `images` has
    symmetric images of one puzzle for `HARD` and `FEW_CLUES`, which shapes other than 3x3 do not have. `counted` are
    runs whose numbers of solutions are compared if a subject may return any number from 2 up.
    """

    series: Mapping[str, Callable[[int], Sequence[Grid]]]
    images: Mapping[str, Sequence[Grid]]
    counted: Sequence[Sequence[CountedPuzzle]] = ()


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
    """How time and memory grow with the length of a run, up to a number of puzzles.

    The time per puzzle is the length of the run to the power of `time_exponent`: 0 if the length makes no difference, 1
    if the solver searches all earlier puzzles. `memory_exponent` is that of the memory beyond a run of one puzzle: 0 if
    there is no growth, 1 if each puzzle leaves the same amount, which is `kib` KiB. Both are None if memory cannot be
    separated from that of crosscover.
    """

    puzzles: int
    time_exponent: float
    memory_exponent: float | None = None
    kib: float | None = None

    @property
    def time(self) -> str:
        """The growth of time in words, empty if there is none."""
        if self.time_exponent < CLEAR_GROWTH:
            return ""
        return f"GROWING TIME: time per puzzle grows with run length, as length ** {self.time_exponent:.2f}"

    @property
    def memory(self) -> str:
        """The same of memory."""
        is_notable = (self.memory_exponent or 0.0) >= NOTABLE_GROWTH
        return f"GROWING MEMORY: {self.kib or 0.0:.3g} KiB per puzzle" if is_notable else ""


@dataclass(frozen=True, slots=True)
class Spread:
    """The longest time of symmetric images of one puzzle relative to the median, for the subject and the reference.

    `is_bound` says that an image did not finish, so that `ratio` is a lower bound.
    """

    kind: str
    images: int
    ratio: float
    reference_ratio: float
    is_bound: bool = False


@dataclass(frozen=True, slots=True)
class WorstCase:
    """The puzzle, of `puzzles`, on which the subject is slowest compared with a plain backtracking search.

    `ratio` is its time relative to that of a search with this number of `nodes`, at the speed of the subject on easy
    puzzles.
    """

    puzzle: Grid
    nodes: int
    ratio: float
    puzzles: int


@dataclass(frozen=True, slots=True)
class PuzzleTime:
    """The time of one puzzle for the subject and the reference in seconds, and the search nodes of the reference."""

    puzzle: Grid
    seconds: float
    reference_seconds: float
    nodes: int


@dataclass(frozen=True, slots=True)
class RunCost:
    """The cost of a run of puzzles of a kind: seconds, also of the reference, and peak memory in KiB, 0 if unknown."""

    kind: str
    puzzles: int
    seconds: float
    kib: int
    reference_seconds: float


@dataclass(frozen=True, slots=True)
class Performance:
    """The results of a measurement of `seconds`; `start` is the time of a start, `unmeasured` says what is missing.

    `times` are those of single puzzles: images of a hard one and of one with 17 clues. `runs` are those of `growth`.
    `miscount` is a wrong number of solutions that the contract accepts.
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
    miscount: Miscount | None = None

    def notable(self) -> Iterator[str]:
        """Yield a sentence for each weakness: wrong numbers, exponential time, and growth with the length of a run."""
        if (wrong := self.miscount) is not None:
            command = f"; try --count-to {wrong.number}" if wrong.number <= MOST_COUNTED else ""
            counts = f"{wrong.returned:,} for a puzzle with {wrong.number:,} solutions"
            yield f"MISCOUNTED: {counts}, which the contract count accepts{command}: {wrong.puzzle}"
        easy = next((rate.slowdown for rate in self.rates if rate.kind == EASY), 1.0)
        slowest = max(self.rates, key=attrgetter("slowdown"), default=None)
        if slowest is not None and slowest.slowdown >= NOTABLE_SLOWDOWN * max(1.0, easy):
            times = _times(slowest.slowdown, is_bound=slowest.is_bound)
            yield f"SLOW: {KINDS[slowest.kind]} take {times} as long as the reference."
        spread = max(self.spreads, key=attrgetter("ratio"), default=None)
        if spread is not None and spread.ratio >= NOTABLE_SPREAD * spread.reference_ratio:
            times = _times(spread.ratio, is_bound=spread.is_bound)
            yield f"UNEVEN: of {KINDS[spread.kind]}, the slowest symmetric image takes {times} as long as the median."
        worst = self.worst_case
        if worst is not None and worst.ratio >= NOTABLE_WORST_CASE:
            yield f"SLOW: a plain backtracking search at its pace is {_times(worst.ratio)} as fast on {worst.puzzle}."
        if self.growth is not None and self.growth.time:
            yield f"{self.growth.time}."
        if self.growth is not None and self.growth.memory:
            yield f"{self.growth.memory} of a run."

    def violations(self, budget: PerformanceBudget) -> Iterator[str]:
        """Yield a sentence for each exceeded limit of a budget."""
        if budget.max_slowdown is not None:
            for rate in self.rates:
                if rate.kind != EASY and rate.slowdown > budget.max_slowdown:
                    least = "at least " if rate.is_bound else ""
                    yield (
                        f"puzzles of the kind {rate.kind!r} take {least}{rate.slowdown:.3g} times the time of the "
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
        """Yield the names of the limits of a budget that could not be checked."""
        if budget.max_slowdown is not None and all(rate.kind == EASY for rate in self.rates):
            yield "max_slowdown"
        if budget.max_growth is not None and self.growth is None:
            yield "max_growth"


def _times(ratio: float, *, is_bound: bool = False) -> str:
    return f"{'more than ' * is_bound}{significant(ratio)} times"


def significant(number: float) -> str:
    """Return a number with two significant digits and without powers of ten: `0.87`, `1.6`, `23`, `12,000`."""
    rounded = float(f"{number:.2g}")
    return f"{rounded:,.0f}" if rounded >= 10 else f"{rounded:g}"

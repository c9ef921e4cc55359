"""What the runs of a selftest come to."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from crosscover.report.events import Status

from .judging import Fate, Judged, Seen
from .loading import Solver


@dataclass(frozen=True, slots=True)
class Kill:
    """A property failed for a solver in so many runs, after so many puzzles in the median.

    `late` says that nothing worse was seen than late answers.
    """

    runs: int
    puzzles: float
    late: bool


@dataclass(frozen=True, slots=True)
class Row:
    """One solver in all runs, in the order of the seeds."""

    solver: Solver
    runs: tuple[Judged, ...]

    def number(self, *fates: Fate) -> int:
        """In how many runs it had one of these fates."""
        return sum(run.fate in fates for run in self.runs)

    @property
    def killed(self) -> int:
        """In how many runs it was seen to be wrong."""
        return sum(run.first_kill is not None for run in self.runs)

    @property
    def puzzles(self) -> float | None:
        """The median of how many puzzles were judged before the first failure; None where there was none."""
        kills = [run.first_kill for run in self.runs if run.first_kill is not None]
        return median(kills) if kills else None

    def under(self, name: str) -> tuple[Seen, ...]:
        """How a property came out in the runs in which it had its turn."""
        return tuple(
            seen for run in self.runs for seen in run.seen if seen.name == name and seen.status is not Status.NOT_RUN
        )

    def kill(self, name: str) -> Kill | None:
        """What a property saw of it; None where it never failed."""
        kills = [seen for seen in self.under(name) if seen.failed]
        if not kills:
            return None
        late = all(seen.status is Status.TIMED_OUT for seen in kills)
        return Kill(len(kills), median(seen.failed_after or 0 for seen in kills), late)


@dataclass(frozen=True, slots=True)
class Result:
    """All that was judged."""

    seeds: tuple[int, ...]
    rows: tuple[Row, ...]
    seconds: float

    @property
    def mutants(self) -> tuple[Row, ...]:
        """The wrong solvers."""
        return tuple(row for row in self.rows if not row.solver.is_right)

    @property
    def right(self) -> tuple[Row, ...]:
        """The right solvers."""
        return tuple(row for row in self.rows if row.solver.is_right)

    @property
    def properties(self) -> tuple[str, ...]:
        """The names of all properties that ran, in the order in which they do."""
        longest = sorted((run.seen for row in self.rows for run in row.runs), key=len, reverse=True)
        return tuple(dict.fromkeys(seen.name for run in longest for seen in run))

    def runs(self, *fates: Fate) -> tuple[tuple[Row, Judged], ...]:
        """The runs with one of these fates."""
        return tuple((row, run) for row in self.rows for run in row.runs if run.fate in fates)

    def kills(self, name: str) -> int:
        """How many wrong solvers a property killed in some run."""
        return sum(row.kill(name) is not None for row in self.mutants)


def gathered(solvers: Sequence[Solver], seeds: Sequence[int], judged: Sequence[Judged], seconds: float) -> Result:
    """The result of what was judged, in whatever order."""
    by_name: dict[str, list[Judged]] = {solver.name: [] for solver in solvers}
    for one in judged:
        by_name[one.case.name].append(one)
    rows = tuple(Row(solver, tuple(sorted(by_name[solver.name], key=lambda run: run.case.seed))) for solver in solvers)
    return Result(tuple(seeds), rows, seconds)

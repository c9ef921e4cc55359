"""The results of all cases of a selftest, by solver and by property."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from crosscover.result import Status

from .judging import CaseResult, MutantResult, PropertyResult
from .zoo.model import RightSolver, Solver


@dataclass(frozen=True, slots=True)
class Kill:
    """A property that failed for a solver, with the median number of puzzles up to the failure.

    `timed_out` is true if all failures were timeouts.
    """

    puzzles: float
    timed_out: bool


@dataclass(frozen=True, slots=True)
class Row:
    """The runs of one solver in the order of the seeds."""

    solver: Solver
    runs: tuple[CaseResult, ...]

    @property
    def kind(self) -> str:
        """`right`, or the kind of mistake."""
        return "right" if isinstance(self.solver, RightSolver) else self.solver.kind.value

    @property
    def killed(self) -> int:
        """The number of runs with a failure."""
        return sum(run.puzzles_to_kill is not None for run in self.runs)

    @property
    def puzzles_to_kill(self) -> float | None:
        """The median number of puzzles up to the first failure; None if nothing failed."""
        kills = [run.puzzles_to_kill for run in self.runs if run.puzzles_to_kill is not None]
        return median(kills) if kills else None

    def count(self, result: MutantResult) -> int:
        """The number of runs with this result."""
        return sum(run.result is result for run in self.runs)

    def under(self, name: str) -> list[PropertyResult]:
        """The results of a property in the runs that reached it."""
        results = (one for run in self.runs for one in run.properties if one.name == name)
        return [one for one in results if one.status is not Status.NOT_RUN]

    def kill(self, name: str) -> Kill | None:
        """How a property killed the solver; None if it never failed."""
        kills = [one for one in self.under(name) if one.failed]
        if not kills:
            return None
        timed_out = all(one.status is Status.TIMED_OUT for one in kills)
        return Kill(median(one.failed_after or 0 for one in kills), timed_out)


@dataclass(frozen=True, slots=True)
class SelftestResult:
    """The results of all solvers."""

    seeds: tuple[int, ...]
    rows: tuple[Row, ...]
    seconds: float

    @property
    def mutants(self) -> tuple[Row, ...]:
        """The wrong solvers."""
        return tuple(row for row in self.rows if not isinstance(row.solver, RightSolver))

    @property
    def properties(self) -> tuple[str, ...]:
        """The names of all properties that ran, in the order in which they run."""
        longest = sorted((run.properties for row in self.rows for run in row.runs), key=len, reverse=True)
        return tuple(dict.fromkeys(one.name for run in longest for one in run))

    def runs(self, *results: MutantResult) -> list[CaseResult]:
        """The runs that had one of these results."""
        return [run for row in self.rows for run in row.runs if run.result in results]

    def kills(self, name: str) -> int:
        """The number of wrong solvers that a property killed in at least one run."""
        return sum(row.kill(name) is not None for row in self.mutants)


def collect(
    solvers: Sequence[Solver], seeds: Sequence[int], runs: Sequence[CaseResult], seconds: float
) -> SelftestResult:
    """Collect the results of runs, given in any order."""
    by_name: dict[str, list[CaseResult]] = {solver.name: [] for solver in solvers}
    for run in sorted(runs, key=lambda run: run.case.seed):
        by_name[run.case.solver.name].append(run)
    return SelftestResult(tuple(seeds), tuple(Row(solver, tuple(by_name[solver.name])) for solver in solvers), seconds)

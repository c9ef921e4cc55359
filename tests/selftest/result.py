"""What all cases of a selftest come to."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from crosscover.harness.outcome import Status

from .judging import CaseResult, MutantResult, PropertyResult
from .zoo.model import RightSolver, Solver


@dataclass(frozen=True, slots=True)
class Kill:
    """A property failed for a solver after so many puzzles, the median of the runs in which it did.

    `late` says that nothing worse was seen than late answers.
    """

    puzzles: float
    late: bool


@dataclass(frozen=True, slots=True)
class Row:
    """One solver in all runs, in the order of the seeds."""

    solver: Solver
    runs: tuple[CaseResult, ...]

    @property
    def kind(self) -> str:
        """`right`, or the kind of its mistake."""
        return "right" if isinstance(self.solver, RightSolver) else self.solver.kind.value

    @property
    def killed(self) -> int:
        """In how many runs a property failed."""
        return sum(run.puzzles_to_kill is not None for run in self.runs)

    @property
    def puzzles_to_kill(self) -> float | None:
        """The median of how many puzzles were judged before the first failure; None where there was none."""
        kills = [run.puzzles_to_kill for run in self.runs if run.puzzles_to_kill is not None]
        return median(kills) if kills else None

    def count(self, result: MutantResult) -> int:
        """In how many runs it had this result."""
        return sum(run.result is result for run in self.runs)

    def under(self, name: str) -> list[PropertyResult]:
        """How a property came out in the runs that reached it."""
        results = (one for run in self.runs for one in run.properties if one.name == name)
        return [one for one in results if one.status is not Status.NOT_RUN]

    def kill(self, name: str) -> Kill | None:
        """How a property killed it; None where it never failed."""
        kills = [one for one in self.under(name) if one.failed]
        if not kills:
            return None
        late = all(one.status is Status.TIMED_OUT for one in kills)
        return Kill(median(one.failed_after or 0 for one in kills), late)


@dataclass(frozen=True, slots=True)
class SelftestResult:
    """All that was judged."""

    seeds: tuple[int, ...]
    rows: tuple[Row, ...]
    seconds: float

    @property
    def mutants(self) -> tuple[Row, ...]:
        """The wrong solvers."""
        return tuple(row for row in self.rows if not isinstance(row.solver, RightSolver))

    @property
    def properties(self) -> tuple[str, ...]:
        """The names of all properties that ran, in the order in which they do."""
        longest = sorted((run.properties for row in self.rows for run in row.runs), key=len, reverse=True)
        return tuple(dict.fromkeys(one.name for run in longest for one in run))

    def runs(self, *results: MutantResult) -> list[CaseResult]:
        """The runs with one of these results."""
        return [run for row in self.rows for run in row.runs if run.result in results]

    def kills(self, name: str) -> int:
        """How many wrong solvers a property killed in some run."""
        return sum(row.kill(name) is not None for row in self.mutants)


def collect(
    solvers: Sequence[Solver], seeds: Sequence[int], runs: Sequence[CaseResult], seconds: float
) -> SelftestResult:
    """The result of runs in any order."""
    by_name: dict[str, list[CaseResult]] = {solver.name: [] for solver in solvers}
    for run in sorted(runs, key=lambda run: run.case.seed):
        by_name[run.case.solver.name].append(run)
    return SelftestResult(tuple(seeds), tuple(Row(solver, tuple(by_name[solver.name])) for solver in solvers), seconds)

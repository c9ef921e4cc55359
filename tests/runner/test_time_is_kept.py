"""A run ends in time, whatever the solver does: simulated solvers on a fake clock."""

import zlib
from collections.abc import Callable, Sequence

import pytest

from crosscover import contracts
from crosscover.exit_code import ExitCode
from crosscover.harness.result import PropertyResult, Status
from crosscover.harness.schedule import Budget, Schedule, growing
from crosscover.harness.session import SubjectSession
from crosscover.options import Options
from crosscover.oracles.rules import clashes
from crosscover.reference import Grid
from crosscover.responses import Declined, Response
from crosscover.runner.run import run_properties
from crosscover.runner.subject_run import SubjectRun
from tests.harness.fakes import Answer, FakeClock, TimedSubject, answer_rightly, each, right, verdicts

SECONDS, GRACE = 30, 15
HANG = 1e9
"""Seconds that no time limit allows."""

Cost = Callable[[Grid, int], float]
"""The seconds that a puzzle takes at a place of a run."""


def drawn(puzzle: Grid, parts: int) -> bool:
    """Whether a puzzle is one of a fixed part of all puzzles."""
    return zlib.crc32(puzzle.values) % parts == 0


def refuse_some(batch: Sequence[Grid]) -> list[Response]:
    """Refuse a tenth of all puzzles."""
    return [Declined() if drawn(puzzle, 10) else right(puzzle) for puzzle in batch]


def slow_once() -> Cost:
    """A twentieth of the puzzles time out on the first try, and only then."""
    seen = set[Grid]()

    def cost(puzzle: Grid, place: int) -> float:  # noqa: ARG001 - a cost
        if not drawn(puzzle, 20) or puzzle in seen:
            return 0.02
        seen.add(puzzle)
        return HANG

    return cost


def exponential(puzzle: Grid, place: int) -> float:  # noqa: ARG001 - a cost
    """Each empty cell makes a puzzle harder."""
    return 1e-4 * 1.25 ** len(puzzle.empty_cells())


class Solver:
    """A simulated solver: its costs, the start of a run, its answers, and whether its answers come at the end."""

    def __init__(
        self, cost: Cost, *, start: float = 0.0, answer: Answer = answer_rightly, buffers: bool = False
    ) -> None:
        self.cost, self.start, self.answer, self.buffers = cost, start, answer, buffers


SOLVERS: dict[str, Callable[[], Solver]] = {
    "10 puzzles a second": lambda: Solver(each(0.1)),
    "50 puzzles a second": lambda: Solver(each(0.02), start=0.05),
    "100 puzzles a second": lambda: Solver(each(0.01)),
    "one puzzle in 3 s": lambda: Solver(each(3.0)),
    "one puzzle in 9 s": lambda: Solver(each(9.0)),
    "starts in 1 s": lambda: Solver(each(0.01), start=1.0),
    "starts in 5 s": lambda: Solver(each(0.02), start=5.0),
    "starts in 9 s": lambda: Solver(each(0.1), start=9.0),
    "exponential": lambda: Solver(exponential),
    "a few puzzles take 3 s": lambda: Solver(lambda puzzle, _: 3.0 if drawn(puzzle, 30) else 0.02),
    "a few puzzles take 8 s": lambda: Solver(lambda puzzle, _: 8.0 if drawn(puzzle, 10) else 0.02, buffers=True),
    "hangs for clashes": lambda: Solver(lambda puzzle, _: HANG if next(clashes(puzzle), None) else 0.01, buffers=True),
    "hangs for a tenth": lambda: Solver(lambda puzzle, _: HANG if drawn(puzzle, 10) else 0.01),
    "hangs for half": lambda: Solver(lambda puzzle, _: HANG if drawn(puzzle, 2) else 0.01, start=0.1, buffers=True),
    "hangs for few clues": lambda: Solver(lambda puzzle, _: HANG if puzzle.clue_count < 28 else 0.01),
    "hangs for everything": lambda: Solver(each(HANG)),
    "hangs at the 100th puzzle": lambda: Solver(lambda _, place: HANG if place == 99 else 0.01),
    "quadratic history": lambda: Solver(lambda _, place: 0.01 + 0.003 * place),
    "history of cubic cost": lambda: Solver(lambda _, place: 0.01 + 0.0003 * place**2, buffers=True),
    "times out once": lambda: Solver(slow_once(), buffers=True),
    "wrong and slow": lambda: Solver(each(0.1), start=0.1, answer=refuse_some),
    "wrong, slow and hangs": lambda: Solver(
        lambda puzzle, _: HANG if drawn(puzzle, 7) else 0.05, start=0.2, answer=refuse_some, buffers=True
    ),
}


def judged(
    name: str, seconds: float = SECONDS, *, first: bool = False
) -> tuple[SubjectRun, FakeClock, ExitCode, Sequence[PropertyResult]]:
    """Judge a simulated solver; return the run, its clock, its exit code and its outcomes."""
    clock, solver = FakeClock(), SOLVERS[name]()
    options = Options(contract=contracts.ANY)
    subject = TimedSubject(
        clock, solver.cost, start=solver.start, answer=solver.answer, buffers=solver.buffers, options=options
    )
    session = SubjectSession(subject, verdicts(), clock=clock)
    session.smoke()
    clock.now = 0.0
    run = SubjectRun(session, Schedule(growing(Budget(seed=1)), seconds), stops_at_failure=first)
    footer = run_properties(run)
    return run, clock, footer.exit_code, footer.outcomes


@pytest.mark.slow
@pytest.mark.parametrize("name", SOLVERS)
def test_a_run_ends_in_time(name: str) -> None:
    """A run ends at most 15 s after its time, without an error of crosscover."""
    run, clock, code, _ = judged(name)
    assert clock.now <= SECONDS + GRACE
    assert code in (ExitCode.GOOD, ExitCode.WRONG, ExitCode.NOT_DECIDED)
    assert run.error is None


@pytest.mark.parametrize("name", ["one puzzle in 3 s", "hangs for half"])
def test_a_short_run_ends_in_time(name: str) -> None:
    """A run of some seconds ends at most 15 s after its time, without an error of crosscover."""
    run, clock, code, _ = judged(name, 8)
    assert clock.now <= 8 + GRACE
    assert code in (ExitCode.GOOD, ExitCode.WRONG, ExitCode.NOT_DECIDED)
    assert run.error is None


@pytest.mark.slow
@pytest.mark.parametrize("name", ["wrong and slow", "wrong, slow and hangs"])
def test_the_first_failure_ends_a_run(name: str) -> None:
    """With `first` a run ends at most 15 s after the first failure."""
    _, clock, code, outcomes = judged(name, first=True)
    assert code is ExitCode.WRONG
    assert clock.now <= SECONDS
    [failed] = [outcome for outcome in outcomes if outcome.status is Status.WRONG]
    assert failed.seconds <= GRACE

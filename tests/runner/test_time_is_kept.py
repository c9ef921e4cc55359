"""A run ends in time, regardless of the solver: simulated solvers on a fake clock."""

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest

from crosscover import contracts
from crosscover.errors import ExitCode
from crosscover.harness.budget import Budget
from crosscover.harness.session import SubjectSession
from crosscover.options import Options
from crosscover.oracles.rules import clashes
from crosscover.reference import Grid
from crosscover.report.events import Event, Progress
from crosscover.responses import Declined, Response
from crosscover.result import CheckResult, Grade, Status
from crosscover.runner.opening import properties_for
from crosscover.runner.run import Run
from tests.harness.fakes import HANG, Answer, Cost, FakeClock, TimedSubject, answer_correctly, correct, each, verdicts

SECONDS, GRACE = 30, 10


def drawn(puzzle: Grid, parts: int) -> bool:
    """Whether a puzzle is one of a fixed part of all puzzles."""
    return zlib.crc32(puzzle.values) % parts == 0


def refuse_some(batch: Sequence[Grid]) -> list[Response]:
    """Refuse a tenth of all puzzles."""
    return [Declined() if drawn(puzzle, 10) else correct(puzzle) for puzzle in batch]


def slow_once() -> Cost:
    """A twentieth of the puzzles time out on the first try, and only then."""
    seen = set[Grid]()

    def cost(puzzle: Grid, place: int) -> float:  # noqa: ARG001 - a cost
        if not drawn(puzzle, 20) or puzzle in seen:
            return 0.02
        seen.add(puzzle)
        return HANG

    return cost


def hangs_after(number: int) -> Cost:
    """Some puzzles take no time; then every puzzle hangs."""
    left = iter(range(number))
    return lambda _, __: 0.01 if next(left, None) is not None else HANG


def exponential(puzzle: Grid, place: int) -> float:  # noqa: ARG001 - a cost
    """Each empty cell makes a puzzle harder."""
    return 1e-4 * 1.25 ** len(puzzle.empty_cells())


def plain(puzzle: Grid, place: int) -> float:  # noqa: ARG001 - a cost
    """Nearly full grids are easy, and all other puzzles equal."""
    return 0.005 if len(puzzle.empty_cells()) <= 8 else 0.1


@dataclass(frozen=True, slots=True)
class Solver:
    """A simulated solver: its costs, the start of a run, its answers, and whether its answers come at the end."""

    cost: Cost
    start: float = 0.0
    answer: Answer = answer_correctly
    buffers: bool = False
    dialect: str = "lines"


SOLVERS: dict[str, Callable[[], Solver]] = {
    "10 puzzles a second, more if easy": lambda: Solver(plain),
    "50 puzzles a second": lambda: Solver(each(0.02), start=0.05),
    "one puzzle a process": lambda: Solver(each(0.06), start=0.06, dialect="line"),
    "one puzzle in 9 s": lambda: Solver(each(9.0)),
    "starts in 1 s": lambda: Solver(each(0.01), start=1.0),
    "starts in 9 s": lambda: Solver(each(0.1), start=9.0),
    "exponential": lambda: Solver(exponential),
    "a few puzzles take 8 s": lambda: Solver(lambda puzzle, _: 8.0 if drawn(puzzle, 10) else 0.02, buffers=True),
    "hangs for clashes": lambda: Solver(lambda puzzle, _: HANG if next(clashes(puzzle), None) else 0.01, buffers=True),
    "hangs for a tenth": lambda: Solver(lambda puzzle, _: HANG if drawn(puzzle, 10) else 0.01),
    "hangs for half": lambda: Solver(lambda puzzle, _: HANG if drawn(puzzle, 2) else 0.01, start=0.1, buffers=True),
    "hangs for few clues": lambda: Solver(lambda puzzle, _: HANG if puzzle.clue_count < 28 else 0.01),
    "hangs for everything": lambda: Solver(each(HANG)),
    "hangs at the first puzzle": lambda: Solver(hangs_after(1)),
    "hangs at every 10th puzzle": lambda: Solver(lambda _, place: HANG if place % 10 == 9 else 0.01),
    "history of cubic cost": lambda: Solver(lambda _, place: 0.01 + 0.0003 * place**2, buffers=True),
    "times out once": lambda: Solver(slow_once(), buffers=True),
    "wrong and slow": lambda: Solver(each(0.1), start=0.1, answer=refuse_some),
    "wrong, slow and hangs": lambda: Solver(
        lambda puzzle, _: HANG if drawn(puzzle, 7) else 0.05, start=0.2, answer=refuse_some, buffers=True
    ),
}


def judged(name: str, seconds: float = SECONDS, *, first: bool = False) -> tuple[CheckResult, list[float]]:
    """Judge a simulated solver; return the end of the run, and the moments at which properties failed.

    The run ends at most 10 s after its time, without an error of crosscover.
    """
    clock, solver, failed_at = FakeClock(), SOLVERS[name](), list[float]()
    options = Options(contract=contracts.ANY, dialect=solver.dialect)
    subject = TimedSubject(
        clock, solver.cost, start=solver.start, answer=solver.answer, buffers=solver.buffers, options=options
    )
    session = SubjectSession(subject, verdicts(), clock=clock, seed=1)
    session.smoke()
    clock.now = 0.0

    def note(event: Event) -> None:
        if isinstance(event, Progress) and event.failed.total() > len(failed_at):
            failed_at.append(clock.now)

    properties = properties_for(session.features())
    run = Run(session, properties, Budget(seed=1), seconds, [note], stops_at_failure=first)
    result = run.run()
    assert run.error is None
    assert result.exit_code in (ExitCode.GOOD, ExitCode.WRONG, ExitCode.NOT_DECIDED)
    assert clock.now <= seconds + GRACE
    return result, failed_at


HANGING = {
    "hangs at every 10th puzzle": 30,
    "hangs for a tenth": 30,
    "hangs at the first puzzle": 15,
    "hangs for everything": 15,
}
"""The seconds until a hanging solver times out in a run of a minute."""

RIGHT = ("10 puzzles a second, more if easy", "one puzzle a process")
"""Right solvers that a run of a minute decides."""

SHORT = ("hangs for half", "starts in 9 s")


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in SOLVERS if name not in (*HANGING, *RIGHT, *SHORT)])
def test_a_run_ends_in_time(name: str) -> None:
    """A run ends at most 10 s after its time, regardless of the solver."""
    result, _ = judged(name)
    assert result.complete


@pytest.mark.parametrize("name", SHORT)
def test_a_short_run_ends_in_time(name: str) -> None:
    """A run of some seconds ends at most 10 s after its time."""
    result, _ = judged(name, 8)
    assert result.complete


@pytest.mark.parametrize("name", ["wrong and slow", "wrong, slow and hangs"])
def test_the_first_failure_ends_a_run(name: str) -> None:
    """With `first` a run ends at most 10 s after the first failure."""
    result, _ = judged(name, first=True)
    assert result.exit_code is ExitCode.WRONG
    assert result.seconds <= SECONDS
    [failed] = [one for one in result.properties if one.status is Status.WRONG]
    assert failed.seconds <= GRACE


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seconds"), HANGING.items())
def test_a_hanging_solver_times_out(name: str, seconds: float) -> None:
    """A solver that hangs has timed out after some seconds of a run of 60 s."""
    result, failed_at = judged(name, 60)
    assert result.grade is Grade.TIMED_OUT
    assert failed_at[0] <= seconds


@pytest.mark.slow
@pytest.mark.parametrize("name", RIGHT)
def test_a_right_solver_is_decided(name: str) -> None:
    """A plain correct solver of average speed has enough time in a run of 60 s."""
    result, _ = judged(name, 60)
    assert result.exit_code is ExitCode.GOOD

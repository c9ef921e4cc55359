"""Other solvers' responses to inputs that one solver failed; the solvers are engines in this process."""

from collections.abc import Iterator
from dataclasses import replace
from io import StringIO
from unittest.mock import Mock

import pytest

from crosscover import engines
from crosscover.cli import compare
from crosscover.contracts import Mismatch, WrongResponse
from crosscover.dialects import Formatting
from crosscover.exit_code import ExitCode
from crosscover.harness.judging import Counterexample
from crosscover.harness.result import Status
from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.reference import Grid, NoSolution, Shape
from crosscover.report.comparison import ComparedRun, Comparison, SolverAnswer
from crosscover.responses import Answered
from crosscover.runner.comparing import MAX_INPUTS, compare_runs
from crosscover.runner.settings import read_settings
from crosscover.subjects.subject import Transcript
from tests.check.running import QUICK_PANEL, enter
from tests.report.comparisons import BAD, GOOD
from tests.report.samples import HEADER, PUZZLE, SOLUTION, wrong

EMPTY = Grid.parse("." * 81)
SMALL = Grid.parse("1...............", Shape(2, 2))


def record(*batches: tuple[Grid, ...]) -> ComparedRun:
    """A run that failed on these batches, for a cause each, with false verdicts."""
    failures = [
        Counterexample(
            batch,
            tuple(NoSolution() for _ in batch),
            Transcript(tuple(map(Answered, batch))),
            Formatting(),
            0,
            Mismatch(WrongResponse.ANSWER, "wrong", variant=str(number)),
        )
        for number, batch in enumerate(batches)
    ]
    outcomes = tuple(wrong(f"property_{number}", found) for number, found in enumerate(failures))
    return ComparedRun(HEADER, replace(GOOD, outcomes=outcomes or GOOD.outcomes))


def asked(batch: tuple[Grid, ...], subject: str, **options: str) -> SolverAnswer:
    """A solver's answer to a batch that another one failed."""
    settings = read_settings(subject, {"contract": "proper", **options})
    [found] = compare_runs((record(batch), record()), [settings, settings]).disagreements
    assert found.answer(0).status is Status.WRONG
    return found.answer(1)


@pytest.fixture(autouse=True)
def quick_panel(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use fewer engines as judges."""
    monkeypatch.setattr(engines, "DEFAULT_PANEL", QUICK_PANEL)


def test_right_and_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """The panel judges each solver anew and ignores the verdicts of the record."""

    def lying(grid: Grid, limit: int | None = None) -> Iterator[Grid]:
        return (solution.with_cell(8, 7) for solution in BitmaskEngine()(grid, limit))

    enter(monkeypatch, lying)
    assert asked((PUZZLE,), "engine:bitmask") == SolverAnswer(Status.PASSED)
    answer = asked((PUZZLE,), "engine:lying")
    assert (answer.status, answer.words) == (Status.WRONG, str(SOLUTION.with_cell(8, 7)))


@pytest.mark.parametrize(("batch", "contract"), [((PUZZLE, EMPTY), "proper"), ((SMALL,), "any")])
def test_inputs_outside_the_contract(batch: tuple[Grid, ...], contract: str) -> None:
    """Solvers receive neither puzzles outside their contract nor those of another shape."""
    assert asked(batch, "engine:bitmask", contract=contract).status is Status.NOT_RUN


def test_many_failures() -> None:
    """A limited number of inputs is run and shown; the others are counted."""
    compared = compare_runs((record(*[(PUZZLE,) * size for size in range(1, MAX_INPUTS + 3)]), record()), [])
    assert (len(compared.disagreements), compared.left_out) == (MAX_INPUTS, 2)
    assert compared.disagreements[0].answer(1) == SolverAnswer(Status.NOT_RUN)


def test_interrupts(monkeypatch: pytest.MonkeyPatch) -> None:
    """An interrupt ends the comparison, also after a timeout."""
    cut_short = ComparedRun(HEADER, replace(BAD, complete=False))
    monkeypatch.setattr("crosscover.runner.comparing.run_once", Mock(return_value=cut_short))
    texts = ["engine:dlx", "engine:bitmask"]
    assert list(compare.judge_in_turn(texts, compare.solver_settings(texts, {}), StringIO())) == [cut_short]
    interrupted = ComparedRun(HEADER, replace(GOOD, complete=False, exit_code=ExitCode.INTERRUPTED))
    assert Comparison((interrupted,)).exit_code is ExitCode.INTERRUPTED

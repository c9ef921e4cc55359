"""The result of a solver, computed from the results of all properties."""

from pathlib import Path
from unittest.mock import Mock

import pytest
from msgspec.structs import replace

from crosscover.errors import NotStartedError
from crosscover.result import Gap, Status

from .__main__ import SOLVERS
from .judging import Case, MutantResult, judge, result_of
from .samples import REFUSES_FULL_GRIDS, result
from .zoo import MUTANTS
from .zoo.origins import MASKS

PASSED, WRONG, TIMED_OUT = Status.PASSED, Status.WRONG, Status.TIMED_OUT


@pytest.mark.parametrize(
    ("statuses", "of_mutant", "of_right_solver"),
    [
        ([PASSED, PASSED], MutantResult.SURVIVED, MutantResult.PASSED),
        ([PASSED, TIMED_OUT], MutantResult.TIMED_OUT, MutantResult.FALSE_POSITIVE),
        ([TIMED_OUT, WRONG], MutantResult.KILLED, MutantResult.FALSE_POSITIVE),
        ([WRONG, Status.NOT_RUN], MutantResult.KILLED, MutantResult.FALSE_POSITIVE),
        ([PASSED, Status.NOT_RUN], MutantResult.FAULT, MutantResult.FAULT),
        ([WRONG, Status.VACUOUS], MutantResult.FAULT, MutantResult.FAULT),
        ([Status.FAULT, WRONG], MutantResult.FAULT, MutantResult.FAULT),
    ],
)
def test_the_result_of_a_solver(statuses: list[Status], of_mutant: MutantResult, of_right_solver: MutantResult) -> None:
    """Crosscover's faults take precedence over wrong answers, which precede timeouts; a pass needs a complete run."""
    properties = [result(str(number), 1, status) for number, status in enumerate(statuses)]
    complete = Status.NOT_RUN not in statuses
    results = [result_of(properties, is_right=is_right, complete=complete)[0] for is_right in (False, True)]
    assert results == [of_mutant, of_right_solver]


def test_reasons() -> None:
    """The reason is the first failure, or, for a survivor, the facets that were not covered for lack of time."""
    failed = [result("easy", 1), result("slow", 1, TIMED_OUT), result("hard", 1, WRONG)]
    assert result_of(failed, is_right=False, complete=True)[1] == "slow: it was wrong"
    gap = Gap("not covered", 2, ("17 clues", "no clues"))
    passed = [result("easy", 1), replace(result("hard", 1), gaps=(gap,))]
    assert result_of(passed, is_right=False, complete=True)[1] == "not covered: 17 clues, no clues"


def test_a_solver_of_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No property judges a solver that answers no easy puzzle: it is a killed mutant, or a false positive."""
    monkeypatch.setattr("tests.selftest.judging.find", Mock(side_effect=NotStartedError("no answer")))
    results = [judge(Case(solver, 1), tmp_path) for solver in (REFUSES_FULL_GRIDS, MASKS)]
    assert [one.result for one in results] == [MutantResult.KILLED, MutantResult.FALSE_POSITIVE]
    assert {one.properties for one in results} == {()}
    assert {one.reason for one in results} == {"no easy puzzle is answered: no answer"}


@pytest.mark.parametrize(
    ("name", "result"),
    [("options-emptied", "killed"), pytest.param("right-dancing-py", "passed", marks=pytest.mark.slow)],
)
def test_solvers_of_exact_covers(name: str, result: str, tmp_path: Path) -> None:
    """Solvers of exact covers are judged, too; the first failure of a wrong one has a time."""
    [solver] = [solver for solver in SOLVERS if solver.name == name]
    judged = judge(Case(solver, seed=1), tmp_path, examples=1)
    assert (judged.result.value, judged.first is None) == (result, result == "passed")
    assert judged.is_wrong == (result == "killed")


@pytest.mark.slow
def test_a_complete_run(tmp_path: Path) -> None:
    """A complete run goes on after the first failure, and states what the failures have in common."""
    [mutant] = [mutant for mutant in MUTANTS if mutant.name == "rows-left-out"]
    judged = judge(Case(mutant, seed=1), tmp_path, complete=True)
    assert judged.result is MutantResult.KILLED
    assert judged.first is not None
    assert judged.seconds > judged.first + 5
    assert "row" in " ".join(judged.circumstances)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["a-hundred-thousand-steps", "slow-second-search"])
def test_a_known_bug(name: str, tmp_path: Path) -> None:
    """A default check catches the bug of a published solver that answers ordinary puzzles correctly."""
    [mutant] = [mutant for mutant in MUTANTS if mutant.name == name]
    assert judge(Case(mutant, seed=1), tmp_path).result is MutantResult.KILLED

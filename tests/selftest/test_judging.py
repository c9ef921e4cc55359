"""The result of a solver, computed from the outcomes of all properties."""

from dataclasses import replace
from pathlib import Path

import pytest

from crosscover.result import Status

from .judging import Case, MutantResult, judge, result_of
from .samples import property_result
from .zoo import MUTANTS

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
    """Faults of crosscover take precedence over wrong answers, and these over timeouts; a pass needs a complete run."""
    properties = [property_result(str(number), 1, status) for number, status in enumerate(statuses)]

    complete = Status.NOT_RUN not in statuses
    results = [result_of(properties, is_right=is_right, complete=complete)[0] for is_right in (False, True)]

    assert results == [of_mutant, of_right_solver]


def test_a_solver_of_nothing(tmp_path: Path) -> None:
    """A solver that answers no easy puzzle is judged by no property: a kill of a mutant, or a false positive."""
    [mutant] = [one for one in MUTANTS if one.name == "diagonals-too"]
    called_right = replace(mutant.origin, changes=(*mutant.origin.changes, *mutant.changes))
    results = [judge(Case(solver, 1), tmp_path) for solver in (mutant, called_right)]
    assert [one.result for one in results] == [MutantResult.KILLED, MutantResult.FALSE_POSITIVE]
    for one in results:
        assert one.reason.startswith("no easy puzzle is answered: ")
        assert (one.properties, one.puzzles_to_kill) == ((), 0)


def test_the_first_property_that_decides_gives_the_reason() -> None:
    """The reason is that of the first failure and names the property."""
    properties = [property_result("easy", 1), property_result("slow", 1, TIMED_OUT), property_result("hard", 1, WRONG)]

    assert result_of(properties, is_right=False, complete=True) == (MutantResult.KILLED, "slow: it was wrong")


def test_a_survivor_names_what_it_was_not_asked() -> None:
    """The reason of a survivor is the facets that no property had the time to ask."""
    properties = [property_result("easy", 1), replace(property_result("hard", 1), not_asked=("17 clues", "no clues"))]

    expected = (MutantResult.SURVIVED, "not asked: 17 clues, no clues")
    assert result_of(properties, is_right=False, complete=True) == expected

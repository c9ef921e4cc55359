"""Comparisons of solvers, without running them; `tests/check/test_compare.py` runs solvers."""

from crosscover.result import CheckedProperty, Failure, Status
from crosscover.runner.comparing import failing_inputs
from tests.report.samples import PUZZLE, check_result, with_failures


def test_a_failure_that_no_run_can_repeat() -> None:
    """If an engine violates a property, but no run shows it, the other solvers have nothing to run."""
    failure = Failure("sound", "It is sound.", Status.WRONG, "missed one", puzzles=(str(PUZZLE),))
    result = check_result(with_failures(CheckedProperty("sound", "It is sound."), ("missed", failure)))
    assert result.failures == (failure,)
    assert failing_inputs([result]) == []

"""Comparisons of solvers, without running them; `tests/check/test_compare.py` runs solvers."""

from msgspec.structs import replace

from crosscover.result import CheckedProperty, Failure, Speed, Status
from crosscover.runner.comparing import compare, failing_inputs
from tests.report.samples import PUZZLE, check_result, passed, with_failures


def test_a_failure_that_no_run_can_repeat() -> None:
    """If an engine violates a property, but no run shows it, the other solvers have nothing to run."""
    failure = Failure("sound", "It is sound.", Status.WRONG, "missed one", puzzles=(str(PUZZLE),))
    result = check_result(with_failures(CheckedProperty("sound", "It is sound."), ("missed", failure)))
    assert result.failures == (failure,)
    assert failing_inputs([result]) == []


def test_the_reason_for_a_missing_speed() -> None:
    """If a solver has no speed, a note states the reason."""
    result = replace(check_result(passed()), speed=Speed(unmeasured=("anything: no time was left",)))
    [note] = [note for note in compare([result, result], ()).notes if "peed" in note][:1]
    assert note.endswith(": Speed not measured: anything: no time was left.")

"""Comparisons of solvers, without running them; `tests/check/test_compare.py` runs solvers."""

import pytest
from msgspec.structs import replace

from crosscover.dialects import Formatting, LineEnd
from crosscover.result import CheckedProperty, Failure, Speed, Status
from crosscover.runner import comparing
from crosscover.runner.comparing import answer_of, compare, compare_runs, failing_inputs, settings_of
from tests.report.samples import PUZZLE, SOLUTION, check_result, passed, with_failures, wrong


@pytest.mark.parametrize(
    ("puzzle", "formatting", "options", "reason"),
    [
        (str(SOLUTION), Formatting(), {"no_full_grids": True}, "its options leave out the puzzles"),
        (str(PUZZLE), Formatting(line_end=LineEnd.CRLF), {}, "its options do not require this form of the input"),
        ("." * 16, Formatting(), {}, "puzzles of another shape"),
    ],
)
def test_inputs_that_a_solver_does_not_promise_to_take(
    puzzle: str, formatting: Formatting, options: dict[str, object], reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A solver is not run on an input that its options exclude."""
    monkeypatch.delattr(comparing, "rerun")
    (settings,) = settings_of([("exec:cat", {"dialect": "lines", **options})], {})
    shape = "2x2" if len(puzzle) == 16 else "3x3"
    failure = Failure("p", "P.", Status.WRONG, "x", shape=shape, puzzles=(puzzle,), formatting=formatting.to_plain())
    answer = answer_of(settings, failure)
    assert (answer.status, answer.words) == (Status.NOT_RUN, reason)


def test_an_interrupt_ends_a_comparison(monkeypatch: pytest.MonkeyPatch) -> None:
    """No further input is run, and the results so far are shown."""
    runs: list[Failure] = []

    def interrupt(_: object, failure: Failure) -> None:
        runs.append(failure)
        raise KeyboardInterrupt

    monkeypatch.setattr(comparing, "answer_of", interrupt)
    results = [check_result(wrong("a")), *[check_result(passed())] * 2]
    compared = compare_runs(results, settings_of([("exec:cat", {"dialect": "lines"})] * 3, {}))
    assert len(runs) == 1
    assert len(compared.inputs) == 1


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

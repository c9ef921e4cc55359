"""Grouping of failures by cause."""

from dataclasses import replace

from crosscover.dialects import Formatting
from crosscover.harness.result import SAVED_FAILURES, Status
from crosscover.report.summary import group_failures
from crosscover.responses import Answered, Declined, Failed, Fault

from .samples import (
    SOLUTION,
    WRONG_ANSWER,
    counterexample,
    fault,
    not_run,
    passed,
    several_causes,
    timed_out,
    vacuous,
    wrong,
)


def test_one_cause_is_shown_once() -> None:
    """Of several failures with one cause the one with the fewest empty cells is shown; the others are named."""
    fuller = counterexample(Answered(WRONG_ANSWER), batch=[SOLUTION.with_cell(8, 0).with_cell(2, 0)])
    groups = group_failures([wrong("large"), wrong("small", fuller), wrong("other")])
    assert [(group.outcome.name, group.same_cause) for group in groups] == [("small", ("large", "other"))]


def test_different_causes_are_shown_apart() -> None:
    """A wrong answer, a refusal and a crash are three causes, ordered by length of the batch."""
    crash = counterexample(Answered(SOLUTION), Failed(Fault.CRASHED, "killed by SIGSEGV after 1 of 2 puzzles"))
    groups = group_failures([wrong("crash", crash), wrong("refusal", counterexample(Declined())), wrong("answer")])
    assert {group.outcome.name for group in groups[:2]} == {"refusal", "answer"}
    assert groups[2].outcome.name == "crash"


def test_dependence_on_an_earlier_puzzle_is_another_cause() -> None:
    """A wrong answer that depends on an earlier puzzle is another cause than one for a single puzzle."""
    carried = counterexample(Answered(SOLUTION), Answered(WRONG_ANSWER))
    assert len(group_failures([wrong("alone"), wrong("carried", carried)])) == 2


def test_the_causes_of_one_property_are_shown_apart() -> None:
    """A property that failed for two causes is in both groups."""
    groups = group_failures([several_causes("both"), wrong("first")])
    assert [(group.outcome.name, group.same_cause) for group in groups] == [("both", ("first",)), ("both", ())]
    assert [group.outcome.failure and group.outcome.failure.reason for group in groups][1:] == [
        "refused a puzzle that has a solution"
    ]


def test_dependence_on_formatting_is_another_cause() -> None:
    """A wrong answer to input with unusual formatting is another cause than one to ordinary input."""
    formed = counterexample(Answered(WRONG_ANSWER), formatting=Formatting(final_newline=False))
    assert len(group_failures([wrong("ordinary"), wrong("formed", formed)])) == 2


def test_timeouts_of_short_and_long_batches_are_one_cause() -> None:
    """All timeouts are one cause, whichever puzzle of a batch timed out."""
    reason = "still running after 10 s, with 1 of 2 puzzles answered; it was at solver.py:7 in place"
    longer = counterexample(Answered(SOLUTION), Failed(Fault.TIMED_OUT, reason))
    short = counterexample(Failed(Fault.TIMED_OUT, reason.replace("1 of 2 puzzles", "0 of 1 puzzle")))
    outcomes = [replace(wrong(name, found), status=Status.TIMED_OUT) for name, found in (("a", longer), ("b", short))]
    assert [(group.outcome.name, group.same_cause) for group in group_failures(outcomes)] == [("b", ("a",))]


def test_only_failures_that_count_are_group_failures() -> None:
    """Properties that passed, did not run, judged nothing or were expected to fail are not in a group."""
    expected = replace(wrong("expected"), expected=True)
    assert group_failures([passed(), not_run(), vacuous(), expected]) == []


def test_order_of_statuses() -> None:
    """Timeouts come after wrong answers, and faults of crosscover last."""
    assert [group.outcome.name for group in group_failures([fault("f"), timed_out("t"), wrong("w")])] == ["w", "t", "f"]


def test_a_saved_failure_comes_after_the_property_that_finds_it() -> None:
    """Of two equal failures that of the actual property is shown, not that of the saved failures."""
    (group,) = group_failures([wrong(SAVED_FAILURES), wrong("patterns")])
    assert (group.outcome.name, group.same_cause) == ("patterns", (SAVED_FAILURES,))

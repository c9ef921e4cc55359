"""Failures in at most twenty lines."""

from dataclasses import replace

import pytest

from crosscover.harness.outcome import Failure, Outcome, Status
from crosscover.reference import Grid, Several, Shape
from crosscover.report.brief import MOST_LINES, format_briefly
from crosscover.report.summary import cause_of
from crosscover.responses import Answered, Failed, Fault

from .samples import NASTY, PUZZLE, SOLUTION, WRONG_ANSWER, counterexample, fault, several_causes, timed_out, wrong

REPEAT = "crosscover check exec:./a.out --seed 1"
MALFORMED = counterexample(
    Answered(SOLUTION),
    Failed(Fault.MALFORMED, f"line 2: {NASTY}"),
    received="".join(f"{number} {NASTY}\n" for number in range(1000)),
)
UNDER_SEVERAL = replace(counterexample(Answered(PUZZLE)), verdicts=(Several(SOLUTION, WRONG_ANSWER),))


def test_a_wrong_answer() -> None:
    """The reason comes first, then the property, the puzzle, the grids and the command that repeats it."""
    reason, name, puzzle, headings, *drawn, repeat, replay = format_briefly(saved(wrong()), REPEAT).split("\n")
    assert reason == "row 1 has 7 twice, at r1c5 and r1c9"
    assert name == "WRONG  patterns: What patterns says."
    assert puzzle == f"puzzle    {PUZZLE}"
    assert headings.split("  ")[0] == "the puzzle"
    diagrams = zip(*(grid.to_diagram().split("\n") for grid in (PUZZLE, WRONG_ANSWER, SOLUTION)), strict=True)
    assert drawn == ["   ".join(lines) for lines in diagrams]
    assert (repeat, replay) == (f"repeat  {REPEAT}", "replay  crosscover replay abc")


def test_a_cause_is_shown_once() -> None:
    """A cause that another property has shown is not drawn again."""
    text = format_briefly(wrong("long_runs"), REPEAT, {cause_of(wrong()): "patterns"})
    assert "\nprobably for the same cause as patterns\n" in text
    assert str(SOLUTION) in text
    assert "+---" not in text


def test_another_cause() -> None:
    """Of several causes the first new one is shown, and the others are named."""
    first, second = several_causes().by_cause()
    assert first.failure is not None
    assert second.failure is not None
    lines = format_briefly(several_causes(), REPEAT, {cause_of(first): "patterns"}).split("\n")
    assert lines[0] == f"puzzle 2 of 2: {second.failure.reason}"
    assert f"also: {first.failure.reason}" in lines


@pytest.mark.parametrize(
    "outcome",
    [
        wrong(found=MALFORMED),
        wrong(found=UNDER_SEVERAL),
        several_causes(),
        timed_out(),
        replace(fault(), failure=Failure("raised KeyError", detail="Traceback\n" + "  at\n" * 100)),
        Outcome("limit", "", Status.WRONG, failure=Failure("too slow\n" * 50, puzzle=Grid.empty(Shape(5, 5)))),
    ],
    ids=["malformed", "several", "causes", "timeout", "fault", "large"],
)
def test_at_most_twenty_lines(outcome: Outcome) -> None:
    """A failure has at most twenty lines, all printable, the last of which repeat it."""
    lines = format_briefly(saved(outcome), REPEAT).split("\n")
    assert len(lines) <= MOST_LINES
    assert all(line.isprintable() for line in lines)
    assert f"repeat  {REPEAT}" in lines[-2:]


def saved(outcome: Outcome) -> Outcome:
    """The same, saved as `abc`."""
    assert outcome.failure is not None
    return replace(outcome, failure=replace(outcome.failure, saved_as="abc"))

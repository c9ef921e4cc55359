"""The display of failures as text."""

from dataclasses import replace

from crosscover import contracts
from crosscover.dialects import Formatting, LineEnd
from crosscover.harness.result import Failure, PropertyResult, Status
from crosscover.reference import Grid, NoSolution, Several, Shape, Unique
from crosscover.report.display import RIGHT_ALONE, format_failure, visible_ranges
from crosscover.responses import Answered, Counted, Failed, Fault

from .samples import NASTY, PUZZLE, SOLUTION, WRONG_ANSWER, counterexample, fault, several_causes, wrong


def shown(outcome: PropertyResult, repeat: str = "") -> str:
    """A failure as plain text."""
    return format_failure(outcome, repeat=repeat).plain


def test_a_wrong_answer() -> None:
    """A wrong answer is shown as lines and drawings, with statement, reason and expected answer."""
    text = shown(wrong("patterns"))
    assert text.startswith("WRONG  patterns\nWhat patterns says.\n\nrow 1 has 7 twice, at r1c5 and r1c9\n")
    for line in (f"> 1  {PUZZLE}", f"received   {WRONG_ANSWER}", f"expected   {SOLUTION}"):
        assert line in text
    drawings = zip(*(grid.to_diagram().split("\n") for grid in (PUZZLE, WRONG_ANSWER, SOLUTION)), strict=True)
    assert all("   ".join(lines) in text for lines in drawings)


def test_large_grids_are_drawn_below_each_other() -> None:
    """Grids of more than nine columns are drawn below each other."""
    grid = Grid.canonical(Shape(4, 4))
    found = replace(counterexample(Answered(WRONG_ANSWER)), batch=(grid,), verdicts=(Unique(grid),))
    assert f"the puzzle\n{grid.to_diagram()}\nreceived\n" in "\n".join(
        map(str.rstrip, shown(wrong(found=found)).split("\n"))
    )


def test_the_failing_puzzle_is_marked() -> None:
    """In a batch the reason names the failing puzzle, and its line is marked."""
    text = shown(wrong("order", counterexample(Answered(SOLUTION), Answered(WRONG_ANSWER))))
    assert "\npuzzle 2 of 2: row 1 has 7 twice" in text
    assert f"\n  1  {PUZZLE}\n> 2  {PUZZLE}\n" in text
    assert f"puzzle 1\n{PUZZLE.to_diagram()}\n" in text


def test_a_long_batch_is_shown_in_part() -> None:
    """Of a long batch the first puzzle and those around the failing one are shown, and the others counted."""
    responses = [Answered(SOLUTION)] * 100
    responses[60] = Answered(WRONG_ANSWER)
    text = shown(wrong("long", counterexample(*responses)))
    assert "In one run, 100 puzzles:" in text
    assert "... puzzles 2 to 58 are not shown here" in text
    assert f">  61  {PUZZLE}" in text
    assert "... puzzles 63 to 100 are not shown here" in text
    assert text.count(str(PUZZLE)) == 5


def test_visible_ranges_cover_the_batch() -> None:
    """Shown and omitted ranges cover the batch in order, and the failing puzzle is shown."""
    for size in (1, 2, 7, 8, 9, 12, 100):
        for failing_index in (None, *range(size)):
            places = list(visible_ranges(size, failing_index))
            assert [place for part in places for place in part] == list(range(size))
            assert failing_index is None or range(failing_index, failing_index + 1) in places


def test_unusual_formatting_is_shown() -> None:
    """Unusual formatting of the input is mentioned."""
    found = counterexample(Answered(WRONG_ANSWER), formatting=Formatting("0", LineEnd.CRLF, final_newline=False))
    line = "1 puzzle, '0' for an empty cell, lines ending in CRLF, no line end after the last line:"
    assert line in shown(wrong("forms", found))


def test_every_cause_is_shown() -> None:
    """If a property failed for two causes, both are shown, and the need for an earlier puzzle is mentioned."""
    text = shown(several_causes())
    first, second = text.split("Cause 2 of 2")
    assert "Cause 1 of 2" in first
    assert "r1c" in first
    assert RIGHT_ALONE not in first
    assert "puzzle 2 of 2: refused a puzzle that has a solution" in second
    assert RIGHT_ALONE in second


def test_a_stale_answer_is_mentioned() -> None:
    """A repeated earlier answer for a puzzle that is right alone is mentioned."""
    other = PUZZLE.with_cell(0, 0)
    found = counterexample(Answered(WRONG_ANSWER), Answered(WRONG_ANSWER), batch=[other, PUZZLE])
    text = shown(wrong(found=replace(found, failing_index=1, right_alone=True)))
    assert f"{RIGHT_ALONE} The answer is that of puzzle 1." in text


def test_a_fault_of_the_whole_run() -> None:
    """If no single puzzle failed, the failure of the whole run is shown with its output."""
    run_failure = Failed(Fault.EXTRA, "found 2 lines, expected 1; line 2 is too many")
    found = counterexample(Answered(SOLUTION), received=f"{SOLUTION}\nbye", run_failure=run_failure)
    text = shown(wrong("extra", found))
    assert "\nthe run as a whole: found 2 lines, expected 1" in text
    assert f"  | {SOLUTION}\n  | bye (no line end)" in text


def test_unreadable_output_is_escaped() -> None:
    """Unreadable output is shown with escaped control characters, and truncated with a note."""
    received = "\n".join([f"\x1b]0;title\x07{number}" for number in range(30)] + ["x" * 500])
    found = counterexample(Failed(Fault.MALFORMED, "line 1 is odd"), received=received)
    text = shown(wrong("odd", found))
    assert "It wrote 31 lines:" in text
    assert r"  | \x1b]0;title\x070" in text
    assert "... 19 lines are not shown here" in text
    assert "and 314 characters" in text
    assert all(character.isprintable() or character == "\n" for character in text)


def test_no_output() -> None:
    """For a program without output the display says so."""
    found = counterexample(Failed(Fault.MISSING, "line 1 of 1 is missing"))
    assert "It wrote nothing." in shown(wrong("silent", found))


def test_certified_answers() -> None:
    """An expected answer with a certificate is marked as certified."""
    outcome = wrong()
    assert outcome.failure is not None
    text = shown(replace(outcome, failure=replace(outcome.failure, certified=True)))
    assert f"expected   {SOLUTION} (certified)" in text
    assert "expected (certified)" in text


def test_several_and_no_solutions() -> None:
    """If several answers are right, two are shown; if there is none, the display says so."""
    found = counterexample(Answered(WRONG_ANSWER))
    several = replace(found, verdicts=(Several(SOLUTION, WRONG_ANSWER),))
    none = replace(found, verdicts=(NoSolution(),))
    assert f"expected   several solutions, such as\n                {SOLUTION}\n" in shown(wrong("any", several))
    assert "expected   no solution\n" in shown(wrong("any", none))


def test_numbers() -> None:
    """Under `count` the expected number is shown with the solutions."""
    found = counterexample(Counted(2))
    found = replace(found, contract=contracts.COUNT, verdicts=(Unique(SOLUTION),))
    text = shown(wrong("count", found))
    assert "received   the number 2" in text
    assert f"expected   1: the only solution is\n                {SOLUTION}\n" in text


def test_an_engine_is_shown_its_puzzle() -> None:
    """A failed property of an engine is shown with the puzzle as a line and as a drawing."""
    outcome = PropertyResult(
        "sound", "It is sound.", Status.WRONG, failure=Failure("a solution came twice", puzzle=PUZZLE)
    )
    assert f"a solution came twice\n\n{PUZZLE}\n{PUZZLE.to_diagram()}" in shown(outcome)


def test_saved_failures() -> None:
    """For a saved failure the replay command and the path of the input are shown."""
    outcome = wrong()
    assert outcome.failure is not None
    text = shown(replace(outcome, failure=replace(outcome.failure, saved_as="0123456789")))
    assert "crosscover replay 0123456789" in text
    assert ".crosscover/0123456789/input.txt" in text


def test_a_fault_of_crosscover() -> None:
    """A fault of crosscover is shown as such, with details and a command for the bug report."""
    text = shown(fault(), repeat="crosscover check --seed 1")
    assert text.startswith("FAULT  sound")
    assert "  somewhere" in text
    assert "says nothing about the solver. Please report it" in text
    assert "crosscover check --seed 1" in text


def test_text_of_a_solver_is_escaped() -> None:
    """Control characters in a solver's output are escaped."""
    found = counterexample(Failed(Fault.RAISED, NASTY), received=NASTY)
    text = shown(replace(wrong("nasty", found), failure=Failure(NASTY, found, detail=NASTY)))
    assert all(character.isprintable() or character == "\n" for character in text)

"""What the golden files do not show: colors, the live line, grouping, and streams."""

import re
from collections import Counter
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from msgspec import structs

from crosscover.reference import Grid
from crosscover.report.events import Event, Failing, Judged, Progress, Started
from crosscover.report.github import SUMMARY, GithubWriter
from crosscover.report.page import page
from crosscover.report.summary import failures_of
from crosscover.report.terminal import TerminalWriter
from crosscover.report.text import failure_text, print_text, setup_text, state_notes
from crosscover.responses import Answered, Declined, Failed, Fault
from crosscover.result import CheckedProperty, CheckResult, Failure, Status

from .samples import (
    PUZZLE,
    SETUP,
    SOLUTION,
    WRONG_ANSWER,
    check_result,
    counterexample,
    left_open,
    passed,
    saved,
    several_causes,
    timed_out,
    without_puzzle,
    wrong,
)

ESCAPE = re.compile("(\x1b\\[[0-9;?]*[A-Za-z])")


class Terminal(StringIO):
    """A stream that shows colors."""

    def isatty(self) -> bool:
        """Return True."""
        return True


@pytest.fixture(autouse=True)
def on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Rich see a terminal of 100 columns."""
    for name, value in (("TERM", "xterm"), ("COLUMNS", "100")):
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("NO_COLOR", raising=False)


def styled_digits(text: str, start: int) -> dict[str, list[int]]:
    """The cells of a drawing by the colors of their digits; `start` is its column."""
    cells: list[str] = []
    for line in text.splitlines():
        marks: list[tuple[str, str]] = []
        style = ""
        for part in ESCAPE.split(line):
            if part.startswith("\x1b"):
                style = part
            else:
                marks += [(character, style) for character in part]
        cells += [style for character, style in marks[start : start + 25] if character not in " |+-"]
    assert len(cells) == 81
    return {style: [cell for cell in range(81) if cells[cell] == style] for style in ("\x1b[1;31m", "\x1b[31m")}


@pytest.mark.parametrize(
    ("answer", "cells", "differing"),
    [
        (WRONG_ANSWER, [4, 8], [2]),
        (SOLUTION.with_cell(0, 6), [0], []),
        (SOLUTION.with_cell(0, 6).with_cell(2, 9), [0], [2]),
        (SOLUTION.with_cell(1, 0), [1], []),
        (PUZZLE.with_cell(2, 4), [3], [cell for cell in PUZZLE.empty_cells() if cell not in (2, 3)]),
    ],
    ids=["repeated digit", "changed clue", "another wrong digit", "lost clue", "empty cell"],
)
def test_every_report_marks_the_same_cells(answer: Grid, cells: list[int], differing: list[int]) -> None:
    """The struct, the terminal and the page mark the same wrong and differing cells."""
    result = check_result(wrong("patterns", counterexample(Answered(answer))))
    [failure] = result.failures
    assert (list(failure.wrong_cells), list(failure.differing_cells)) == (cells, differing)
    terminal = Terminal()
    print_text(failure_text(failure, 100), terminal)
    drawing = terminal.getvalue().split("received", 1)[1].split("\n\n")[0].split("\n", 1)[1]
    assert list(styled_digits(drawing, 27).values()) == [cells, differing]
    figure = next(one for one in page(result).split("<figure") if "<figcaption>received<" in one)
    marked = re.findall(r'<rect class="(wrong|differing)" x="(\d+)" y="(\d+)"', figure)
    assert sorted(int(y) // 32 * 9 + int(x) // 32 for _, x, y in marked) == sorted([*cells, *differing])


def tell(stream: StringIO, result: CheckResult, *, verbose: bool = False) -> str:
    """What a terminal writer writes of a whole run."""
    writer = TerminalWriter(stream, verbose=verbose)
    events: list[Event] = [Started(result), Progress("patterns", 12, Counter({Status.WRONG: 1}), 30.0), result]
    for event in events:
        writer(event)
    return stream.getvalue()


def test_live_line() -> None:
    """A terminal shows the property, the puzzles and failures so far and the time left, and removes the line."""
    text = tell(Terminal(), check_result(wrong(), passed()))
    [line] = {one for one in ESCAPE.sub("", text).splitlines() if "s left" in one}
    assert re.search(r"1 of 2  patterns  12 puzzles  1 wrong  \d+ s left", line)
    assert text.count("\x1b[?25l") == text.count("\x1b[?25h")


def test_plain_stream() -> None:
    """A pipe gets no colors and no live line; the solver and the seed come first."""
    text = tell(StringIO(), check_result(wrong()))
    assert text.startswith("solver    exec:./a.out --flag --dialect=poj3074\nseed      4711\n\n")
    assert "\x1b" not in text
    assert "s left" not in text


def test_a_failure_is_shown_at_once() -> None:
    """A pipe shows a failing property with its puzzle before the run ends, then the shrunk failure, each once."""
    stream = StringIO()
    writer = TerminalWriter(stream)
    result = check_result(wrong(), passed())
    [failed, good] = result.properties
    writer(Started(result))
    writer(Failing(failed, str(PUZZLE)))
    row, reason, puzzle = stream.getvalue().splitlines()[-3:]
    assert row.split()[:2] == ["WRONG", "patterns"]
    assert (reason, puzzle) == (f"  {failed.reason}", f"  {PUZZLE}")
    writer(Judged(failed, result.failures))
    assert stream.getvalue().count("| 5 3 . | . 7 . | . . . |") == 1
    writer(Judged(good, ()))
    writer(result)
    text = stream.getvalue()
    assert text.count("| 5 3 . | . 7 . | . . . |") == text.count("WRONG  ") == 1
    assert text.index("others: 1 passed") < text.index("WRONG: ") < text.rindex(result.failures[0].reason)
    assert "\n\n\n" not in text


def test_few_failures_are_drawn() -> None:
    """A pipe shows the drawings of three causes."""
    stream = StringIO()
    writer = TerminalWriter(stream)
    result = check_result(wrong())
    writer(Started(result))
    for _ in range(5):
        writer(Judged(result.properties[0], result.failures))
    assert stream.getvalue().count("| 5 3 . | . 7 . | . . . |") == 3


def test_properties_are_shown_as_they_end() -> None:
    """A pipe shows a property when it ends, and the others at the end."""
    stream = StringIO()
    writer = TerminalWriter(stream)
    result = check_result(passed("a"), passed("b"))
    writer(Started(result))
    writer(Judged(result.properties[1], ()))
    assert stream.getvalue().splitlines()[-1].split()[:2] == ["passed", "b"]
    writer(result)
    assert re.findall("^passed +(.)", stream.getvalue(), re.MULTILINE) == ["b", "a"]


def test_the_live_line_stays_below() -> None:
    """On a terminal, what is new appears above the live line."""
    terminal = Terminal()
    writer = TerminalWriter(terminal)
    result = check_result(wrong())
    writer(Started(result))
    writer(Progress("patterns", 12, Counter(), 30.0))
    writer(Failing(result.properties[0], "the failing puzzle"))
    writer(result)
    text = ESCAPE.sub("", terminal.getvalue())
    assert text.index("the failing puzzle") < text.rindex("30 s left")
    assert terminal.getvalue().count("\x1b[?25l") == terminal.getvalue().count("\x1b[?25h")


def test_no_color(monkeypatch: pytest.MonkeyPatch) -> None:
    """NO_COLOR removes the colors of a terminal."""
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[1;31m" not in tell(Terminal(), check_result(wrong()))


def test_verbose() -> None:
    """All properties with their statements, instead of only those that failed."""
    result = check_result(wrong(), left_open())
    assert "others: 1 passed" in tell(StringIO(), result)
    text = tell(StringIO(), result, verbose=True)
    assert "A full grid is its own answer." in text
    assert "a clash in row 1 (8 more)" in text


@pytest.mark.parametrize("width", [60, 80, 120])
def test_last_lines_of_a_failed_check(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last 30 lines have the verdict, the reason, both grids beside each other, and the command that replays it."""
    monkeypatch.setenv("COLUMNS", str(width))
    text = ESCAPE.sub("", tell(Terminal(), check_result(saved(), several_causes(), timed_out(), *[passed()] * 30)))
    lines = [line[start : start + width] for line in text.splitlines() for start in range(0, len(line) or 1, width)]
    end = "\n".join(lines[-30:])
    for words in ("WRONG: exec:./a.out", "row 1 has 7 twice", "crosscover replay 1234567890"):
        assert words in end
    assert re.search("received +expected", end)


def test_failures_by_cause() -> None:
    """Failures with one cause are one, the smallest first; a property with two causes has both."""
    larger = counterexample(Answered(SOLUTION), Answered(WRONG_ANSWER))
    results = [wrong("a", replace(larger, failing_index=1)), wrong("b"), wrong("c"), timed_out(), several_causes("d")]
    found = [(one.property_name, one.same_cause) for one in failures_of(results)]
    assert found == [("b", ("c", "d")), ("a", ()), ("d", ()), ("long_runs", ())]


def test_the_most_convincing_failure_comes_first() -> None:
    """An answer that breaks a rule convinces more than a refusal, and a puzzle more than a full grid or a run."""
    refused = counterexample(Declined(), batch=[SOLUTION.with_cell(0, 0)])
    left_empty = counterexample(Answered(PUZZLE.with_cell(2, 4)))
    in_a_run = replace(counterexample(Answered(SOLUTION), Answered(WRONG_ANSWER)), failing_index=1)
    full_grid = counterexample(Answered(SOLUTION.with_cell(0, 6)), batch=[SOLUTION])
    alone = counterexample(Answered(SOLUTION.with_cell(0, 6)))
    found = {"refused": refused, "left empty": left_empty, "run": in_a_run, "full": full_grid, "alone": alone}
    results = [wrong(name, one) for name, one in found.items()]
    order = [(failure.property_name, failure.same_cause) for failure in failures_of(results)]
    assert order == [("alone", ("full",)), ("run", ()), ("refused", ()), ("left empty", ())]


def test_a_failure_that_occurs_each_time_comes_first() -> None:
    """A run that fails each time convinces more than a puzzle that fails now and then."""
    flaky = replace(counterexample(Answered(SOLUTION.with_cell(0, 6))), repeats=5, failed_repeats=2)
    in_a_run = replace(counterexample(Answered(SOLUTION), Answered(WRONG_ANSWER)), failing_index=1)
    found = failures_of([wrong("flaky", flaky), wrong("run", in_a_run)])
    assert [failure.property_name for failure in found] == ["run", "flaky"]


@pytest.mark.parametrize("puzzles", [1, 2])
def test_solution_of_a_failed_run(puzzles: int) -> None:
    """If no answer is at fault, but the run is, the solution is known only of a single puzzle."""
    found = counterexample(*[Answered(SOLUTION)] * puzzles, run_failure=Failed(Fault.CRASHED, "exit code 1"))
    (failure,) = failures_of([wrong("patterns", found)])
    assert failure.failing_index is None
    assert failure.solutions == (str(SOLUTION),) * (puzzles == 1)


def test_many_causes() -> None:
    """Of many causes three are shown, and the others counted."""
    prop = CheckedProperty("p", "")
    results = [without_puzzle(prop, Status.WRONG, str(number), "") for number in range(500)]
    result = check_result(*results)
    assert "497 further causes" in tell(StringIO(), result)
    assert page(result).count("<article") == 3


def test_github_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The summary is appended to the file of the job; one that cannot be written is no error of the run."""
    for path in (tmp_path / "summary.md", tmp_path / "no" / "summary.md"):
        stream = StringIO()
        GithubWriter(stream, {SUMMARY: str(path)})(check_result(wrong(), setup=SETUP))
        assert stream.getvalue().startswith("::error title=crosscover%3A patterns::")
    assert (tmp_path / "summary.md").read_text("utf-8").startswith("```text\nsolver ")
    assert "no job summary" in capsys.readouterr().err


def test_a_failure_now_and_then() -> None:
    """A failure that does not recur each time is said to occur now and then, whatever came before in its run."""
    failure = Failure("p", "It holds.", Status.WRONG, "reason", right_alone=True, repeats=5, failed_repeats=2)
    assert state_notes(failure) == ["It fails now and then: 2 of 5 repeats failed."]


def test_a_form_that_was_found() -> None:
    """The header says that the form was found, and that a function is compiled with a harness."""
    setup = structs.replace(SETUP, subject="c:fixed.c:solve", solver="c:fixed.c:solve --call=rows")
    assert str(setup_text(setup)).startswith("solver    c:fixed.c:solve --call=rows (compiled with a harness)\n")
    found = structs.replace(setup, found=True)
    assert str(setup_text(found)).startswith("solver    c:fixed.c:solve --call=rows (found; compiled with a harness)\n")

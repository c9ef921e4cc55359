"""A run on a terminal and in a pipe."""

import io
import re
from dataclasses import replace

import pytest

from crosscover.exit_code import ExitCode
from crosscover.report.events import Footer, PropertyStarted, RunFinished, RunStarted
from crosscover.report.terminal import TerminalWriter, print_failure

from .samples import (
    HEADER,
    NASTY,
    PUZZLE,
    SOLUTION,
    fault,
    footer,
    left_open,
    not_decided,
    not_run,
    passed,
    tell,
    timed_out,
    vacuous,
    wrong,
)

ESCAPE = "\x1b"


class Screen(io.StringIO):
    """A stream that claims to be a terminal."""

    def isatty(self) -> bool:
        """Return True."""
        return True


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "120")


def shown(end: Footer, stream: io.StringIO | None = None, *, verbose: bool = True) -> str:
    """The output of a run, by default to a pipe, with all statements."""
    stream = stream or io.StringIO()
    tell(TerminalWriter(stream, verbose=verbose), end)
    return stream.getvalue()


def test_the_seed_comes_first() -> None:
    """The first line is the seed, followed by subject, contract, panel and the command that repeats the run."""
    lines = shown(footer(passed(), exit_code=ExitCode.GOOD)).splitlines()
    assert lines[:6] == [
        "seed      4711",
        "subject   exec:./a.out --flag",
        "contract  proper",
        "panel     bitmask, cpsat",
        "versions  crosscover 1.2.3",
        "repeat    crosscover check 'exec:./a.out --flag' --seed 4711",
    ]


def test_a_line_for_each_property() -> None:
    """Each property has a line with status, number of puzzles and time; below are its statement and its reason."""
    text = shown(footer(passed("full_grids"), wrong("patterns"), vacuous(), timed_out(), fault(), not_run()))
    below = f"\n{'':18}"
    assert f"passed            full_grids     1,200 puzzles     2.2 s{below}A full grid is its own answer.\n" in text
    assert f"WRONG             patterns          96 puzzles     1.5 s{below}What patterns says.{below}row 1 has" in text
    assert "NOTHING JUDGED    forms " in text
    for word in ("TIMED OUT", "FAULT", "not run"):
        assert f"\n{word}" in text


def test_how_much_a_pass_says() -> None:
    """A property that passed has the bound on errors; what was not asked or not answered is named below it."""
    lines = shown(footer(left_open(), exit_code=ExitCode.GOOD), verbose=False).splitlines()
    assert lines[7:11] == [
        "result            property                  judged      time  errors rarer than",
        "passed            clashing_clues     1,200 puzzles     2.2 s           1 in 360",
        "                  not asked: a clash in row 1, a clash in row 2, a clash in row 3 (6 more)",
        f"                  2 puzzles were not answered in time; the first: {PUZZLE}",
    ]
    assert lines[-1] == "With 95 % confidence, errors in puzzles of these kinds are rarer than 1 in 360."


def test_a_property_without_answers_to_easy_puzzles() -> None:
    """It has not passed, and each puzzle is named with the limit that was too small."""
    lines = shown(footer(not_decided(), exit_code=ExitCode.GOOD), verbose=False).splitlines()
    assert lines[8].startswith("NOT DECIDED       clashing_clues")
    assert lines[9:11] == [
        f"                  1 puzzle was not answered in time: {PUZZLE}",
        f"                  1 puzzle was not answered within the default memory limit (--memory-limit): {SOLUTION}",
    ]


def test_a_solver_that_was_too_slow_is_not_shown_in_red() -> None:
    """The result of a run that did not ask everything is yellow."""
    text = shown(footer(left_open(), exit_code=ExitCode.GOOD), Screen())
    assert f"{ESCAPE}[1;33mNOT DECIDED" in text
    assert f"{ESCAPE}[1;31m" not in text


@pytest.mark.parametrize("force", [False, True])
def test_plain_lines_in_a_pipe(monkeypatch: pytest.MonkeyPatch, *, force: bool) -> None:
    """A pipe receives neither escape sequences nor carriage returns, even if colours are forced."""
    if force:
        monkeypatch.setenv("FORCE_COLOR", "1")
    text = shown(footer(passed(), wrong(), fault(), timed_out(), vacuous()))
    assert ESCAPE not in text
    assert "\r" not in text


def test_colours_and_progress_on_a_terminal() -> None:
    """A terminal shows colours and the current property."""
    text = shown(footer(passed("full_grids"), wrong()), Screen())
    assert f"{ESCAPE}[1;31mWRONG" in text
    assert "1 of 2  full_grids" in re.sub(ESCAPE + r"\[[0-9;]*m", "", text)


def test_no_color_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """With NO_COLOR a terminal shows neither colours nor bold letters."""
    monkeypatch.setenv("NO_COLOR", "1")
    assert re.search(ESCAPE + r"\[[0-9;]*m", shown(footer(passed(), wrong()), Screen())) is None


def test_the_cursor_is_restored() -> None:
    """After an interrupted run the cursor is visible."""
    screen = Screen()
    writer = TerminalWriter(screen)
    writer(RunStarted(HEADER, ("patterns",)))
    writer(PropertyStarted("patterns"))
    writer(RunFinished(HEADER, footer(not_run("patterns"), complete=False)))
    text = screen.getvalue()
    assert text.count("\x1b[?25h") == text.count("\x1b[?25l") == 1


def test_statements_of_failures() -> None:
    """Without `verbose` only failures have a statement, in their description."""
    text = shown(footer(passed("full_grids"), wrong("patterns"), not_run()), verbose=False)
    assert text.count("WRONG  patterns\nWhat patterns says.") == text.count("What patterns says.") == 1
    assert "A full grid is its own answer." not in text
    assert "All are found." not in text


def test_what_has_failed_so_far() -> None:
    """The live line counts the failures."""
    text = shown(footer(wrong("a"), wrong("b"), timed_out("c"), passed("d")), Screen())
    assert "4 of 4  d  2 wrong  1 timed out  " in re.sub(ESCAPE + r"\[[0-9;]*m", "", text)


def test_one_cause_is_shown_once() -> None:
    """Two properties that fail for one cause have one display that names both."""
    text = shown(footer(wrong("patterns"), wrong("minimal")))
    assert text.count("In one run") == 1
    assert "WRONG  patterns\n" in text
    assert "For the same cause: minimal." in text
    assert "WRONG: exec:./a.out --flag fails 2 of 2 properties, probably 1 cause" in text


def test_expected_failures_are_not_displayed() -> None:
    """An expected failure has only its line."""
    text = shown(footer(passed(), replace(wrong(), expected=True), exit_code=ExitCode.GOOD))
    assert "\nexpected failure  patterns" in text
    assert "In one run" not in text
    holds = "1 of 2 properties holds in 1 round; 1,296 puzzles judged in 42.0 s"
    assert f"AS EXPECTED: {holds}.\n1 property failed as expected." in text


def test_text_of_a_solver_is_escaped() -> None:
    """Control characters in a solver's output are escaped."""
    outcome = wrong()
    assert outcome.failure is not None
    text = shown(footer(replace(outcome, failure=replace(outcome.failure, reason=NASTY, detail=NASTY))))
    assert all(character.isprintable() or character == "\n" for character in text)


def test_markup_is_not_interpreted() -> None:
    """Brackets and colons in a solver's output are not interpreted as markup."""
    outcome = wrong()
    assert outcome.failure is not None
    text = shown(footer(replace(outcome, failure=replace(outcome.failure, reason="[bold]x[/bold] :smile:"))))
    assert "[bold]x[/bold] :smile:" in text


def test_a_run_that_could_not_begin() -> None:
    """If a run never began, its end shows nothing."""
    stream = io.StringIO()
    writer = TerminalWriter(stream)
    writer(RunFinished(HEADER, footer(not_run(), complete=False)))
    assert stream.getvalue() == ""


def test_wrong_cells_are_marked() -> None:
    """The cells that break a rule are marked in the drawing of the answer, and less strongly other wrong digits."""
    screen = Screen()
    print_failure(wrong(), screen)
    seven = f"{ESCAPE}[1;31m7{ESCAPE}[0m"
    two = f"{ESCAPE}[31m2{ESCAPE}[0m"
    assert f"| 5 3 {two} | 6 {seven} 8 | 9 1 {seven} |   | 5 3 4 |" in screen.getvalue()
    assert screen.getvalue().count(seven) == 2


def test_lines_of_puzzles_are_not_wrapped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines with puzzles are not wrapped on a narrow terminal, so they can be copied."""
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("NO_COLOR", "1")
    screen = Screen()
    print_failure(wrong(), screen)
    assert f"\n> 1  {PUZZLE}\n" in screen.getvalue()

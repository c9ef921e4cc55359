"""A failure in words and drawings, for terminals, pytest, JUnit files and GitHub."""

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from errno import EPIPE
from io import StringIO
from itertools import groupby
from typing import TextIO

from rich.columns import Columns
from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.segment import Segment
from rich.text import Text

from crosscover.dialects import Formatting, LineEnd, Spacing
from crosscover.exit_code import Tone
from crosscover.harness.judging import Counterexample
from crosscover.harness.outcome import Failure, Outcome, Status
from crosscover.output import Escaper, escape, escape_line, unescaped
from crosscover.reference import Grid
from crosscover.responses import Answered, Failed

from .files import STORE
from .words import pluralize

MOST_PUZZLES = 7
"""Number of puzzles up to which a batch is shown in full."""

MOST_DRAWN = 3
"""Number of puzzles up to which all puzzles of a batch are drawn, instead of the failing one alone."""

MOST_OUTPUT = 12
"""Number of lines of raw output that are shown, with at most `MOST_CHARACTERS` each."""
MOST_CHARACTERS = 200

RIGHT_ALONE = "In a run of its own this puzzle passes: the failure depends on the puzzles before it."

WIDTH = 100
"""Columns if the output is not a terminal."""

TITLE, WRONG, DIFFERS, RIGHT, FAINT = "bold", "bold red", "red", "green", "dim"
"""Styles of Rich by meaning."""

_NEWLINE = Text("\n")

TONE_STYLES = {Tone.GOOD: RIGHT, Tone.BAD: WRONG, Tone.UNDECIDED: "bold yellow", Tone.FAINT: FAINT}


class _Console(Console):
    """A console that escapes all text, and raises an error if its output is closed, instead of exiting.

    Rich drops carriage returns and backspaces from a `Text`. What a solver wrote is therefore escaped earlier.
    """

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Yield the segments of a renderable with their text escaped; the console adds the codes of their styles."""
        escape = Escaper()
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=escape(segment.text))

    def on_broken_pipe(self) -> None:
        """Raise BrokenPipeError; Rich calls this."""
        raise BrokenPipeError(EPIPE, os.strerror(EPIPE))


def make_console(stream: TextIO, width: int | None = None) -> Console:
    """Return a console that adds only colours, and only on a terminal.

    It is as wide as the terminal; otherwise `width` columns, or `WIDTH`.
    """
    plain = not stream.isatty() or bool(os.environ.get("NO_COLOR"))
    return _Console(
        file=unescaped(stream),
        force_terminal=stream.isatty(),
        force_jupyter=False,
        color_system=None if plain else "auto",
        width=None if stream.isatty() else width or WIDTH,
        highlight=False,
        markup=False,
        emoji=False,
    )


def fit_words(text: Text, width: int) -> Text:
    """Return a text with lines of at most `width` columns, broken between words; only a longer word is wider."""
    lines: list[Text] = []
    for line in text.split("\n", allow_blank=True):
        breaks: list[int] = []
        start = 0
        for word in re.finditer(r"\S+", line.plain):
            if word.end() - start > width and line.plain[start : word.start()].strip():
                start = word.start()
                breaks.append(start)
        parts = line.divide(breaks)
        for part in parts[:-1]:
            part.rstrip()
        lines += parts
    return _NEWLINE.join(lines)


def format_fact(console: Console, name: str, fact: Text, width: int) -> Text:
    """Return a fact after its name, in `width` columns; a terminal has its further lines below the first one."""
    if console.is_terminal:
        fact = Text("\n" + " " * width).join(fit_words(fact, console.width - width).split("\n"))
    return Text.assemble(f"{name:<{width - 1}} " if name else " " * width, fact)


def format_command(console: Console, name: str, command: str, width: int, style: str = "") -> Text:
    """Return a shell command after its name; a terminal has it in several lines that can be copied as one."""
    lines = [""]
    for word in re.findall(r"(?:'[^']*'|\S)+", command):
        if console.is_terminal and lines[-1] and width + len(lines[-1]) + len(word) + len("  \\") > console.width:
            lines.append("")
        lines[-1] += f"{' ' * bool(lines[-1])}{word}"
    return Text.assemble(f"{name:<{width}}", ((" \\\n" + " " * width).join(lines), style))


def format_failure(
    outcome: Outcome, same_cause: Sequence[str] = (), repeat: str = "", console: Console | None = None
) -> str:
    """Return the full description of a failure, in the colours and the width of a console; plain without one.

    `same_cause` names other properties that failed for the same cause; `repeat` is the command that repeats the run,
    shown if the failure is not saved. Puzzles and answers are in one line, however narrow a terminal is.
    """
    console = console or make_console(StringIO())
    first, *others = _blocks(outcome, same_cause, repeat, console)
    with console.capture() as capture:
        console.print(Group(first, *(part for block in others for part in (Text(), block))), soft_wrap=True)
    return "\n".join(line.rstrip() for line in capture.get().splitlines())


def visible_ranges(size: int, failing_index: int | None) -> Iterator[range]:
    """Yield the places of a batch as ranges: a range of one is shown, a longer one is left out.

    >>> list(visible_ranges(100, 50))
    [range(0, 1), range(1, 48), range(48, 49), range(49, 50), range(50, 51), range(51, 52), range(52, 100)]
    """
    if size <= MOST_PUZZLES:
        visible = set(range(size))
    elif failing_index is None:
        visible = {0, 1, size - 2, size - 1}
    else:
        visible = {0, *range(failing_index - 2, failing_index + 2)}
    for is_visible, run in groupby(range(size), visible.__contains__):
        places = list(run)
        if is_visible or len(places) == 1:
            yield from (range(place, place + 1) for place in places)
        else:
            yield range(places[0], places[-1] + 1)


def _blocks(outcome: Outcome, same_cause: Sequence[str], repeat: str, console: Console) -> Iterator[RenderableType]:
    """Yield the parts of the description, to be separated by blank lines."""
    title = Text.assemble((f"{outcome.status.title}  ", TONE_STYLES[outcome.tone]), (outcome.name, TITLE))
    also = Text(f"For the same cause: {', '.join(same_cause)}." if same_cause else "", FAINT)
    yield format_fact(console, "", _NEWLINE.join(filter(None, (title, Text(outcome.statement), also))), 0)
    causes = outcome.by_cause()
    for number, cause in enumerate(causes, 1):
        if len(causes) > 1:
            yield Text(f"Cause {number} of {len(causes)}", TITLE)
        if cause.failure is not None:
            yield from _failure(cause.failure, cause.status, repeat, console)


def _failure(failure: Failure, status: Status, repeat: str, console: Console) -> Iterator[RenderableType]:
    reason = Text(escape(where_in_run(failure.counterexample) + failure.reason), TONE_STYLES[status.tone])
    yield format_fact(console, "", reason, 0)
    if failure.counterexample is not None:
        yield from _counterexample(failure.counterexample, certified=failure.certified)
    elif failure.puzzle is not None:
        yield Text(f"{failure.puzzle}\n{failure.puzzle.to_diagram()}")
    if failure.detail:
        yield Text(escape(failure.detail), FAINT)
    how = _how_to_reproduce(failure, status, repeat, console)
    if how:
        yield how


def where_in_run(counterexample: Counterexample | None) -> str:
    """Return the puzzle that a reason is about, as a prefix; empty if the run has one puzzle."""
    if counterexample is None:
        return ""
    if counterexample.failing_index is None:
        return "the run as a whole: "
    size = len(counterexample.batch)
    return f"puzzle {counterexample.failing_index + 1} of {size}: " if size > 1 else ""


def _counterexample(counterexample: Counterexample, *, certified: bool) -> Iterator[RenderableType]:
    yield _NEWLINE.join(_batch(counterexample, certified=certified))
    if counterexample.right_alone:
        yield Text(" ".join(filter(None, (RIGHT_ALONE, describe_echo(counterexample)))), TITLE)
    for place in range(len(counterexample.batch)):
        if len(counterexample.batch) <= MOST_DRAWN or place == counterexample.failing_index:
            yield Columns(drawings(counterexample, place, certified=certified), padding=(0, 3))
    output = _NEWLINE.join(_output(counterexample))
    if output:
        yield output


def _batch(counterexample: Counterexample, *, certified: bool) -> Iterator[Text]:
    size = len(counterexample.batch)
    puzzles = f"In one run, {pluralize(size, 'puzzles')}"
    yield Text(", ".join([puzzles, *describe_formatting(counterexample.formatting)]) + ":")
    number_width = len(str(size))
    indent = " " * (number_width + 4)
    for places in visible_ranges(size, counterexample.failing_index):
        place = places[0]
        line = f"{place + 1:{number_width}}  {counterexample.batch[place]}"
        if len(places) > 1:
            yield Text(f"{indent}... puzzles {place + 1:,} to {places[-1] + 1:,} are not shown here", FAINT)
        elif place != counterexample.failing_index:
            yield Text(f"  {line}")
        else:
            yield Text(f"> {line}", TITLE)
            style = TONE_STYLES[Tone.UNDECIDED] if counterexample.is_timeout else WRONG
            yield Text.assemble(f"{indent}received   ", (str(counterexample.response), style))
            *others, last = counterexample.expected_lines
            for number, right in enumerate((*others, f"{last} (certified)" if certified else last)):
                yield Text.assemble(f"{indent}{'' if number else 'expected':<11}", (right, RIGHT))


def drawings(counterexample: Counterexample, place: int, *, certified: bool) -> Iterator[Text]:
    """Yield a puzzle of a batch and, if it is the failing one, the received and the expected grid, below headings."""
    name = "the puzzle" if len(counterexample.batch) == 1 else f"puzzle {place + 1}"
    yield _drawing(name, counterexample.batch[place])
    if place != counterexample.failing_index:
        return
    response = counterexample.response
    if isinstance(response, Answered):
        yield _drawing("received", response.grid, counterexample.mismatch.cells, counterexample.differing_cells)
    right = next(iter(counterexample.verdict.solutions), None)
    if right is not None and not counterexample.wants_count:
        yield _drawing("expected (certified)" if certified else "expected", right)


def _drawing(heading: str, grid: Grid, wrong: Iterable[int] = (), differing: Iterable[int] = ()) -> Text:
    """Return a grid below its heading, with the wrong cells marked, and those that differ from the expected grid."""
    diagram = Text(grid.to_diagram())
    positions = [place for place, character in enumerate(diagram.plain) if character not in " |+-\n"]
    for style, cells in ((WRONG, wrong), (DIFFERS, differing)):
        for cell in cells:
            diagram.stylize(style, positions[cell], positions[cell] + 1)
    return _NEWLINE.join((Text(heading, TITLE), diagram))


def _output(counterexample: Counterexample) -> Iterator[Text]:
    """Yield the raw output if it has more than the answers."""
    transcript = counterexample.transcript
    if not isinstance(counterexample.response, Failed | None):
        return
    if not transcript.received:
        yield Text("It wrote nothing." if transcript.sent else "")
        return
    lines = transcript.received.split("\n")
    if lines[-1] == "":
        lines.pop()
    else:
        lines[-1] += " (no line end)"
    yield Text(f"It wrote {pluralize(len(lines), 'lines')}:")
    half = MOST_OUTPUT // 2
    for number, line in enumerate(lines):
        if len(lines) <= MOST_OUTPUT or not half <= number < len(lines) - half:
            more = len(line) - MOST_CHARACTERS
            cut = f" ... and {more:,} characters" if more > 0 else ""
            yield Text.assemble(("  | ", FAINT), escape_line(line[:MOST_CHARACTERS]), (cut, FAINT))
        elif number == half:
            yield Text(f"    ... {len(lines) - 2 * half:,} lines are not shown here", FAINT)


def _how_to_reproduce(failure: Failure, status: Status, repeat: str, console: Console) -> Text:
    if status is Status.FAULT:
        words = "This is a fault of crosscover and says nothing about the solver. Please report it with these lines"
        return format_fact(console, "", Text(f"{words}{f' and this command: {repeat}' if repeat else ''}."), 0)
    ways = {"repeat it": repeat} if repeat else {}
    if failure.saved_as:
        folder = f"{STORE}/{failure.saved_as}"
        ways = {
            "replay it": f"crosscover replay {failure.saved_as}",
            "as input": f"{folder}/input.txt",
            "as a test": f"{folder}/test_replay.py",
        }
    return _NEWLINE.join(format_command(console, name, way, len("replay it  "), TITLE) for name, way in ways.items())


def describe_echo(counterexample: Counterexample) -> str:
    """Return which earlier puzzle of the run received the same grid, if any: the solver then kept its answer."""
    place, responses = counterexample.failing_index, counterexample.transcript.responses
    if place is None or not isinstance(responses[place], Answered):
        return ""
    earlier = [
        index
        for index in range(place)
        if responses[index] == responses[place] and counterexample.batch[index] != counterexample.batch[place]
    ]
    return f"The answer is that of puzzle {earlier[-1] + 1}." if earlier else ""


def describe_formatting(formatting: Formatting) -> Iterator[str]:
    """Yield how the formatting of a batch differs from the usual one."""
    if formatting.empty is not None:
        yield f"{formatting.empty!r} for an empty cell"
    if formatting.line_end is LineEnd.CRLF:
        yield "lines ending in CRLF"
    if not formatting.final_newline:
        yield "no line end after the last line"
    if formatting.spacing is not Spacing.SINGLE:
        yield formatting.spacing.value

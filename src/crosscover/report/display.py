"""A failure in words and drawings, for terminals, pytest, JUnit files and GitHub."""

import os
from collections.abc import Iterable, Iterator, Sequence
from errno import EPIPE
from itertools import chain, groupby
from typing import TextIO

from rich.console import Console
from rich.text import Text

from crosscover.dialects import Formatting, LineEnd, Spacing
from crosscover.exit_code import Tone
from crosscover.harness.judging import Counterexample
from crosscover.harness.result import Failure, PropertyResult, Status
from crosscover.output import escape, escape_line
from crosscover.reference import Grid
from crosscover.responses import Answered, Failed

from .files import STORE
from .words import pluralize

MOST_PUZZLES = 7
"""Number of puzzles up to which a batch is shown in full."""

MOST_DRAWN = 3
"""Number of puzzles up to which all puzzles of a batch are drawn, instead of the failing one alone."""

MOST_BESIDE = 9
"""Number of cells in a row up to which grids are drawn beside each other."""

MOST_OUTPUT = 12
"""Number of lines of raw output that are shown, with at most `MOST_CHARACTERS` each."""
MOST_CHARACTERS = 200

RIGHT_ALONE = "In a run of its own this puzzle passes: the failure depends on the puzzles before it."

WIDTH = 100
"""Columns if the output is not a terminal."""

TITLE, WRONG, DIFFERS, RIGHT, FAINT = "bold", "bold red", "red", "green", "dim"
"""Styles of Rich by meaning."""

TONE_STYLES = {Tone.GOOD: RIGHT, Tone.BAD: WRONG, Tone.UNDECIDED: "bold yellow", Tone.FAINT: FAINT}


class _Console(Console):
    """A console that raises an error if its output is closed, instead of exiting; its text is escaped before."""

    def on_broken_pipe(self) -> None:
        """Raise BrokenPipeError; Rich calls this."""
        raise BrokenPipeError(EPIPE, os.strerror(EPIPE))


def make_console(stream: TextIO, width: int | None = None) -> Console:
    """Return a console that adds only colours, and only on a terminal.

    It is as wide as the terminal; otherwise `width` columns, or `WIDTH`.
    """
    plain = not stream.isatty() or bool(os.environ.get("NO_COLOR"))
    return _Console(
        file=stream,
        force_terminal=stream.isatty(),
        force_jupyter=False,
        color_system=None if plain else "auto",
        width=None if stream.isatty() else width or WIDTH,
        highlight=False,
        markup=False,
        emoji=False,
    )


def format_failure(outcome: PropertyResult, same_cause: Sequence[str] = (), repeat: str = "") -> Text:
    """Return the full description of a failure; its `plain` attribute is the text without styles.

    `same_cause` names other properties that failed for the same cause; `repeat` is the command that repeats the run,
    shown if the failure is not saved.
    """
    title = Text.assemble((f"{outcome.status.title}  ", TONE_STYLES[outcome.tone]), (outcome.name, TITLE))
    also = Text(f"For the same cause: {', '.join(same_cause)}." if same_cause else "", FAINT)
    blocks = [_lines(title, Text(escape(outcome.statement)), also)]
    causes = outcome.by_cause()
    for number, cause in enumerate(causes, 1):
        if len(causes) > 1:
            blocks.append(Text(f"Cause {number} of {len(causes)}", TITLE))
        if cause.failure is not None:
            blocks += _failure(cause.failure, cause.status, repeat)
    return Text("\n\n").join(filter(None, blocks))


def _lines(*lines: Text) -> Text:
    return Text("\n").join(filter(None, lines))


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


def _failure(failure: Failure, status: Status, repeat: str) -> Iterator[Text]:
    """Yield the parts of the description, to be separated by blank lines."""
    found = failure.counterexample
    yield Text(escape(where_in_run(found) + failure.reason), TONE_STYLES[status.tone])
    if found is not None:
        yield from _counterexample(found, certified=failure.certified)
    elif failure.puzzle is not None:
        yield Text(f"{failure.puzzle}\n{failure.puzzle.to_diagram()}")
    yield Text(escape(failure.detail), FAINT)
    yield _how_to_reproduce(failure, status, repeat)


def where_in_run(counterexample: Counterexample | None) -> str:
    """Return the puzzle that a reason is about, as a prefix; empty if the run has one puzzle."""
    if counterexample is None:
        return ""
    if counterexample.failing_index is None:
        return "the run as a whole: "
    size = len(counterexample.batch)
    return f"puzzle {counterexample.failing_index + 1} of {size}: " if size > 1 else ""


def _counterexample(found: Counterexample, *, certified: bool) -> Iterator[Text]:
    yield _lines(*_batch(found, certified=certified))
    if found.right_alone:
        yield Text(" ".join(filter(None, (RIGHT_ALONE, describe_echo(found)))), TITLE)
    for place in range(len(found.batch)):
        if len(found.batch) <= MOST_DRAWN or place == found.failing_index:
            yield _drawings(found, place, certified=certified)
    yield _lines(*_output(found))


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


def _drawings(found: Counterexample, place: int, *, certified: bool) -> Text:
    """Draw a puzzle and, if it is the failing one, the received and the expected grid beside it; below it if large."""
    drawn = [_drawing("the puzzle" if len(found.batch) == 1 else f"puzzle {place + 1}", found.batch[place])]
    if place == found.failing_index:
        if isinstance(found.response, Answered):
            drawn.append(_drawing("received", found.response.grid, found.mismatch.cells, found.differing_cells))
        if found.verdict.solutions and not found.wants_count:
            drawn.append(_drawing(f"expected{' (certified)' * certified}", found.verdict.solutions[0]))
    if found.puzzle.shape.side > MOST_BESIDE:
        rows = list(chain.from_iterable(drawn))
    else:
        rows = [Text("   ").join(row) for row in zip(*drawn, strict=True)]
    for row in rows:
        row.rstrip()
    return _lines(*rows)


def _drawing(heading: str, grid: Grid, wrong: Iterable[int] = (), differing: Iterable[int] = ()) -> list[Text]:
    """Return the lines of a grid below its heading; wrong cells are marked, and those that differ from the expected."""
    diagram = Text(grid.to_diagram())
    positions = [place for place, character in enumerate(diagram.plain) if character not in " |+-\n"]
    for style, cells in ((WRONG, wrong), (DIFFERS, differing)):
        for cell in cells:
            diagram.stylize(style, positions[cell], positions[cell] + 1)
    lines = list(diagram.split("\n"))
    return [Text(heading.ljust(lines[0].cell_len), TITLE), *lines]


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


def _how_to_reproduce(failure: Failure, status: Status, repeat: str) -> Text:
    if status is Status.FAULT:
        words = "This is a fault of crosscover and says nothing about the solver. Please report it with these lines"
        return Text(f"{words}{f' and this command: {repeat}' if repeat else ''}.")
    ways = {"repeat it": repeat} if repeat else {}
    if failure.saved_as:
        input_file = f"{STORE}/{failure.saved_as}/input.txt"
        ways = {"replay it": f"crosscover replay {failure.saved_as}", "as input": input_file}
    return _lines(*(Text.assemble(f"{name:<11}", (way, TITLE)) for name, way in ways.items()))


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

"""A failure for people: words and drawings, the same on a terminal, in pytest, in JUnit files and on GitHub."""

import os
import re
from collections.abc import Iterator, Sequence
from errno import EPIPE
from io import StringIO
from itertools import groupby
from typing import TextIO

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.text import Text

from crosscover.exit_code import Tone
from crosscover.harness.judging import Counterexample
from crosscover.harness.outcome import Failure, Outcome, Status
from crosscover.reference import Grid
from crosscover.subjects.subject import Answered, Failed

from .files import STORE
from .plural import pluralize
from .words import describe_echo, describe_formatting, escape_unprintable, right_answers

MOST_PUZZLES = 7
"""A batch of more puzzles is shown in part."""

MOST_DRAWN = 3
"""Of a batch of more puzzles only the failing one is drawn."""

MOST_OUTPUT = 12
"""So many lines of raw output are shown, of so many characters each:"""
MOST_CHARACTERS = 200

RIGHT_ALONE = "Asked alone, it gets the right answer: what goes wrong depends on the puzzles before it in the run."

WIDTH = 100
"""Columns where nothing is known of who reads."""

TITLE, WRONG, RIGHT, FAINT = "bold", "bold red", "green", "dim"
"""The styles of Rich by what they mean."""

_NEWLINE = Text("\n")
_CELL_NAME = re.compile(r"\br(\d+)c(\d+)\b")

TONE_STYLES = {Tone.GOOD: RIGHT, Tone.BAD: WRONG, Tone.UNDECIDED: WRONG, Tone.FAINT: FAINT}


class _Console(Console):
    """A console that tells when nobody reads it any more, and does not end the process."""

    def on_broken_pipe(self) -> None:
        """What Rich calls; raises BrokenPipeError."""
        raise BrokenPipeError(EPIPE, os.strerror(EPIPE))


def make_console(stream: TextIO, width: int | None = None) -> Console:
    """A console that adds nothing to what it is given but colours, and those on a terminal alone.

    It is as wide as the terminal; where there is none, `width` columns, or `WIDTH`.
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


def format_failure(
    outcome: Outcome, same_cause: Sequence[str] = (), repeat: str = "", console: Console | None = None
) -> str:
    """Everything there is to say about a failure, in the colours and the width of a console; plain without one.

    `same_cause` names other properties that failed for the same cause; `repeat` is the command that runs the check
    again, to be shown where the failure is not saved. Only drawings heed the width.
    """
    console = console or make_console(StringIO())
    first, *others = _blocks(outcome, same_cause, repeat)
    with console.capture() as capture:
        console.print(Group(first, *(part for block in others for part in (Text(), block))), soft_wrap=True)
    return "\n".join(line.rstrip() for line in capture.get().splitlines())


def visible_ranges(size: int, failing_index: int | None, most: int = MOST_PUZZLES) -> Iterator[range]:
    """The places of a batch in runs: those that are shown one by one, as ranges of one, and those that are left out.

    >>> list(visible_ranges(100, 50))
    [range(0, 1), range(1, 48), range(48, 49), range(49, 50), range(50, 51), range(51, 52), range(52, 100)]
    """
    if size <= most:
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


def _blocks(outcome: Outcome, same_cause: Sequence[str], repeat: str) -> Iterator[RenderableType]:
    """The parts of a display, which blank lines separate."""
    title = Text.assemble((f"{outcome.status.title}  ", TONE_STYLES[outcome.tone]), (outcome.name, TITLE))
    also = Text(f"For the same cause: {', '.join(same_cause)}." if same_cause else "", FAINT)
    yield _NEWLINE.join(filter(None, (title, _escape_lines(outcome.statement), also)))
    causes = outcome.by_cause()
    for number, cause in enumerate(causes, 1):
        if len(causes) > 1:
            yield Text(f"Cause {number} of {len(causes)}", TITLE)
        if cause.failure is not None:
            yield from _failure(cause.failure, cause.status, repeat)


def _failure(failure: Failure, status: Status, repeat: str) -> Iterator[RenderableType]:
    yield _escape_lines(where_in_run(failure.counterexample) + failure.reason, WRONG)
    if failure.counterexample is not None:
        yield from _counterexample(failure.counterexample, certified=failure.certified)
    elif failure.puzzle is not None:
        yield Text(f"{failure.puzzle}\n{failure.puzzle.to_diagram()}")
    if failure.detail:
        yield _escape_lines(failure.detail, FAINT)
    how = _how_to_reproduce(failure, status, repeat)
    if how:
        yield how


def _escape_lines(text: str, style: str = "") -> Text:
    return Text("\n".join(map(escape_unprintable, text.splitlines())), style)


def where_in_run(counterexample: Counterexample | None) -> str:
    """Which puzzle of the run a reason speaks of, to stand before it; empty where the run is of one puzzle."""
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
            yield Columns(_drawings(counterexample, place, certified=certified), padding=(0, 3))
    output = _NEWLINE.join(_output(counterexample))
    if output:
        yield output


def _batch(counterexample: Counterexample, *, certified: bool) -> Iterator[Text]:
    size = len(counterexample.batch)
    asked = f"Asked in one run, {pluralize(size, 'puzzles')}"
    yield Text(", ".join([asked, *describe_formatting(counterexample.formatting)]) + ":")
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
            response = str(counterexample.transcript.responses[place])
            yield Text.assemble(f"{indent}came back  ", (response, WRONG))
            *others, last = right_answers(counterexample, place)
            for number, right in enumerate((*others, f"{last} (certified)" if certified else last)):
                yield Text.assemble(f"{indent}{'' if number else 'right':<11}", (right, RIGHT))


def _drawings(counterexample: Counterexample, place: int, *, certified: bool) -> Iterator[Text]:
    puzzle = counterexample.batch[place]
    yield _drawing("the puzzle" if len(counterexample.batch) == 1 else f"puzzle {place + 1}", puzzle)
    if place != counterexample.failing_index:
        return
    response = counterexample.transcript.responses[place]
    if isinstance(response, Answered):
        named = _CELL_NAME.findall(counterexample.reason)
        wrong = [response.grid.shape.cell(int(row) - 1, int(column) - 1) for row, column in named]
        yield _drawing("what came back", response.grid, wrong)
    right = next(iter(counterexample.verdicts[place].solutions), None)
    if right is not None and not counterexample.wants_count:
        yield _drawing("right (certified)" if certified else "right", right)


def _drawing(heading: str, grid: Grid, wrong: Sequence[int] = ()) -> Text:
    """A grid below its heading, with the wrong cells marked."""
    diagram = Text(grid.to_diagram())
    positions = [place for place, character in enumerate(diagram.plain) if character not in " |+-\n"]
    for cell in wrong:
        diagram.stylize(WRONG, positions[cell], positions[cell] + 1)
    return _NEWLINE.join((Text(heading, TITLE), diagram))


def _output(counterexample: Counterexample) -> Iterator[Text]:
    """The raw output, where it is more than the answers that were read in it."""
    transcript, failing_index = counterexample.transcript, counterexample.failing_index
    if failing_index is not None and not isinstance(transcript.responses[failing_index], Failed):
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
            yield Text.assemble(("  | ", FAINT), escape_unprintable(line[:MOST_CHARACTERS]), (cut, FAINT))
        elif number == half:
            yield Text(f"    ... {len(lines) - 2 * half:,} lines are not shown here", FAINT)


def _how_to_reproduce(failure: Failure, status: Status, repeat: str) -> Text:
    if status is Status.FAULT:
        words = "This is a fault of crosscover and says nothing about the solver. Please report it with these lines"
        return Text(f"{words}{f' and this command: {repeat}' if repeat else ''}.")
    ways = {"repeat it": repeat} if repeat else {}
    if failure.saved_as:
        folder = f"{STORE}/{failure.saved_as}"
        ways = {
            "replay it": f"crosscover replay {failure.saved_as}",
            "as input": f"{folder}/input.txt",
            "as a test": f"{folder}/test_replay.py",
        }
    return _NEWLINE.join(Text.assemble(f"{name:9}  ", (way, TITLE)) for name, way in ways.items())

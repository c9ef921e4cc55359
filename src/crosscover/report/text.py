"""Results as text: a failure with its grids, a check, and a comparison.

Terminals, pytest, JUnit, GitHub and notebooks show the same text. Rich adds colors on terminals. With a `width`,
sentences are wrapped to this number of columns; puzzles and commands stay on one line.
"""

import math
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from errno import EPIPE
from itertools import chain, groupby
from textwrap import wrap
from typing import NamedTuple, TextIO

from rich.console import Console
from rich.text import Text

from crosscover.errors import Tone
from crosscover.options import COMPILED
from crosscover.output import escape, escape_line
from crosscover.reference import Grid, Shape
from crosscover.result import CheckedProperty, CheckResult, Comparison, Failure, Setup, Speed, Status, significant

from .files import STORE
from .summary import describe_gap
from .words import aligned, describe_bound, describe_rate, describe_versions, expected_heading, pluralize, speed

MAX_CAUSES = 3
"""Maximum number of causes in a text; further causes are counted."""

MAX_PUZZLES = 7
"""Maximum number of puzzles in a run that is shown in full."""

MAX_OUTPUT = 12
"""Maximum number of raw output lines in a text, with at most `MAX_CHARACTERS` each."""
MAX_CHARACTERS = 200

FAILED = (Status.WRONG, Status.TIMED_OUT, Status.FAULT)

RIGHT_ALONE = "On its own, this puzzle passes: the failure depends on the puzzles before it."
FAULT = "This is a fault of crosscover and says nothing about the solver. Please report it with these lines."

WIDTH = 100
"""Width in columns if the output is not a terminal."""

GAP = 2
"""Columns between adjacent grids: three grids fit in 80 columns."""

HEADINGS = "result", "property", "judged", "time", "rarer than"
ROW = "{:16}  {:27}  {:>9}  {:>7}  {:>10}"
"""The table of properties; the widths of its columns are fixed, since rows are shown as properties end."""

NAME_WIDTH = 10
"""Width of fact names in columns."""

TITLE, WRONG, DIFFERS, RIGHT, FAINT = "bold", "bold red", "red", "green", "dim"
"""Rich styles by meaning."""

TONE_STYLES = {Tone.GOOD: RIGHT, Tone.BAD: WRONG, Tone.UNDECIDED: "bold yellow", Tone.FAINT: FAINT}


class _Console(Console):
    """A console that raises an error instead of exiting if its output is closed; expects escaped text."""

    def on_broken_pipe(self) -> None:
        """Raise BrokenPipeError; Rich calls this."""
        raise BrokenPipeError(EPIPE, os.strerror(EPIPE))


def make_console(stream: TextIO) -> Console:
    """Return a console that adds only colors, and only on a terminal without `NO_COLOR`."""
    plain = not stream.isatty() or bool(os.environ.get("NO_COLOR"))
    return _Console(
        file=stream,
        force_terminal=stream.isatty(),
        force_jupyter=False,
        color_system=None if plain else "auto",
        width=None if stream.isatty() else WIDTH,
        highlight=False,
        markup=False,
        emoji=False,
    )


def print_text(text: Text, stream: TextIO) -> None:
    """Write a text unchanged, with colors on a terminal."""
    make_console(stream).print(text, soft_wrap=True)


def width_of(stream: TextIO) -> int | None:
    """Return the width of a terminal in columns, None for other streams."""
    return make_console(stream).width if stream.isatty() else None


def _lines(lines: Iterable[Text]) -> Text:
    return Text("\n").join(filter(None, lines))


def _sentence(text: str, style: str = "", width: int | None = None) -> Text:
    lines = escape(text).split("\n")
    if width is not None:
        wrapped = (wrap(line, width, break_on_hyphens=False, break_long_words=False) or [""] for line in lines)
        lines = list(chain.from_iterable(wrapped))
    return Text("\n".join(lines), style)


def _fact(name: str, value: str, style: str = "") -> Text:
    return Text.assemble(f"{name:<{NAME_WIDTH - 1}} ", (escape_line(value), style)) if value else Text()


def failure_text(
    failure: Failure, width: int | None = None, *, brief: bool = False, draws: bool = True, repeat: str = ""
) -> Text:
    """Return a failure as text; `repeat` is the command that repeats the run, shown if the failure is not saved.

    A `brief` text contains the reason, the grids unless `draws` is false, and the replay command.
    """
    style = TONE_STYLES[failure.status.tone]
    reason = _sentence(failure.where + failure.reason, style, width)
    same = f"Same cause: {', '.join(failure.same_cause)}." if failure.same_cause else ""
    if brief:
        head = [Text.assemble((failure.property_name, TITLE), ": ", reason)]
    else:
        title = Text.assemble((f"{failure.status.title}  ", style), (failure.property_name, TITLE))
        head = [title, _sentence(failure.statement, "", width), _sentence(same, FAINT, width)]
    notes = state_notes(failure)
    if brief and failure.detail and failure.status is not Status.FAULT:
        notes.append(failure.detail.strip().split("\n")[-1])
    drawings = _drawings(failure, width or WIDTH) if draws else Text()
    blocks = [_lines(head), Text() if brief else reason, drawings, _sentence(" ".join(notes), TITLE, width)]
    if not brief:
        blocks += [_lines(_run(failure)), _lines(_output(failure)), _sentence(failure.detail, FAINT, width)]
    ways = {"replay": failure.replay} if failure.saved_as else {"repeat": repeat}
    if failure.saved_as and not brief:
        ways["input"] = f"{STORE}/{failure.saved_as}/input.txt"
    words = _answer_lines(failure, brief=brief and draws)
    blocks.append(_lines([*words, *(_fact(name, way, TITLE) for name, way in ways.items())]))
    return Text("\n" if brief else "\n\n").join(filter(None, blocks))


def state_notes(failure: Failure) -> list[str]:
    """Return sentences about a failure: its repeats, earlier puzzles of its run, the form of the input, and faults."""
    notes = [RIGHT_ALONE] if failure.right_alone and not failure.is_flaky else []
    if failure.is_flaky:
        notes.append(f"It fails now and then: {failure.failed_repeats} of {failure.repeats} repeats failed.")
    if failure.answer_of is not None:
        notes.append(f"The answer belongs to puzzle {failure.answer_of + 1}.")
    if failure.written:
        notes.append(f"The input has {', '.join(failure.written)}.")
    if failure.status is Status.FAULT:
        notes.append(FAULT)
    return notes


def _answer_lines(failure: Failure, *, brief: bool) -> Iterator[Text]:
    if failure.puzzle and failure.failing_index is not None:
        yield _fact("puzzle", failure.puzzle)
    style = TONE_STYLES[failure.status.tone]
    if not (brief and failure.answer):
        yield _fact("received", failure.received, style)
    if not (brief and failure.solutions and not failure.wants_text):
        for number, line in enumerate(failure.expected):
            certified = " (certified)" if failure.certified and number == len(failure.expected) - 1 else ""
            yield _fact("" if number else "expected", f"{line}{certified}", RIGHT)


def _drawings(failure: Failure, width: int) -> Text:
    """Draw the puzzle, the received and the expected grid side by side, as far as the width allows."""
    if not failure.shows_puzzle:
        return Text(escape(failure.drawing))
    shape = Shape.parse(failure.shape)
    drawn = [_drawing("puzzle", Grid.parse(failure.puzzle, shape))]
    if failure.answer is not None:
        answer = Grid.parse(failure.answer, shape)
        drawn.append(_drawing("received", answer, failure.wrong_cells, failure.differing_cells))
    if failure.solutions and not failure.wants_text:
        drawn.append(_drawing(expected_heading(failure), Grid.parse(failure.solutions[0], shape)))
    columns = max(1, (width + GAP) // (drawn[0][0].cell_len + GAP))
    if columns == len(drawn) - 1:
        drawn, columns = drawn[1:], len(drawn) - 1  # the puzzle gets its own line below
    rows: list[Text] = []
    for start in range(0, len(drawn), columns):
        beside = drawn[start : start + columns]
        rows += [Text(" " * GAP).join(row) for row in zip(*beside, strict=True)]
    for row in rows:
        row.rstrip()
    return _lines(rows)


def _drawing(heading: str, grid: Grid, wrong: Iterable[int] = (), differing: Iterable[int] = ()) -> list[Text]:
    diagram = Text(grid.to_diagram())
    positions = [place for place, character in enumerate(diagram.plain) if character not in " |+-\n"]
    for style, cells in ((WRONG, wrong), (DIFFERS, differing)):
        for cell in cells:
            diagram.stylize(style, positions[cell], positions[cell] + 1)
    lines = list(diagram.split("\n"))
    return [Text(heading.ljust(lines[0].cell_len), TITLE), *lines]


class Step(NamedTuple):
    """A puzzle of a run with its number, or the numbers of puzzles that are not shown."""

    numbers: str
    puzzle: str
    fails: bool = False


def visible_steps(failure: Failure) -> Iterator[Step]:
    """Yield the puzzles of a run of several puzzles; long parts are left out."""
    size, failing = len(failure.puzzles), failure.failing_index
    if size < 2:
        return
    if size <= MAX_PUZZLES:
        visible = set(range(size))
    elif failing is None:
        visible = {0, 1, size - 2, size - 1}
    else:
        visible = {0, *range(failing - 2, failing + 2)}
    for is_visible, group in groupby(range(size), visible.__contains__):
        places = list(group)
        if is_visible or len(places) == 1:
            for place in places:
                yield Step(f"{place + 1}", failure.puzzles[place], place == failing)
        else:
            yield Step(f"{places[0] + 1:,} to {places[-1] + 1:,}", "")


def _run(failure: Failure) -> Iterator[Text]:
    size = len(failure.puzzles)
    if size > 1:
        yield Text(f"In one run, {pluralize(size, 'puzzles')}:")
    width = len(str(size))
    for step in visible_steps(failure):
        if step.puzzle:
            line = f"{'>' if step.fails else ' '} {step.numbers:>{width}}  {step.puzzle}"
            yield Text(line, TITLE if step.fails else "")
        else:
            yield Text(f"{' ' * (width + 4)}... puzzles {step.numbers} are not shown", FAINT)


def _output(failure: Failure) -> Iterator[Text]:
    if failure.answer is not None or not failure.input:
        return
    if not failure.output:
        yield Text("It wrote nothing.")
        return
    lines = failure.output.split("\n")
    if lines[-1] == "":
        lines.pop()
    else:
        lines[-1] += " (no line end)"
    yield Text(f"It wrote {pluralize(len(lines), 'lines')}:")
    half = MAX_OUTPUT // 2
    for number, line in enumerate(lines):
        if len(lines) <= MAX_OUTPUT or not half <= number < len(lines) - half:
            more = len(line) - MAX_CHARACTERS
            cut = f" ... and {more:,} characters" if more > 0 else ""
            yield Text.assemble(("  | ", FAINT), escape_line(line[:MAX_CHARACTERS]), (cut, FAINT))
        elif number == half:
            yield Text(f"    ... {len(lines) - 2 * half:,} lines are not shown here", FAINT)


def setup_text(setup: Setup, *, verbose: bool = False) -> Text:
    """Return the solver of a run and its seed; `verbose` adds the setup."""
    is_compiled = setup.subject.startswith(tuple(f"{kind}:" for kind in COMPILED))
    remarks = ["found"] if setup.found else []
    if is_compiled:
        remarks.append("compiled with a harness")
    solver = f"{setup.solver} ({'; '.join(remarks)})" if remarks else setup.solver
    facts = {"solver": solver, "seed": str(setup.seed)}
    if verbose:
        facts |= {
            "hash seed": "" if setup.hash_seed is None else f"{setup.hash_seed}",
            "contract": f"{setup.contract}{_rules(Shape.parse(setup.shape)) if setup.shape else ''}",
            "panel": ", ".join(setup.panel),
            "versions": describe_versions(setup.versions),
        }
    return _lines(_fact(name, fact, TITLE if name == "seed" else "") for name, fact in facts.items())


def _rules(shape: Shape) -> str:
    diagonal = ", diagonal Sudoku" if shape.diagonals else ""
    return diagonal if shape.plain == Shape() else f"{diagonal}, boxes of {shape.plain}"


def check_text(result: CheckResult, width: int | None = None) -> Text:
    """Return a check as text: the properties, then the result, and the most convincing failure last."""
    shown = shown_properties(result.properties, verbose=False)
    rows = list(map(property_text, shown))
    table = [heading_text(), *rows, others_text(result.properties, shown)] if rows else []
    return Text("\n\n").join(filter(None, [_lines(table), end_text(result, width)]))


def end_text(result: CheckResult, width: int | None = None, shown: Sequence[Failure] = ()) -> Text:
    """Return the end of a check as text: further causes, the result, and the most convincing failure.

    Failures in `shown` were drawn before.
    """
    drawn = [(failure.property_name, failure.puzzles, failure.searches) for failure in shown]
    new = [
        failure
        for failure in result.failures[:MAX_CAUSES]
        if (failure.property_name, failure.puzzles, failure.searches) not in drawn
    ]
    blocks = [
        failure_text(failure, width, brief=True, draws=False)
        for failure in reversed(new)
        if failure != result.failures[0]
    ]
    verdict, *lines = verdict_lines(result)
    style = f"bold {TONE_STYLES[result.grade.tone]}"
    head = [_sentence(verdict, style, width), *(_sentence(line, "", width) for line in lines)]
    blocks.append(_lines([*head, _fact("try", result.to_cover, TITLE)]))
    if result.failures:
        blocks.append(failure_text(result.failures[0], width, brief=True, draws=result.failures[0] in new))
    more = len(result.failures) - MAX_CAUSES
    hint = f"{pluralize(more, 'further causes')}: crosscover replay" if more > 0 else ""
    blocks[-1] = _lines([blocks[-1], _sentence(hint, "", width), _fact("repeat", result.repeat)])
    return Text("\n\n").join(blocks)


def verdict_lines(result: CheckResult) -> list[str]:
    """Return the verdict, its circumstances and evidence, the speed, notes, and what was not covered, in sentences."""
    lines = *result.circumstances, result.meaning, *speed_lines(result.speed), *result.notes, result.not_covered
    return [f"{result.grade.title}: {result.sentence}", *filter(None, lines)]


def has_failed(prop: CheckedProperty) -> bool:
    """Return whether a table shows a property after a failure: it failed unexpectedly."""
    return prop.status in FAILED and not prop.expected


def shown_properties(properties: Sequence[CheckedProperty], *, verbose: bool) -> Sequence[CheckedProperty]:
    """Return the properties that a table shows: after a failure only those that failed, unless it is verbose."""
    failed = [prop for prop in properties if has_failed(prop)]
    return properties if verbose or not failed else failed


def heading_text() -> Text:
    """Return the heading of the table of properties."""
    return Text(ROW.format(*HEADINGS), FAINT)


def property_text(prop: CheckedProperty, *, verbose: bool = False, puzzle: str = "") -> Text:
    """Return a row of the table of properties, with the reason for a failure, and the failing puzzle if it is given."""
    cells = prop.title, prop.name, describe_judged(prop), f"{prop.seconds:.1f} s", describe_bound(prop.rarer_than)
    row = Text(ROW.format(*cells).rstrip())
    row.stylize(TONE_STYLES[prop.tone], 0, len(prop.title))
    lines = [row]
    if verbose:
        lines.append(Text(f"  {escape_line(prop.statement)}", FAINT))
    if prop.status in FAILED:
        lines.append(Text(f"  {escape_line(prop.full_reason)}", TONE_STYLES[prop.tone]))
    if puzzle:
        lines.append(Text(f"  {puzzle}"))
    lines += [Text(f"  {escape_line(describe_gap(gap, most=1))}") for gap in prop.gaps if gap.what]
    return _lines(lines)


def others_text(properties: Sequence[CheckedProperty], shown: Sequence[CheckedProperty]) -> Text:
    """Return the number of properties that a table does not show, by result; empty if it shows all."""
    names = {prop.name for prop in shown}
    others = Counter(prop.word for prop in properties if prop.name not in names)
    words = ", ".join(f"{number} {word}" for word, number in others.items())
    return Text(f"others: {words}", FAINT) if words else Text()


def describe_judged(prop: CheckedProperty) -> str:
    """Return how much a property judged; the units `puzzles` and `problems` are left out."""
    return f"{prop.judged:,}" if prop.unit in ("puzzles", "problems") else pluralize(prop.judged, prop.unit)


def speed_lines(measured: Speed | None) -> list[str]:
    """Return a sentence about the speed of a solver, and a sentence for each weakness."""
    if measured is None:
        return []
    facts = [describe_rate(rate) for rate in measured.rates]
    return [*([f"Speed in processor time: {'; '.join(facts)}."] if facts else []), *measured.notable]


def result_text(result: CheckResult | Comparison) -> Text:
    """Return the text of a result."""
    return check_text(result) if isinstance(result, CheckResult) else comparison_text(result)


def comparison_text(comparison: Comparison, width: int | None = None) -> Text:
    """Return a comparison as text: a table of the solvers, and the verdict."""
    rows = [("solver", "result", "easy puzzles/s", "of reference", "first failing puzzle")]
    for result in comparison.results:
        rate = result.speed.rates[0] if result.speed and result.speed.rates else None
        rows.append(
            (
                escape_line(result.setup.solver),
                result.grade.word,
                speed(rate).removesuffix(" puzzles/s") if rate else "",
                f"{significant(1 / rate.slowdown)} x" if rate else "",
                result.failures[0].puzzle if result.failures else "",
            )
        )
    is_narrow = width is not None and max(map(len, aligned(rows, "<"))) > width
    lines = list(aligned([row[:-1] if is_narrow else row for row in rows], "<<>><"))
    table = [Text(lines[0], FAINT)]
    for result, line, (solver, word, *_, puzzle) in zip(comparison.results, lines[1:], rows[1:], strict=True):
        row = Text(line)
        start = line.index(word, len(solver))
        row.stylize(TONE_STYLES[result.grade.tone], start, start + len(word))
        table += [row, Text(f"  {puzzle}" if is_narrow and puzzle else "")]
    verdict = f"{comparison.verdict}: {comparison.sentence}"
    end = [_sentence(verdict, f"bold {TONE_STYLES[comparison.tone]}", width)]
    end += [_sentence(escape_line(note), "", width) for note in comparison.notes]
    return Text("\n\n").join(filter(None, (_lines(table), _lines(end))))


def live_line(place: str, name: str, judged: int, statuses: Counter[Status], left: float) -> Text:
    """Return the progress line of a check: the property, puzzles and failures so far, and the seconds left."""
    words = [Text(place, FAINT), Text(name), Text(pluralize(judged, "puzzles"))]
    words += [
        Text(f"{number} {status.word}", TONE_STYLES[status.tone]) for status, number in statuses.items() if number
    ]
    if left < math.inf:
        words.append(Text(f"{left:.0f} s left", FAINT))
    line = Text("  ").join(words)
    line.no_wrap, line.overflow = True, "ellipsis"
    return line

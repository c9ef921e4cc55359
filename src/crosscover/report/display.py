"""A failure for people: words, lines and drawings, the same on a terminal, in pytest, in JUnit files and on GitHub.

What is shown comes as lines of pieces, each with a tone; a terminal gives tones their colours, plain text drops them.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import groupby, zip_longest

from crosscover.harness.judging import Counterexample
from crosscover.reference import Grid
from crosscover.subjects.response import Answered, Failed
from crosscover.subjects.subject import Transcript

from .kept import STORE
from .events import Failure, Outcome, Status
from .plural import pluralize
from .words import describe_response, is_count, right_answers, right_grid, spelled, escape_unprintable

MOST_PUZZLES = 7
"""A batch of more puzzles is shown in part."""

MOST_DRAWN = 3
"""Of a batch of more puzzles only the guilty one is drawn."""

MOST_OUTPUT = 12
"""So many lines of raw output are shown, of so many characters each:"""
MOST_CHARACTERS = 200

WIDTH = 100
"""Columns where nothing is known of who reads."""

_GAP = "   "
_CELL_NAME = re.compile(r"\br(\d+)c(\d+)\b")


class Tone(Enum):
    """How a piece is meant."""

    PLAIN = "plain"
    TITLE = "title"
    WRONG = "wrong"
    RIGHT = "right"
    FAINT = "faint"


@dataclass(frozen=True, slots=True)
class Piece:
    """Some characters of a line in one tone."""

    text: str
    tone: Tone = Tone.PLAIN


Line = tuple[Piece, ...]

TITLES = {
    Status.WRONG: "WRONG",
    Status.TIMED_OUT: "TIMED OUT",
    Status.FAULT: "FAULT OF CROSSCOVER",
    Status.VACUOUS: "JUDGED NOTHING",
    Status.NOT_RUN: "NOT RUN",
    Status.PASSED: "PASSED",
}


def explained(outcome: Outcome) -> str:
    """Everything there is to say about a failure, as plain text."""
    return plain(shown(outcome))


def plain(lines: Sequence[Line]) -> str:
    """Lines as text without tones; no blanks trail."""
    return "\n".join("".join(piece.text for piece in line).rstrip() for line in lines)


def shown(outcome: Outcome, also: Sequence[str] = (), width: int = WIDTH, repeat: str = "") -> list[Line]:
    """The lines of a failure.

    `also` names other properties that failed for the same cause; `repeat` is the command that runs the check again, to
    be shown where the failure is not kept.
    """
    lines = [
        (Piece(f"{TITLES[outcome.status]}  ", Tone.WRONG), Piece(outcome.name, Tone.TITLE)),
        *_text(outcome.statement),
    ]
    if also:
        lines += _text(f"For the same cause: {', '.join(also)}.", Tone.FAINT)
    failure = outcome.failure
    if failure is not None:
        lines += [(), *_reason(failure)]
        if failure.counterexample is not None:
            lines += [(), *_finding(failure.counterexample, width, certified=failure.certified)]
        elif failure.puzzle is not None:
            lines += [(), *_puzzle(failure.puzzle)]
        if failure.detail:
            lines += [(), *_text(failure.detail, Tone.FAINT)]
        lines += _way_back(failure, outcome.status, repeat)
    return lines


def parts(size: int, failing_index: int | None, most: int = MOST_PUZZLES) -> Iterator[range]:
    """The places of a batch in runs: those that are shown one by one, as ranges of one, and those that are left out.

    >>> list(parts(100, 50))
    [range(0, 1), range(1, 48), range(48, 49), range(49, 50), range(50, 51), range(51, 52), range(52, 100)]
    """
    if size <= most:
        kept = set(range(size))
    elif failing_index is None:
        kept = {0, 1, size - 2, size - 1}
    else:
        kept = {0, *range(failing_index - 2, failing_index + 2)}
    for is_kept, run in groupby(range(size), kept.__contains__):
        places = list(run)
        if is_kept or len(places) == 1:
            yield from (range(place, place + 1) for place in places)
        else:
            yield range(places[0], places[-1] + 1)


def _text(text: str, tone: Tone = Tone.PLAIN) -> list[Line]:
    return [(Piece(escape_unprintable(line), tone),) for line in text.splitlines()]


def _reason(failure: Failure) -> list[Line]:
    counterexample = failure.counterexample
    where = ""
    if counterexample is not None and counterexample.failing_index is None:
        where = "the run as a whole: "
    elif counterexample is not None and len(counterexample.batch) > 1:
        where = f"puzzle {(counterexample.failing_index or 0) + 1} of {len(counterexample.batch)}: "
    return _text(where + failure.reason, Tone.WRONG)


def _puzzle(puzzle: Grid) -> list[Line]:
    return [(Piece(str(puzzle)),), *_drawn(puzzle)]


def _finding(counterexample: Counterexample, width: int, *, certified: bool) -> list[Line]:
    lines = [*_batch(counterexample, certified=certified)]
    size = len(counterexample.batch)
    drawn = (
        range(size)
        if size <= MOST_DRAWN
        else []
        if counterexample.failing_index is None
        else [counterexample.failing_index]
    )
    for place in drawn:
        lines += [(), *_side_by_side(_drawings(counterexample, place, certified=certified), width)]
    output = _output(counterexample)
    return [*lines, (), *output] if output else lines


def _batch(counterexample: Counterexample, *, certified: bool) -> Iterator[Line]:
    size = len(counterexample.batch)
    yield (
        Piece(
            ", ".join([f"Asked in one run, {pluralize(size, 'puzzles')}", *spelled(counterexample.formatting)]) + ":"
        ),
    )
    number_width = len(str(size))
    indent = " " * (number_width + 4)
    for part in parts(size, counterexample.failing_index):
        if len(part) > 1:
            left_out = f"puzzles {part[0] + 1:,} to {part[-1] + 1:,} are not shown here"
            yield (Piece(f"{indent}... {left_out}", Tone.FAINT),)
            continue
        place = part[0]
        failing_index = place == counterexample.failing_index
        mark, tone = ("> ", Tone.TITLE) if failing_index else ("  ", Tone.PLAIN)
        yield (Piece(f"{mark}{place + 1:{number_width}}  {counterexample.batch[place]}", tone),)
        if failing_index:
            back = describe_response(counterexample.transcript.responses[place])
            yield Piece(f"{indent}came back  "), Piece(back, Tone.WRONG)
            first, *others = right_answers(counterexample, place)
            seal = [Piece(" (certified)", Tone.RIGHT)] if certified else []
            yield Piece(f"{indent}right      "), Piece(first, Tone.RIGHT), *seal
            yield from ((Piece(f"{indent}           "), Piece(other, Tone.RIGHT)) for other in others)


Drawing = tuple[Piece, list[Line]]
"""A heading and the lines below it."""


def _drawings(counterexample: Counterexample, place: int, *, certified: bool) -> list[Drawing]:
    puzzle = counterexample.batch[place]
    which = "the puzzle" if len(counterexample.batch) == 1 else f"puzzle {place + 1}"
    drawings: list[Drawing] = [(Piece(which, Tone.TITLE), _drawn(puzzle))]
    if place != counterexample.failing_index:
        return drawings
    response = counterexample.transcript.responses[place]
    if isinstance(response, Answered):
        shape = response.grid.shape
        named = [(int(row) - 1, int(column) - 1) for row, column in _CELL_NAME.findall(counterexample.reason)]
        wrong = frozenset(shape.cell(row, column) for row, column in named)
        drawings.append((Piece("what came back", Tone.TITLE), _drawn(response.grid, wrong)))
    right = right_grid(counterexample.verdicts[place])
    if right is not None and not is_count(counterexample):
        heading = "right (certified)" if certified else "right"
        drawings.append((Piece(heading, Tone.TITLE), _drawn(right)))
    return drawings


def _drawn(grid: Grid, wrong: frozenset[int] = frozenset()) -> list[Line]:
    cells = iter(range(grid.shape.cells))
    return [
        tuple(
            Piece("".join(piece for piece, _ in run), Tone.WRONG if is_wrong else Tone.PLAIN)
            for is_wrong, run in groupby(_toned(text, cells, wrong), key=lambda toned: toned[1])
        )
        for text in grid.to_diagram().split("\n")
    ]


def _toned(text: str, cells: Iterator[int], wrong: frozenset[int]) -> Iterator[tuple[str, bool]]:
    """Each character of a line of a drawing, and whether it stands for a wrong cell."""
    for character in text:
        yield character, character not in " |+-" and next(cells) in wrong


def _side_by_side(drawings: Sequence[Drawing], width: int) -> list[Line]:
    """Drawings in one row, or in a column where they would not fit."""
    columns = [max(len(heading.text), *map(_length, lines)) for heading, lines in drawings]
    if sum(columns) + len(_GAP) * (len(columns) - 1) > width:
        return [line for heading, lines in drawings for line in ((heading,), *lines)]
    rows = zip_longest(*([(heading,), *lines] for heading, lines in drawings), fillvalue=())
    return [
        tuple(
            piece
            for line, column in zip(row, columns, strict=True)
            for piece in (*line, Piece(" " * (column - _length(line)) + _GAP))
        )
        for row in rows
    ]


def _length(line: Line) -> int:
    return sum(len(piece.text) for piece in line)


def _output(counterexample: Counterexample) -> list[Line]:
    """The raw output, where it is more than the answers that were read in it."""
    transcript = counterexample.transcript
    if counterexample.failing_index is not None and not isinstance(
        transcript.responses[counterexample.failing_index], Failed
    ):
        return []
    if not transcript.received:
        return [(Piece("It wrote nothing."),)] if transcript.sent else []
    return _raw(transcript)


def _raw(transcript: Transcript) -> list[Line]:
    texts = transcript.received.split("\n")
    if texts[-1] == "":
        texts.pop()
    else:
        texts[-1] += " (no line end)"
    half = MOST_OUTPUT // 2
    kept = texts if len(texts) <= MOST_OUTPUT else [*texts[:half], *texts[-half:]]
    lines: list[Line] = [(Piece(f"It wrote {pluralize(len(texts), 'lines')}:"),)]
    for number, text in enumerate(kept):
        if number == half and len(kept) < len(texts):
            lines.append((Piece(f"    ... {len(texts) - len(kept):,} lines are not shown here", Tone.FAINT),))
        cut = escape_unprintable(text[:MOST_CHARACTERS])
        more = f" ... and {len(text) - MOST_CHARACTERS:,} characters" if len(text) > MOST_CHARACTERS else ""
        lines.append((Piece("  | ", Tone.FAINT), Piece(cut), Piece(more, Tone.FAINT)))
    return lines


def _way_back(failure: Failure, status: Status, repeat: str) -> list[Line]:
    """How to see the failure again."""
    if status is Status.FAULT:
        words = "This is a fault of crosscover and says nothing about the solver. Please report it with these lines"
        return [(), *_text(f"{words}{f' and this command: {repeat}' if repeat else ''}.")]
    if failure.kept:
        folder = f"{STORE}/{failure.kept}"
        ways = {
            "replay it": f"crosscover replay {failure.kept}",
            "as input": f"{folder}/input.txt",
            "as a test": f"{folder}/test_replay.py",
        }
        return [(), *((Piece(f"{name:9}  "), Piece(way, Tone.TITLE)) for name, way in ways.items())]
    return [(), (Piece("repeat it  "), Piece(repeat, Tone.TITLE))] if repeat else []

"""Blocks: arrays of many thousands of puzzles, and of the answers of a subject.

Parsing an answer into an object takes longer than a fast solver needs to find it. So blocks are written and read as a
whole: the text of a puzzle or an answer has each cell in a fixed place, which follows from texts of equal cells for
puzzles, and from the first answer for answers. Answers of any other form are read one by one.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from crosscover.contracts import Contract
from crosscover.dialects import Claim
from crosscover.reference import Grid, Shape
from crosscover.reference.grid import DIGITS
from crosscover.responses import Answered, Counted, Declined, Failed, Response, Stated

from .subject import CLAIM_CODES, UNREADABLE, BlockAnswers, Cells, Transcript

_VALUES = np.full(256, UNREADABLE, np.uint8)
_VALUES[np.frombuffer(DIGITS.encode("ascii"), np.uint8)] = np.arange(1, len(DIGITS) + 1)

_CACHED = 40
"""Maximum length of a line whose response is cached, such as a number or a refusal."""


def answer_width(contract: Contract, shape: Shape = Shape()) -> int:
    """Return the number of columns of an array of answers."""
    return 1 if contract.numbers else shape.cells


def grids(puzzles: Cells, shape: Shape = Shape()) -> list[Grid]:
    """Return the puzzles of a block as objects; takes a microsecond each."""
    text, cells = puzzles.tobytes(), shape.cells
    return [Grid(text[start : start + cells], shape) for start in range(0, len(text), cells)]


def answers_of(transcript: Transcript, contract: Contract, shape: Shape = Shape()) -> BlockAnswers:
    """Return the responses of an ordinary run as the answers to a block."""
    width = answer_width(contract, shape)
    rows = b"".join(answer_row(response, width) for response in transcript.responses)
    first = next((response for response in transcript.responses if isinstance(response, Failed)), None)
    return BlockAnswers(np.frombuffer(rows, np.uint8).reshape(-1, width), first or transcript.run_failure)


def answer_row(response: Response, width: int) -> bytes:
    """Return the row of a response in an array of answers of that width."""
    match response:
        case Answered(grid) if len(grid.values) == width and any(grid.values):
            return grid.values
        case Counted(number) if width == 1 and number >= 0:
            return bytes([min(number, 2)])
        case Declined():
            return bytes(width) if width > 1 else bytes([CLAIM_CODES[Claim.NONE]])
        case Stated(claim):
            return bytes([CLAIM_CODES[claim]]) * width
        case _:
            return bytes([UNREADABLE]) * width


def write_puzzles(puzzles: Cells, shape: Shape, text_of: Callable[[Grid], str]) -> str:
    """Return the texts of puzzles one after the other, at a thirtieth of the cost of `text_of` if cells have places."""
    uniform = [text_of(Grid(bytes([digit]) * shape.cells, shape)).encode() for digit in range(shape.side + 1)]
    if len(set(map(len, uniform))) > 1:
        return "".join(map(text_of, grids(puzzles, shape)))
    table = np.array([np.frombuffer(text, np.uint8) for text in uniform])
    places = np.flatnonzero((table != table[0]).any(axis=0))
    if len(places) != shape.cells:
        return "".join(map(text_of, grids(puzzles, shape)))
    text = np.tile(table[0], (len(puzzles), 1))
    text[:, places] = table[:, places[0]][puzzles]
    return text.tobytes().decode()


def read_records(output: str, count: int, contract: Contract, shape: Shape, first: Response) -> Cells | None:
    """Return the answers if they are grids in texts of one length with the cells in the places of the first answer.

    `first` is the first answer. None for any other output.
    """
    body = output.encode("latin-1", "replace")
    if contract.numbers or not count or len(body) % count:
        return None
    text = np.frombuffer(body, np.uint8).reshape(count, -1)
    layout = _Layout.of(text[0], first)
    return None if layout is None else layout.read(text, shape)


def read_lines(
    lines: Sequence[str], contract: Contract, shape: Shape, read: Callable[[int, str], Response]
) -> BlockAnswers:
    """Return answers of a line each; those that have not the form of the first grid are read one by one."""
    width = answer_width(contract, shape)
    answers = np.zeros((len(lines), width), np.uint8)
    rest: Iterable[int] = range(len(lines))
    first = next((place for place, line in enumerate(lines) if len(line) >= width), None) if width > 1 else None
    if first is not None:
        template = np.frombuffer(lines[first].encode("latin-1", "replace"), np.uint8)
        if (layout := _Layout.of(template, read(first, lines[first]))) is not None:
            alike = [place for place, line in enumerate(lines) if len(line) == len(template)]
            text = "".join([lines[place] for place in alike]).encode("latin-1", "replace")
            table = np.frombuffer(text, np.uint8).reshape(-1, len(template))
            fits = layout.fits(table, shape)
            answers[np.array(alike)[fits]] = _VALUES[table[:, layout.places][fits]]
            rest = sorted(set(rest) - set(np.array(alike)[fits].tolist()))
    failure: Failed | None = None
    known: dict[str, Response] = {}
    for place in rest:
        line = lines[place]
        response = known[line] if line in known else read(place, line)
        if len(line) < _CACHED:
            known[line] = response
        answers[place] = np.frombuffer(answer_row(response, width), np.uint8)
        if failure is None and isinstance(response, Failed):
            failure = response
    return BlockAnswers(answers, failure)


@dataclass(frozen=True, slots=True)
class _Layout:
    """The text of an answer, and the places of its cells in order."""

    text: Cells
    places: NDArray[np.intp]

    @classmethod
    def of(cls, text: Cells, answer: Response) -> "_Layout | None":
        """Find the cells of an answer in its text; None if it has other digits or capital letters as well."""
        places = np.flatnonzero(_VALUES[text] != UNREADABLE)
        found = isinstance(answer, Answered) and _VALUES[text[places]].tobytes() == answer.grid.values
        return cls(text, places) if found else None

    def fits(self, texts: Cells, shape: Shape) -> NDArray[np.bool_]:
        """Which texts of this length have a digit in each place of a cell, and are the same elsewhere."""
        around = np.ones(len(self.text), np.bool_)
        around[self.places] = False
        same: NDArray[np.bool_] = (texts[:, around] == self.text[around]).all(axis=1)
        return same & (_VALUES[texts[:, self.places]] <= shape.side).all(axis=1)

    def read(self, texts: Cells, shape: Shape) -> Cells | None:
        """Return the cells of texts that all fit; otherwise None."""
        return _VALUES[texts[:, self.places]] if self.fits(texts, shape).all() else None

"""Blocks: arrays of many thousands of puzzles, and of a subject's answers.

Writing a puzzle from an object, or parsing an answer into one, takes longer than a fast solver needs to solve it. So
puzzles of equal length are written as copies of one text with other digits, and all answers with the layout of the
first one are read at once. Other puzzles are written, and other answers read, one by one.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from crosscover.contracts import Contract
from crosscover.reference import Grid, Shape
from crosscover.reference.grid import DIGITS
from crosscover.responses import Answered, Counted, Declined, Failed, Response, Stated

from .subject import REFUSED, SEVERAL, UNREADABLE, BlockAnswers, Cells, Transcript

_VALUES = bytes(DIGITS.find(chr(byte)) + 1 or UNREADABLE for byte in range(256))
"""The digit that each byte stands for."""

_CACHED = 40
"""Maximum length of a text whose response is cached, such as a number or a refusal."""


def grids(puzzles: Cells, shape: Shape = Shape()) -> list[Grid]:
    """Return the puzzles of a block as objects; takes a microsecond per puzzle."""
    text, cells = puzzles.tobytes(), shape.cells
    return [Grid(text[start : start + cells], shape) for start in range(0, len(text), cells)]


def write_block(
    puzzles: Cells, shape: Shape, header: Callable[[int], str], write: Callable[[Sequence[Grid]], str]
) -> str:
    """Return what `write` returns for a block; `header` returns the beginning that depends on the number of puzzles.

    Grids that contain a single digit show the place of each cell in the text, and the character of each digit. The last
    puzzle confirms this. If it does not, or if the texts differ in length, `write` receives the whole block.
    """

    def body(*batch: Grid) -> Cells:
        return _codes(write(batch).removeprefix(header(len(batch))))

    last = Grid(puzzles[-1].tobytes(), shape)
    end = body(last)
    filled = [Grid(bytes([digit]) * shape.cells, shape) for digit in range(shape.side + 1)]
    pairs = [body(grid, grid) for grid in (*filled, last)]
    size = len(pairs[0]) - len(end)
    if {len(pair) for pair in pairs} == {len(pairs[0])}:
        places = np.flatnonzero(pairs[0][:size] != pairs[1][:size])
        if len(places) == shape.cells:
            codes = bytes(pair[places[0]] for pair in pairs[:-1]).ljust(256)
            rows = np.tile(pairs[0][:size], (len(puzzles), 1))
            rows[:, places] = np.frombuffer(puzzles.tobytes().translate(codes), np.uint8).reshape(puzzles.shape)
            if np.array_equal(rows[-1], pairs[-1][:size]):
                return header(len(puzzles)) + (rows[:-1].tobytes() + end.tobytes()).decode("latin-1")
    return write(grids(puzzles, shape))


def answers_of(transcript: Transcript, contract: Contract, shape: Shape = Shape()) -> BlockAnswers:
    """Convert the responses of an ordinary run into the answers to a block."""
    width = 1 if contract.numbers else shape.cells
    rows = b"".join(_row(response, width) for response in transcript.responses)
    failure = next((response for response in transcript.responses if isinstance(response, Failed)), None)
    return BlockAnswers(np.frombuffer(rows, np.uint8).reshape(-1, width), failure or transcript.run_failure)


def _row(response: Response, width: int) -> bytes:
    match response:
        case Answered(grid) if len(grid.values) == width and any(grid.values):
            return grid.values
        case Counted(number) if width == 1 and number >= 0:
            return bytes([min(number, 2)])
        case Declined():
            return bytes(width) if width > 1 else bytes([REFUSED])
        case Stated():
            return bytes([SEVERAL]) * width
        case _:
            return bytes([UNREADABLE]) * width


@dataclass(frozen=True, slots=True)
class BlockTexts:
    """The answers in the output for a block: each ends at its place in `ends`, and begins where the last one ends."""

    output: str
    start: int
    ends: NDArray[np.intp]

    @classmethod
    def of_lines(cls, output: str) -> "BlockTexts":
        """Return the complete lines of an output."""
        return cls(output, 0, np.flatnonzero(_codes(output) == ord("\n")) + 1)

    def __len__(self) -> int:
        return len(self.ends)

    def __getitem__(self, place: int) -> str:
        return self.output[self.ends[place - 1] if place else self.start : self.ends[place]]

    def read(self, contract: Contract, shape: Shape, read: Callable[[int, str], Response]) -> BlockAnswers:
        """Read all answers; `read` reads the first grid, and each answer without its layout."""
        width = 1 if contract.numbers else shape.cells
        answers = np.zeros((len(self), width), np.uint8)
        is_read = self._read_alike(answers, shape, read) if width > 1 else np.zeros(len(self), np.bool_)
        failure: Failed | None = None
        known: dict[str, Response] = {}
        for place in np.flatnonzero(~is_read).tolist():
            text = self[place]
            response = known[text] if text in known else read(place, text)
            if len(text) < _CACHED:
                known[text] = response
            answers[place] = np.frombuffer(_row(response, width), np.uint8)
            if failure is None and isinstance(response, Failed):
                failure = response
        return BlockAnswers(answers, failure)

    def _read_alike(self, answers: Cells, shape: Shape, read: Callable[[int, str], Response]) -> NDArray[np.bool_]:
        """Store the answers with the layout of the first grid; return which answers these are."""
        is_read = np.zeros(len(self), np.bool_)
        sizes = np.diff(self.ends, prepend=self.start)
        first = int((sizes >= shape.cells).argmax())
        response = read(first, self[first]) if sizes[first] >= shape.cells else None
        if not isinstance(response, Answered):
            return is_read
        alike = np.flatnonzero(sizes == sizes[first])
        are_all = len(alike) == len(self)
        texts = self.output[self.start : self.ends[-1]] if are_all else "".join(map(self.__getitem__, alike.tolist()))
        table = _codes(texts).reshape(len(alike), -1)
        values = np.frombuffer(table.tobytes().translate(_VALUES), np.uint8).reshape(table.shape)
        row = int(alike.searchsorted(first))
        is_cell = values[row] != UNREADABLE
        digits = values[:, is_cell]
        if digits[row].tobytes() == response.grid.values:
            fits = (digits <= shape.side).all(axis=1) & (table[:, ~is_cell] == table[row, ~is_cell]).all(axis=1)
            answers[alike[fits]] = digits[fits]
            is_read[alike[fits]] = True
        return is_read


def _codes(text: str) -> Cells:
    return np.frombuffer(text.encode("latin-1", "replace"), np.uint8)

"""Blocks: arrays of many thousands of puzzles, and of the answers of a subject.

Parsing an answer into an object takes longer than a fast solver needs to find it. So blocks are written and read as a
whole: the positions of the cells in the text follow from the layout of the dialect. Output of any other form, and that
of dialects with words, is left to the reader of the dialect.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from crosscover.contracts import Contract
from crosscover.dialects import Claim, Dialect
from crosscover.dialects.text import BLANKS, has_digit
from crosscover.reference import Grid, Shape
from crosscover.reference.grid import DIGITS, EMPTY
from crosscover.responses import Answered, Counted, Declined, Failed, Response, Stated

from .subject import CLAIM_CODES, UNREADABLE, BlockAnswers, Cells, Transcript

CHARACTERS = np.frombuffer(f"{EMPTY[0]}{DIGITS}".encode("ascii"), np.uint8)
"""Characters of the digits in a puzzle on one line, 0 being an empty cell."""

VALUES = np.full(256, UNREADABLE, np.uint8)
"""Values of these characters."""
VALUES[CHARACTERS] = np.arange(len(CHARACTERS))

_NEWLINE = ord("\n")

_LINE_ENDS = re.compile(r"\n(?:[ \t\r]*\n)+")


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


class BlockText:
    """Writes blocks in a dialect, and reads the answers of a program; `refusal` is the text of a refusal, if not None.

    The text is that of `Dialect.write`, at a thirtieth of its cost, for dialects with any number of puzzles, if each
    digit has one character. Integers of two digits, such as those of `grid` beyond 9x9 cells, are left to the dialect.
    """

    def __init__(
        self, dialect: Dialect, contract: Contract, refusal: str | None = None, shape: Shape = Shape()
    ) -> None:
        self._dialect = dialect
        self._shape = shape
        self._refusal = refusal
        self._counts = contract.numbers
        has_words = bool(dialect.words) and not dialect.tag_reply
        self._is_readable = not has_words
        uniform = [Grid(bytes([digit]) * shape.cells, shape) for digit in range(shape.side + 1)]
        blank = uniform[0]
        self._puzzle = _Record.of(_lines(dialect, grid) for grid in uniform)
        if not self._is_readable:
            return
        self._answer = _Record.of((_compact(dialect.write_answer(grid, blank)) for grid in uniform[1:]), least=1)
        self._echo = _Record.of(dialect.write_answer(blank, grid) for grid in uniform)
        self._number = _Record.of(_compact(dialect.write_count(number)) for number in range(10))
        self._tagged_refusal = _compact(dialect.write_answer(None, blank)) if dialect.tag_reply else ""

    def write(self, puzzles: Cells) -> str:
        """Return the whole input."""
        if self._puzzle is None:
            return self._dialect.write(grids(puzzles, self._shape))
        text = np.tile(self._puzzle.text, (len(puzzles), 1))
        text[:, self._puzzle.places] = self._puzzle.characters[puzzles]
        header, end = self._dialect.header.format(len(puzzles)), self._dialect.end
        before, after = (f"{line}\n" if line else "" for line in (header, end))
        body = text.tobytes().decode("ascii")
        if self._dialect.blank_between:
            body = body.removesuffix("\n")
        return f"{before}{body}{after}"

    def read(self, output: str, puzzles: Cells) -> Cells | None:
        """Return the answers if the output has exactly one of the usual form for each puzzle, otherwise None.

        Blank lines are ignored if each puzzle has an answer without them, unless they are the refusal.
        """
        if not self._is_readable:
            return None
        answers = self._read(output, puzzles)
        if answers is None and self._refusal != "" and "\n\n" in output:
            answers = self._read(_LINE_ENDS.sub("\n", output).lstrip("\n"), puzzles)
        return answers

    def read_beginning(self, output: str, puzzles: Cells) -> Cells | None:
        """Return the answers of a run that was stopped: as `read` does, with unreadable ones for missing lines."""
        lines = output[: output.rfind("\n") + 1]
        answered = min(lines.count("\n"), len(puzzles))
        answers = self.read(lines, puzzles[:answered]) if self._dialect.line_per_puzzle and answered else None
        if answers is None:
            return None
        missing = np.full((len(puzzles) - answered, answers.shape[1]), UNREADABLE, np.uint8)
        return np.concatenate((answers, missing))

    def _read(self, output: str, puzzles: Cells) -> Cells | None:
        body = (_compact(output) if self._dialect.tag_reply else output).encode("latin-1")
        count = len(puzzles)
        if self._counts:
            numbers = None if self._number is None else self._number.read_table(body, count)
            return None if numbers is None else np.minimum(numbers, np.uint8(2))
        header = self._dialect.answer_header.encode()
        if self._answer is None or self._echo is None or not body.startswith(header):
            return None
        body = body[len(header) :]
        if not len(self._echo.places):
            answers = self._answer.read_table(body, count)
        else:
            records = np.tile(self._answer.text, (count, 1))
            records[:, self._echo.places] = self._echo.characters[puzzles]
            answers = replace(self._answer, text=records).read_table(body, count)
        if answers is None and self._dialect.line_per_puzzle:
            return self._read_lines(body, count, self._answer)
        return answers

    def _read_lines(self, body: bytes, count: int, answer: "_Record") -> Cells | None:
        """Read answers of one line each, with refusals among them."""
        text = np.frombuffer(body, np.uint8)
        ends = np.flatnonzero(text == _NEWLINE)
        if len(ends) != count or not body.endswith(b"\n"):
            return None
        starts = np.concatenate(([0], ends[:-1] + 1))
        is_grid = ends - starts == len(answer.text) - 1
        others = zip(starts[~is_grid].tolist(), ends[~is_grid].tolist(), strict=True)
        if not all(map(self._is_refusal, {body[start:end] for start, end in others})):
            return None
        lines = starts[is_grid][:, None] + np.arange(len(answer.text))
        digits = answer.read_table(text[lines].tobytes(), len(lines))
        if digits is None:
            return None
        answers = np.zeros((count, digits.shape[1]), np.uint8)
        answers[is_grid] = digits
        return answers

    def _is_refusal(self, line: bytes) -> bool:
        text = line.decode("latin-1")
        if self._tagged_refusal:
            return f"{text}\n" == self._tagged_refusal
        return text.strip(BLANKS) == self._refusal if self._refusal is not None else not has_digit(text)


def _compact(text: str) -> str:
    """Remove the optional blanks after the keys of JSON Lines."""
    return text.replace('": ', '":')


def _lines(dialect: Dialect, grid: Grid) -> str:
    lines = dialect.puzzle_lines(grid, dialect.empty_characters[0])
    return "".join(f"{line}\n" for line in [*lines, *([""] if dialect.blank_between else [])])


@dataclass(frozen=True, slots=True)
class _Record:
    """The text of a grid, or of a number, with one character in each of its `places`, the cells in order.

    `characters` has that of each value from 0; `values` has the value of each character, or `UNREADABLE`. `text` has
    any one value; or it is one text per record, if they differ in other characters.
    """

    text: Cells
    places: NDArray[np.intp]
    characters: Cells
    values: Cells

    @classmethod
    def of(cls, texts: Iterable[str], *, least: int = 0) -> "_Record | None":
        """Derive it from the texts of equal values, from the least on; None if one has several characters."""
        rows = [np.frombuffer(text.encode("ascii"), np.uint8) for text in texts]
        if len({len(row) for row in rows}) > 1:
            return None
        table = np.array(rows)
        places = np.flatnonzero((table != table[0]).any(axis=0))
        if (table[:, places] != table[:, places[:1]]).any():
            return None
        characters, values = np.zeros(least + len(rows), np.uint8), np.full(256, UNREADABLE, np.uint8)
        if len(places):
            characters[least:] = table[:, places[0]]
            values[characters[least:]] = np.arange(least, len(characters))
        return cls(table[0], places, characters, values)

    def read_table(self, body: bytes, count: int) -> Cells | None:
        """The values in the places of a text that consists of such records; None for other texts."""
        width = self.text.shape[-1]
        if len(body) != count * width:
            return None
        text = np.frombuffer(body, np.uint8).reshape(count, width)
        frame = np.ones(width, np.bool_)
        frame[self.places] = False
        if (text[:, frame] != self.text[..., frame]).any():
            return None
        values = self.values[text[:, self.places]]
        return None if (values == UNREADABLE).any() else values

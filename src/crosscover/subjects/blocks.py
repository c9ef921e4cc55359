"""Blocks: arrays of many thousands of puzzles, and of the answers of a subject.

Parsing an answer into an object takes longer than a fast solver needs to find it. So blocks are written and read as a
whole: the positions of the cells in the text follow from the layout of the dialect. Output of any other form, and that
of dialects with words, is left to the reader of the dialect.
"""

import re
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from crosscover.contracts import Contract
from crosscover.dialects import Claim, Dialect
from crosscover.dialects.text import BLANKS, has_digit
from crosscover.reference import Grid, Shape
from crosscover.responses import Answered, Counted, Declined, Failed, Response, Stated

from .subject import CLAIM_CODES, UNREADABLE, BlockAnswers, Cells, Transcript

CHARACTERS = np.frombuffer(b".123456789", np.uint8)
"""Characters of the digits 0 to 9 in a puzzle on one line, 0 being an empty cell."""

_ZERO, _NEWLINE = ord("0"), ord("\n")

_LINE_ENDS = re.compile(r"\n(?:[ \t\r]*\n)+")


def answer_width(contract: Contract) -> int:
    """Return the number of columns of an array of answers."""
    return Shape().cells if contract.grids else 1


def grids(puzzles: Cells) -> list[Grid]:
    """Return the puzzles of a block as objects; takes a microsecond each."""
    text, cells = puzzles.tobytes(), Shape().cells
    return [Grid(text[start : start + cells]) for start in range(0, len(text), cells)]


def answers_of(transcript: Transcript, contract: Contract) -> BlockAnswers:
    """Return the responses of an ordinary run as the answers to a block."""
    width = answer_width(contract)
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

    The text is that of `Dialect.write`, at a thirtieth of its cost, for dialects with any number of puzzles.
    """

    def __init__(self, dialect: Dialect, contract: Contract, refusal: str | None = None) -> None:
        self._dialect = dialect
        self._refusal = refusal
        self._counts = contract.numbers
        empty = dialect.empty_characters[0]
        self._characters = np.frombuffer(f"{empty}123456789".encode(), np.uint8)
        has_words = bool(dialect.words) and not dialect.tag_reply
        self._is_readable = not has_words and (contract.read_text is None or contract.numbers)
        self._puzzle, self._puzzle_cells = _template(lambda grid: _lines(dialect, grid))
        if not self._is_readable:
            return
        blank = Grid.empty()
        self._answer, self._answer_cells = _template(lambda grid: _compact(dialect.write_answer(grid, blank)))
        _, self._echo_cells = _template(lambda grid: dialect.write_answer(blank, grid))
        self._number, self._number_cells = _template(lambda grid: _compact(dialect.write_count(grid.values[0])))
        self._tagged_refusal = _compact(dialect.write_answer(None, blank)) if dialect.tag_reply else ""

    def write(self, puzzles: Cells) -> str:
        """Return the whole input."""
        text = np.tile(self._puzzle, (len(puzzles), 1))
        text[:, self._puzzle_cells] = self._characters[puzzles]
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
        if self._counts:
            numbers = _read_table(body, self._number, self._number_cells, len(puzzles))
            return None if numbers is None else np.minimum(numbers, np.uint8(2))
        header = self._dialect.answer_header.encode()
        if not body.startswith(header):
            return None
        body = body[len(header) :]
        if not len(self._echo_cells):
            answers = _read_table(body, self._answer, self._answer_cells, len(puzzles))
        else:
            records = np.tile(self._answer, (len(puzzles), 1))
            records[:, self._echo_cells] = CHARACTERS[puzzles]
            answers = _read_table(body, records, self._answer_cells, len(puzzles))
        if answers is not None:
            return answers if answers.all() else None
        return self._read_lines(body, len(puzzles)) if self._dialect.line_per_puzzle else None

    def _read_lines(self, body: bytes, count: int) -> Cells | None:
        """Read answers of one line each, with refusals among them."""
        text = np.frombuffer(body, np.uint8)
        ends = np.flatnonzero(text == _NEWLINE)
        if len(ends) != count or not body.endswith(b"\n"):
            return None
        starts = np.concatenate(([0], ends[:-1] + 1))
        is_grid = ends - starts == len(self._answer) - 1
        others = zip(starts[~is_grid].tolist(), ends[~is_grid].tolist(), strict=True)
        if not all(map(self._is_refusal, {body[start:end] for start, end in others})):
            return None
        grids_at = starts[is_grid][:, None]
        frame = np.setdiff1d(np.arange(len(self._answer)), self._answer_cells)
        digits = text[grids_at + self._answer_cells] - _ZERO
        if ((digits < 1) | (digits > 9)).any() or (text[grids_at + frame] != self._answer[frame]).any():
            return None
        answers = np.zeros((count, len(self._answer_cells)), np.uint8)
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


def _template(write: Callable[[Grid], str]) -> tuple[Cells, NDArray[np.intp]]:
    """Return the text of a grid, and the positions of its cells: those that differ between digits."""
    ones, twos = (
        np.frombuffer(write(Grid(bytes([digit]) * Shape().cells)).encode("ascii"), np.uint8) for digit in (1, 2)
    )
    return ones, np.flatnonzero(ones != twos)


def _read_table(body: bytes, record: Cells, cells: NDArray[np.intp], count: int) -> Cells | None:
    """The digits in the cells of a text that consists of records; None for other texts.

    `record` is the text of one record, the same for each, or one row per record.
    """
    width = record.shape[-1]
    if len(body) != count * width:
        return None
    text = np.frombuffer(body, np.uint8).reshape(count, width)
    frame = np.ones(width, np.bool_)
    frame[cells] = False
    if (text[:, frame] != record[..., frame]).any():
        return None
    digits = text[:, cells] - _ZERO
    return None if (digits > 9).any() else digits

"""The dialects in which a puzzle is a line of characters, and so is its answer."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from crosscover.reference.grid import EMPTY, Grid
from crosscover.reference.shape import Shape

from .cells import characters, empty_of, framed, holds_digit, spelled
from .entry import Entry
from .form import Form
from .malformed import MalformedInput
from .reply import Answer, Refusal, Reply, Unreadable
from .text import NumberedLines, output_lines

END = "end"
NO_SOLUTION = "no solution"


@dataclass(frozen=True, slots=True)
class Poj3074:
    """The dialect of the judges: a line a puzzle, and a line `end`."""

    name: str = "poj3074"
    summary: str = "a line of 81 characters a puzzle, '.' for an empty cell, then a line 'end'; answers are lines"
    batch_limit: int | None = None
    empties: str = "."
    by_line: bool = True
    end: str = END
    answers_opening: str = ""

    def read(self, lines: Iterable[str], shape: Shape = Shape()) -> Iterator[Entry]:
        """Yield the puzzles up to a line `end` or the end of the input."""
        source = NumberedLines(lines)
        puzzle = f"a puzzle or {END!r}"
        blank = 0
        for text in source:
            if text == END and not blank:
                source.end(f"nothing after {END!r}")
                return
            if not text:
                blank = blank or source.number
            elif blank:
                raise MalformedInput(blank, 1, puzzle, "an empty line")
            else:
                yield Entry(Grid(characters(text, source.number, shape, shape.cells), shape), source.number)
        if source.number == 0 or blank == 1:
            raise MalformedInput(1, 1, puzzle, "the end of the input")

    def write(self, puzzles: Sequence[Grid], form: Form = Form()) -> str:
        """A line a puzzle, then `end`."""
        empty = empty_of(form, self.empties)
        return framed([*(spelled(puzzle, empty) for puzzle in puzzles), END], form)

    def write_puzzle(self, puzzle: Grid, form: Form = Form()) -> str:
        """The line of a puzzle."""
        return spelled(puzzle, empty_of(form, self.empties)) + form.line_end.value

    def write_answer(self, answer: Grid | None, puzzle: Grid) -> str:
        """The line of an answer."""
        return write_line(answer, puzzle)

    def read_answers(self, text: str, shape: Shape = Shape()) -> list[Reply]:
        """One reply a line."""
        return read_answer_lines(text, shape)


def write_line(answer: Grid | None, _: Grid) -> str:
    """The line of an answer, or of a refusal."""
    return f"{NO_SOLUTION if answer is None else spelled(answer, EMPTY[0])}\n"


def read_answer_lines(text: str, shape: Shape) -> list[Reply]:
    """One reply a line."""
    return [_reply(line, number, shape) for number, line in enumerate(output_lines(text), 1)]


def _reply(text: str, number: int, shape: Shape) -> Reply:
    if len(text) != shape.cells and not holds_digit(text):
        return Refusal(text.strip())
    try:
        return Answer(Grid(characters(text, number, shape, shape.cells), shape))
    except MalformedInput as error:
        answers, rest = divmod(len(text), shape.cells)
        if answers > 1 and rest == 0 and error.column == shape.cells + 1:
            return Unreadable(number, error.column, "the end of the line", f"{answers} answers on one line")
        return Unreadable.of(error)

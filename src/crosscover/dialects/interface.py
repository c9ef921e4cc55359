"""The interface of a dialect, the ways to format its inputs, and the entries of puzzle files."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple, Self

from crosscover.reference import Grid, Shape
from crosscover.reference.grid import DIGITS, EMPTY, plain_reader
from crosscover.responses import Answered, Declined, Failed, Fault, Response, Stated, message_pattern

from .cells import encode, letter_digits, plain_grid, read_grid
from .numbered_lines import MalformedInputError, NumberedLines

OTHER_EMPTY = re.compile(f"[{re.escape(EMPTY.replace('0', ''))}]")
"""An empty cell that is not written as 0."""

MAX_LABEL = 80
"""Maximum number of characters of a label; longer ones are cut."""


class Entry(NamedTuple):
    """A puzzle with the number of its first line, perhaps its solution, and descriptions of where the two are.

    `digits` are those of the text, from the smallest to the largest, if they are not the usual ones. `label` is the
    other text of the entry, such as a name or a rating, at most `MAX_LABEL` characters.
    """

    puzzle: Grid
    line: int
    solution: Grid | None = None
    solution_in: str = ""
    digits: str = ""
    label: str = ""
    puzzle_in: str = ""

    @classmethod
    def read(
        cls,
        puzzle: str,
        line: int,
        shape: Shape,
        solution: str | None = None,
        *,
        text: str = "",
        columns: tuple[int, int] = (1, 1),
        rest: str = "the field",
        solution_in: str = "",
        label: str = "",
        puzzle_in: str = "",
    ) -> Self:
        """Read a puzzle and its solution, which are in `text` or begin at `columns`; `rest` names their surroundings.

        The digits are those from 0, with 0 instead of the largest digit, if another symbol stands for the empty cells
        and the largest digit does not occur. They are the letters from A if there is one that is no digit otherwise.
        Raises MalformedInputError, also if a house has two such zeros.
        """
        label = label[:MAX_LABEL]
        read = plain_reader(shape)
        clues = read(puzzle)
        full = None if solution is None else read(solution)
        if clues is not None and shape.side < 10 and (solution is None or (full is not None and full.is_full)):
            zeros = puzzle.count("0")
            if not zeros or zeros == clues.values.count(0):  # usual digits, for a third of the cost of what follows
                return cls(clues, line, full, "" if full is None else solution_in, "", label, puzzle_in)
        if text:
            columns = max(text.find(puzzle), 0) + 1, max(text.rfind(solution or ""), 0) + 1
        digits = _digits(puzzle, solution or "", shape)
        if digits:
            usual = str.maketrans(digits, DIGITS[: shape.side])
            puzzle, solution = puzzle.translate(usual), solution and solution.translate(usual)
        clues = plain_grid(puzzle, shape) or read_grid(puzzle, line, shape, column=columns[0], rest=rest)
        has_zeros = digits.endswith("0")
        if has_zeros and any([clues.values[cell] for cell in house].count(shape.side) > 1 for house in shape.houses):
            empty = next(cell for cell in puzzle if cell in EMPTY)
            expected = f"0 at most once in a row, column or box, since {empty!r} is the empty cell"
            raise MalformedInputError(line, columns[0], expected, "two")
        if solution is None:
            return cls(clues, line, digits=digits, label=label, puzzle_in=puzzle_in)
        full = plain_grid(solution, shape)
        if full is None or not full.is_full:
            full = read_grid(solution, line, shape, column=columns[1], rest=rest, full=True)
        return cls(clues, line, full, solution_in, digits, label, puzzle_in)

    def in_own_digits(self, text: str) -> str:
        """Return a text with the digits of the entry instead of the usual ones."""
        return text.translate(str.maketrans(DIGITS[: len(self.digits)], self.digits))


def _digits(puzzle: str, solution: str, shape: Shape) -> str:
    """Return the digits of a puzzle and its solution if they are not the usual ones, else an empty string."""
    has_zero = "0" in puzzle or solution.count("0") == shape.side
    if has_zero and OTHER_EMPTY.search(puzzle) and DIGITS[shape.side - 1] not in (puzzle + solution).upper():
        return f"{DIGITS[: shape.side - 1]}0"
    return letter_digits(puzzle, shape) or letter_digits(solution, shape)


def find_puzzle(fields: Sequence[object], shape: Shape) -> int | None:
    """Return the index of the first grid with an empty cell among the fields of a row, or else of the first grid."""
    texts = {place: field for place, field in enumerate(fields) if isinstance(field, str) and len(field) == shape.cells}
    found = {place: grid for place, text in texts.items() if (grid := plain_grid(text, shape))}
    return min(found, key=lambda place: found[place].is_full, default=None)


def is_another_puzzle(text: object, puzzle: Grid) -> bool:
    """Return whether a text is a puzzle that lacks a clue of this one."""
    grid = plain_grid(text, puzzle.shape) if isinstance(text, str) and len(text) == puzzle.shape.cells else None
    return grid is not None and not grid.is_full and not grid.extends(puzzle)


def find_solution(fields: Sequence[object], shape: Shape, puzzle: int) -> int | None:
    """Return the index of the first full grid that keeps the clues of the puzzle, or else of the first solved grid."""
    clues = fields[puzzle]
    keeps_clues: dict[int, bool] = {}
    for place, field in enumerate(fields):
        if place != puzzle and isinstance(clues, str) and isinstance(field, str) and len(field) == shape.cells:
            with suppress(MalformedInputError):
                entry = Entry.read(clues, 1, shape, field)
                if entry.solution is not None and (
                    has_most_clues(entry.solution, entry.puzzle) or not has_clash(entry.solution)
                ):
                    keeps_clues[place] = entry.solution.extends(entry.puzzle)
    return max(keeps_clues, key=keeps_clues.__getitem__, default=None)


def has_most_clues(grid: Grid, puzzle: Grid) -> bool:
    """Return whether a grid has more than half of the clues of a puzzle."""
    kept = sum(grid.values[cell] == digit for cell, digit in puzzle.clues())
    return 2 * kept > puzzle.clue_count


def has_clash(grid: Grid) -> bool:
    """Return whether a house of a grid, which may have empty cells, has a digit twice."""
    digits = ([grid.values[cell] for cell in house if grid.values[cell]] for house in grid.shape.houses)
    return any(len(set(each)) < len(each) for each in digits)


class LineEnd(Enum):
    """The line end of an input."""

    LF = "\n"
    CRLF = "\r\n"


class Spacing(Enum):
    """The blanks in an input of numbers, which a reader such as `scanf("%d")` treats alike."""

    SINGLE = "one blank between numbers"
    DOUBLE = "two blanks between numbers"
    TAB = "a tab between numbers"
    LEADING = "a blank before each line"
    TRAILING = "a blank after each line"

    def apply(self, line: str) -> str:
        """Apply the spacing to a line of numbers separated by single blanks."""
        between = {Spacing.DOUBLE: "  ", Spacing.TAB: "\t"}.get(self, " ")
        before, after = " " * (self is Spacing.LEADING), " " * (self is Spacing.TRAILING)
        return f"{before}{line.replace(' ', between)}{after}"


@dataclass(frozen=True, slots=True)
class Formatting:
    """The formatting of a batch: empty cells (None: the dialect's usual ones), line ends and blanks."""

    empty: str | None = None
    line_end: LineEnd = LineEnd.LF
    final_newline: bool = True
    spacing: Spacing = Spacing.SINGLE

    def to_plain(self) -> dict[str, str | bool | None]:
        """Return the formatting as values that any file format can hold."""
        end, spacing = self.line_end.name, self.spacing.name
        return {"empty": self.empty, "line_end": end, "final_newline": self.final_newline, "spacing": spacing}

    @classmethod
    def from_plain(cls, plain: Mapping[str, object]) -> "Formatting":
        """Return the formatting that `to_plain` wrote; raises ValueError for anything else."""
        with suppress(KeyError):
            empty, final = plain["empty"], plain["final_newline"]
            line_end, spacing = LineEnd[str(plain["line_end"])], Spacing[str(plain["spacing"])]
            if isinstance(empty, str | None) and isinstance(final, bool):
                return cls(empty, line_end, final, spacing)
        raise ValueError(f"{plain!r} is not a formatting")


def raise_errors(entries: Iterable[Entry | MalformedInputError]) -> Iterator[Entry]:
    """Yield the entries before the first error, then raise it."""
    for entry in entries:
        if isinstance(entry, MalformedInputError):
            raise entry
        yield entry


def unread(error: MalformedInputError) -> Failed:
    """Return the response for output that cannot be read."""
    return Failed(Fault.MALFORMED, str(error), variant=message_pattern(error.reason))


@dataclass(frozen=True, slots=True)
class Dialect:
    """Reads and writes puzzles and their answers.

    The readers, `entries` and `responses`, accept LF and CRLF, a missing last line end, trailing blanks and a
    byte-order mark, and take linear time. `entries` yields each puzzle as soon as its last line is read, and an error
    for malformed text if it can continue after it; it raises any other error.
    `responses` never raises: it yields a response per answer, refusal, and stretch of other text.

    | field | meaning |
    | --- | --- |
    | `summary` | one sentence on inputs and answers |
    | `layout` | returns the lines of a puzzle or a solution, with the given empty cell |
    | `empty_characters` | the empty cells that programs must read, the usual one first; the readers accept more |
    | `spacings` | the spacings that programs must read, the usual one first |
    | `header`, `end` | the line before the puzzles, with `{}` for their number, and the line after the puzzles |
    | `blank_between` | whether a blank line separates puzzles, and answers |
    | `batch_limit` | the maximum number of puzzles in an input, if there is one |
    | `as_arguments` | whether the lines of a puzzle are a program's arguments; its standard input is empty |
    | `answer_header` | the first line of the answers, including its line end; then each answer follows its puzzle |
    | `refusal`, `several` | the lines for no and several solutions; the latter is empty if there is no such line |
    | `tag_answer` | returns the line of a solution, in dialects whose answers name their kind |
    | `contract` | the contract of the judge that the dialect comes from |
    | `judge` | returns what that judge compares of an output, such as its lines without blanks at their ends |
    """

    name: str
    summary: str
    entries: Callable[[NumberedLines, Shape], Iterator[Entry | MalformedInputError]]
    responses: Callable[[NumberedLines, Shape], Iterator[Response]]
    layout: Callable[[Grid, str], list[str]]
    empty_characters: str
    header: str = ""
    end: str = ""
    batch_limit: int | None = None
    line_per_puzzle: bool = False
    answer_header: str = ""
    spacings: tuple[Spacing, ...] = (Spacing.SINGLE,)
    blank_between: bool = False
    refusal: str = "no solution"
    several: str = ""
    contract: str = ""
    as_arguments: bool = False
    tag_answer: Callable[[Grid], str] | None = None
    shape: Shape | None = None
    judge: Callable[[str], list[str]] | None = None

    def allowed(self, formatting: Formatting) -> Formatting:
        """Return the formatting, with the dialect's usual empty cell or spacing instead of disallowed ones."""
        empty = formatting.empty if formatting.empty in tuple(self.empty_characters) else None
        spacing = formatting.spacing if formatting.spacing in self.spacings else self.spacings[0]
        if self.as_arguments:  # arguments have no line ends
            return Formatting(empty)
        return replace(formatting, empty=empty, spacing=spacing)

    def write(self, puzzles: Sequence[Grid], formatting: Formatting = Formatting()) -> str:
        """Return a whole input with these puzzles, in the allowed formatting; raises ValueError above `batch_limit`."""
        if self.batch_limit is not None and len(puzzles) > self.batch_limit:
            raise ValueError(f"{self.name} holds {self.batch_limit} puzzle, not {len(puzzles)}")
        formatting = self.allowed(formatting)
        lines = [self.header.format(len(puzzles))] if self.header else []
        for number, puzzle in enumerate(puzzles):
            lines += [""] if self.blank_between and number else []
            lines += map(formatting.spacing.apply, self.layout(puzzle, formatting.empty or self.empty_characters[0]))
        lines += [self.end] if self.end else []
        line_end = formatting.line_end.value
        return line_end.join(lines) + (line_end if lines and formatting.final_newline else "")

    def write_answer(self, answer: Response, puzzle: Grid, number: int = 1) -> str:
        """Return the lines of a grid, a refusal or the word for several solutions, with line ends.

        `number` counts the answers in the output, from 1. Raises KeyError for other answers.
        """
        words: dict[Response, str] = {Declined(): self.refusal, Stated(): self.several}
        if not isinstance(answer, Answered):
            text = words[answer]
        elif self.tag_answer is not None:
            text = self.tag_answer(answer.grid)
        else:
            text = "\n".join(self.layout(answer.grid, self.empty_characters[0]))
        if self.answer_header:
            return f"{encode(puzzle)},{text}\n"
        return "\n" * (self.blank_between and number > 1) + f"{text}\n"

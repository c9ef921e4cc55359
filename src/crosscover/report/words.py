"""Words for what passed between the suite and a subject, fit for any output: no control character gets through."""

from collections.abc import Iterator
from typing import assert_never

from crosscover.properties.judging import NUMBERS, Finding
from crosscover.reference import Grid, NoSolution, Several, Unique, Verdict
from crosscover.reference.dialects import Form, LineEnd
from crosscover.subjects.response import Answered, Counted, Declined, Failed, Response


def visible(text: str) -> str:
    r"""The text with everything that does not print as itself spelled out; line ends too.

    >>> visible("a\x1b[31m\r")
    'a\\x1b[31m\\r'
    """
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode() for character in text
    )


def came_back(response: Response) -> str:
    """What a subject gave for a puzzle."""
    match response:
        case Answered(grid):
            return str(grid)
        case Counted(number):
            return f"the number {number}"
        case Declined():
            return "a refusal"
        case Failed(kind, _):
            return f"no answer ({kind.value})"
        case other:
            assert_never(other)


def right_answers(finding: Finding, place: int) -> tuple[str, ...]:
    """What would have been right for a puzzle, an answer a line."""
    said = finding.verdicts[place]
    number = f"{NUMBERS[type(said)]}: " if is_count(finding) else ""
    match said:
        case NoSolution():
            return (f"{number}no solution",)
        case Unique(solution):
            return (f"{number}{solution}",)
        case Several(first, second):
            return (f"{number}several solutions, such as", str(first), str(second))
        case other:
            assert_never(other)


def right_grid(verdict: Verdict) -> Grid | None:
    """A right answer, where there is one."""
    match verdict:
        case NoSolution():
            return None
        case Unique(solution):
            return solution
        case Several(first, _):
            return first
        case other:
            assert_never(other)


def is_count(finding: Finding) -> bool:
    """Whether numbers were due, not grids."""
    return finding.cause == "wrong number"


def spelled(form: Form) -> Iterator[str]:
    """What is out of the ordinary in how a batch was written down."""
    if form.empty is not None:
        yield f"{form.empty!r} for an empty cell"
    if form.line_end is LineEnd.CRLF:
        yield "lines ending in CRLF"
    if not form.final_newline:
        yield "no line end after the last line"

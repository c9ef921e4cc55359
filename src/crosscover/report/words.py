"""Words for what passed between the suite and a subject, fit for any output: no control character gets through."""

from collections.abc import Iterator, Mapping
from typing import assert_never

from crosscover.dialects import Formatting, LineEnd, Spacing
from crosscover.harness.judging import Counterexample
from crosscover.options import Contract
from crosscover.oracles.rules import clashes
from crosscover.reference import NoSolution, Several, Unique
from crosscover.subjects.subject import Answered


def escape_unprintable(text: str) -> str:
    r"""The text with everything that does not print as itself spelled out; line ends too.

    >>> escape_unprintable("a\x1b[31m\r")
    'a\\x1b[31m\\r'
    """
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode() for character in text
    )


def describe_versions(versions: Mapping[str, str]) -> str:
    """The versions of packages by their names, in one line."""
    return ", ".join(f"{name} {version}" for name, version in versions.items())


def describe_echo(counterexample: Counterexample) -> str:
    """Which puzzle earlier in the run got the same grid, where one did: an answer is then kept too long."""
    place, responses = counterexample.failing_index, counterexample.transcript.responses
    if place is None or not isinstance(responses[place], Answered):
        return ""
    earlier = [
        index
        for index in range(place)
        if responses[index] == responses[place] and counterexample.batch[index] != counterexample.batch[place]
    ]
    return f"What came back is the answer that puzzle {earlier[-1] + 1} got." if earlier else ""


def describe_formatting(formatting: Formatting) -> Iterator[str]:
    """What is unusual in how a batch was written down."""
    if formatting.empty is not None:
        yield f"{formatting.empty!r} for an empty cell"
    if formatting.line_end is LineEnd.CRLF:
        yield "lines ending in CRLF"
    if not formatting.final_newline:
        yield "no line end after the last line"
    if formatting.spacing is not Spacing.SINGLE:
        yield formatting.spacing.value


def right_answers(counterexample: Counterexample, place: int) -> tuple[str, ...]:
    """What would have been right for a puzzle, an answer a line."""
    verdict = counterexample.verdicts[place]
    number = f"{len(verdict.solutions)}: " if counterexample.wants_count else ""
    match verdict:
        case NoSolution() if counterexample.contract is Contract.CLASSIFY:
            clash = next(clashes(counterexample.batch[place]), None)
            return ("no solution, and no clues clash" if clash is None else "no solution: clues clash",)
        case NoSolution():
            return (f"{number}no solution",)
        case Unique(solution):
            return (f"{number}{solution}",)
        case Several(first, _) if counterexample.contract is Contract.LEAST:
            return ("the least of several solutions", str(first))
        case Several(first, second):
            return (f"{number}several solutions, such as", str(first), str(second))
        case other:
            assert_never(other)

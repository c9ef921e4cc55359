"""Descriptions of puzzles, answers and measurements in words, without control characters."""

from collections.abc import Iterator, Mapping
from typing import assert_never

from crosscover.contracts import WORD
from crosscover.dialects import Formatting, LineEnd, Spacing
from crosscover.harness.judging import Counterexample
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
    """Return the versions of packages in one line."""
    return ", ".join(f"{name} {version}" for name, version in versions.items())


def describe_echo(counterexample: Counterexample) -> str:
    """Return which earlier puzzle of the run received the same grid, if any: the solver then kept its answer."""
    place, responses = counterexample.failing_index, counterexample.transcript.responses
    if place is None or not isinstance(responses[place], Answered):
        return ""
    earlier = [
        index
        for index in range(place)
        if responses[index] == responses[place] and counterexample.batch[index] != counterexample.batch[place]
    ]
    return f"The answer is that of puzzle {earlier[-1] + 1}." if earlier else ""


def describe_formatting(formatting: Formatting) -> Iterator[str]:
    """Yield how the formatting of a batch differs from the usual one."""
    if formatting.empty is not None:
        yield f"{formatting.empty!r} for an empty cell"
    if formatting.line_end is LineEnd.CRLF:
        yield "lines ending in CRLF"
    if not formatting.final_newline:
        yield "no line end after the last line"
    if formatting.spacing is not Spacing.SINGLE:
        yield formatting.spacing.value


def expected_lines(counterexample: Counterexample, place: int) -> tuple[str, ...]:
    """Return the expected answers to a puzzle, one per line."""
    verdict = counterexample.verdicts[place]
    number = f"{len(verdict.solutions)}: " if counterexample.wants_count else ""
    match verdict:
        case NoSolution() if counterexample.contract.none is WORD:
            clash = next(clashes(counterexample.batch[place]), None)
            return ("no solution, and no clues clash" if clash is None else "no solution: clues clash",)
        case NoSolution():
            return (f"{number}no solution",)
        case Unique(solution):
            return (f"{number}{solution}",)
        case Several(first, _) if counterexample.contract.wants_least:
            return ("the least of several solutions", str(first))
        case Several(first, second):
            return (f"{number}several solutions, such as", str(first), str(second))
        case other:
            assert_never(other)

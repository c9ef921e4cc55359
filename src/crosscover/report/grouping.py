"""Which failures have one cause: what is wrong reads the same but for places, digits and numbers."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from crosscover.dialects import Formatting

from .events import Failure, Outcome, Status

_ABSTRACTIONS = (
    (re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\""), "TEXT"),
    (re.compile(r"\bat \S+:\d+ in \S+"), "PLACE"),
    (re.compile(r"\b[.0-9]{16,}(?![.0-9])"), "GRID"),
    (re.compile(r"\br\d+c\d+\b"), "CELL"),
    (re.compile(r"\bCELL(?:, CELL)*(?: and CELL)?"), "CELLS"),
    (re.compile(r"\b(?:row|column|box) \d+"), "HOUSE"),
    (re.compile(r"\btwice\b|\b\d+ times\b"), "OFTEN"),
    (re.compile(r"\d+"), "N"),
    (re.compile(r"(?<=N )(puzzle|line|answer|byte)s\b"), r"\1"),
)


@dataclass(frozen=True, slots=True)
class Group:
    """Failures with one cause: the one that is shown, and the names of the other properties that met it."""

    shown: Outcome
    also: tuple[str, ...] = ()


def grouped(outcomes: Iterable[Outcome]) -> list[Group]:
    """Every failure that counts, by its cause; the shortest is shown, and comes first, but for faults of crosscover."""
    causes: dict[tuple[object, ...], list[tuple[tuple[int, int], Outcome]]] = {}
    for outcome in outcomes:
        if counts(outcome) and outcome.failure is not None:
            causes.setdefault(_cause(outcome.status, outcome.failure), []).append((_length(outcome.failure), outcome))
    for members in causes.values():
        members.sort(key=lambda member: member[0])
    members_by_length = sorted(
        causes.values(), key=lambda members: (members[0][1].status is Status.FAULT, members[0][0])
    )
    return [Group(one, tuple(other.name for _, other in rest)) for ((_, one), *rest) in members_by_length]


def counts(outcome: Outcome) -> bool:
    """Whether an outcome is a failure that nobody expected."""
    return not outcome.known and outcome.status in (Status.WRONG, Status.TIMED_OUT, Status.FAULT)


def pattern(reason: str) -> str:
    """What a reason says, whatever the cells, digits, lines and numbers.

    >>> pattern("row 5 has 7 twice, at r5c2 and r5c9") == pattern("box 1 has 2 3 times, at r1c1, r1c2 and r2c1")
    True
    """
    for expression, word in _ABSTRACTIONS:
        reason = expression.sub(word, reason)
    return reason


def _cause(status: Status, failure: Failure) -> tuple[object, ...]:
    """Equal for failures of one cause.

    What takes earlier puzzles of its batch to show is told from what a puzzle shows alone: findings have been made
    small, so the others are not needed for nothing. So is what takes an unusual form of the input. Where time ran out,
    neither was waited for.
    """
    counterexample = failure.counterexample
    if counterexample is None:
        return status, pattern(failure.reason)
    response = (
        None
        if counterexample.failing_index is None
        else type(counterexample.transcript.responses[counterexample.failing_index])
    )
    takes_more = status is not Status.TIMED_OUT and (
        len(counterexample.batch) > 1,
        counterexample.formatting == Formatting(),
    )
    return status, counterexample.cause, pattern(counterexample.reason), response, takes_more


def _length(failure: Failure) -> tuple[int, int]:
    batch = failure.counterexample.batch if failure.counterexample else filter(None, (failure.puzzle,))
    puzzles = list(batch)
    return len(puzzles), sum(puzzle.values.count(0) for puzzle in puzzles)

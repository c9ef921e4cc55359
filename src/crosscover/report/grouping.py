"""Which failures have one cause: what is wrong reads the same but for places, digits and numbers."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from crosscover.dialects import Formatting
from crosscover.harness.outcome import SAVED_FAILURES, Outcome, Status
from crosscover.reference import Grid

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
class FailureGroup:
    """Failures with one cause: the one that is shown, and the names of the other properties that failed for it."""

    outcome: Outcome
    same_cause: tuple[str, ...] = ()


def group_failures(outcomes: Iterable[Outcome]) -> list[FailureGroup]:
    """Every unexpected failure by its cause, those with the fewest puzzles and empty cells first.

    A property that failed for several causes is taken apart into them. The first failure of a cause is the one that is
    shown. Faults of crosscover come last.
    """
    causes: dict[tuple[object, ...], list[Outcome]] = {}
    for outcome in sorted(chain.from_iterable(one.by_cause() for one in outcomes), key=_rank):
        if (outcome.accuses or outcome.status is Status.FAULT) and not outcome.expected:
            causes.setdefault(_cause(outcome), []).append(outcome)
    return [
        FailureGroup(one, tuple(dict.fromkeys(other.name for other in others if other.name != one.name)))
        for one, *others in causes.values()
    ]


def reason_pattern(reason: str) -> str:
    """What a reason says, whatever the cells, digits, lines and numbers.

    >>> one, other = "row 5 has 7 twice, at r5c2 and r5c9", "box 1 has 2 3 times, at r1c1, r1c2 and r2c1"
    >>> reason_pattern(one) == reason_pattern(other)
    True
    """
    for expression, word in _ABSTRACTIONS:
        reason = expression.sub(word, reason)
    return reason


def _cause(outcome: Outcome) -> tuple[object, ...]:
    """Equal for failures of one cause.

    A counterexample has been shrunk: where it still has several puzzles, or an unusual formatting, the failure needs
    them, and is told from one that a puzzle shows alone. A timeout is hardly shrunk, so there neither tells anything.
    """
    failure, status = outcome.failure, outcome.status
    if failure is None or failure.counterexample is None:
        return status, reason_pattern(failure.reason if failure else "")
    counterexample = failure.counterexample
    place = counterexample.failing_index
    response = None if place is None else type(counterexample.transcript.responses[place])
    needs = status is not Status.TIMED_OUT and (
        len(counterexample.batch) > 1,
        counterexample.formatting == Formatting(),
        counterexample.right_alone,
    )
    return status, counterexample.cause, reason_pattern(counterexample.reason), response, needs


def _rank(outcome: Outcome) -> tuple[bool, int, int, bool]:
    """Whether it is our own fault, the number of puzzles, that of their empty cells, and whether it was only saved."""
    failure = outcome.failure
    puzzles: Sequence[Grid] = ()
    if failure is not None and failure.counterexample is not None:
        puzzles = failure.counterexample.batch
    elif failure is not None and failure.puzzle is not None:
        puzzles = (failure.puzzle,)
    is_saved = outcome.name == SAVED_FAILURES
    return outcome.status is Status.FAULT, len(puzzles), sum(len(puzzle.empty_cells()) for puzzle in puzzles), is_saved

"""Makes the failures that reports show, each once, from the exception that ended a property.

Reports combine failures with the same cause. A failure knows its input, so a run of the solver can be repeated.
"""

import traceback
from collections.abc import Iterator

from msgspec.structs import replace

from crosscover.contracts import SOLUTION
from crosscover.dialects import Formatting, LineEnd, Spacing
from crosscover.oracles.errors import EngineError
from crosscover.oracles.panel import DisagreementError
from crosscover.responses import Answered, message_pattern
from crosscover.result import Failure, Status

from .judging import Counterexample, InvalidExampleError, PropertyViolatedError, SubjectFailedError
from .property import Property
from .verdicts import RefutedVerdictError, UncertifiedError, certify

MAX_CERTIFICATES = 7
"""Maximum number of certificates per failure in a report."""

NAMED_FAULTS = (DisagreementError, EngineError, InvalidExampleError, RefutedVerdictError)
"""Exceptions that report a fault of crosscover with a message that needs no traceback."""

Cause = tuple[object, ...]
"""A key that failures with the same cause share."""


def failures_by_cause(prop: Property, error: Exception) -> dict[Cause, Failure]:
    """Return the failures of a property that ended with an exception, the smallest first, certified if there is time.

    All failures that occur now and then have one cause, since such a solver may give any answer. An unexpected
    exception is a failure if the property calls the code under test; otherwise it is a fault of crosscover, as is a
    refuted verdict.
    """
    try:
        found = list(_failures(prop, error))
    except RefutedVerdictError as refuted:
        found = list(_failures(prop, refuted))
    failures: dict[Cause, Failure] = {}
    for cause, failure in found:
        failures.setdefault((failure.status, cause), failure)
    return failures


def _failures(prop: Property, error: Exception) -> Iterator[tuple[object, Failure]]:
    match error:
        case SubjectFailedError(counterexamples=counterexamples):
            for found in counterexamples:
                failure = _certified(failure_of(found, prop.name, prop.statement), found)
                yield "now and then" if failure.is_flaky else found.cause_key, failure
        case PropertyViolatedError(reason=reason, puzzle=puzzle, is_timeout=is_timeout):
            failure = Failure(prop.name, prop.statement, _status(is_timeout=is_timeout), reason)
            if puzzle is not None:
                failure = replace(failure, shape=str(puzzle.shape), puzzles=(str(puzzle),))
            yield message_pattern(reason), failure
        case _:
            is_named = isinstance(error, NAMED_FAULTS)
            is_theirs = prop.calls_subject and not is_named
            reason = f"{type(error).__name__}: {error}" if is_named else f"raised {type(error).__name__}: {error}"
            detail = "" if is_named else "".join(traceback.format_exception(error))
            status = Status.WRONG if is_theirs else Status.FAULT
            yield message_pattern(reason), Failure(prop.name, prop.statement, status, reason, detail=detail)


def failure_of(found: Counterexample, name: str, statement: str = "") -> Failure:
    """Return the failure that a counterexample to the named property shows."""
    response, mismatch, transcript = found.response, found.mismatch, found.transcript
    solutions = found.verdict.solutions if found.failing_index is not None or len(found.batch) == 1 else ()
    return Failure(
        name,
        statement,
        _status(is_timeout=found.is_timeout),
        found.reason,
        kind=found.cause,
        shape=str(found.puzzle.shape),
        puzzles=tuple(map(str, found.batch)),
        failing_index=found.failing_index,
        right_alone=found.right_alone,
        answer_of=_answer_of(found),
        repeats=found.repeats,
        failed_repeats=found.failed_repeats,
        received="" if response is None else str(response),
        expected=() if found.failing_index is None else found.expected_lines,
        answer=str(response.grid) if isinstance(response, Answered) else None,
        wrong_cells=mismatch.cells,
        wrong_house=mismatch.house,
        differing_cells=found.differing_cells,
        solutions=tuple(map(str, solutions)),
        wants_text=found.contract.requirements[len(solutions)] is not SOLUTION,
        written=tuple(describe_formatting(found.formatting)),
        formatting=found.formatting.to_plain(),
        hash_seed=transcript.hash_seed,
        input=transcript.sent,
        output=transcript.received,
    )


def _status(*, is_timeout: bool) -> Status:
    return Status.TIMED_OUT if is_timeout else Status.WRONG


def _certified(failure: Failure, found: Counterexample) -> Failure:
    """Return the failure, with certificates if there is time; raises RefutedVerdictError."""
    verdicts = dict(zip(found.batch, found.verdicts, strict=True))
    try:
        lines = [certificate.line() for certificate in certify(verdicts.items())]
    except UncertifiedError:
        return failure
    return replace(failure, certified=True, certificates=tuple(lines[:MAX_CERTIFICATES]))


def _answer_of(found: Counterexample) -> int | None:
    """Return the index of the last earlier puzzle with the same answer, if the failing puzzle passes alone."""
    place, responses = found.failing_index, found.transcript.responses
    if place is None or not found.right_alone or not isinstance(responses[place], Answered):
        return None
    for index in reversed(range(place)):
        if responses[index] == responses[place] and found.batch[index] != found.batch[place]:
            return index
    return None


def describe_formatting(formatting: Formatting) -> Iterator[str]:
    """Yield how a formatting differs from the usual one."""
    if formatting.empty is not None:
        yield f"{formatting.empty!r} for an empty cell"
    if formatting.line_end is LineEnd.CRLF:
        yield "lines ending in CRLF"
    if not formatting.final_newline:
        yield "no line end after the last line"
    if formatting.spacing is not Spacing.SINGLE:
        yield formatting.spacing.value

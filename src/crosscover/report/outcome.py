"""From what pytest saw of a property to its outcome."""

import traceback
from dataclasses import dataclass, replace

from crosscover.oracles.errors import EngineError
from crosscover.oracles.panel import Disagreement
from crosscover.properties.applies import Asked, Needs
from crosscover.properties.certifying import FalseVerdict, Uncertified, certify
from crosscover.properties.judging import Finding, is_timeout
from crosscover.properties.trial import ImproperDrawError, Record, Untrue, Wrong

from .model import Failure, Outcome, Status


@dataclass(frozen=True, slots=True)
class Tested:
    """A property as pytest knows it: the name of its test, what it says, and of whom it is asked."""

    name: str
    sentence: str
    asked: Asked


CERTIFY_SECONDS = 60.0
"""What the certificates of one batch may take; in that time those of a thousand puzzles are made."""


def outcome_of(
    tested: Tested, record: Record, seconds: float, error: BaseException | None, *, certifies: bool = False
) -> Outcome:
    """The outcome of a property that has ended, with the exception that ended it, None where it passed.

    What the dancing links themselves raise is held against them; any other unexpected exception is our own fault.
    Where the trial `certifies`, so are the right answers of a failure.
    """
    status, failure = _judged(tested.asked, record, error)
    if certifies and failure is not None and failure.finding is not None:
        status, failure = _certified(status, failure, failure.finding)
    return Outcome(
        name=tested.name.removeprefix("test_"),
        sentence=tested.sentence,
        status=status,
        judged=record.judged,
        unit=record.unit,
        spared=record.spared,
        runs=record.runs,
        seconds=seconds,
        killed_after=record.killed_after,
        traits=dict(record.traits),
        failure=failure,
    )


def _judged(asked: Asked, record: Record, error: BaseException | None) -> tuple[Status, Failure | None]:
    match error:
        case None if record.judged:
            return Status.PASSED, None
        case None:
            return Status.VACUOUS, Failure("judged nothing, so nothing is known")
        case Wrong():
            status = Status.TIMED_OUT if is_timeout(error.finding) else Status.WRONG
            return status, Failure(error.reason, finding=error.finding)
        case Untrue():
            return Status.TIMED_OUT if error.late else Status.WRONG, Failure(error.reason, puzzle=error.puzzle)
        case Disagreement() | EngineError() | FalseVerdict() | ImproperDrawError() | Uncertified():
            return Status.FAULT, Failure(f"{type(error).__name__}: {error}")
        case _:
            own = asked.needs is not Needs.DANCING_LINKS or not isinstance(error, Exception)
            reason = f"raised {type(error).__name__}: {error}"
            detail = "".join(traceback.format_exception(error))
            return (Status.FAULT if own else Status.WRONG), Failure(reason, detail=detail)


def _certified(status: Status, failure: Failure, finding: Finding) -> tuple[Status, Failure]:
    """A verdict that turns out to be false must not be held against the subject."""
    try:
        for _ in certify(zip(finding.batch, finding.verdicts, strict=True), CERTIFY_SECONDS):
            pass
    except FalseVerdict as error:
        return Status.FAULT, replace(failure, reason=f"FalseVerdict: {error}")
    except (Uncertified, ValueError):
        return status, failure
    return status, replace(failure, certified=True)

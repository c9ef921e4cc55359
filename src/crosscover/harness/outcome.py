"""What became of a property: plain data, which reports read and nobody changes."""

import traceback
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

from crosscover.oracles.certificate import Certificate
from crosscover.oracles.errors import EngineError
from crosscover.oracles.panel import DisagreementError, UndecidedError
from crosscover.reference import Grid
from crosscover.subjects.options import Contract

from .applies import AppliesTo, Requires
from .judging import Counterexample, InvalidExampleError, PropertyViolatedError, SubjectFailedError
from .property_run import Record
from .verdicts import RefutedVerdictError, UncertifiedError, certify
from .volume import FalseDerivationError

FEWEST_PUZZLES = 10
"""What is wrong for a quarter of a kind of puzzles shows among so many with 94 %; on fewer nothing is called good."""


SAVED_FAILURES = "saved_failures"
"""The property that tries again what failed before, however little that is; it is there in some runs only."""


class Status(Enum):
    """How a property came out."""

    PASSED = "passed"
    WRONG = "wrong"
    """The subject gave a wrong answer, or crashed, or broke its contract in another way."""
    TIMED_OUT = "timed out"
    """Nothing worse was seen than that an answer did not come in time."""
    VACUOUS = "vacuous"
    """Nothing was judged, so nothing is known."""
    FAULT = "fault"
    """The oracles disagree, or crosscover itself failed: never held against the subject."""
    NOT_RUN = "not run"
    """The run ended before its turn."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a property did not pass.

    `counterexample` is there where the subject was asked for a batch; `puzzle` where an engine broke a property of its
    set of solutions; neither where the fault lies elsewhere. `certified` says that the right answers carry checked
    certificates, which `certificates` has in the order of the batch. `saved_as` is the ID under which the batch is
    saved to be tried again; empty where it is not. `others` are the failures of the same property for other causes,
    smallest first.
    """

    reason: str
    counterexample: Counterexample | None = None
    puzzle: Grid | None = None
    detail: str = ""
    certified: bool = False
    saved_as: str = ""
    others: tuple["Failure", ...] = ()
    certificates: tuple[Certificate, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one property: `name` is that of its test without `test_`, `statement` what it says.

    `judged` counts `unit`s, puzzles mostly; after `failed_after` of them the subject was first seen to be wrong.
    `labels` counts the kinds of puzzle that occurred. `simplified_or_skipped` is the number of puzzles that a slow
    subject was given with more clues, or not at all. `expected` says that the failure was expected, and does not count
    against the subject.
    """

    name: str
    statement: str
    status: Status
    judged: int = 0
    unit: str = "puzzles"
    runs: int = 0
    seconds: float = 0.0
    failed_after: int | None = None
    labels: Mapping[str, int] = field(default_factory=dict[str, int])
    failure: Failure | None = None
    expected: bool = False
    simplified_or_skipped: int = 0

    @property
    def is_thin(self) -> bool:
        """Whether it passed on so few puzzles that little is known."""
        is_few = self.unit == "puzzles" and self.judged < FEWEST_PUZZLES and self.name != SAVED_FAILURES
        return self.status is Status.PASSED and is_few

    @property
    def accuses(self) -> bool:
        """Whether it holds something against the subject, expected or not."""
        return self.status in (Status.WRONG, Status.TIMED_OUT)

    def by_cause(self) -> tuple["Outcome", ...]:
        """The outcome once for each cause that was found, with the failure for it."""
        if self.failure is None or not self.failure.others:
            return (self,)
        causes = replace(self.failure, others=()), *self.failure.others
        return tuple(
            replace(self, failure=failure, status=_status(failure.counterexample) if failure.counterexample else status)
            for status, failure in ((self.status, cause) for cause in causes)
        )

    def after(self, earlier: "Outcome") -> "Outcome":
        """The outcome of a property over this round and those before; one that judged nothing takes nothing back."""
        latest = self
        if self.status is Status.VACUOUS and earlier.status is Status.PASSED:
            latest = replace(self, status=earlier.status, failure=None)
        return replace(
            latest,
            judged=earlier.judged + self.judged,
            simplified_or_skipped=earlier.simplified_or_skipped + self.simplified_or_skipped,
            runs=earlier.runs + self.runs,
            seconds=earlier.seconds + self.seconds,
            failed_after=None if self.failed_after is None else earlier.judged + self.failed_after,
            labels=dict(Counter(earlier.labels) + Counter(self.labels)),
        )


@dataclass(frozen=True, slots=True)
class Property:
    """A property by its name without `test_`, what it says, and which subjects it applies to."""

    name: str
    statement: str
    applies_to: AppliesTo


CERTIFY_SECONDS = 10.0
"""What the certificates of one batch may take; in that time those of hundreds of puzzles are made."""


def outcome_of(
    judged: Property, record: Record, seconds: float, error: BaseException | None, *, certified: bool = False
) -> Outcome:
    """The outcome of a property that has ended, with the exception that ended it, None where it passed.

    What the dancing links themselves raise is held against them; any other unexpected exception is our own fault. With
    `certified` the right answers of a failure are proved.
    """
    status, failure = _status_and_failure(judged.applies_to, record, error)
    if certified and failure is not None and failure.counterexample is not None:
        status, failure = _with_certificates(status, failure)
    failed_after = record.failed_after
    if failed_after is None and status in (Status.WRONG, Status.TIMED_OUT):
        failed_after = record.judged  # seen outside of any example, so after all that was judged
    return Outcome(
        name=judged.name,
        statement=judged.statement,
        status=status,
        judged=record.judged,
        unit=record.unit,
        runs=record.runs,
        seconds=seconds,
        failed_after=failed_after,
        labels=dict(record.labels),
        failure=failure,
        simplified_or_skipped=record.simplified_or_skipped,
    )


def _status_and_failure(
    applies_to: AppliesTo, record: Record, error: BaseException | None
) -> tuple[Status, Failure | None]:
    match error:
        case None if record.judged:
            return Status.PASSED, None
        case None:
            return Status.VACUOUS, Failure("judged nothing, so nothing is known")
        case SubjectFailedError(counterexample=counterexample):
            others = tuple(Failure(other.reason, counterexample=other) for other in error.others)
            return _status(counterexample), Failure(counterexample.reason, counterexample=counterexample, others=others)
        case PropertyViolatedError():
            return Status.TIMED_OUT if error.late else Status.WRONG, Failure(error.reason, puzzle=error.puzzle)
        case (
            DisagreementError()
            | EngineError()
            | FalseDerivationError()
            | InvalidExampleError()
            | RefutedVerdictError()
            | UncertifiedError()
            | UndecidedError()
        ):
            return Status.FAULT, Failure(f"{type(error).__name__}: {error}")
        case _:
            own = applies_to.requires is not Requires.DANCING_LINKS or not isinstance(error, Exception)
            reason = f"raised {type(error).__name__}: {error}"
            detail = "".join(traceback.format_exception(error))
            return (Status.FAULT if own else Status.WRONG), Failure(reason, detail=detail)


def _status(counterexample: Counterexample) -> Status:
    return Status.TIMED_OUT if counterexample.is_timeout else Status.WRONG


def _with_certificates(status: Status, failure: Failure) -> tuple[Status, Failure]:
    """A verdict that turns out to be false must not be held against the subject."""
    proved: list[Failure] = []
    for cause in (failure, *failure.others):
        found = cause.counterexample
        certified = True
        certificates: tuple[Certificate, ...] = ()
        try:
            verdicts = dict(zip(found.batch, found.verdicts, strict=True)) if found else {}
            least = found is not None and found.contract is Contract.LEAST
            certificates = tuple(certify(verdicts.items(), CERTIFY_SECONDS, least=least))
        except RefutedVerdictError as error:
            return Status.FAULT, replace(failure, reason=f"RefutedVerdictError: {error}", others=())
        except (UncertifiedError, ValueError):
            certified = False
        proved.append(replace(cause, certified=certified, certificates=certificates))
    return status, replace(proved[0], others=tuple(proved[1:]))

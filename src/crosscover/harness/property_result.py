"""The result of a property, filled by the judge and summarized by `crosscover.report.summary`.

Labels count the puzzles by number of clues and by number of solutions.
"""

import math
import traceback
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from crosscover.oracles.certificate import Certificate
from crosscover.oracles.errors import EngineError
from crosscover.oracles.panel import DisagreementError
from crosscover.oracles.rules import clashes
from crosscover.reference import Grid, NoSolution, Several, Shape, Unique, Verdict
from crosscover.responses import message_pattern
from crosscover.result import Status

from .judging import (
    Counterexample,
    InvalidExampleError,
    PropertyViolatedError,
    SubjectFailedError,
)
from .property import Property
from .verdicts import RefutedVerdictError

CLUE_RANGES = ((0, 16), (17, 17), (18, 22), (23, 26), (27, 35), (36, 50), (51, 70), (71, 79), (80, 80), (81, 81))

DERIVED = "derived: "
"""Label prefix of puzzles that were derived from certified puzzles, without the panel."""

CONFIDENCE = 0.95
"""Confidence level of `rarer_than`."""

FEWEST_PUZZLES = 10
"""Minimum number of puzzles to trust a pass: 10 miss an error in every fourth puzzle with 6 % probability."""

NAMED_FAULTS = (
    DisagreementError,
    EngineError,
    InvalidExampleError,
    RefutedVerdictError,
)
"""Exceptions that report a fault of crosscover with a message that needs no traceback."""


@dataclass(frozen=True, slots=True)
class FoundFailure:
    """The reason why a property did not pass.

    A failed batch is a `counterexample`; a failure of an engine may have a `puzzle` instead. `certified` means that the
    expected answers have checked certificates; `certificates` lists them in the order of the batch. `saved_as` is
    the ID of the saved failure, or empty. `others` are failures of the property with other causes, smallest first.
    Failures without a counterexample have the same cause if their `cause` is equal.
    """

    reason: str
    counterexample: Counterexample | None = None
    puzzle: Grid | None = None
    detail: str = ""
    certified: bool = False
    saved_as: str = ""
    others: tuple["FoundFailure", ...] = ()
    certificates: tuple[Certificate, ...] = ()
    cause: str = ""

    @property
    def puzzles(self) -> tuple[Grid, ...]:
        """The puzzles that show the failure."""
        if self.counterexample is not None:
            return self.counterexample.batch
        return () if self.puzzle is None else (self.puzzle,)


@dataclass(slots=True)
class PropertyResult:
    """The result of one property over all its rounds; the judge fills it, and the reports read it.

    `judged` counts `unit`s, mostly puzzles; the subject first failed after `failed_after` of them. `labels` counts
    puzzles by kind, `distinct` counts distinct puzzles, and `skipped` counts puzzles that a slow subject did not
    receive, or given puzzles that it has not received yet. `unanswered` lists puzzles that timed out without being a
    failure; among them, `suspects` are easy puzzles, on which the subject may hang, and `out_of_memory` lists puzzles
    that exceeded the default memory limit. `undecided` lists puzzles that the panel cannot decide. `reads_only` maps
    each usual form of input that the subject needs to its wrong answer in another form, or to an empty string. `facets`
    is the size of the covering list in facets; `not_asked` lists facets not covered. An `expected` failure does not
    count against the subject.

    `rounds` is the number of rounds so far, `covered` the number of judged batches of the covering list, and `asked`
    contains the hashes of the judged puzzles. `is_finished` means that another round would judge nothing new,
    `had_no_time` that the time was up before the property was finished. `Property` explains `is_given` and
    `is_random_proper`.
    """

    name: str
    statement: str
    status: Status = Status.NOT_RUN
    judged: int = 0
    unit: str = "puzzles"
    runs: int = 0
    seconds: float = 0.0
    failed_after: int | None = None
    labels: Counter[str] = field(default_factory=Counter[str])
    failure: FoundFailure | None = None
    expected: bool = False
    skipped: int = 0
    distinct: int = 0
    unanswered: list[Grid] = field(default_factory=list[Grid])
    suspects: list[Grid] = field(default_factory=list[Grid])
    undecided: list[Grid] = field(default_factory=list[Grid])
    facets: int = 0
    not_asked: tuple[str, ...] = ()
    out_of_memory: list[Grid] = field(default_factory=list[Grid])
    reads_only: dict[str, str] = field(default_factory=dict[str, str])
    rounds: int = 0
    covered: int = 0
    asked: set[int] = field(default_factory=set[int])
    is_finished: bool = False
    had_no_time: bool = False
    is_given: bool = False
    is_random_proper: bool = False

    @property
    def is_thin(self) -> bool:
        """Whether the property passed with too few puzzles."""
        return self.is_sample and self.judged < FEWEST_PUZZLES and (self.facets == 0 or bool(self.not_asked))

    @property
    def is_sample(self) -> bool:
        """Whether the property passed with puzzles that crosscover generated."""
        return self.status is Status.PASSED and self.unit == "puzzles" and not self.is_given

    @property
    def is_open(self) -> bool:
        """Whether an error may be hidden in a puzzle that was not judged: a suspect, an undecided or a given puzzle."""
        return bool(self.suspects or self.undecided or (self.is_given and (self.unanswered or self.skipped)))

    @property
    def has_failed(self) -> bool:
        """Whether the subject failed, expected or not."""
        return self.status.has_failed

    def by_cause(self) -> tuple["PropertyResult", ...]:
        """Return one copy of the result for each cause of failure."""
        if self.failure is None or not self.failure.others:
            return (self,)
        causes = replace(self.failure, others=()), *self.failure.others
        return tuple(
            replace(self, failure=failure, status=_status(failure.counterexample) if failure.counterexample else status)
            for status, failure in ((self.status, cause) for cause in causes)
        )


def puzzle_labels(puzzle: Grid, verdict: Verdict) -> Iterator[str]:
    """Yield the labels of one puzzle."""
    clues = puzzle.clue_count
    if puzzle.shape == Shape():
        yield from (f"clues {low}-{high}" for low, high in CLUE_RANGES if low <= clues <= high)
    match verdict:
        case Unique():
            yield "one solution"
        case Several():
            yield "several solutions"
        case NoSolution():
            yield "clashing clues" if next(clashes(puzzle), None) else "no solution without a clash"


def rarer_than(puzzles: int) -> int | None:
    """Return N such that errors are rarer than 1 in N with 95 % confidence, given this number of distinct puzzles.

    N comes from the exact rule of three, rounded down to two significant digits: about a third of the puzzles. Assumes
    that no puzzle failed and that the puzzles were drawn independently. None for fewer than 5 puzzles.

    >>> rarer_than(1200), rarer_than(30), rarer_than(4)
    (400, 10, None)
    """
    if not puzzles:
        return None
    bound = int(-1 / math.expm1(math.log(1 - CONFIDENCE) / puzzles))
    unit = 10 ** max(0, len(str(bound)) - 2)
    return bound // unit * unit if bound > 1 else None


def conclude(result: PropertyResult, prop: Property, error: Exception | None) -> None:
    """Set the status and the failure after a round, given the exception that ended it, or None.

    An unexpected exception is a failure if the property calls the code under test, else a fault of crosscover.
    """
    failure: FoundFailure | None = None
    match error:
        case None if result.judged or result.is_open:
            status = Status.NOT_DECIDED if result.is_open else Status.PASSED
        case None if result.unanswered or result.skipped or result.had_no_time:
            status = Status.NOT_RUN
        case None:
            status, failure = Status.VACUOUS, FoundFailure("judged nothing, so nothing is known")
        case SubjectFailedError(counterexamples=(found, *more)):
            others = tuple(FoundFailure(other.reason, other) for other in more)
            status, failure = _status(found), FoundFailure(found.reason, found, others=others)
        case PropertyViolatedError(reason=reason):
            status = Status.TIMED_OUT if error.is_timeout else Status.WRONG
            failure = FoundFailure(reason, puzzle=error.puzzle, cause=message_pattern(reason))
        case _:
            is_named = isinstance(error, NAMED_FAULTS)
            reason = f"{'' if is_named else 'raised '}{type(error).__name__}: {error}"
            detail = "" if is_named else "".join(traceback.format_exception(error))
            is_theirs = prop.calls_subject and not is_named
            status = Status.WRONG if is_theirs else Status.FAULT
            failure = FoundFailure(reason, detail=detail, cause=message_pattern(reason))
    result.status, result.failure = status, failure
    if result.failed_after is None and result.has_failed:
        result.failed_after = result.judged  # occurred outside of any example, so after everything judged


def _status(counterexample: Counterexample) -> Status:
    return Status.TIMED_OUT if counterexample.is_timeout else Status.WRONG

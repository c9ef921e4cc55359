"""The result of a property, filled round by round.

Labels count the puzzles by number of clues and by number of solutions.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum

from msgspec.structs import replace

from crosscover.oracles.rules import clashes
from crosscover.reference import Grid, NoSolution, Several, Shape, Unique, Verdict
from crosscover.result import CheckedProperty, Failure, Gap, GapKind, Status

from .failure import Cause, failures_by_cause
from .property import Property

CLUE_RANGES = ((0, 16), (17, 17), (18, 22), (23, 26), (27, 35), (36, 50), (51, 70), (71, 79), (80, 80), (81, 81))

DERIVED = "derived: "
"""Label prefix of puzzles that were derived from certified puzzles, without the panel."""

CONFIDENCE = 0.95
"""Confidence level of `rarer_than`."""

MIN_PUZZLES = 10
"""Minimum number of puzzles to trust a pass: 10 miss an error in every fourth puzzle with 6 % probability."""


class Ended(Enum):
    """Why the last round of a property ended."""

    NOT_YET = "another round judges other puzzles"
    NO_TIME = "the time was up before the property was finished"
    FINISHED = "another round would judge nothing new"
    FAILED = "the property failed, or crosscover"


@dataclass(slots=True)
class PropertyResult:
    """The result of one property over all its rounds: what is reported, and what the next round needs to know.

    The run fills `reported`, except for its gaps. `failures` holds the failures by cause, the smallest first; `ended`
    is the reason for the end of the last round.

    `skipped` counts puzzles that a slow subject did not receive, or given puzzles that it has not received yet.
    `unanswered` lists puzzles that timed out without being a failure; among them, `suspects` are easy puzzles, on which
    the subject may hang, and `out_of_memory` lists puzzles that exceeded the default memory limit. `undecided` lists
    puzzles that the panel cannot decide, and `not_covered` facets. `reads_only` maps each usual form of input that the
    subject needs to its wrong answer in another form, or to an empty string.

    `first_failing` is the first failing puzzle before it is shrunk, None if no puzzle is known. `rounds` is the number
    of rounds so far, `covered` the number of judged batches of the covering list, and `seen`
    contains the hashes of the judged puzzles. `Property` explains `is_given` and `is_random_proper`.
    """

    reported: CheckedProperty
    failures: dict[Cause, Failure] = field(default_factory=dict[Cause, Failure])
    ended: Ended = Ended.NOT_YET
    skipped: int = 0
    unanswered: list[Grid] = field(default_factory=list[Grid])
    suspects: list[Grid] = field(default_factory=list[Grid])
    undecided: list[Grid] = field(default_factory=list[Grid])
    out_of_memory: list[Grid] = field(default_factory=list[Grid])
    not_covered: tuple[str, ...] = ()
    reads_only: dict[str, str] = field(default_factory=dict[str, str])
    first_failing: Grid | None = None
    rounds: int = 0
    covered: int = 0
    seen: set[int] = field(default_factory=set[int])
    is_given: bool = False
    is_random_proper: bool = False

    @property
    def failure(self) -> Failure | None:
        """The smallest failure."""
        return next(iter(self.failures.values()), None)

    @property
    def is_unfinished(self) -> bool:
        """Whether another round may judge more."""
        return self.ended in (Ended.NOT_YET, Ended.NO_TIME)

    @property
    def is_sample(self) -> bool:
        """Whether the property passed with puzzles that crosscover generated."""
        return self.reported.status is Status.PASSED and self.reported.unit == "puzzles" and not self.is_given

    def report(self, *, time_is_up: bool = False) -> CheckedProperty:
        """Return what is reported, with the gaps; `time_is_up` means that a longer run would judge more."""
        reported, gaps = self.reported, list[Gap]()
        if reported.status is Status.NOT_RUN:
            gaps.append(Gap("not run", 1, decisive=True))
        if reported.status is Status.PASSED and self.not_covered:
            gaps.append(Gap("not covered", len(self.not_covered), self.not_covered, decisive=True))
        if self.is_sample and reported.judged < MIN_PUZZLES and (self.not_covered or not reported.facets):
            is_short = time_is_up or bool(self.unanswered or self.skipped)
            gaps.append(Gap("few puzzles", reported.judged, decisive=is_short))
        labels, seconds = dict(reported.labels), round(reported.seconds, 3)
        return replace(reported, labels=labels, seconds=seconds, gaps=(*gaps, *self.puzzle_gaps()))

    def puzzle_gaps(self) -> Iterator[Gap]:
        """Yield the puzzles that were not judged; a gap is decisive if it may hide the only error.

        Errors may be hidden in easy, undecided and given puzzles. A failed property has no suspects.
        """
        suspects = set[Grid]() if self.reported.status.has_failed else set(self.suspects)
        too_slow = [puzzle for puzzle in self.unanswered if puzzle not in self.out_of_memory]
        is_suspect = not suspects.isdisjoint(self.out_of_memory)
        gaps: Sequence[tuple[GapKind, Sequence[Grid], bool]] = (
            ("may hang", [puzzle for puzzle in too_slow if puzzle in suspects], True),
            ("no answer", [puzzle for puzzle in too_slow if puzzle not in suspects], self.is_given),
            ("memory", self.out_of_memory, is_suspect or self.is_given),
            ("undecided", self.undecided, True),
        )
        for kind, puzzles, decisive in gaps:
            if puzzles:
                yield Gap(kind, len(puzzles), tuple(map(str, puzzles)), decisive)
        if self.skipped:
            yield Gap("not reached" if self.is_given else "skipped", self.skipped, decisive=self.is_given)


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
    """Set the status and the failures after a round, given the exception that ended it, or None."""
    reported = result.reported
    if error is not None:
        result.failures = failures_by_cause(prop, error)
        result.ended = Ended.FAILED
    if result.failure is not None:
        reported.status = result.failure.status
        reported.reason = result.failure.reason.partition("\n")[0]
    elif any(gap.decisive for gap in result.puzzle_gaps()):
        reported.status = Status.NOT_DECIDED
    elif reported.judged:
        reported.status = Status.PASSED
    elif result.unanswered or result.skipped or result.ended is Ended.NO_TIME:
        reported.status = Status.NOT_RUN
    else:
        result.ended = Ended.FINISHED
        reported.status = Status.VACUOUS
        reported.reason = "judged nothing, so nothing is known"
    reported.rarer_than = rarer_than(reported.distinct) if result.is_sample else None
    if reported.failed_after is None and reported.status.has_failed:
        reported.failed_after = reported.judged  # occurred outside of any example, so after everything judged

"""A round of a property: its time, and its counts in the result."""

import zlib
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain

from crosscover.oracles.panel import UndecidedError
from crosscover.reference import Grid

from .budget import Budget, Steps
from .judging import Counterexample
from .limits import SHRINK_SECONDS, SHRINK_SHARE
from .property_result import Ended, PropertyResult, puzzle_labels
from .session import SubjectSession
from .timeouts import Outcome

MAX_UNDECIDED = 3
"""Maximum number of undecided puzzles per round; each one costs the engines their full time limit."""


@dataclass(eq=False)
class Round:
    """A round of a property, which fills the result and calls `progress` after each change.

    Calls `failing` with the first failure before it is shrunk. A round without a failure has tried at least one example
    when it ends. `shrinking` holds the steps that Hypothesis may take to shrink the first failure of the round, `first`
    this failure before it is shrunk; both are None before this failure.
    """

    session: SubjectSession
    result: PropertyResult
    budget: Budget
    progress: Callable[[], None] = lambda: None
    failing: Callable[[Counterexample], None] = lambda _found: None

    def __post_init__(self) -> None:
        self.end = self.session.deadline
        self.deadline = self.end.within(self.budget.seconds)
        self.has_tried = False
        self.shrinking: Steps | None = None
        self.first: Counterexample | None = None
        self._undecided = 0

    def count(
        self,
        judged: int = 1,
        unit: str = "puzzles",
        labels: Mapping[str, int] | Iterable[str] = (),
        *,
        runs: int = 0,
        distinct: int = 0,
    ) -> None:
        """Count judged units, such as puzzles; does nothing after a failure."""
        if self.shrinking is None:
            reported = self.result.reported
            reported.unit = unit
            reported.judged += judged
            reported.runs += runs
            reported.distinct += distinct
            for label, number in Counter(labels).items():
                reported.labels[label] = reported.labels.get(label, 0) + number
            self.progress()

    def count_outcome(self, outcome: Outcome) -> None:
        """Count the judged puzzles of a batch, add them to the sample, and record the unanswered puzzles."""
        self.session.sample.add(outcome)
        result, before = self.result, len(self.result.seen)
        result.seen.update(map(hash, outcome.batch))
        labels = chain.from_iterable(map(puzzle_labels, outcome.batch, outcome.verdicts))
        self.count(len(outcome.batch), labels=labels, runs=bool(outcome.batch), distinct=len(result.seen) - before)
        result.skipped += outcome.skipped
        add_new(outcome.unanswered, result.unanswered)
        add_new(outcome.suspects, result.suspects)
        lacks_memory = self.session.runs.out_of_memory.__contains__
        add_new(filter(lacks_memory, outcome.unanswered), result.out_of_memory)

    @contextmanager
    def undecided_skipped(self) -> Generator[None]:
        """Skip the rest of the block if the panel cannot decide a puzzle; the result lists the puzzle."""
        try:
            yield
        except UndecidedError as error:
            self.note_undecided(error.puzzle)

    def note_undecided(self, puzzle: Grid) -> None:
        """Record a puzzle that the panel cannot decide; after `MAX_UNDECIDED` of them, the round is over."""
        self._undecided += 1
        add_new([puzzle], self.result.undecided)

    def announce(self, found: Counterexample) -> None:
        """Announce the first failure of the round."""
        self.first = found
        self.result.first_failing = found.puzzle
        self.failing(found)

    def fail(self, shrinking: Steps) -> None:
        """Record the first failure of the round, and the steps that Hypothesis may take to shrink it."""
        if self.shrinking is None:
            self.shrinking = shrinking
            self.result.reported.failed_after = self.result.reported.judged

    @property
    def seed(self) -> int:
        """The seed of this round's examples."""
        return zlib.crc32(f"{self.budget.seed} {self.result.reported.name} {self.result.rounds}".encode())

    def shrink_steps(self, most: float) -> Steps:
        """Return at most `most` steps for shrinking a failure, with their part of the time for all steps."""
        steps = min(most, self.budget.shrink_steps)
        seconds = max(SHRINK_SECONDS, SHRINK_SHARE * self.end.left)
        return Steps(steps, self.end.within(seconds * steps / max(1, self.budget.shrink_steps)))

    def is_over(self) -> bool:
        """Return whether the time of the round is up; never after a failure, which `shrinking` limits."""
        is_late = (self.has_tried and self.deadline.is_over) or self._undecided >= MAX_UNDECIDED
        if self.shrinking is not None or not (is_late or self.end.is_over):
            return False
        self.result.ended = Ended.NO_TIME
        return True


def add_new(puzzles: Iterable[Grid], listed: list[Grid]) -> None:
    """Append the puzzles that a list does not contain yet."""
    listed += [puzzle for puzzle in dict.fromkeys(puzzles) if puzzle not in listed]

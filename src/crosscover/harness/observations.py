"""Puzzles that a subject answered in a run, correctly or not: what `circumstances` compares."""

import math
from dataclasses import dataclass, field, replace

from crosscover.contracts import Mismatch
from crosscover.dialects import Formatting
from crosscover.reference import Grid, NoSolution
from crosscover.responses import Answered, Fault

from .judging import Batch, Counterexample
from .timeouts import Outcome

MAX_FAILED, MAX_PASSED = 300, 1200
"""Maximum number of observations of each class; enough for any condition, and compared in about a second."""

PASSED_PER_RUN = 30
"""Maximum number of passed observations of one run, since the puzzles of a long run are similar."""


@dataclass(frozen=True, slots=True)
class Observation:
    """A puzzle at a place of a run, with its number of solutions, up to 2, and the mismatch if it failed.

    `answer` is the wrong grid. `is_repeated` means that an earlier puzzle of the run, with another solution, got the
    same answer. `unsolvable_before` counts the earlier puzzles of the run without a solution. `right_alone` means that
    the run fails each time, but the puzzle passes alone.
    """

    run: Batch
    place: int
    solutions: int
    mismatch: Mismatch | None = None
    answer: Grid | None = None
    is_repeated: bool = False
    unsolvable_before: int = 0
    formatting: Formatting = Formatting()
    right_alone: bool = False

    @property
    def puzzle(self) -> Grid:
        """The puzzle."""
        return self.run[self.place]

    @property
    def is_timeout(self) -> bool:
        """Whether the failure is a timeout."""
        return self.mismatch is not None and self.mismatch.kind is Fault.TIMED_OUT

    @property
    def kind(self) -> str:
        """The kind of the failure in words, empty for a passed puzzle."""
        return "" if self.mismatch is None else self.mismatch.kind.value


def observation_of(found: Counterexample) -> Observation:
    """Return the observation of a failure; a run that failed as a whole counts as a failure of its last puzzle."""
    place = len(found.batch) - 1 if found.failing_index is None else found.failing_index
    answer = found.response.grid if isinstance(found.response, Answered) else None
    return replace(
        _observed(found, place),
        mismatch=found.mismatch,
        answer=answer,
        is_repeated=answer is not None and found.response in found.transcript.responses[:place],
        right_alone=found.right_alone,
    )


def _observed(run: Counterexample | Outcome, place: int) -> Observation:
    unsolvable_before = sum(isinstance(verdict, NoSolution) for verdict in run.verdicts[:place])
    solutions = len(run.verdicts[place].solutions)
    return Observation(run.batch, place, solutions, unsolvable_before=unsolvable_before, formatting=run.formatting)


@dataclass(slots=True)
class Sample:
    """The failed and the passed observations of a session so far, a bounded number of each.

    `unanswered` holds puzzles that timed out without being a failure.
    """

    failed: list[Observation] = field(default_factory=list[Observation])
    passed: list[Observation] = field(default_factory=list[Observation])
    unanswered: list[Grid] = field(default_factory=list[Grid])
    _seen: set[int] = field(default_factory=set[int])

    def add(self, outcome: Outcome) -> None:
        """Add the judged puzzles of a batch, unless its timeouts have divided it into several runs.

        These are the first failure of the run, and puzzles that passed.
        """
        found = outcome.failures
        if found or outcome.in_one_run:
            run = found[0] if found else outcome
            places = [failure.failing_index for failure in found]
            passed = [] if None in places else [place for place in range(len(run.batch)) if place not in places]
            step = max(1, math.ceil(len(passed) / PASSED_PER_RUN))
            for place in passed[step - 1 :: step]:
                self._add(self.passed, MAX_PASSED, _observed(run, place))
        if found:
            self._add(self.failed, MAX_FAILED, observation_of(found[0]))
        self.unanswered += outcome.unanswered[: MAX_FAILED - len(self.unanswered)]

    def drop_failed(self, start: int) -> None:
        """Drop the failed observations from this number on, since they were expected."""
        del self.failed[start:]

    def _add(self, observations: list[Observation], most: int, new: Observation) -> None:
        """Add an observation that is not known yet; if the list is full, it replaces one of the older ones."""
        key = hash((new.run[: new.place + 1], new.formatting, new.mismatch is None))
        if key in self._seen:
            return
        self._seen.add(key)
        if len(observations) < most:
            observations.append(new)
        else:
            observations[len(self._seen) % most] = new

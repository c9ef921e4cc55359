"""One round of a property: what it counts, the time that it has left, and the runs that were asked ahead."""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import chain

from crosscover.dialects import Formatting
from crosscover.subjects.environment import hash_seed_of

from .budget import Budget, Steps
from .judging import Batch
from .limits import SHRINK_SECONDS, SHRINK_SHARE
from .property_result import ABSTAINED, PropertyResult, puzzle_labels
from .session import SubjectSession
from .timeouts import Judged, TimedRun


@dataclass(eq=False)
class PropertyRound:
    """A round of a property, which fills its result, and calls `progress` after each change."""

    session: SubjectSession
    result: PropertyResult
    budget: Budget
    progress: Callable[[], None] = lambda: None

    def __post_init__(self) -> None:
        self.subject = self.session.subject
        self.subject.use_hash_seed(hash_seed_of(self.session.seed))
        self.verdicts = self.session.verdicts
        self.end = self.session.deadline
        self.deadline = self.end.within(self.budget.seconds)
        self.has_tried = False
        self._shrinking: Steps | None = None
        self.asked_ahead: dict[tuple[Batch, Formatting], TimedRun | None] = {}

    def ask_ahead(self, batches: Iterable[tuple[Batch, Formatting]]) -> None:
        """Run the subject on batches at once, each in a process of its own, and keep the runs until they are judged."""
        timeouts = self.session.timeouts
        fitting = dict.fromkeys((timeouts.fit(batch)[0], formatting) for batch, formatting in batches)

        def ask(key: tuple[Batch, Formatting]) -> TimedRun | None:
            if not key[0] or self.deadline.is_over:
                return None
            return timeouts.ask(*key, limit=timeouts.first_limit(key[0]), deadline=self.end)

        self.asked_ahead.update(zip(fitting, self.session.at_once(ask, list(fitting)), strict=True))

    def count(
        self,
        judged: int = 1,
        unit: str = "puzzles",
        labels: Mapping[str, int] | Iterable[str] = (),
        *,
        runs: int = 0,
        distinct: int = 0,
    ) -> None:
        """Count what was judged; nothing is counted after a failure."""
        if not self.has_failed:
            result = self.result
            result.unit = unit
            result.judged += judged
            result.runs += runs
            result.distinct += distinct
            result.labels.update(labels)
            self.progress()

    def count_judged(self, judged: Judged, changed: int = 0) -> None:
        """Count a batch that was judged, of whose puzzles some were `changed` before, and note those left out."""
        before, batch, result = len(self.result.asked), judged.batch, self.result
        result.asked.update(map(hash, batch))
        labels = chain.from_iterable(puzzle_labels(puzzle, self.verdicts[puzzle]) for puzzle in batch)
        abstained = chain.from_iterable(self.verdicts.abstained.get(puzzle, ()) for puzzle in batch)
        labelled = [*labels, *(f"{name}{ABSTAINED}" for name in abstained)]
        self.count(len(batch), labels=labelled, runs=bool(batch), distinct=len(result.asked) - before)
        result.simplified_or_skipped += changed + judged.skipped
        lacking = tuple(filter(self.session.timeouts.out_of_memory.__contains__, judged.unanswered))
        for puzzles, kept in (
            (judged.unanswered, result.unanswered),
            (judged.suspects, result.suspects),
            (lacking, result.out_of_memory),
        ):
            kept += [puzzle for puzzle in puzzles if puzzle not in kept]

    @property
    def has_failed(self) -> bool:
        """Whether the subject was wrong, at least once."""
        return self._shrinking is not None

    def mark_failed(self, shrink_steps: float = math.inf) -> None:
        """Remember the first failure of the subject, which has these steps to shrink, at most those of the budget."""
        if self._shrinking is None:
            self._shrinking = self._steps(min(shrink_steps, self.budget.shrink_steps))
            self.result.failed_after = self.result.judged

    def is_over(self) -> bool:
        """Whether the time of the round is up, without a failure; it has at least one example."""
        is_late = self.has_tried and self.deadline.is_over
        if self.has_failed or not (is_late or self.end.is_over):
            return False
        self.result.had_no_time = True
        return True

    @property
    def shrinking(self) -> Steps:
        """The steps left for shrinking the failure, or one that occurs now."""
        return self._shrinking or self._steps(self.budget.shrink_steps)

    def _steps(self, number: float) -> Steps:
        seconds = max(SHRINK_SECONDS, SHRINK_SHARE * self.end.left)
        return Steps(number, self.end.within(seconds * number / max(1, self.budget.shrink_steps)))

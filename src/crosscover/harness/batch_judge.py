"""Asks a subject batches under one property, holds the answers against the verdicts, and shrinks a batch that fails."""

from collections.abc import Sequence
from itertools import chain

from crosscover.dialects import Formatting
from crosscover.oracles.panel import UndecidedError
from crosscover.reference import Grid, Unique
from crosscover.subjects.options import Contract

from .judging import Batch, Counterexample, InvalidExampleError, SubjectFailedError
from .labels import batch_labels, puzzle_labels
from .leniency import Leniency
from .property_run import PropertyRun
from .schedule import Clock
from .shrinking import shrink
from .verdicts import VerdictCache

LEAST_SHRINK_SECONDS = 2.0
"""What is left at least to shrink in terms of Sudoku, once Hypothesis has shrunk what it drew."""

LONG_RUN, LONG_RUN_SECONDS = 100, 6.0
"""A run of so many puzzles is there for what shows in long runs alone, and may take so many seconds in any case."""


class BatchJudge:
    """Judges batches until one fails, and from then on those that may be smaller.

    Hypothesis runs an example again and expects the same of it, so what was seen since the first failure is kept: a
    subject need not fail twice, and a batch that passed is not asked again.
    """

    def __init__(
        self, contract: Contract, verdicts: VerdictCache, leniency: Leniency, run: PropertyRun, clock: Clock
    ) -> None:
        self._contract = contract
        self._verdicts = verdicts
        self._leniency = leniency
        self._run = run
        self._clock = clock
        self._seen: dict[tuple[Batch, Formatting], Counterexample | None] = {}
        self._max_batch_size = 0

    def judge(self, batch: Sequence[Grid], formatting: Formatting) -> None:
        """Ask a batch, as far as so slow a subject can be asked it in time; raises SubjectFailedError.

        Once a batch has failed, others are asked for as long as there is time to shrink; after that only those known
        to fail do.
        """
        __tracebackhide__ = True
        if not self._run.has_failed:
            seconds = self._run.seconds_left()
            long_enough = max(seconds, LONG_RUN_SECONDS) if len(batch) >= LONG_RUN else seconds
            self._max_batch_size = self._leniency.max_batch_size(long_enough)
        fitting, changed = self._leniency.fit(batch[: self._max_batch_size])
        key = fitting, formatting
        if fitting and key not in self._seen and not self._run.has_shrunk_enough():
            counterexample = self._ask(fitting, changed, formatting)
            if counterexample is not None or self._run.has_failed:
                self._seen[key] = counterexample
            if counterexample is not None:  # the batch as it was asked in the end, which Hypothesis will find again
                self._seen[counterexample.batch, formatting] = counterexample
        found = self._seen.get(key)
        if found is not None:
            self._run.mark_failed(may_shrink=self._leniency.may_shrink(found))
            raise SubjectFailedError(found)

    def shrink(self, counterexample: Counterexample) -> Counterexample:
        """The smallest counterexample of the same cause that is found in the time left."""
        smallest = counterexample
        if not self._leniency.may_shrink(counterexample):
            return smallest

        def fails(batch: Batch) -> bool:
            nonlocal smallest
            try:
                found = self._ask(batch, 0, counterexample.formatting)
            except (InvalidExampleError, UndecidedError):
                return False
            if found is None or found.cause != counterexample.cause:
                return False
            smallest = found
            return True

        seconds = max(LEAST_SHRINK_SECONDS, self._run.shrink_seconds_left())
        shrink(counterexample.batch, fails, seconds, self._clock)
        return smallest

    def _ask(self, batch: Batch, changed: int, formatting: Formatting) -> Counterexample | None:
        """Ask, and count what was asked in the end."""
        if self._contract is Contract.PROPER:
            for puzzle in batch:
                if not isinstance(verdict := self._verdicts[puzzle], Unique):
                    raise InvalidExampleError(f"a proper puzzle was promised, and {puzzle} has {verdict}")
        asked = self._leniency.ask(batch, formatting, strictly=self._run.has_failed)
        self._run.charge(asked.seconds)
        if not self._run.has_failed:
            labels = chain.from_iterable(puzzle_labels(puzzle, self._verdicts[puzzle]) for puzzle in asked.batch)
            abstained = chain.from_iterable(self._verdicts.abstained.get(puzzle, ()) for puzzle in asked.batch)
            self._run.count(
                len(asked.batch),
                "puzzles",
                [
                    *labels,
                    *(f"{name} abstained" for name in abstained),
                    *(batch_labels(asked.batch, formatting) if asked.batch else ()),
                ],
                runs=bool(asked.batch),
                simplified_or_skipped=changed + asked.simplified_or_skipped,
            )
        return asked.counterexample

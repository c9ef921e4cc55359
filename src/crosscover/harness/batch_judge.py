"""Asks a subject batches under one property, holds the answers against the verdicts, and shrinks a batch that fails."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

from crosscover.contracts import Contract
from crosscover.dialects import Formatting
from crosscover.oracles.panel import UndecidedError
from crosscover.reference import Grid, Unique
from crosscover.responses import Failed, Fault

from .judging import Batch, Counterexample, InvalidExampleError, ShrinkKey, SubjectFailedError, failures
from .labels import ABSTAINED, batch_labels, puzzle_labels, search_label
from .pacing import RetryPolicy
from .property_run import PropertyRun
from .schedule import Clock
from .shrinking import shrink
from .verdicts import VerdictCache

LEAST_SHRINK_SECONDS = 2.0
"""What is left at least to shrink one cause in terms of Sudoku, once Hypothesis has shrunk what it drew."""

MAX_CAUSES = 4
"""So many causes are shrunk under one property."""

ALONE_SECONDS = 3.0
"""How long the puzzles of one run may be asked alone: after that it is not known whether one of them fails alone."""

OWN_FAULTS = (Fault.RAISED, Fault.MALFORMED)
"""The faults of one puzzle; any other ends the whole run, and need not come from the puzzle that was not answered."""

LONG_RUN, LONG_RUN_SECONDS = 100, 6.0
"""A run of so many puzzles is there for what shows in long runs alone, and may take so many seconds in any case."""


class BatchJudge:
    """Judges batches until one fails, and from then on those that may be smaller.

    Hypothesis runs an example again and expects the same of it, so what was seen since the first failure is kept: a
    subject need not fail twice, and a batch that passed is not asked again. From the first failure on only batches that
    fail for the same cause count as failing; other causes are kept, to be shrunk on their own.
    """

    def __init__(
        self, contract: Contract, verdicts: VerdictCache, retries: RetryPolicy, run: PropertyRun, clock: Clock
    ) -> None:
        self._contract = contract
        self._verdicts = verdicts
        self._retries = retries
        self._run = run
        self._clock = clock
        self._seen: dict[tuple[Batch, Formatting], Counterexample | None] = {}
        self._max_batch_size = 0
        self._right_alone: dict[tuple[Grid, Formatting], bool] = {}
        self._first: dict[ShrinkKey, Counterexample] = {}
        self._smallest: dict[ShrinkKey, Counterexample] = {}
        self._cause: ShrinkKey | None = None
        self._own_seconds = 0.0

    def judge(self, batch: Sequence[Grid], formatting: Formatting) -> None:
        """Ask a batch, as far as so slow a subject can be asked it in time; raises SubjectFailedError.

        Once a batch has failed, others are asked for half of the time to shrink; after that only those known to fail
        do. The other half is for `shrink`.
        """
        __tracebackhide__ = True
        if not self._run.has_failed:
            seconds = self._run.seconds_left()
            long_enough = max(seconds, LONG_RUN_SECONDS) if len(batch) >= LONG_RUN else seconds
            self._max_batch_size = self._retries.max_batch_size(long_enough)
        fitting, changed = self._retries.simplify(batch[: self._max_batch_size])
        key = fitting, formatting
        if fitting and key not in self._seen and not self._has_shrunk_enough():
            first = self._ask(fitting, changed, formatting)
            counterexample = first and self._find(first, self._cause)
            if counterexample is not None and self._cause is None:
                self._cause = counterexample.shrink_key
                self._own_seconds = self._run.shrink_seconds_left() / 2
            if counterexample is not None or self._run.has_failed:
                self._seen[key] = counterexample
            if counterexample is not None:  # the batch as it was asked in the end, which Hypothesis will find again
                self._seen[counterexample.batch, formatting] = counterexample
        found = self._seen.get(key)
        if found is not None:
            self._run.mark_failed(may_shrink=self._retries.may_shrink(found))
            raise SubjectFailedError(found)

    def shrink(self, counterexample: Counterexample) -> list[Counterexample]:
        """The smallest counterexample found of this cause and of each other one that was seen, the smallest first."""
        if not self._retries.may_shrink(counterexample):
            return [counterexample]
        cause: ShrinkKey | None = counterexample.shrink_key
        self._first[counterexample.shrink_key] = counterexample
        done: set[ShrinkKey] = set()
        while cause is not None and len(done) < MAX_CAUSES:
            seconds = self._run.shrink_seconds_left() / len(self._first.keys() - done)
            self._keep(self._shrink_one(self._first[cause], seconds))
            done.add(cause)
            cause = next((other for other in self._first if other not in done), None)
        return sorted((self._smallest[cause] for cause in done), key=lambda found: found.size)

    def _keep(self, found: Counterexample) -> None:
        """Keep the first counterexample of a cause, to be shrunk, and the smallest; a small one may shrink no further.

        That an answer is late is no other cause: while others are shrunk, no allowance is made for a slow subject.
        """
        self._first.setdefault(found.shrink_key, found)
        known = self._smallest.setdefault(found.shrink_key, found)
        if found.size <= known.size:
            self._smallest[found.shrink_key] = found

    def _has_shrunk_enough(self) -> bool:
        return self._run.has_failed and self._run.shrink_seconds_left() <= self._own_seconds

    def _shrink_one(self, counterexample: Counterexample, seconds: float) -> Counterexample:
        cause = counterexample.shrink_key
        failing = {counterexample.batch: counterexample}

        def fails(batch: Batch) -> bool:
            if cause.right_alone and len(batch) == 1:
                return False
            try:
                first = self._ask(batch, 0, counterexample.formatting)
            except (InvalidExampleError, UndecidedError):
                return False
            found = first and self._find(first, cause)
            if found is not None:
                failing[batch] = found
            return found is not None

        return failing[shrink(counterexample.batch, fails, max(LEAST_SHRINK_SECONDS, seconds), self._clock)]

    def _find(self, first: Counterexample, cause: ShrinkKey | None) -> Counterexample | None:
        """The failure of a run that has a cause, the first one where none is given; keeps what it sees of others.

        Where nothing will be shrunk, the first failure is taken as it is.
        """
        if cause is None and self._run.shrink_seconds_left() <= 0:
            return first
        match: Counterexample | None = None
        for found in self._failures(first):
            if match is None and cause in (None, found.shrink_key):
                match = found
            elif not found.is_timeout:
                self._keep(found)
            if match is not None and cause is not None:
                break
        return match

    def _failures(self, first: Counterexample) -> Iterator[Counterexample]:
        """What is wrong in a run, for as long as each failure is that of one puzzle; each says if it is right alone.

        What a program writes for one puzzle may be taken for the answer to the next, so of programs the first failure
        counts alone.
        """
        started = self._clock()
        transcript = first.transcript
        for found in failures(first.batch, first.verdicts, transcript, self._contract, first.formatting):
            response = None if found.failing_index is None else transcript.responses[found.failing_index]
            own = response is not None and not (isinstance(response, Failed) and response.fault not in OWN_FAULTS)
            if found.failing_index is None or found.is_timeout or len(found.batch) == 1:
                yield found
            else:
                asked = (found.batch[found.failing_index],) if own else found.batch
                yield replace(found, right_alone=self._are_right_alone(asked, found.formatting, started))
            if not own or transcript.sent or self._clock() - started > ALONE_SECONDS:
                return

    def _are_right_alone(self, puzzles: Sequence[Grid], formatting: Formatting, started: float) -> bool:
        """Whether each puzzle is answered rightly where nothing else is asked; False where there is no time to tell."""
        for puzzle in dict.fromkeys(puzzles):
            key = puzzle, formatting
            if key not in self._right_alone:
                if self._clock() - started > ALONE_SECONDS:
                    return False
                asked = self._retries.judge((puzzle,), formatting, strictly=True)
                self._run.charge(asked.seconds)
                self._right_alone[key] = asked.counterexample is None
            if not self._right_alone[key]:
                return False
        return True

    def _ask(self, batch: Batch, changed: int, formatting: Formatting) -> Counterexample | None:
        """Ask, and count what was asked in the end; the first failure, None where there is none."""
        if self._contract.proper_only:
            for puzzle in batch:
                if not isinstance(verdict := self._verdicts[puzzle], Unique):
                    raise InvalidExampleError(f"a proper puzzle was promised, and {puzzle} has {verdict}")
        asked = self._retries.judge(batch, formatting, strictly=self._run.has_failed)
        self._run.charge(asked.seconds)
        if not self._run.has_failed:
            labels = chain.from_iterable(puzzle_labels(puzzle, self._verdicts[puzzle]) for puzzle in asked.batch)
            nodes = self._verdicts.nodes
            abstained = chain.from_iterable(self._verdicts.abstained.get(puzzle, ()) for puzzle in asked.batch)
            self._run.count(
                len(asked.batch),
                "puzzles",
                [
                    *labels,
                    *(search_label(nodes[puzzle]) for puzzle in asked.batch if puzzle in nodes),
                    *(f"{name}{ABSTAINED}" for name in abstained),
                    *(batch_labels(asked.batch, formatting) if asked.batch else ()),
                ],
                runs=bool(asked.batch),
                simplified_or_skipped=changed + asked.simplified_or_skipped,
            )
        return asked.counterexample

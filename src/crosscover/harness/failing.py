"""Judges batches for one property; after the first failure, finds its causes and shrinks one failure per cause."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from operator import attrgetter

from crosscover.dialects import Formatting
from crosscover.oracles.panel import UndecidedError
from crosscover.reference import Grid, Unique
from crosscover.responses import Failed, Fault
from crosscover.visible_kinds import without

from .budget import Steps
from .judging import Batch, Counterexample, CoverBatch, InvalidExampleError, ShrinkKey, SubjectFailedError, failures
from .limits import REPEAT_SECONDS
from .session import PropertyRound
from .shrinking import shrink
from .timeouts import REPEATS, Judged

KNOWN_SHRINK_STEPS = 100
"""Maximum number of steps for shrinking a failure if another property has already failed from the same cause."""

MAX_CAUSES = 4
"""Maximum number of causes to shrink per property."""

ALONE_STEPS = 100
"""Maximum number of puzzles of a failed run that are rerun alone."""

BY_SIZE = attrgetter("size")
"""Sort key of counterexamples."""

OWN_FAULTS = (Fault.RAISED, Fault.MALFORMED)
"""Faults of a single puzzle; other faults end the whole run, and another puzzle may have caused them."""


class BatchJudge:
    """Judges batches for one property until one fails, then smaller batches to shrink it.

    Hypothesis repeats examples and expects equal results, so all results from the first failure on are cached. From
    then on, only batches that fail from the same cause count as failing; other causes are stored and shrunk separately.
    """

    def __init__(self, current: PropertyRound) -> None:
        session = current.session
        self._round = current
        self._timeouts = session.timeouts
        self._verdicts = session.verdicts
        self._known = session.known_causes
        self._contract = session.subject.options.contract
        self._avoided = session.subject.options.unpromised
        self._seen: dict[tuple[Batch, Formatting], Counterexample | None] = {}
        self._max_batch_size = 0
        self._right_alone: dict[tuple[Grid, Formatting], bool] = {}
        self._smallest: dict[ShrinkKey, Counterexample] = {}
        self._cause: ShrinkKey | None = None
        self._part: Steps | None = None

    def promised(self, batch: Sequence[Grid]) -> Batch:
        """Return a batch without puzzles of the kinds that the subject does not promise to solve."""
        return tuple(other for puzzle in batch if (other := without(puzzle, self._avoided)) is not None)

    def part_in_time(self, batch: Sequence[Grid]) -> Batch:
        """Return the first puzzles of a drawn batch, as many as there is time for."""
        allowed = self.promised(batch)
        if not self._round.has_failed:
            self._max_batch_size = self._timeouts.pace.fitting(self._round.deadline.left, allowed)
        return allowed[: self._max_batch_size]

    def judge(
        self, batch: Sequence[Grid], formatting: Formatting, *, is_given: bool = False, in_full: bool = False
    ) -> Judged:
        """Judge a batch; return what was judged, unless it is known already; raises SubjectFailedError.

        A given batch keeps puzzles that are too hard for the subject; so does a batch `in_full`, which may take half of
        the time left.

        After the first failure, further batches may use half of the shrinking steps; then only known failures are
        raised again. `shrink` uses the other half.
        """
        key, asked = (self.promised(batch), formatting), Judged()
        if key not in self._seen and not (self._round.has_failed and self.steps.is_over):
            asked = self._ask(*key, is_given=is_given, in_full=in_full)
            found = asked.counterexample and self._find(asked.counterexample, self._cause)
            if found is not None or self._round.has_failed:
                self._seen[key] = found
            if found is not None:
                self._seen[found.batch, formatting] = found
                if self._cause is None:  # from here on, only this cause counts
                    self._cause = found.shrink_key
                    steps = KNOWN_SHRINK_STEPS if self._cause in self._known else math.inf
                    self._known.add(self._cause)
                    self._round.mark_failed(0 if found.is_timeout else steps)
                    self._part = self._round.shrinking.part(self._round.shrinking.left / 2)
        if (known := self._seen.get(key)) is not None:
            raise SubjectFailedError(known)
        return asked

    def judge_form(self, form: CoverBatch) -> None:
        """Judge a batch in an unusual form; if it fails only in this form, record that the subject needs the usual one.

        Raises SubjectFailedError if the batch fails in the usual form, too.
        """
        batch = self.promised(form.puzzles)
        asked = self._timeouts.reproduce(batch, form.formatting, self._round.end)
        if (found := asked.counterexample) is None:
            self._round.count_judged(asked)
            return
        self.judge(batch, Formatting())
        is_read = found.failing_index != 0 or not isinstance(found.response, Failed)
        detail = f"{found.reason}; with {form.facets[0]}: {found.puzzle}" if is_read else ""
        self._round.result.reads_only.setdefault(form.usual, detail)

    def shrink(self, counterexample: Counterexample) -> list[Counterexample]:
        """Return the smallest counterexample of this cause and of each other cause found, smallest first."""
        if counterexample.is_timeout:
            return [counterexample]
        self._keep(counterexample)
        cause: ShrinkKey | None = counterexample.shrink_key
        done = set[ShrinkKey]()
        while cause is not None and len(done) < MAX_CAUSES:
            whole = self._round.shrinking
            self._part = whole.part(whole.left / len(self._smallest.keys() - done))
            self._shrink_one(self._smallest[cause])
            done.add(cause)
            cause = next((other for other in self._smallest if other not in done), None)
        return sorted(map(self._smallest.__getitem__, done), key=BY_SIZE)

    def repeated(self, counterexample: Counterexample) -> Counterexample:
        """Repeat a failing run a few times; return its counterexample with the number of repetitions that failed.

        A timeout is not repeated, since it has been repeated before it counted.
        """
        repeats = failed = 0
        until = self._round.end.within(REPEAT_SECONDS)
        while repeats < REPEATS and not (counterexample.is_timeout or until.is_over):
            asked = self._timeouts.reproduce(counterexample.batch, counterexample.formatting, self._round.end)
            repeats += bool(asked.batch)
            failed += asked.counterexample is not None
        return replace(counterexample, repeats=repeats, failed_repeats=failed)

    def _keep(self, found: Counterexample) -> None:
        """Store the smallest counterexample of each cause; skip timeouts, which take too long to shrink."""
        if not found.is_timeout:
            self._smallest[found.shrink_key] = min(found, self._smallest.get(found.shrink_key, found), key=BY_SIZE)

    @property
    def steps(self) -> Steps:
        """The steps left for the current part of shrinking, first by Hypothesis and then by `shrink`."""
        return self._part or self._round.shrinking

    def _shrink_one(self, counterexample: Counterexample) -> None:
        cause = counterexample.shrink_key

        def fails(batch: Batch) -> bool:
            is_right = cause.right_alone and len(batch) == 1
            if is_right or any(without(puzzle, self._avoided) != puzzle for puzzle in batch):
                return False
            try:
                first = self._reproduce(batch, counterexample.formatting)
            except (InvalidExampleError, UndecidedError):
                return False
            return first is not None and self._find(first, cause) is not None

        shrink(counterexample.batch, fails, self.steps)

    def _find(self, first: Counterexample, cause: ShrinkKey | None) -> Counterexample | None:
        """Return the first failure of a run with this cause, or any cause if None; store the failures of all causes.

        If there are no steps left for shrinking, return `first`.
        """
        if cause is None and self._round.shrinking.is_over:
            return first
        match: Counterexample | None = None
        for found in self._failures(first):
            self._keep(found)
            if match is None and cause in (None, found.shrink_key):
                match = found
                if cause is not None:
                    break
        return match

    def _failures(self, first: Counterexample) -> Iterator[Counterexample]:
        """Yield the failures of a run, with `right_alone`, up to the first failure that concerns the whole run.

        For programs only the first failure counts, since extra output for one puzzle may look like the next answer.
        """
        steps = self.steps.part(ALONE_STEPS)
        transcript = first.transcript
        for found in failures(first.batch, first.verdicts, transcript, self._contract, first.formatting):
            response = found.response
            own = response is not None and not (isinstance(response, Failed) and response.fault not in OWN_FAULTS)
            if response is None or found.is_timeout or len(found.batch) == 1:
                yield found
            else:
                asked = (found.puzzle,) if own else found.batch
                yield replace(found, right_alone=self._are_right_alone(asked, found.formatting, steps))
            if not own or transcript.sent or steps.is_over:
                return

    def _are_right_alone(self, puzzles: Sequence[Grid], formatting: Formatting, steps: Steps) -> bool:
        """Return whether the subject answers each puzzle correctly in a separate run; False if the steps run out."""
        for puzzle in dict.fromkeys(puzzles):
            key = puzzle, formatting
            if key not in self._right_alone:
                if steps.is_over:
                    return False
                steps.take()
                asked = self._timeouts.reproduce((puzzle,), formatting, steps.end)
                self._right_alone[key] = bool(asked.batch) and asked.counterexample is None
                if asked.counterexample is not None:
                    self._keep(asked.counterexample)
            if not self._right_alone[key]:
                return False
        return True

    def _ask(self, batch: Batch, formatting: Formatting, *, is_given: bool, in_full: bool) -> Judged:
        fitting = batch if is_given or in_full else self._timeouts.fit(batch)
        if fitting and self._round.has_failed:
            return Judged(counterexample=self._reproduce(fitting, formatting))
        self._check_domain(fitting)
        asked = Judged()
        if in_full:
            asked = self._timeouts.judge_once(fitting, formatting, self._round.deadline.left / 2)
        elif fitting:
            ahead = self._round.asked_ahead.pop((fitting, formatting), None)
            asked = self._timeouts.judge(fitting, formatting, asked=ahead, until=self._round.deadline)
        self._round.count_judged(asked, len(batch) - len(fitting))
        return asked

    def _reproduce(self, batch: Batch, formatting: Formatting) -> Counterexample | None:
        self._check_domain(batch)
        self.steps.take(len(batch))
        return self._timeouts.reproduce(batch, formatting, self.steps.end).counterexample

    def _check_domain(self, batch: Batch) -> None:
        if self._contract.proper_only:
            for puzzle in batch:
                if not isinstance(verdict := self._verdicts[puzzle], Unique):
                    raise InvalidExampleError(f"expected a proper puzzle; {puzzle} has {verdict}")

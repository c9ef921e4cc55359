"""The search for the causes of a failure, and for the smallest counterexample of each cause.

    first failed run ──► failures, one per cause ──► each cause is shrunk, and its smallest run repeated

A `FailureSearch` exists only from the first failure of a round on. Hypothesis does not shrink the failure: it would
only try other numbers, while the solutions of the puzzles are known.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from itertools import takewhile
from operator import attrgetter

from crosscover.dialects import Formatting
from crosscover.oracles.panel import UndecidedError
from crosscover.reference import Grid, Shape, Unique
from crosscover.responses import Failed, Fault
from crosscover.visible_kinds import VisibleKind, without

from .batch_runs import REPEATS
from .budget import Steps
from .judging import Batch, Counterexample, InvalidExampleError, ShrinkKey
from .limits import REPEAT_SECONDS
from .round import Round
from .shrinking import CLEAR, shrink, traps

KNOWN_SHRINK_STEPS = 100
"""Maximum number of steps for shrinking a failure if another property has already failed from the same cause."""

MAX_CAUSES = 4
"""Maximum number of causes to shrink per property."""

ALONE_STEPS = 100
"""Maximum number of puzzles of a failed run that are rerun alone."""

ALONE_SHARES = 4
"""Part of the steps for the first reruns: a quarter, since shrinking explains more than further causes."""

TRAP_SHARES = 4
"""Part of the steps of a cause for traps: a quarter, since only some causes need no large puzzle."""

BY_SIZE = attrgetter("size")
"""Sort key of counterexamples."""

OWN_FAULTS = (Fault.RAISED, Fault.MALFORMED)
"""Faults of a single puzzle; other faults end the whole run, and another puzzle may have caused them."""


class FailureSearch:
    """The search that starts when a batch fails, with the failures of its run.

    Each cause is shrunk separately. A timeout is not shrunk, since this takes too long.
    """

    def __init__(self, current: Round, failures: Sequence[Counterexample]) -> None:
        session = current.session
        current.announce(failures[0])
        self._end = current.end
        self._timeouts = session.timeouts
        self._verdicts = session.verdicts
        kinds = {kind for kind in VisibleKind if not any(map(kind.includes, failures[0].batch))}
        self._avoided = kinds.union(session.subject.options.unpromised)  # shrinking adds no questionable puzzles
        self._correct_alone: dict[tuple[Grid, Formatting], bool] = {}
        self._smallest: dict[ShrinkKey, Counterexample] = {}
        self._steps = current.shrink_steps(0 if failures[0].is_timeout else math.inf)
        self._part = self._steps.share(ALONE_SHARES)
        self.first = failures[0] if self._steps.is_over else self._find(failures, None) or failures[0]
        self._cause = self.first.shrink_key
        if self._cause in session.known_causes:
            self._steps = current.shrink_steps(KNOWN_SHRINK_STEPS)
        session.known_causes.add(self._cause)
        current.fail(self._steps.part(0))

    def smallest(self) -> list[Counterexample]:
        """Return the smallest counterexample of each cause, smallest first, each repeated.

        Without steps for shrinking, and for a timeout, returns the first counterexample.
        """
        if not self._smallest:
            return [self.first]
        done = list[ShrinkKey]()
        cause: ShrinkKey | None = self._cause
        while cause is not None and len(done) < MAX_CAUSES:
            self._part = self._steps.share(len(self._smallest) - len(done))
            self._shrink_one(self._smallest[cause])
            done.append(cause)
            others = [other for other in self._smallest if other not in done]
            cause = others[0] if others else None
        return [self.repeated(found) for found in sorted((self._smallest[cause] for cause in done), key=BY_SIZE)]

    def repeated(self, counterexample: Counterexample) -> Counterexample:
        """Repeat a failing run a few times; return its counterexample with the number of repetitions that failed.

        A timeout is not repeated, since it has been repeated before it counted.
        """
        repeats = failed = 0
        until = self._end.within(REPEAT_SECONDS)
        while repeats < REPEATS and not (counterexample.is_timeout or until.is_over):
            outcome = self._timeouts.reproduce(counterexample.batch, counterexample.formatting, self._end)
            repeats += bool(outcome.batch)
            failed += bool(outcome.failures)
        return replace(counterexample, repeats=repeats, failed_repeats=failed)

    def _keep(self, found: Counterexample) -> None:
        """Store the smallest counterexample of each cause."""
        if not found.is_timeout:
            self._smallest[found.shrink_key] = min(found, self._smallest.get(found.shrink_key, found), key=BY_SIZE)

    def _shrink_one(self, counterexample: Counterexample) -> None:
        cause = counterexample.shrink_key

        def fails(batch: Batch, formatting: Formatting) -> bool:
            is_alone = cause.right_alone and len(batch) == 1
            if is_alone or any(without(puzzle, self._avoided) != puzzle for puzzle in batch):
                return False
            try:
                failures = self._reproduce(batch, formatting)
            except (InvalidExampleError, UndecidedError):
                return False
            return self._find(failures, cause) is not None

        usual, formatting = Formatting(), counterexample.formatting
        for names in ([field.name for field in fields(usual)], *([field.name] for field in fields(usual))):
            plainer = replace(formatting, **{name: getattr(usual, name) for name in names})
            if plainer != formatting and not self._part.is_over and fails(counterexample.batch, plainer):
                formatting = plainer
        if self._is_large(counterexample):
            limit = self._part.share(TRAP_SHARES)
            any(fails(batch, formatting) for batch in takewhile(lambda _: not limit.is_over, traps()))
            counterexample = self._smallest[cause]  # a trap if one fails from this cause
        shrink(
            counterexample.batch,
            lambda batch: fails(batch, formatting),
            lambda puzzle: self._verdicts[puzzle].solutions,
            self._part,
        )

    @staticmethod
    def _is_large(found: Counterexample) -> bool:
        """Return whether a puzzle alone fails, and has more empty cells than the traps."""
        is_proper = isinstance(found.verdict, Unique) and found.puzzle.shape == Shape()
        return is_proper and len(found.batch) == 1 and len(found.puzzle.empty_cells()) > CLEAR

    def _reproduce(self, batch: Batch, formatting: Formatting) -> Sequence[Counterexample]:
        failures = self._timeouts.reproduce(batch, formatting, self._part.end).failures
        self._part.take(len(batch))  # not for a batch that the contract excludes
        return failures

    def _find(self, failures: Sequence[Counterexample], cause: ShrinkKey | None) -> Counterexample | None:
        """Return the first failure of a run with this cause, or any cause if None; store the failures of all causes."""
        match: Counterexample | None = None
        for found in self._with_causes(failures):
            self._keep(found)
            if match is None and cause in (None, found.shrink_key):
                match = found
                if cause is not None:
                    break
        return match

    def _with_causes(self, failures: Sequence[Counterexample]) -> Iterator[Counterexample]:
        """Yield the failures of a run, with `right_alone`, up to the first failure that concerns the whole run.

        For programs only the first failure counts, since extra output for one puzzle may look like the next answer.
        """
        steps = self._part.part(ALONE_STEPS)
        for found in failures:
            response = found.response
            own = response is not None and not (isinstance(response, Failed) and response.fault not in OWN_FAULTS)
            if response is None or found.is_timeout or len(found.batch) == 1:
                yield found
            else:
                puzzles = (found.puzzle,) if own else found.batch
                yield replace(found, right_alone=self._are_correct_alone(puzzles, found.formatting, steps))
            if not own or found.transcript.sent or steps.is_over:
                return

    def _are_correct_alone(self, puzzles: Sequence[Grid], formatting: Formatting, steps: Steps) -> bool:
        """Return whether the subject answers each puzzle correctly in a separate run; False if the steps run out."""
        for puzzle in dict.fromkeys(puzzles):
            key = puzzle, formatting
            if key not in self._correct_alone:
                if steps.is_over:
                    return False
                steps.take()
                outcome = self._timeouts.reproduce((puzzle,), formatting, steps.end)
                self._correct_alone[key] = bool(outcome.batch) and not outcome.failures
                for found in outcome.failures:
                    self._keep(found)
            if not self._correct_alone[key]:
                return False
        return True

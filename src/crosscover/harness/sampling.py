"""Gives a failed subject more puzzles, without shrinking, until there are enough failed and passed ones to compare.

    properties that failed, and the others ──► puzzles as drawn ──┐
    `volume` ──► short blocks ──► wrong answers alone ────────────┴─► session.sample ──► failures repeated alone

Nothing that is seen here counts in the result of a property.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random

from crosscover.dialects import Formatting
from crosscover.oracles.panel import UndecidedError
from crosscover.output import escape_line
from crosscover.reference.verdict import verdict_of
from crosscover.result import CheckedProperty
from crosscover.subjects.blocks import grids

from .budget import Budget, Deadline
from .circumstances import circumstances
from .examples import TimeIsUpError
from .harness import SolverHarness
from .judging import Batch, InvalidExampleError, PropertyViolatedError, SubjectFailedError, failures
from .limits import ALONE_SHARE
from .observations import Observation, Sample, observation_of
from .property import Property
from .property_result import PropertyResult
from .round import Round
from .session import SubjectSession
from .timeouts import Outcome
from .volume import Derive

BLOCK = 64
"""Number of puzzles in a block, which is one run."""

EXAMPLES = 200
"""Maximum number of batches per property; the time allows fewer."""

MAX_ALONE = 8
"""Maximum number of further failed puzzles of a run that are judged alone."""

REPEATED = 40
"""Maximum number of failed puzzles that run alone."""

EARLIER = 12
"""Number of puzzles before a failed puzzle that each form a run with it."""

CHECKS = 3
"""Number of times that a puzzle must pass alone, and fail in a run, since a solver may fail now and then."""

MAX_PAIRS = 3
"""Maximum number of failed runs of two puzzles per failed puzzle."""

MIN_TURN = 0.1
"""Minimum seconds for a property: one example with hard puzzles may take far longer than a shorter turn."""

FEW_PASSED = 100
"""Number of passed puzzles below which a property gets puzzles in a shorter turn, too."""

FAILED_WEIGHT, VOLUME_WEIGHT = 24, 12
"""Weights of a property that failed and of `volume`, relative to other properties, if the time is shared out."""


def circumstances_of(
    session: SubjectSession, properties: Sequence[Property], seed: int, until: Deadline
) -> tuple[str, ...]:
    """Return what the failures of a subject have in common, after giving it more puzzles until the deadline.

    An interrupt ends only this, and an internal error is stated instead, since the reports must still be written.
    """
    try:
        sample = extend_sample(session, properties, seed, until)
        return circumstances(sample.failed, sample.passed)
    except KeyboardInterrupt:
        return ()
    except Exception as error:
        return (escape_line(f"What the failures have in common is unknown: {type(error).__name__}: {error}"),)


def extend_sample(session: SubjectSession, properties: Sequence[Property], seed: int, until: Deadline) -> Sample:
    """Give the subject more puzzles of the properties until the deadline; return the sample of the session.

    Properties that failed get most of the time, and `volume`, whose puzzles need no panel, more than the others. A
    property gets no puzzles in too short a turn, unless few puzzles have passed.
    """
    drawn = until.within((1 - ALONE_SHARE) * until.left)
    weights = dict[Property, int]()
    for prop in properties:
        reported = session.result_of(prop).reported
        if not (prop.is_given or prop.is_last or prop.calls_engine or reported.expected):
            has_failed = reported.status.has_failed
            weights[prop] = FAILED_WEIGHT if has_failed else VOLUME_WEIGHT if prop.share else 1
    for prop, weight in sorted(weights.items(), key=lambda pair: pair[1]):  # what is left over goes to the failed ones
        seconds = drawn.left * weight / sum(weights.values())
        if not drawn.is_over and (seconds >= MIN_TURN or len(session.sample.passed) < FEW_PASSED):
            _draw(session, prop, seed, seconds)
        del weights[prop]
    _run_alone(session, until)
    _add_unanswered(session)
    return session.sample


def _draw(session: SubjectSession, prop: Property, seed: int, seconds: float) -> None:
    """Give the subject the next puzzles of a property for some seconds."""
    judged = session.result_of(prop)
    fresh = PropertyResult(CheckedProperty(prop.name, prop.statement), rounds=judged.rounds + 1, covered=judged.covered)
    budget = Budget(EXAMPLES, seed, seconds=seconds, shrink_steps=0)
    with suppress(TimeIsUpError, UndecidedError, InvalidExampleError, PropertyViolatedError, SubjectFailedError):
        prop.test(SamplingHarness(Round(session, fresh, budget)))


class SamplingHarness(SolverHarness):
    """A harness for one property that goes on after a failure, and only fills the sample of the session."""

    def __init__(self, current: Round) -> None:
        super().__init__(current)
        self.blocks = SampledBlocks(self)

    def _count(self, outcome: Outcome) -> Outcome:
        self.observe(outcome)
        return outcome

    def observe(self, outcome: Outcome) -> None:
        """Add a run to the sample, and judge further failed puzzles alone: an earlier failure may be the reason."""
        self.round.count_outcome(outcome)
        for failure in outcome.failures[1 : 1 + MAX_ALONE]:
            if not self.round.is_over():
                self.judge((failure.puzzle,), failure.formatting)


class SampledBlocks:
    """Short blocks of derived puzzles, whose wrong answers are judged again alone."""

    def __init__(self, harness: SamplingHarness) -> None:
        self._harness = harness

    def judge(self, seed: int, derive: Derive, shares: Mapping[int, int], turns: int = 1) -> None:  # noqa: ARG002
        """Give the subject one block of a level that depends on the seed, unless it is too hard for its speed."""
        session, left = self._harness.session, self._harness.round.deadline.left
        level = list(shares)[seed % len(shares)]
        size = min(BLOCK, session.runs.pace.fitting(left / 4) >> 3 * max(0, level))
        options = session.subject.options
        block = derive(seed, max(1, size), level).without(options.unpromised)
        if not size or not len(block):
            return
        run = tuple(grids(block.puzzles, block.shape))
        pairs = zip(block.solutions, block.counts, strict=True)
        verdicts = tuple(verdict_of(grids(solutions[:count], block.shape)) for solutions, count in pairs)
        limit, end = session.timeouts.first_limit(run), self._harness.round.end
        timed = session.runs.run_ahead(run, Formatting(), limit=limit, deadline=end)
        found = tuple(failures(run, verdicts, timed.transcript, options.contract))
        if found and found[0].is_timeout:  # at most a suspicion, as in `VolumeJudge`
            answered = found[0].failing_index
            run, verdicts, found = run[:answered], verdicts[:answered], ()
        self._harness.observe(Outcome(run, verdicts, found))


def _add_unanswered(session: SubjectSession) -> None:
    """Add the puzzles without an answer to the failures if some puzzle has failed by a timeout."""
    timeouts = [one for one in session.sample.failed if one.is_timeout]
    for puzzle in dict.fromkeys(session.sample.unanswered if timeouts else ()):
        with suppress(UndecidedError):
            solutions = len(session.verdicts[puzzle].solutions)
            session.sample.failed.append(Observation((puzzle,), 0, solutions, timeouts[0].mismatch))


def _run_alone(session: SubjectSession, until: Deadline) -> None:
    """Run failed puzzles alone: those that pass alone, though their run fails again, need the puzzles before them.

    Then each of the last earlier puzzles and the failed puzzle are a run of their own, which shows what is needed. If
    all of these puzzles fail alone, the others, for which there was no time, probably do, too.
    """
    sample, done = session.sample, 0
    waiting = [one for one in sample.failed if len(one.run) > 1 and not one.is_timeout]
    sample.failed = [one for one in sample.failed if len(one.run) == 1 or one.is_timeout]
    Random(0).shuffle(waiting)  # a few of them stand for all of them
    while done < min(REPEATED, len(waiting)) and not until.is_over:
        with suppress(UndecidedError, InvalidExampleError):
            sample.failed += _repeated(session, waiting[done], until)
        done += 1
    if sample.failed and not any(one.right_alone for one in sample.failed):
        sample.failed += waiting[done:]


def _repeated(session: SubjectSession, one: Observation, until: Deadline) -> list[Observation]:
    """Return a failure as it occurs alone, in runs of two puzzles, or else in its run; nothing if it does not recur."""

    def repeat(run: Batch) -> Outcome:
        return session.timeouts.reproduce(run, one.formatting, until)

    def after(run: Batch) -> list[Observation]:
        """Return the failure of the last puzzle of a run that fails each time, and never earlier."""
        again = list[Observation]()
        for _ in range(CHECKS):
            outcome = repeat(run)
            again = [observation_of(failure) for failure in outcome.failures[:1]]
            if not outcome.failures:
                session.sample.add(outcome)
            if not again or again[0].place < len(run) - 1:
                return []
        return [replace(each, right_alone=True) for each in again]

    for _ in range(CHECKS):
        alone = repeat((one.puzzle,))
        if alone.failures or not alone.batch:
            return [observation_of(failure) for failure in alone.failures[:1]]
    pairs = list[Observation]()
    for earlier in one.run[max(0, one.place - EARLIER) : one.place]:
        if not until.is_over and len(pairs) < MAX_PAIRS:
            pairs += after((earlier, one.puzzle))
    if pairs or until.is_over:
        return pairs
    return after(one.run[: one.place + 1])

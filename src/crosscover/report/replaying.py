"""Asks a subject again what it was once wrong about."""

from collections.abc import Iterable, Sequence
from contextlib import closing

from crosscover.harness.judging import is_timeout, judged
from crosscover.harness.factory import open_trial
from crosscover.harness.harness import Budget, Trial
from crosscover.reference import Grid
from crosscover.dialects import Formatting

from .display import explained
from .events import Failure, Outcome, Status
from .rebuilding import Plain, options_of


def assert_right(
    subject: str, puzzles: Iterable[str], *, formatting: Formatting = Formatting(), **options: Plain
) -> None:
    """Raise AssertionError unless the subject answers these puzzles rightly, asked in one run.

    The options are those of `crosscover.subjects.options.Options`, by their names and plain values.
    """
    __tracebackhide__ = True
    trial = open_trial(subject, options_of(options), Budget())
    with closing(trial.subject):
        outcome = replayed(trial, [Grid.parse(puzzle) for puzzle in puzzles], formatting)
    assert outcome.failure is None, explained(outcome)  # noqa: S101 - it is what the function is for


def replayed(
    trial: Trial,
    batch: Sequence[Grid],
    formatting: Formatting = Formatting(),
    name: str = "replay",
    statement: str = "",
) -> Outcome:
    """What comes of a batch now. Raises what the panel raises where its oracles disagree."""
    subject = trial.subject
    verdicts = list(trial.panel.verdicts(batch))
    counterexample = judged(batch, verdicts, subject.ask(batch, formatting), subject.contract, formatting)
    if counterexample is None:
        return Outcome(name, statement, Status.PASSED, len(batch), runs=1)
    status = Status.TIMED_OUT if is_timeout(counterexample) else Status.WRONG
    return Outcome(name, statement, status, len(batch), runs=1, failure=Failure(counterexample.reason, counterexample))

"""Asks a subject again what it was once wrong about."""

from collections.abc import Iterable, Sequence
from contextlib import closing

from crosscover.properties.judging import is_timeout, judged
from crosscover.properties.opening import open_trial
from crosscover.properties.trial import Budget, Trial
from crosscover.reference import Grid
from crosscover.reference.dialects import Form

from .display import explained
from .model import Failure, Outcome, Status
from .rebuilding import Plain, options_of


def assert_right(subject: str, puzzles: Iterable[str], *, form: Form = Form(), **options: Plain) -> None:
    """Raise AssertionError unless the subject answers these puzzles rightly, asked in one run.

    The options are those of `crosscover.subjects.options.Options`, by their names and plain values.
    """
    __tracebackhide__ = True
    trial = open_trial(subject, options_of(options), Budget())
    with closing(trial.subject):
        outcome = replayed(trial, [Grid.parse(puzzle) for puzzle in puzzles], form)
    assert outcome.failure is None, explained(outcome)  # noqa: S101 - it is what the function is for


def replayed(
    trial: Trial, batch: Sequence[Grid], form: Form = Form(), name: str = "replay", sentence: str = ""
) -> Outcome:
    """What comes of a batch now. Raises what the panel raises where its oracles disagree."""
    subject = trial.subject
    verdicts = list(trial.panel.verdicts(batch))
    finding = judged(batch, verdicts, subject.ask(batch, form), subject.contract, form)
    if finding is None:
        return Outcome(name, sentence, Status.PASSED, len(batch), runs=1)
    status = Status.TIMED_OUT if is_timeout(finding) else Status.WRONG
    return Outcome(name, sentence, status, len(batch), runs=1, failure=Failure(finding.reason, finding))

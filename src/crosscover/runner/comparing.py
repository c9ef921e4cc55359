"""Judges several solvers in the same way: a run each with one seed, then each on what the others have failed."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace

from crosscover.exit_code import NotStartedError
from crosscover.harness.judging import Counterexample, SavedInput
from crosscover.harness.result import SAVED_FAILURES, Status
from crosscover.report.comparison import ComparedRun, Comparison, Disagreement, SolverAnswer, failing_inputs

from .opening import open_run
from .run import rerun
from .settings import RunSettings

MAX_INPUTS = 30
"""Number of failing inputs that all solvers are run on."""


def run_once(settings: RunSettings) -> ComparedRun:
    """Run one solver without its saved failures, which the others do not have.

    Raises what `open_run` and `Run.run` raise.
    """
    with closing(open_run(replace(settings, store=None), [], settings.check_command())) as judged:
        judged.session.smoke()
        return ComparedRun(judged.header, judged.run())


def compare_runs(runs: Sequence[ComparedRun], solvers: Sequence[RunSettings]) -> Comparison:
    """Run each solver on the inputs that others failed, and compare; without `solvers`, compare the runs alone."""
    inputs = failing_inputs(runs)
    disagreements: list[Disagreement] = []
    for one in inputs[:MAX_INPUTS]:
        others = {
            place: answer_of(settings, one.found) for place, settings in enumerate(solvers) if place not in one.answers
        }
        disagreements.append(replace(one, answers={**others, **one.answers}))
    disagreements.sort(key=lambda one: not one.differs)
    return Comparison(tuple(runs), tuple(disagreements), max(0, len(inputs) - MAX_INPUTS))


def answer_of(settings: RunSettings, found: Counterexample) -> SolverAnswer:
    """Return the answer of a solver to an input that another failed, judged like a saved failure, without shrinking."""
    if found.batch[0].shape != settings.options.shape:
        return SolverAnswer(Status.NOT_RUN, remark="puzzles of another shape")
    try:
        given = SavedInput(found.batch, found.formatting, found.transcript.hash_seed)
        footer, _ = rerun(settings.subject, settings.options, given)
    except NotStartedError as error:
        return SolverAnswer(Status.NOT_RUN, remark=str(error))
    faults = [result for result in footer.outcomes if result.status is Status.FAULT]
    [result] = faults[:1] or [result for result in footer.outcomes if result.name == SAVED_FAILURES]
    remark = ""
    if result.status is Status.PASSED and result.simplified_or_skipped:
        remark = "at its speed a plain backtracking search would time out as well"
    elif result.unanswered:
        remark = "no answer in time"
    elif result.status in (Status.NOT_RUN, Status.VACUOUS):
        remark = "its contract does not cover the puzzles"
    return SolverAnswer(Status.NOT_RUN, remark=remark) if remark else SolverAnswer(result.status, result.failure)

"""Judges several solvers alike: a run each with one seed, and then each on what the others have failed."""

from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace

from crosscover.harness.factory import make_harness
from crosscover.harness.outcome import SAVED_FAILURES, Outcome, Status
from crosscover.harness.schedule import Budget
from crosscover.reference import Shape
from crosscover.report.comparison import Comparison, Disagreement, SolverAnswer, failing_inputs
from crosscover.report.run_record import FailingInput, Recorder, RunRecord
from crosscover.report.words import escape_unprintable
from crosscover.subjects.smoke import ask_easy, diagnose
from crosscover.subjects.specification import subject

from .run import run_properties
from .settings import RunSettings
from .subject_run import SubjectRun, open_run

MAX_INPUTS = 30
"""So many failing inputs are asked of all and shown."""


def why_not_started(settings: RunSettings) -> str | None:
    """Ask the solver an easy puzzle; None where it can be judged, else why not as it was named, and what to try.

    Raises ValueError for a solver that names nothing, UnavailableEngineError for an engine that cannot run here.
    """
    with closing(subject(settings.subject, settings.options)) as tried:
        return diagnose(tried, ask_easy(tried))


def run_once(
    settings: RunSettings, expression: str, command: tuple[str, ...], *, measures_performance: bool
) -> RunRecord:
    """The record of a run of its own; nothing that failed earlier is tried, since only this solver would be asked it.

    Raises what `open_run` and `run_properties` raise.
    """
    recorder = Recorder()
    settings = replace(settings, store=None)
    with closing(open_run(settings, [recorder], command, measures_performance=measures_performance)) as judged:
        judged.harness.smoke()  # the pace of the solver is learnt from it, as in any check
        run_properties(judged, settings.budgets(), expression=expression)
    return recorder.record


def was_interrupted(record: RunRecord) -> bool:
    """Whether somebody cut the run short; one that hangs too often ends by itself, without all of its properties."""
    late = any(outcome.status is Status.TIMED_OUT for outcome in record.outcomes.values())
    return not record.complete and not late


def compare_runs(runs: tuple[RunRecord, ...], solvers: Mapping[int, RunSettings]) -> Comparison:
    """Have each solver, by the place of its run, answer the inputs on which others have failed, and compare."""
    inputs = failing_inputs(runs)
    disagreements: list[Disagreement] = []
    for found, properties, known in inputs[:MAX_INPUTS]:
        answers = tuple(
            known[place]
            if place in known
            else _ask(solvers[place], found)
            if place in solvers
            else SolverAnswer(Status.NOT_RUN)
            for place in range(len(runs))
        )
        disagreements.append(
            Disagreement(
                properties,
                found.reason,
                found.batch,
                found.formatting,
                found.failing_index,
                found.right,
                found.certified,
                answers,
            )
        )
    disagreements.sort(key=lambda one: not one.differs)
    return Comparison(runs, tuple(disagreements), max(0, len(inputs) - MAX_INPUTS))


def _ask(settings: RunSettings, found: FailingInput) -> SolverAnswer:
    """What a solver makes of an input that another has failed, judged as any saved failure is; nothing is shrunk.

    The verdicts are found and certified anew: what a report says is right is believed by nobody.
    """
    if found.batch[0].shape != settings.options.shape:
        return SolverAnswer(Status.NOT_RUN, "puzzles of another shape")
    budget = Budget(shrink_seconds=0)
    certifies = settings.options.shape == Shape()
    batches = [(found.batch, found.formatting)]
    harness = make_harness(settings.subject, settings.options, budget, saved=batches, certify=certifies)
    with closing(harness):
        not_started = harness.smoke()
        if not_started is not None:
            return SolverAnswer(Status.NOT_RUN, escape_unprintable(not_started))
        footer = run_properties(SubjectRun(harness), [budget], expression=SAVED_FAILURES)
    return _answer(footer.outcomes)


def _answer(outcomes: tuple[Outcome, ...]) -> SolverAnswer:
    faults = [outcome for outcome in outcomes if outcome.status is Status.FAULT]
    [outcome] = faults[:1] or [outcome for outcome in outcomes if outcome.name == SAVED_FAILURES]
    if outcome.status is Status.PASSED and outcome.simplified_or_skipped:
        return SolverAnswer(Status.NOT_RUN, "at its speed a plain backtracking search would time out as well")
    if outcome.status in (Status.NOT_RUN, Status.VACUOUS):
        return SolverAnswer(Status.NOT_RUN, "its contract does not cover the puzzles")
    return SolverAnswer(outcome.status, _words(outcome))


def _words(outcome: Outcome) -> str:
    """What came back for the puzzle that failed, or what is wrong where no puzzle stands for it."""
    found = outcome.failure.counterexample if outcome.failure is not None else None
    if found is not None and found.failing_index is not None:
        return str(found.transcript.responses[found.failing_index])
    return outcome.failure.reason if outcome.failure is not None else ""

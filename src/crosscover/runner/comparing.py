"""Judges several solvers in the same way: a run each with one seed, then each on what the others have failed."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace

from crosscover.contracts import PROPER
from crosscover.exit_code import NotStartedError, UsageError, refusing
from crosscover.harness.judging import Counterexample, SavedInput
from crosscover.harness.result import SAVED_FAILURES, Status
from crosscover.options import COMPARE, ENGINE, OPTIONS
from crosscover.report.comparison import ComparedRun, Comparison, Disagreement, SolverAnswer, failing_inputs
from crosscover.subjects.specification import meanings

from .opening import open_run, resolve
from .run import rerun
from .settings import COMPARED_ROUNDS, COMPARED_TIME, RunSettings, fresh_seed, read_settings

MAX_INPUTS = 30
"""Number of failing inputs that all solvers are run on."""


def settings_of(solvers: Sequence[tuple[str, Mapping[str, object]]], given: Mapping[str, object]) -> list[RunSettings]:
    """The settings of each solver: those given for all of them that apply to it, and its own options.

    Engines have the contract of functions, unless only engines are compared. Raises UsageError.
    """
    common = {"seed": fresh_seed(), "time": COMPARED_TIME, "rounds": COMPARED_ROUNDS, **given}
    are_engines = all(meanings(spec)[0].startswith("engine:") for spec, _ in solvers)
    settings: list[RunSettings] = []
    for spec, own in solvers:
        kinds = {meaning.partition(":")[0] for meaning in meanings(spec)}
        values = {
            name: value for name, value in common.items() if name not in OPTIONS or kinds & {*OPTIONS[name].kinds}
        }
        values |= own
        if kinds == {ENGINE} and not are_engines:
            values.setdefault("contract", PROPER)
        with refusing(f"{spec!r}: "):
            settings.append(read_settings(spec, values, COMPARE))
    return settings


def compare(solvers: Sequence[RunSettings], announce: Callable[[str], None] = lambda _line: None) -> Comparison:
    """Run one solver after the other, until one is interrupted; then each on the inputs that others failed.

    A line is announced before each run. Raises NotStartedError, which names the solver, and UsageError.
    """
    names = [settings.subject for settings in solvers]
    found: list[RunSettings] = []
    for name, settings in zip(names, solvers, strict=True):
        try:
            found.append(resolve(settings))
        except NotStartedError as error:
            raise NotStartedError(f"{name}: {error}") from None
        except ValueError as error:
            raise UsageError(f"{name!r}: {error}") from None
    runs: list[ComparedRun] = []
    for number, (name, settings) in enumerate(zip(names, found, strict=True), 1):
        announce(f"{number} of {len(found)}  {name}")
        with refusing(f"{name!r}: "):
            runs.append(run_once(settings))
        if not runs[-1].footer.complete:
            return compare_runs(runs, ())
    return compare_runs(runs, found)


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

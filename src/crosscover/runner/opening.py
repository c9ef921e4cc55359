"""Opens a run from its settings: reads the input files and starts a session with the subject."""

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from crosscover.dialects import Formatting
from crosscover.exit_code import NotStartedError, UsageError
from crosscover.harness.applies import Property, certified
from crosscover.harness.judging import SavedBatches
from crosscover.harness.own_puzzles import PROPERTY as OWN_PUZZLES
from crosscover.harness.own_puzzles import read_own_puzzles
from crosscover.harness.session import SubjectSession, verdicts_for
from crosscover.oracles.errors import UnavailableEngineError
from crosscover.properties.covering import covering_list
from crosscover.report.events import Listener
from crosscover.report.files import refuse_shared_files
from crosscover.report.summary import not_started as not_started_result
from crosscover.report.writers import output_files
from crosscover.result import Setup
from crosscover.subjects.find import find
from crosscover.subjects.process_subject import subject
from crosscover.subjects.specification import files_of, meanings
from crosscover.subjects.subject import SubjectKind

from .expected import ExpectedFailures, read_expected
from .run import Run, conditions_of, make_setup, properties_for, selects
from .saved import input_of, load
from .settings import RunSettings


def resolve(settings: RunSettings) -> RunSettings:
    """Find the input form of the solver; return the settings with an explicit specification and options.

    If the form was already found, returns the settings unchanged. Raises UsageError, NotStartedError and
    UnavailableEngineError.
    """
    if settings.options.is_found:
        return settings
    found = find(settings.subject, settings.options, settings.seconds, settings.budget.seed)
    return replace(settings, run=replace(settings.run, subject=found.spec), options=found.options)


def saved_batches(settings: RunSettings) -> SavedBatches:
    """Return the inputs that the subject failed in earlier runs with the same contract and shape."""
    contract, shape = settings.options.contract, settings.options.shape
    failures = load(settings.store) if settings.store is not None else []
    wanted = settings.subject, contract.name, str(shape)
    return tuple(
        one
        for saved in failures
        if (saved.setup.subject, saved.setup.contract, saved.setup.shape) == wanted
        for one in [input_of(saved.failure)]
        if not any(kind.includes(puzzle) for kind in settings.options.unpromised for puzzle in one.batch)
        and (settings.options.strict_forms or one.formatting == Formatting())
    )


def kinds_of(settings: RunSettings) -> list[SubjectKind]:
    """Return the kinds of subjects that a specification may mean; runs and compiles nothing.

    Raises UsageError, and UnavailableEngineError if the engine cannot run here.
    """
    specs = meanings(settings.subject)
    if specs[0].startswith("engine:"):
        return [subject(specs[0], settings.options).kind]
    return [SubjectKind.PROGRAM if spec.startswith("exec:") else SubjectKind.FUNCTION for spec in specs]


def has_saved(settings: RunSettings) -> bool:
    """Return whether failures of the solver are saved, in any form."""
    places = tuple(":".join(spec.split(":")[:2]) for spec in meanings(settings.subject))
    return settings.store is not None and any(one.setup.subject.startswith(places) for one in load(settings.store))


def open_run(
    settings: RunSettings,
    listeners: Sequence[Listener],
    command: tuple[str, ...],
    properties: Sequence[Property] | None = None,
) -> Run:
    """Find the input form of the solver, and open a run; closed by the caller.

    The run judges all properties that apply, or those of `properties` that apply.
    Raises NotStartedError for a solver that answers no easy puzzle, and for an engine that cannot run here; listeners
    receive the reason, too. Raises UsageError for a malformed specification, list of expected failures, expression or
    puzzle, and for a report that would overwrite another file of the run; OSError for an unreadable file.
    """
    expected = read_expected(Path(settings.run.known)) if settings.run.known else ExpectedFailures()
    inputs = [Path(name) for name in (settings.run.known, settings.run.puzzles) if name]
    own_puzzles = read_own_puzzles(settings.run.puzzles, settings.options.shape) if settings.run.puzzles else None
    refuse_shared_files(output_files(settings.run), [*files_of(settings.subject), *inputs])
    selects(settings.run.only, "")
    started = time.monotonic()
    try:
        settings = resolve(settings)
        session = SubjectSession(
            subject(settings.subject, settings.options),
            verdicts_for(settings.subject),
            saved=saved_batches(settings),
            own_puzzles=own_puzzles,
            covers=covering_list,
            seed=settings.budget.seed,
            jobs=settings.run.jobs or 1,
        )
    except (UnavailableEngineError, NotStartedError) as error:
        setup = make_setup(settings.subject, settings.options, settings.budget.seed, command)
        raise _not_started(listeners, setup, str(error)) from None
    try:
        conditions = conditions_of(session, limits_performance=bool(settings.budget.max_slowdown))
        chosen = properties_for(conditions, settings.run.only)
        if properties is not None:
            chosen = [one for one in properties if conditions.allow(one)]
            if not chosen:
                raise UsageError(f"none of the selected properties applies to {settings.subject}")
        if not chosen:
            raise UsageError(f"no property of {settings.subject} matches {settings.run.only!r}")
        if own_puzzles is not None and properties is None and OWN_PUZZLES not in {one.name for one in chosen}:
            raise UsageError(f"--puzzles needs the property {OWN_PUZZLES}, which -k {settings.run.only!r} leaves out")
        run = Run(
            session,
            chosen,
            settings.budget,
            settings.seconds,
            listeners,
            expected=expected,
            store=settings.store,
            command=command,
            measures_performance=settings.measures and certified(settings.options.shape),
            stops_at_failure=settings.run.first,
            selected=len(chosen) < len(properties_for(conditions)),
            spent=time.monotonic() - started,
        )
        if (reason := session.smoke()) is not None:
            raise _not_started(listeners, run.setup, reason)
    except BaseException:
        session.close()
        raise
    return run


def _not_started(listeners: Sequence[Listener], setup: Setup, reason: str) -> NotStartedError:
    """Write the reason to every report, since an old report could be mistaken for this run; return the error."""
    for listener in listeners:
        listener(not_started_result(setup, reason))
    return NotStartedError(reason)

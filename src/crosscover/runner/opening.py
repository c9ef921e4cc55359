"""Opens a run from its settings: reads the input files, starts a session with the subject, and selects properties.

The properties of a run are those that apply to its features and that an expression of `-k` selects.
"""

import ast
import time
import zlib
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from crosscover.dialects import Formatting
from crosscover.errors import NotStartedError, UsageError
from crosscover.harness.budget import Budget, Clock
from crosscover.harness.judging import SavedBatches, SavedInput
from crosscover.harness.own_puzzles import OwnPuzzles, read_own_puzzles
from crosscover.harness.property import Features, Property
from crosscover.harness.session import SubjectSession, verdicts_for
from crosscover.options import Options
from crosscover.oracles.errors import UnavailableEngineError
from crosscover.properties import all_properties
from crosscover.report.events import Listener
from crosscover.report.files import refuse_shared_files
from crosscover.report.summary import not_started as not_started_result
from crosscover.report.writers import output_files
from crosscover.result import CheckResult, Setup
from crosscover.subjects.find import find
from crosscover.subjects.process_subject import open_subject
from crosscover.subjects.specification import files_of, meanings
from crosscover.subjects.subject import SubjectKind

from .expected import ExpectedFailures, read_expected
from .run import Run, make_setup
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


def saved_batches(settings: RunSettings, known: ExpectedFailures = ExpectedFailures()) -> SavedBatches:
    """Return the inputs that the subject failed in earlier runs with the same contract and shape.

    Inputs of properties that are expected to fail are left out: the property itself judges whether it still fails.
    """
    contract, shape = settings.options.contract, settings.options.shape
    failures = load(settings.store) if settings.store is not None else []
    wanted = settings.subject, contract.name, str(shape)
    inputs = [
        input_of(saved.failure)
        for saved in failures
        if (saved.setup.subject, saved.setup.contract, saved.setup.shape) == wanted
        and saved.failure.property_name not in known.entries
    ]
    return tuple(given for given in inputs if not why_not_run(settings.options, given))


def why_not_run(options: Options, given: SavedInput) -> str:
    """Return why a solver with these options does not promise to answer an input; empty if it does."""
    if given.batch[0].shape != options.shape:
        return "puzzles of another shape"
    if any(kind.includes(puzzle) for kind in options.unpromised for puzzle in given.batch):
        return "its options leave out the puzzles"
    if not options.strict_forms and given.formatting != Formatting():
        return "its options do not require this form of the input"
    return ""


def open_run(
    settings: RunSettings,
    listeners: Sequence[Listener],
    command: tuple[str, ...],
    properties: Sequence[Property] | None = None,
    clock: Clock = time.monotonic,
) -> Run:
    """Find the form of the solver, and open a run of all `properties` that apply; the caller closes it.

    Raises NotStartedError if the solver cannot be run, UsageError and OSError for malformed input and files in the way.
    """
    inputs = [Path(name) for name in (settings.run.known, settings.run.puzzles) if name]
    selects(settings.run.only, "")
    refuse_shared_files(output_files(settings.run), [*files_of(settings.subject), *inputs])
    expected = read_expected(Path(settings.run.known)) if settings.run.known else ExpectedFailures()
    started = clock()
    try:
        settings = resolve(settings)
        own_puzzles = read_own_puzzles(settings.run.puzzles, settings.options.shape) if settings.run.puzzles else None
        session = _open_session(settings, own_puzzles, expected, clock)
    except (UnavailableEngineError, NotStartedError) as error:
        setup = make_setup(settings.subject, settings.options, settings.budget.seed, command)
        raise not_started(listeners, setup, str(error)) from None
    try:
        chosen, is_selected = _select(settings, session, properties)
        run = Run(
            session,
            chosen,
            settings.budget,
            settings.seconds,
            listeners,
            expected=expected,
            store=settings.store,
            command=command,
            measures_performance=settings.measures,
            stops_at_failure=settings.run.first,
            after_failure=settings.after_failure,
            selected=is_selected,
            spent=clock() - started,
        )
        reason = session.smoke()
        if reason is not None:
            raise not_started(listeners, run.setup, reason)
    except BaseException:
        session.close()
        raise
    return run


def _open_session(
    settings: RunSettings, own_puzzles: OwnPuzzles | None, expected: ExpectedFailures, clock: Clock
) -> SubjectSession:
    return SubjectSession(
        open_subject(settings.subject, settings.options),
        verdicts_for(settings.subject),
        saved=saved_batches(settings, expected),
        own_puzzles=own_puzzles,
        clock=clock,
        seed=settings.budget.seed,
        jobs=settings.run.jobs or 1,
    )


def _select(
    settings: RunSettings, session: SubjectSession, properties: Sequence[Property] | None
) -> tuple[list[Property], bool]:
    """Return the properties to judge, and whether some that apply are left out.

    Raises UsageError if none is left, or if the option `-k` leaves out the property of the user's puzzles.
    """
    features, expression = session.features(settings.budget), settings.run.only
    applicable = properties_for(features)
    left_out = [prop for prop in applicable if not selects(expression, prop.name)]
    chosen = [prop for prop in applicable if prop not in left_out and (properties is None or prop in properties)]
    if not chosen and properties is not None:
        raise UsageError(f"none of the selected properties applies to {settings.subject}")
    if not chosen:
        raise UsageError(f"no property of {settings.subject} matches {expression!r}")
    for prop in left_out:
        if prop.needs_own_puzzles(features):
            raise UsageError(f"--puzzles needs the property {prop.name}, which -k {expression!r} leaves out")
    return chosen, len(chosen) < len(applicable)


def not_started(listeners: Sequence[Listener], setup: Setup, reason: str) -> NotStartedError:
    """Write the reason to every report, since an old report could be mistaken for this run; return the error."""
    for listener in listeners:
        listener(not_started_result(setup, reason))
    return NotStartedError(reason)


def rerun(spec: str, options: Options, given: SavedInput) -> tuple[CheckResult, BaseException | None]:
    """Run a subject on one failing input, as the property `saved_failures`, without shrinking; return `Run.error`, too.

    Raises UsageError for an unknown specification, NotStartedError for a subject that cannot start.
    """
    seed = zlib.crc32(str(given.batch[0]).encode())
    try:
        session = SubjectSession(open_subject(spec, options), verdicts_for(spec), saved=[given], seed=seed)
    except UnavailableEngineError as error:
        raise NotStartedError(str(error)) from None
    with closing(session):
        if (reason := session.smoke()) is not None:
            raise NotStartedError(reason)
        properties = [prop for prop in properties_for(session.features()) if prop.is_given]
        run = Run(session, properties, Budget(rounds=1, shrink_steps=0))
        return run.run(), run.error


def possible_features(settings: RunSettings) -> list[Features]:
    """Return the features that a run may have before the form of its solver is found; runs and compiles nothing.

    Raises UsageError, and UnavailableEngineError if the engine cannot run here.
    """
    specs, options = meanings(settings.subject), settings.options
    if specs[0].startswith("engine:"):
        kinds = {open_subject(specs[0], options).kind}
    else:
        kinds = {SubjectKind.PROGRAM if spec.startswith("exec:") else SubjectKind.FUNCTION for spec in specs}
    places = tuple(":".join(spec.split(":")[:2]) for spec in specs)  # without the function, which is not known yet
    saved = [] if settings.store is None else load(settings.store)
    has_saved = any(failure.setup.subject.startswith(places) for failure in saved)
    has_own_puzzles, limits_performance = bool(settings.run.puzzles), bool(settings.budget.max_slowdown)
    return [Features(kind, options, has_saved, has_own_puzzles, limits_performance) for kind in kinds]


def properties_for(features: Features, expression: str = "") -> list[Property]:
    """Return the properties that apply and that the expression selects, in run order; raises UsageError."""
    return [prop for prop in all_properties() if prop.when(features) and selects(expression, prop.name)]


def selects(expression: str, name: str) -> bool:
    """Return whether an expression of substrings, `and`, `or` and `not` matches a name; raises UsageError.

    >>> selects("grids and not full", "full_grids")
    False
    """

    def is_true(node: ast.expr) -> bool:
        match node:
            case ast.BoolOp(ast.And(), values):
                return all(map(is_true, values))
            case ast.BoolOp(ast.Or(), values):
                return any(map(is_true, values))
            case ast.UnaryOp(ast.Not(), value):
                return not is_true(value)
            case ast.Name(part):
                return part.lower() in name
            case _:
                raise SyntaxError

    if not expression:
        return True
    try:
        return is_true(ast.parse(expression.strip(), mode="eval").body)
    except (SyntaxError, ValueError, RecursionError):
        raise UsageError(f"{expression!r} is not an expression of names, 'and', 'or' and 'not'") from None

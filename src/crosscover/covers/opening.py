"""Opens a run for an exact-cover solver: finds its form, reads its saved failures, and selects properties."""

import math
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from crosscover.errors import NotStartedError, UsageError, refusing
from crosscover.harness.limits import AFTER_FAILURE_SECONDS, DEFAULT_SECONDS
from crosscover.option_values import one_of
from crosscover.options import (
    COVERS,
    RUN_OPTIONS,
    SOLVER_OPTIONS,
    Options,
    RunOptions,
    find_option,
    option_words,
)
from crosscover.report.events import Listener
from crosscover.report.files import STORE, refuse_shared_files
from crosscover.report.summary import not_started
from crosscover.report.writers import output_files
from crosscover.result import CheckResult, Setup
from crosscover.runner.run import make_setup, reported_versions
from crosscover.runner.saved import SavedFailure, load
from crosscover.runner.selection import selects
from crosscover.runner.settings import fresh_seed
from crosscover.subjects.specification import files_of, meanings
from crosscover.subjects.subject import hash_seed_of

from .engines import ENGINES
from .failures import step_of
from .find import find
from .forms import CALL_FORMS, TEXT_FORMS, Promise
from .properties import PROPERTIES
from .run import ExactCoverRun
from .subject import CoverSubject, SearchStep

FORM_KEYS = ("form", "promise")
"""Names of the options of a setup that hold the form of a solver and its promise."""


@dataclass(frozen=True, slots=True)
class CoverSettings:
    """What to judge; `form` and `promise` are empty if they are to be found. With `colors`, it must take colors.

    Raises ValueError for an unknown form or promise.
    """

    run: RunOptions
    options: Options = Options()
    form: str = ""
    promise: str = ""
    strict_forms: bool = False
    colors: bool = False
    store: Path | None = Path(STORE)

    def __post_init__(self) -> None:
        if self.form:
            one_of([form.name for form in (*CALL_FORMS, *TEXT_FORMS)], self.form)
        if self.promise:
            one_of(list(Promise), self.promise)

    def check_command(self) -> tuple[str, ...]:
        """Return the words of the `crosscover check` command with the same options, except the seed and reports."""
        run = self.run
        given = {"time": run.time, "rounds": run.rounds, "only": run.only or None, "first": run.first}
        own = {"--call": self.form, "--contract": self.promise}
        words = [f"{name}={value}" for name, value in own.items() if value]
        words += ["--strict-forms"] * self.strict_forms + ["--colors"] * self.colors
        given_words = option_words({**self.options.given(), **given})
        return ("crosscover", "check", run.subject, "--problem=cover", *words, *given_words)


def read_settings(subject: str, given: Mapping[str, object], **own: Any) -> CoverSettings:
    """Return settings from options by name, each a value or the user's text; `own` holds fields of the settings.

    Raises ValueError for an option that does not exist or is invalid.
    """
    read = {name: find_option(name, COVERS).read(value) for name, value in given.items()}
    of_run = {name: value for name, value in read.items() if name in RUN_OPTIONS}
    of_solver = {name: value for name, value in read.items() if name in SOLVER_OPTIONS}
    return CoverSettings(RunOptions(subject, **of_run), Options().with_overrides(of_solver), **own)


def open_run(settings: CoverSettings, listeners: Sequence[Listener], command: tuple[str, ...]) -> ExactCoverRun:
    """Find the form of the solver and open a run; the caller closes it.

    Raises NotStartedError if the solver cannot be run, UsageError for an unknown solver and for a selection of nothing.
    """
    started = time.monotonic()
    run = settings.run
    seed = fresh_seed() if run.seed is None else run.seed
    is_endless = run.time is None and run.rounds is None
    seconds = DEFAULT_SECONDS if is_endless else run.time
    chosen = [each for each in PROPERTIES if selects(run.only, each.name)]
    if not chosen:
        raise UsageError(f"no property of exact covers matches {run.only!r}")
    files = [file for spec in meanings(run.subject) for file in files_of(spec)]
    refuse_shared_files(output_files(run), files)
    loaded = load(settings.store) if settings.store is not None else []
    saved = [(each.setup.subject, _steps_of(each)) for each in loaded if each.failure.searches]
    try:
        subject = find(
            run.subject,
            settings.options,
            settings.form,
            settings.promise,
            colors=settings.colors,
            seconds=math.inf if seconds is None else seconds,
            hash_seed=hash_seed_of(seed),
        )
    except NotStartedError as error:
        failed = not_started(_setup(settings, seed, command, seconds), str(error))
        for listener in listeners:
            listener(failed)
        raise
    subject.strict_forms = settings.strict_forms
    setup = _setup(settings, seed, command, seconds, subject)
    return ExactCoverRun(
        subject,
        setup,
        listeners,
        properties=chosen,
        saved=[steps for searcher, steps in saved if searcher == subject.name],
        seconds=math.inf if seconds is None else seconds,
        after_failure=AFTER_FAILURE_SECONDS if is_endless else math.inf,
        rounds=run.rounds,
        stops_at_failure=run.first,
        store=settings.store,
        spent=time.monotonic() - started,
    )


def rerun(saved: SavedFailure, subject: str) -> tuple[CheckResult, BaseException | None]:
    """Run a solver on the searches of a saved failure, without shrinking; return the run's `error`, too.

    Raises as `open_run`.
    """
    options = saved.setup.options
    is_same = subject == saved.setup.subject
    form, promise = (str(options.get(key) or "") if is_same else "" for key in FORM_KEYS)
    settings = CoverSettings(RunOptions(subject), saved.options, form, promise)
    steps = _steps_of(saved)
    has_colors = any(search.colors for search in saved.failure.searches)
    with closing(
        find(subject, settings.options, form, promise, colors=has_colors, hash_seed=saved.setup.hash_seed)
    ) as found:
        setup = _setup(settings, saved.setup.seed, (), None, found)
        run = ExactCoverRun(found, setup, properties=(), saved=[steps], rounds=1)
        return run.run(), run.error


def _steps_of(saved: SavedFailure) -> tuple[SearchStep, ...]:
    """Return the searches of a saved failure; raises UsageError for a record whose problem is invalid."""
    with refusing(f"the saved failure {saved.id}: "):
        return tuple(map(step_of, saved.failure.searches))


def _setup(
    settings: CoverSettings,
    seed: int,
    command: tuple[str, ...],
    seconds: float | None,
    subject: CoverSubject | None = None,
) -> Setup:
    """Return the setup of a run; without a subject, no form was found."""
    name, words = settings.run.subject, ["--problem=cover"]
    found: dict[str, str] = {}
    if subject is not None:
        name = subject.name
        words += [f"--call={subject.form.name}", f"--contract={subject.reading.promise}"]
        found = dict(zip(FORM_KEYS, (subject.form.name, subject.reading.promise.value), strict=True))
    setup = make_setup(
        name,
        settings.options,
        seed,
        command,
        panel=tuple(ENGINES),
        versions=reported_versions(),
        time_limit=seconds,
        selected=bool(settings.run.only),
        hash_seed=None if subject is None else subject.base.hash_seed,
        problem="cover",
    )
    return replace(
        setup,
        solver=" ".join([name, *words, *option_words(settings.options.given())]),
        contract=found.get("promise", settings.promise),
        shape="",
        options={**setup.options, **found},
        found=not settings.form,
    )

"""Opens a run for an exact-cover solver: finds its form, reads its saved failures, and selects properties."""

import math
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from dataclasses import replace as replace_settings
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from crosscover.errors import NotStartedError, UsageError, refusing
from crosscover.option_values import one_of
from crosscover.options import COVERS, option_words
from crosscover.report.events import Listener
from crosscover.report.files import STORE, refuse_shared_files
from crosscover.report.writers import output_files
from crosscover.result import CheckResult, Setup
from crosscover.runner import settings as run_settings
from crosscover.runner.opening import not_started, selects
from crosscover.runner.run import make_setup, reported_versions
from crosscover.runner.saved import SavedFailure, load
from crosscover.runner.settings import RunSettings
from crosscover.subjects.specification import files_of, meanings
from crosscover.subjects.subject import hash_seed_of

from .engines import ENGINES
from .failures import step_of
from .find import find
from .forms import CALL_FORMS, TEXT_FORMS, Promise
from .properties import PROPERTIES
from .run import SAVED, ExactCoverRun
from .subject import CoverSubject, SearchStep

FORM_KEYS = ("form", "promise")
"""Names of the options of a setup that hold the form of a solver and its promise."""


@dataclass(frozen=True, slots=True)
class CoverSettings:
    """What to judge; `form` and `promise` are empty if they are to be found. With `colors`, it must take colors.

    Raises ValueError for an unknown form or promise.
    """

    run: RunSettings
    form: str = ""
    promise: str = ""
    strict_forms: bool = False
    colors: bool = False

    def __post_init__(self) -> None:
        if self.form:
            one_of([form.name for form in (*CALL_FORMS, *TEXT_FORMS)], self.form)
        if self.promise:
            one_of(list(Promise), self.promise)

    @property
    def words(self) -> list[str]:
        """The options on a command line that only exact-cover solvers have."""
        given = {"--call": self.form, "--contract": self.promise}
        words = ["--problem=cover", *(f"{name}={value}" for name, value in given.items() if value)]
        flags = {"--strict-forms": self.strict_forms, "--colors": self.colors}
        return words + [flag for flag, is_set in flags.items() if is_set]


def read_settings(
    subject: str, given: Mapping[str, object], *, store: Path | None = Path(STORE), **own: Any
) -> CoverSettings:
    """Return settings from options by name, each a value or the user's text; `own` holds fields of the settings.

    Raises ValueError for an option that does not exist or is invalid.
    """
    run = run_settings.read_settings(subject, given, COVERS)
    return CoverSettings(replace_settings(run, store=store), **own)


def open_run(settings: CoverSettings, listeners: Sequence[Listener], command: tuple[str, ...]) -> ExactCoverRun:
    """Find the form of the solver and open a run; the caller closes it.

    Raises NotStartedError if the solver cannot be run, UsageError for an unknown solver and for a selection of nothing.
    """
    started = time.monotonic()
    run, given = settings.run, settings.run.run
    chosen = [each for each in PROPERTIES if selects(given.only, each.name)]
    is_saved_chosen = selects(given.only, SAVED)
    if not (chosen or is_saved_chosen):
        raise UsageError(f"no property of exact covers matches {given.only!r}")
    files = [file for spec in meanings(run.subject) for file in files_of(spec)]
    refuse_shared_files(output_files(given), files)
    loaded = load(run.store) if run.store is not None else []
    saved = [(each.setup.subject, _steps_of(each)) for each in loaded if each.failure.searches]
    try:
        subject = find(
            run.subject,
            run.options,
            settings.form,
            settings.promise,
            colors=settings.colors,
            seconds=run.seconds,
            hash_seed=hash_seed_of(run.budget.seed),
        )
    except NotStartedError as error:
        raise not_started(listeners, _setup(settings, command), str(error)) from None
    subject.strict_forms = settings.strict_forms
    return ExactCoverRun(
        subject,
        _setup(settings, command, subject),
        listeners,
        properties=chosen,
        saved=[steps for searcher, steps in saved if searcher == subject.name and is_saved_chosen],
        seconds=run.seconds,
        after_failure=run.after_failure,
        rounds=run.budget.rounds,
        stops_at_failure=given.first,
        store=run.store,
        spent=time.monotonic() - started,
    )


def rerun(saved: SavedFailure, subject: str) -> tuple[CheckResult, BaseException | None]:
    """Run a solver on the searches of a saved failure, without shrinking; return the run's `error`, too.

    A failure that is flaky gets as many runs as when it was found. Raises as `open_run`.
    """
    options = saved.setup.options
    is_same = subject == saved.setup.subject
    form, promise = (str(options.get(key) or "") if is_same else "" for key in FORM_KEYS)
    settings = read_settings(subject, {"rounds": 1, "seed": saved.setup.seed}, form=form, promise=promise)
    settings = replace_settings(settings, run=replace_settings(settings.run, options=saved.options))
    steps = _steps_of(saved)
    has_colors = any(search.colors for search in saved.failure.searches)
    with closing(
        find(subject, saved.options, form, promise, colors=has_colors, hash_seed=saved.setup.hash_seed)
    ) as found:
        repeats = saved.failure.repeats if saved.failure.is_flaky else 1
        run = ExactCoverRun(found, _setup(settings, (), found), properties=(), saved=[steps] * repeats, rounds=1)
        return run.run(), run.error


def _steps_of(saved: SavedFailure) -> tuple[SearchStep, ...]:
    """Return the searches of a saved failure; raises UsageError for a record whose problem is invalid."""
    with refusing(f"the saved failure {saved.id}: "):
        return tuple(map(step_of, saved.failure.searches))


def _setup(settings: CoverSettings, command: tuple[str, ...], subject: CoverSubject | None = None) -> Setup:
    """Return the setup of a run; without a subject, no form was found."""
    run, is_found = settings.run, not settings.form
    name = run.subject
    if subject is not None:
        name = subject.name
        settings = replace_settings(settings, form=subject.form.name, promise=subject.reading.promise)
    setup = make_setup(
        name,
        run.options,
        run.budget.seed,
        command,
        panel=tuple(ENGINES),
        versions=reported_versions(),
        time_limit=run.seconds if run.seconds < math.inf else None,
        selected=bool(run.run.only),
        hash_seed=None if subject is None else subject.base.hash_seed,
        problem="cover",
    )
    found = {} if subject is None else dict(zip(FORM_KEYS, (settings.form, str(settings.promise)), strict=True))
    return replace(
        setup,
        solver=" ".join([name, *settings.words, *option_words(run.options.given())]),
        contract=str(settings.promise),
        shape="",
        options={**setup.options, **found},
        found=is_found,
    )

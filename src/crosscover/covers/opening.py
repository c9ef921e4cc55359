"""Opens a run for an exact-cover solver: finds its form, reads its saved failures, and selects properties."""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from crosscover import __version__
from crosscover.errors import NotStartedError, UsageError
from crosscover.harness.limits import AFTER_FAILURE_SECONDS, DEFAULT_SECONDS
from crosscover.option_values import one_of
from crosscover.options import Options, option_words
from crosscover.report.events import Listener
from crosscover.report.summary import not_started
from crosscover.result import CheckResult, Setup
from crosscover.runner.run import REPORTED_PACKAGES
from crosscover.runner.saved import SavedFailure, load
from crosscover.runner.selection import selects
from crosscover.runner.settings import fresh_seed
from crosscover.system import describe_machine

from .engines import ENGINES
from .failures import step_of
from .find import find
from .forms import CALL_FORMS, TEXT_FORMS, Promise
from .properties import PROPERTIES
from .run import ExactCoverRun
from .subject import CoverSubject

FORM_KEYS = ("form", "promise")
"""Names of the options of a setup that hold the form of a solver and its promise."""


@dataclass(frozen=True, slots=True)
class CoverSettings:
    """What to judge and for how long; `form` and `promise` are empty if they are to be found."""

    subject: str
    options: Options = Options()
    form: str = ""
    promise: str = ""
    strict_forms: bool = False
    colors: bool = False
    time: float | None = None
    rounds: int | None = None
    seed: int | None = None
    only: str = ""
    first: bool = False
    store: Path | None = None

    def __post_init__(self) -> None:
        """Raise ValueError for an unknown form or promise."""
        if self.form:
            one_of([form.name for form in (*CALL_FORMS, *TEXT_FORMS)], self.form)
        if self.promise:
            one_of([promise.value for promise in Promise], self.promise)

    def check_command(self) -> tuple[str, ...]:
        """Return the words of the `crosscover check` command with the same options, except the seed."""
        flags = {"--strict-forms": self.strict_forms, "--colors": self.colors, "--first": self.first}
        values = {"--call": self.form, "--contract": self.promise, "--time": self.time, "--rounds": self.rounds}
        words = [f"{name}={value}" for name, value in {**values, "--only": self.only}.items() if value]
        words += [name for name, is_set in flags.items() if is_set]
        return ("crosscover", "check", self.subject, "--problem=cover", *words, *option_words(self.options.given()))


def open_run(settings: CoverSettings, listeners: Sequence[Listener], command: tuple[str, ...]) -> ExactCoverRun:
    """Find the form of the solver and open a run; the caller closes its subject.

    Raises NotStartedError if the solver cannot be run, UsageError for an unknown solver and for a selection of nothing.
    """
    started = time.monotonic()
    seed = fresh_seed() if settings.seed is None else settings.seed
    is_endless = settings.time is None and settings.rounds is None
    seconds = DEFAULT_SECONDS if is_endless else settings.time
    chosen = [each for each in PROPERTIES if selects(settings.only, each.name)]
    if not chosen:
        raise UsageError(f"no property of exact covers matches {settings.only!r}")
    try:
        subject = find(
            settings.subject,
            settings.options,
            settings.form,
            settings.promise,
            colors=settings.colors,
            seconds=math.inf if seconds is None else seconds,
        )
    except NotStartedError as error:
        failed = not_started(_setup(settings, seed, command, seconds), str(error))
        for listener in listeners:
            listener(failed)
        raise
    subject.strict_forms = settings.strict_forms
    setup = _setup(settings, seed, command, seconds, subject)
    saved = load(settings.store) if settings.store is not None else []
    return ExactCoverRun(
        subject,
        setup,
        listeners,
        properties=chosen,
        saved=[tuple(map(step_of, each.failure.searches)) for each in saved if is_of(each, subject.name)],
        seconds=math.inf if seconds is None else seconds,
        after_failure=AFTER_FAILURE_SECONDS if is_endless else math.inf,
        rounds=settings.rounds,
        stops_at_failure=settings.first,
        store=settings.store,
        spent=time.monotonic() - started,
    )


def is_of(saved: SavedFailure, subject: str) -> bool:
    """Whether a saved failure is one of this exact-cover solver."""
    return bool(saved.failure.searches) and saved.setup.subject == subject


def rerun(saved: SavedFailure, subject: str) -> CheckResult:
    """Run a solver on the searches of a saved failure, without shrinking; raises as `open_run`."""
    options = saved.setup.options
    is_same = subject == saved.setup.subject
    form, promise = (str(options.get(key) or "") if is_same else "" for key in FORM_KEYS)
    settings = CoverSettings(subject, saved.options, form, promise, rounds=1)
    has_colors = any(search.colors for search in saved.failure.searches)
    found = find(subject, settings.options, form, promise, colors=has_colors)
    try:
        setup = _setup(settings, saved.setup.seed, (), None, found)
        steps = tuple(map(step_of, saved.failure.searches))
        return ExactCoverRun(found, setup, properties=(), saved=[steps], rounds=1, shrinks=False).run()
    finally:
        found.close()


def _setup(
    settings: CoverSettings,
    seed: int,
    command: tuple[str, ...],
    seconds: float | None,
    subject: CoverSubject | None = None,
) -> Setup:
    """Return the setup of a run; without a subject, no form was found."""
    name, words = settings.subject, ["--problem=cover"]
    found: dict[str, str] = {}
    if subject is not None:
        name = subject.name
        words += [f"--call={subject.form.name}", f"--contract={subject.reading.promise}"]
        found = dict(zip(FORM_KEYS, (subject.form.name, subject.reading.promise.value), strict=True))
    return Setup(
        subject=name,
        solver=" ".join([name, *words, *option_words(settings.options.given())]),
        contract=found.get("promise", settings.promise),
        shape="",
        seed=seed,
        command=command,
        panel=tuple(ENGINES),
        versions={"crosscover": __version__, **{each: version(each) for each in REPORTED_PACKAGES}},
        started=datetime.now(UTC).isoformat(timespec="seconds"),
        machine=describe_machine(),
        time_limit=seconds,
        selected=bool(settings.only),
        options={**settings.options.to_plain(), **found},
        explicit=tuple(sorted(settings.options.explicit)),
        found=not settings.form,
        problem="cover",
    )

"""Runs pytest over the properties: once, in rounds with a seed each, or until the time is up.

pytest is the only runner; this is its front. It runs without the plugins, the configuration and the cache of whatever
project it is called in, so that a check means the same everywhere.
"""

import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from threading import Timer

import pytest

from crosscover.exit_code import UsageError
from crosscover.harness.outcome import Status
from crosscover.harness.schedule import Budget
from crosscover.report.events import Footer

from . import plugin
from .power import weight
from .subject_run import SubjectRun

MAX_LATE_SECONDS = 15.0
"""When a property got no answer in time, and waiting for late ones has cost so much, the rest is not run."""

ARGUMENTS = (
    "--pyargs",
    "crosscover.properties",
    "--rootdir=.",
    "--noconftest",
    f"-c{os.devnull}",
    "--capture=no",
    "-pno:terminal",
    "-pno:unraisableexception",
    "-pno:cacheprovider",
    "-pno:warnings",
)
CERTIFICATION_TEST = "verdicts_are_certified"
"""The property that says of the others what their verdicts rest upon; it goes with whatever is selected."""


class NothingRunError(UsageError):
    """No property was run: the expression selects none, or is none."""


def run_properties(run: SubjectRun, budgets: Iterable[Budget], *, expression: str = "", first: bool = False) -> Footer:
    """Run the properties that a `-k` expression of pytest selects, all that apply where it is empty.

    There is a round for each of the budgets, until the time of the run is up; a property that failed is not run again.
    With `first` the first that fails is the last. What `begin` of the run raises of OSError and UsageError is raised
    before anything is run, and NothingRunError. Later on, an exception from a listener or an internal error ends the
    run; it is in `run.error`.
    """
    rounds = _Rounds(run, first=first, selected=bool(expression))
    certified = run.harness.verdicts.certify
    selected = f"({expression}) or {CERTIFICATION_TEST}" if expression and certified else expression
    arguments = [*ARGUMENTS, *([f"-k{selected}"] if selected else [])]
    code: int = pytest.ExitCode.OK
    for budget in budgets:
        if code not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED) or not rounds.has_next_round():
            break
        run.harness.budget = budget
        started, charged = time.monotonic(), run.schedule.charged
        with _isolated(), _reraise_lost_interrupts():
            code = pytest.main(arguments, plugins=[plugin, rounds])
        by_properties = run.schedule.charged - charged
        run.schedule.charge(time.monotonic() - started - by_properties)
    if rounds.refusal is not None:
        raise rounds.refusal
    match code:
        case pytest.ExitCode.USAGE_ERROR:
            raise NothingRunError(f"{expression!r} is not an expression of names, 'and', 'or' and 'not'")
        case pytest.ExitCode.NO_TESTS_COLLECTED:
            raise NothingRunError(f"no property of {run.header.subject} matches {expression!r}")
        case _:
            rounds.drop_unfinished_certification()
            ended = code in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)
            return run.end(complete=ended, internal_error=rounds.internal_error)


class _Rounds:
    """A pytest plugin that says which property is run in which round."""

    def __init__(self, run: SubjectRun, *, first: bool, selected: bool) -> None:
        self._run = run
        self._first = first
        self._selected = selected
        self._round = 0
        self.refusal: Exception | None = None
        self.internal_error: BaseException | None = None

    def has_next_round(self) -> bool:
        """Whether there is another round: the first one in any case, then while a property and time are left."""
        if self._round and not any(map(self._should_run, self._run.outcomes.keys() - {CERTIFICATION_TEST})):
            return False
        self._round += 1
        return True

    def drop_unfinished_certification(self) -> None:
        """What came after the last certificates was cut short, and nothing may be said of it."""
        if self._passed(CERTIFICATION_TEST) and self._run.harness.verdicts.has_uncertified():
            del self._run.outcomes[CERTIFICATION_TEST]

    def pytest_configure(self, config: pytest.Config) -> None:
        """Hand the run over."""
        config.stash[plugin.RUN] = self._run
        config.stash[plugin.DRIVEN] = True

    def pytest_internalerror(self, excinfo: pytest.ExceptionInfo[BaseException]) -> bool:
        """Keep an exception from a hook, instead of printing it."""
        self.internal_error = excinfo.value
        return True

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> Iterator[None]:
        """Say what will be run, once that is settled."""
        yield
        found = [pair[0] for item in items if (pair := plugin.property_and_run(item))]
        if [judged.name for judged in found] == [CERTIFICATION_TEST]:
            items.clear()
        elif self._round == 1 and items:
            try:
                self._run.begin(found, selected=self._selected)
            except (OSError, UsageError) as refusal:  # pytest would show a traceback
                self.refusal = refusal
                items.clear()
        self._run.rounds = self._round
        weights = [weight(judged.name) for judged in found if self._should_run(judged.name)]
        self._run.schedule.start_round(weights, is_sweep=self._round == 1)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Leave out what has failed, and what there is no time for."""
        if not self._should_run(item.name.removeprefix("test_")):
            pytest.skip("it has had its turns, or there is no time for it")

    def _should_run(self, name: str) -> bool:
        if self._run.listener_error is not None:
            return False
        if name in self._run.outcomes and not self._passed(name):
            return False
        if name == CERTIFICATION_TEST:
            return name not in self._run.outcomes or self._run.harness.verdicts.has_uncertified()
        if name in self._run.exhausted:
            return False
        statuses = Counter(outcome.status for outcome in self._run.outcomes.values())
        failures = statuses[Status.WRONG] + statuses[Status.TIMED_OUT]
        hangs = statuses[Status.TIMED_OUT] and self._run.harness.late_seconds > MAX_LATE_SECONDS
        return not (self._run.schedule.is_over or hangs or (self._first and failures))

    def _passed(self, name: str) -> bool:
        return name in self._run.outcomes and self._run.outcomes[name].status is Status.PASSED


@contextmanager
def _reraise_lost_interrupts() -> Generator[None]:
    """Bring back a Ctrl-C that came where Python can raise nothing, as while it collects garbage.

    Hypothesis has itself called on each collection, so that is not seldom. A timer raises the signal again, which the
    main thread then takes as ever. What else is raised there is passed over.
    """

    def raise_again(unraisable: "sys.UnraisableHookArgs") -> None:
        if unraisable.exc_type is KeyboardInterrupt:
            Timer(0.05, signal.raise_signal, [signal.SIGINT]).start()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "unraisablehook", raise_again)
        yield


@contextmanager
def _isolated() -> Generator[None]:
    """Keep the pytest settings of the environment, and the plugins of others, out of the run."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("PYTEST_ADDOPTS", raising=False)
        patch.delenv("PYTEST_PLUGINS", raising=False)
        patch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
        yield

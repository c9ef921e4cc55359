"""Runs the properties by pytest, which is the only runner: task by task, until the time of the run is up.

pytest runs without the plugins, the configuration and the cache of the project that it is called in, so that a check
means the same everywhere.
"""

import os
import signal
import sys
import zlib
from collections.abc import Generator
from contextlib import closing, contextmanager
from threading import Timer
from typing import cast

import pytest

from crosscover.exit_code import NotStartedError, UsageError
from crosscover.harness.outcome import SAVED_FAILURES
from crosscover.harness.property_run import SavedInput
from crosscover.harness.schedule import Budget, Schedule
from crosscover.harness.session import open_session
from crosscover.options import Options
from crosscover.oracles.errors import UnavailableEngineError
from crosscover.properties import conftest
from crosscover.report.events import Footer

from . import plugin
from .lanes import Test
from .subject_run import SubjectRun

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


class NothingRunError(UsageError):
    """No property was run: the expression selects none, or is malformed."""


def run_properties(run: SubjectRun, *, expression: str = "") -> Footer:
    """Run the properties that a `-k` expression of pytest selects, by default all that apply.

    Raises what `SubjectRun.begin` raises, and NothingRunError, before any property is run. Later on, an exception from
    a listener or an internal error ends the run, and is then in `run.error`.
    """
    tasks = _Tasks(run, expression)
    with _isolated(tasks.environment):
        code = pytest.main([*ARGUMENTS, *([f"-k{expression}"] if expression else [])], plugins=[conftest, tasks])
    if not tasks.have_begun:
        if tasks.error is not None:
            raise tasks.error
        if code == pytest.ExitCode.USAGE_ERROR:
            raise NothingRunError(f"{expression!r} is not an expression of names, 'and', 'or' and 'not'")
    return run.end(complete=code in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED), internal_error=tasks.error)


def rerun(spec: str, options: Options, given: SavedInput) -> tuple[Footer, BaseException | None]:
    """Run a subject on one failing input, as the property `saved_failures`, without shrinking; return `run.error` too.

    Raises UsageError for an unknown specification, NotStartedError for a subject that cannot be started.
    """
    seed = zlib.crc32(str(given.batch[0]).encode())
    try:
        session = open_session(spec, options, saved=[given], seed=seed)
    except UnavailableEngineError as error:
        raise NotStartedError(str(error)) from None
    with closing(session):
        not_started = session.smoke()
        if not_started is not None:
            raise NotStartedError(not_started)
        run = SubjectRun(session, Schedule([Budget(shrink_steps=0)]))
        return run_properties(run, expression=SAVED_FAILURES), run.error


class _Tasks:
    """A pytest plugin that runs the tasks of a run."""

    def __init__(self, run: SubjectRun, expression: str) -> None:
        self.have_begun = False
        self.error: BaseException | None = None
        self.environment = pytest.MonkeyPatch()
        self._run = run
        self._expression = expression

    def pytest_configure(self, config: pytest.Config) -> None:
        """Declare the mark of properties."""
        self.environment.undo()
        plugin.declare_mark(config)

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep the properties that apply, in their order."""
        found, conditions = plugin.properties_among(items), self._run.conditions
        items[:] = sorted((item for item in found if conditions.allow(found[item])), key=plugin.position)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the tasks."""
        if session.testsfailed:
            raise RuntimeError("the properties could not be collected")
        properties = plugin.properties_among(session.items)
        if not properties:
            raise NothingRunError(f"no property of {self._run.header.subject} matches {self._expression!r}")
        self._run.begin(list(properties.values()), selected=bool(self._expression))
        self.have_begun = True
        items = {judged.name: item for item, judged in properties.items()}
        functions = {item: cast("Test", item.obj) for item in properties if isinstance(item, pytest.Function)}
        tests = {properties[item].name: (properties[item], test) for item, test in functions.items()}
        self._run.start_lanes(tests)
        while (task := self._run.next_task()) is not None:
            item = items[task.name]
            item.stash[plugin.TASK] = task
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        return True

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Start the task."""
        plugin.start(item, self._run)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Finish the task."""
        plugin.finish(item, call, self._run)
        return (yield)

    def pytest_internalerror(self, excinfo: pytest.ExceptionInfo[BaseException]) -> bool:
        """Keep an exception from a hook, instead of printing it."""
        self.error = excinfo.value
        return True


@contextmanager
def _isolated(environment: pytest.MonkeyPatch) -> Generator[None]:
    """Keep the pytest settings of the environment, and other plugins, out of the run; raise lost interrupts again.

    pytest has read the settings when it configures its plugins; `environment` is undone then, for the subject.

    Python cannot raise a Ctrl-C during a garbage collection, and Hypothesis registers a callback for each collection,
    so that is not rare. A timer sends the signal again, which the main thread then handles as usual. Other exceptions
    of this kind are ignored.
    """

    def raise_again(unraisable: "sys.UnraisableHookArgs") -> None:
        if unraisable.exc_type is KeyboardInterrupt:
            Timer(0.05, signal.raise_signal, [signal.SIGINT]).start()

    environment.delenv("PYTEST_ADDOPTS", raising=False)
    environment.delenv("PYTEST_PLUGINS", raising=False)
    environment.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "unraisablehook", raise_again)
            yield
    finally:
        environment.undo()

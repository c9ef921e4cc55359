"""A check: pytest run over the properties, once or until the time is up.

pytest is the only runner; this is its front. It runs without the plugins, the configuration and the cache of whatever
project it is called in, so that a check means the same everywhere.
"""

import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import chain, count
from threading import Timer
from typing import Protocol

import pytest

from crosscover import pytest_plugin
from crosscover.harness.harness import Trial
from crosscover.report.events import Failure, Outcome, Status

ENOUGH_TIMEOUTS = 3
"""After so many properties that got no answer in time the rest is not run: each would cost as much again."""

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
PROOF = "test_verdicts_are_certified"
"""The property that says of the others what their verdicts rest upon; it goes with whatever is selected."""

PYTEST_VARIABLES = ("PYTEST_ADDOPTS", "PYTEST_PLUGINS", "PYTEST_DISABLE_PLUGIN_AUTOLOAD")


@dataclass(frozen=True, slots=True)
class Session:
    """What came out of a check.

    `outcomes` has one entry a property, those not run included; `complete` says that every property was run to its
    end; `error` is what kept the check from running at all, `deaf` why the desk could not be told any more.
    """

    outcomes: tuple[Outcome, ...]
    seconds: float
    complete: bool
    error: str = ""
    deaf: OSError | None = None


class Desk(Protocol):
    """Is told what a check does."""

    def begun(self, names: tuple[str, ...]) -> None:
        """Take note of the properties to come."""
        ...

    def started(self, name: str) -> None:
        """Take note that a property has its turn."""
        ...

    def finished(self, outcome: Outcome) -> Outcome:
        """Take note of how a property came out; what is given back counts."""
        ...


def run(
    trial: Trial, desk: Desk, *, seeds: Sequence[int], expression: str = "", seconds: float = 0, first: bool = False
) -> Session:
    """Run the properties that a `-k` expression of pytest selects, all that apply where it is empty.

    There is a round for each of the seeds, and with `seconds` further rounds with the seeds after the last until so
    much time is over; a property that failed is not run again. With `first` the first that fails is the last. What
    `begun` of the desk raises of OSError and ValueError is raised before anything is run; an OSError of the desk later
    on ends the run where it is, and is in the session.
    """
    started = time.monotonic()
    recorder = _Recorder(trial, desk, len(seeds), started + seconds, first=first)
    selected = f"({expression}) or {PROOF}" if expression and trial.certifies else expression
    arguments = [*ARGUMENTS, *([f"-k{selected}"] if selected else [])]
    code: int = pytest.ExitCode.OK
    for seed in chain(seeds, count(seeds[-1] + 1)):
        if code not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED) or not recorder.goes_on():
            break
        trial.budget = replace(trial.budget, seed=seed)
        with _isolated(), _heedful():
            code = pytest.main(arguments, plugins=[pytest_plugin, recorder])
    if recorder.refusal is not None:
        raise recorder.refusal
    if code == pytest.ExitCode.USAGE_ERROR:
        return Session((), 0, complete=False, error=f"{expression!r} is no expression of names, 'and', 'or' and 'not'")
    if code == pytest.ExitCode.NO_TESTS_COLLECTED:
        return Session((), 0, complete=False, error=f"no property of {trial.subject.name} is named {expression!r}")
    ended = code in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)
    outcomes = recorder.finish()
    complete = ended and all(outcome.status is not Status.NOT_RUN for outcome in outcomes)
    error = f"pytest ended with {code!r}" if code == pytest.ExitCode.INTERNAL_ERROR else ""
    return Session(outcomes, time.monotonic() - started, complete, error, recorder.deaf)


class _Recorder:
    """A plugin that hands the trial over, adds up the outcomes of all rounds and tells the desk."""

    def __init__(self, trial: Trial, desk: Desk, rounds: int, deadline: float, *, first: bool) -> None:
        self._trial = trial
        self._desk = desk
        self._rounds = rounds
        self._deadline = deadline
        self._first = first
        self._in_rounds = rounds > 1 or deadline > time.monotonic()
        self._round = 0
        self.refusal: Exception | None = None
        self.deaf: OSError | None = None
        self._sentences: dict[str, str] = {}
        self._outcomes: dict[str, Outcome] = {}
        self._told: set[str] = set()

    def goes_on(self) -> bool:
        """Whether there is another round: one that was asked for, or time and a property that has not failed."""
        self._round += 1
        passed = any(outcome.status is Status.PASSED for name, outcome in self._outcomes.items() if name != PROOF)
        if self.deaf is not None:
            return False
        return self._round <= self._rounds or (passed and time.monotonic() < self._deadline)

    def finish(self) -> tuple[Outcome, ...]:
        """Tell the desk what it has not been told, and give every outcome in order."""
        if self._passed(PROOF) and self._trial.uncertified():
            del self._outcomes[PROOF]  # what came later was cut short, and nothing may be said of it
        for name, statement in self._sentences.items():
            self._outcomes.setdefault(name, Outcome(_short(name), statement, Status.NOT_RUN))
            self._tell(name)
        return tuple(self._outcomes[name] for name in self._sentences)

    def pytest_configure(self, config: pytest.Config) -> None:
        """Hand the trial over."""
        config.stash[pytest_plugin.TRIAL] = self._trial

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> Iterator[None]:
        """Say what will be run, once that is settled."""
        yield
        if [item.name for item in items] == [PROOF]:
            items.clear()
        if self._round == 1 and items:
            self._sentences = {item.name: pytest_plugin.statement_of(item) for item in items}
            try:
                self._desk.begun(tuple(map(_short, self._sentences)))
            except (OSError, ValueError) as refusal:  # pytest would show a traceback
                self.refusal = refusal
                items.clear()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> bool | None:
        """Leave out what has failed, and what there is no time for."""
        if not self._has_turn(item.name):
            return True
        with self._telling():
            self._desk.started(_short(item.name))
        return None if self.deaf is None else True

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> None:
        """Take the outcome of a property."""
        outcome = item.stash.get(pytest_plugin.OUTCOME, None)
        if outcome is not None:
            self._add(item.name, outcome)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take a property that could not even begin for a fault of ours."""
        if report.when != "call" and report.failed:
            name = report.nodeid.rpartition("::")[2]
            self._add(
                name, Outcome(_short(name), self._sentences[name], Status.FAULT, failure=Failure(report.longreprtext))
            )

    def _has_turn(self, name: str) -> bool:
        if self.deaf is not None:
            return False
        if name in self._outcomes and not self._passed(name):
            return False
        if name == PROOF:
            return name not in self._outcomes or bool(self._trial.uncertified())
        late = self._round > self._rounds and time.monotonic() >= self._deadline
        statuses = Counter(outcome.status for outcome in self._outcomes.values())
        failures = statuses[Status.WRONG] + statuses[Status.TIMED_OUT]
        return not late and statuses[Status.TIMED_OUT] < ENOUGH_TIMEOUTS and not (self._first and failures)

    def _passed(self, name: str) -> bool:
        return name in self._outcomes and self._outcomes[name].status is Status.PASSED

    def _add(self, name: str, outcome: Outcome) -> None:
        earlier = self._outcomes.get(name)
        self._outcomes[name] = outcome if earlier is None else _sum(earlier, outcome)
        if not self._in_rounds or outcome.status is not Status.PASSED:
            self._tell(name)

    def _tell(self, name: str) -> None:
        if name not in self._told and self.deaf is None:
            self._told.add(name)
            with self._telling():
                self._outcomes[name] = self._desk.finished(self._outcomes[name])

    @contextmanager
    def _telling(self) -> Generator[None]:
        """Let nothing escape: pytest would take it for a fault of its own, and show a traceback."""
        try:
            yield
        except OSError as error:
            self.deaf = error


def _short(name: str) -> str:
    return name.removeprefix("test_")


def _sum(earlier: Outcome, later: Outcome) -> Outcome:
    return replace(
        later,
        judged=earlier.judged + later.judged,
        simplified_or_skipped=earlier.simplified_or_skipped + later.simplified_or_skipped,
        runs=earlier.runs + later.runs,
        seconds=earlier.seconds + later.seconds,
        failed_after=None if later.failed_after is None else earlier.judged + later.failed_after,
        labels=dict(Counter(earlier.labels) + Counter(later.labels)),
    )


@contextmanager
def _heedful() -> Generator[None]:
    """Bring back a Ctrl-C that came where Python can raise nothing, as while it collects garbage.

    Hypothesis has itself called on each collection, so that is not seldom. What else is raised there is passed over.
    """

    def again(unraisable: "sys.UnraisableHookArgs") -> None:
        if unraisable.exc_type is KeyboardInterrupt:
            Timer(0.05, signal.raise_signal, [signal.SIGINT]).start()

    before, sys.unraisablehook = sys.unraisablehook, again
    try:
        yield
    finally:
        sys.unraisablehook = before


@contextmanager
def _isolated() -> Generator[None]:
    before = {name: os.environ.pop(name, None) for name in PYTEST_VARIABLES}
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    try:
        yield
    finally:
        del os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"]
        os.environ.update({name: value for name, value in before.items() if value is not None})

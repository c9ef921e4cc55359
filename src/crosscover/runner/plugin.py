"""The pytest plugin: judges the subjects of `properties_of`.

If crosscover is installed, every pytest process loads the plugin, so it imports little and opens a run only when its
first property starts: `--collect-only`, and `-k` for other tests, cost nothing.
"""

from collections.abc import Generator, Mapping
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest

from crosscover.errors import ExitCode, UsageError, message_of, print_error
from crosscover.options import OPTIONS, PYTEST
from crosscover.output import escape_line

from .settings import read_settings

if TYPE_CHECKING:
    from crosscover.harness.property import Property
    from crosscover.harness.property_result import PropertyResult

    from .run import Run

MARK = "crosscover"
PREFIX = "--crosscover-"
OVERRIDES = ("time", "seed")
"""Options that pytest accepts, too; they take precedence over the arguments of `properties_of`."""


class PlannedRun:
    """A run under pytest, which opens when its first property starts.

    Until then the form of the solver is unknown, and the properties of each kind that it may have are collected.
    Raises ValueError for an invalid option, UsageError for a specification that names nothing, UnavailableEngineError
    for an engine that cannot run here.
    """

    def __init__(self, spec: str, given: Mapping[str, object]) -> None:
        from crosscover.harness.budget import Stopwatch  # noqa: PLC0415 - see the module

        from .opening import possible_features  # noqa: PLC0415 - see the module

        self._spec, self._given = spec, given
        self.settings = read_settings(spec, given, PYTEST)
        self.opened: Run | None = None
        self.possible_features = possible_features(self.settings)
        self.clock = Stopwatch()
        self.shown: dict[object, str] = {}
        self._properties: list[Property] = []
        self._is_refused = False

    def plan(self, properties: "list[Property]", overrides: Mapping[str, object]) -> None:
        """Set the selected properties, and the options given to pytest.

        Raises ValueError for an invalid value.
        """
        self._properties = properties
        self.settings = read_settings(self._spec, {**self._given, **overrides}, PYTEST)

    def open(self) -> "Run":
        """Return the run, opened by the first call.

        If this fails, the first call raises OSError or UsageError, for example if the subject answers no easy puzzle;
        later calls skip the test.
        """
        if self._is_refused:
            pytest.skip("the run could not be started")
        if self.opened is None:
            from crosscover.report.writers import report_writers  # noqa: PLC0415 - see the module

            from .opening import open_run  # noqa: PLC0415 - see the module

            self._is_refused = True
            listeners = report_writers(self.settings.run)
            settings = self.settings
            with self.clock:
                run = open_run(settings, listeners, settings.check_command(), self._properties, self.clock)
            try:
                found = run.session.subject
                if found.options.contract != settings.options.contract:
                    name = found.options.contract.name
                    raise UsageError(f"{found.name} needs the argument contract={name!r}")
                run.begin()
            except BaseException:
                run.close()
                raise
            self._is_refused = False
            self.opened = run
        return self.opened


CHOSEN: "pytest.StashKey[dict[PlannedRun, list[Property]]]" = pytest.StashKey()
"""The selected properties of each run."""

REMARKS: "pytest.StashKey[list[str]]" = pytest.StashKey()
"""Lines for the terminal summary."""

NOT_DECIDED = MARK, ExitCode.NOT_DECIDED.word
"""The user property that marks the report of a property that judged too little."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the `--crosscover-…` options."""
    group = parser.getgroup("crosscover", "judging Sudoku solvers")
    for option in (OPTIONS[name] for name in OVERRIDES):
        group.addoption(PREFIX + option.name, metavar=option.metavar, help=option.help)


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker of properties."""
    config.addinivalue_line("markers", f"{MARK}(property, run): a property of Sudoku solvers, and its run")
    config.stash[CHOSEN] = {}
    config.stash[REMARKS] = []


def planned(item: pytest.Item) -> "tuple[Property, PlannedRun] | None":
    """Return the property that an item stands for, and its run; None for other tests."""
    mark = item.get_closest_marker(MARK)
    return None if mark is None else (mark.args[0], mark.kwargs["run"])


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Generator[None]:
    """Plan the runs of the properties that remain after all selections."""
    yield
    chosen: dict[PlannedRun, list[Property]] = config.stash[CHOSEN]
    for prop, planned_run in filter(None, map(planned, items)):
        chosen.setdefault(planned_run, []).append(prop)
    for run, properties in chosen.items():
        from crosscover.report.writers import output_files  # noqa: PLC0415 - see the module

        if hasattr(config, "workerinput") and output_files(run.settings.run):
            raise pytest.UsageError("crosscover: pytest-xdist's processes cannot write one report; leave out -n")
        overrides = {name: text for name in OVERRIDES if (text := config.getoption(PREFIX + name)) is not None}
        try:
            run.plan(properties, overrides)
        except ValueError as error:
            raise pytest.UsageError(escape_line(f"crosscover: {error}")) from None


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Open the run of a property, and skip the property if it does not apply to the form that was found."""
    if (found := planned(item)) is None:
        return
    prop, planned_run = found
    run = planned_run.open()
    if run.error is not None:
        pytest.skip("a report can no longer be written")
    if prop not in run.properties:
        pytest.skip(f"does not apply to {run.setup.solver}")


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Judge a property instead of calling its function."""
    if (found := planned(pyfuncitem)) is None:
        return None
    prop, planned_run = found
    run = planned_run.open()
    with planned_run.clock:
        run.judge_in_turn(prop)
    return True


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Show the result of a property in its report."""
    report = yield
    if (found := planned(item)) is None:
        return report
    prop, planned_run = found
    run = planned_run.opened
    if run is None and report.failed and call.excinfo is not None:
        report.longrepr = escape_line(f"crosscover: {message_of(call.excinfo.value)}")
    elif run is not None and call.when == "call" and report.passed:
        show(report, run.session.result_of(prop), run, planned_run.shown)
    return report


def show(report: pytest.TestReport, result: "PropertyResult", run: "Run", shown: dict[object, str]) -> None:
    """Show the result of a property in a report; an expected failure is a strict xfail.

    `shown` maps each cause of failure to the property whose report shows it in full.
    """
    from crosscover.report.summary import describe_gap, failures_of, repeat_command  # noqa: PLC0415 - see the module
    from crosscover.report.text import failure_text  # noqa: PLC0415 - see the module

    prop, stale = result.report(), run.expected.stale([result])
    decisive = [describe_gap(gap) for gap in prop.gaps if gap.decisive]
    reason = escape_line(prop.reason if result.failure is None else result.failure.reason)
    if reason and prop.expected:
        report.outcome = "skipped"
        report.wasxfail = f"expected failure: {escape_line(prop.full_reason)}"
    elif reason:
        report.outcome = "failed"
        if result.failures and shown.keys() >= result.failures.keys():
            text = f"{prop.statement}\nprobably from the same cause as {shown[next(iter(result.failures))]}"
        else:
            repeat = f"{repeat_command(run.setup)} -k {prop.name}"
            text = "\n\n".join(failure_text(one, repeat=repeat).plain for one in failures_of([result]))
        for cause in result.failures:
            shown.setdefault(cause, prop.name)
        report.longrepr = cast("str", _FailureText(reason, text))
    elif stale:
        report.outcome = "failed"
        report.longrepr = "\n".join(escape_line(f"[XPASS(strict)] {note}") for note in stale)
    elif decisive:
        report.outcome = "skipped"
        report.longrepr = report.nodeid, 0, escape_line(f"not decided: {'; '.join(decisive)}")
        report.user_properties.append(NOT_DECIDED)


class _FailureText:
    """The text that pytest shows for a failure; its summary contains only the reason."""

    def __init__(self, reason: str, text: str) -> None:
        self.reprcrash = SimpleNamespace(message=reason)
        self._text = text

    def __str__(self) -> str:
        return f"{self.reprcrash.message}\n{self._text}"

    def toterminal(self, writer: Any) -> None:
        """Write the text; pytest calls this."""
        writer.line(self.reprcrash.message, red=True, bold=True)
        writer.line(self._text)


def pytest_report_teststatus(report: pytest.TestReport) -> "tuple[str, str, tuple[str, dict[str, bool]]] | None":
    """Count properties that judged too little separately, neither as passed nor as failed."""
    if NOT_DECIDED in getattr(report, "user_properties", []) and report.when == "call":
        return NOT_DECIDED[1], "N", (NOT_DECIDED[1].upper(), {"yellow": True})
    return None


def pytest_report_collectionfinish(config: pytest.Config) -> list[str]:
    """Return a header line for each run, with its seed."""
    from crosscover.report.words import pluralize  # noqa: PLC0415 - see the module

    chosen = config.stash[CHOSEN].items()
    return [
        escape_line(f"crosscover: {run.settings.subject}, {pluralize(len(properties), 'properties')}, ")
        + f"seed {run.settings.budget.seed}"
        for run, properties in chosen
    ]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Write the verdicts and remarks of the runs."""
    for remark in config.stash[REMARKS]:
        terminalreporter.write_line(escape_line(f"crosscover: {remark}"))


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Finish the runs, and end all processes of their subjects."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None and reporter.stats.get(NOT_DECIDED[1]) and exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED  # also if pytest-xdist's workers have judged
    if not session.config.stash[CHOSEN]:
        return
    from crosscover.report.text import verdict_lines  # noqa: PLC0415 - see the module

    is_interrupted = exitstatus not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)
    for run in session.config.stash[CHOSEN]:
        if run.opened is None:
            continue
        with run.clock:
            result = run.opened.finish(is_interrupted=is_interrupted)
        run.opened.close()
        session.config.stash[REMARKS].extend(filter(None, (*verdict_lines(result), result.to_cover)))
        if result.exit_code in (ExitCode.FAULT, ExitCode.NOT_DECIDED) and exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
        if run.opened.error is not None:
            print_error(message_of(run.opened.error))
            session.exitstatus = pytest.ExitCode.USAGE_ERROR

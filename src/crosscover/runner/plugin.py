"""The pytest plugin: which subject is judged, which properties apply to it, and what becomes of each.

It is loaded by every pytest of an environment that crosscover is installed in, so it imports nothing of crosscover but
the settings until a property is collected. A property that is run by its package belongs to the run that the options
describe, unless `crosscover check` puts its own into the stash; one that `properties_of` gave carries its run in its
mark.
"""

import sys
from collections.abc import Generator
from typing import TYPE_CHECKING

import pytest

from crosscover.exit_code import ExitCode
from crosscover.options import OPTIONS, PYTEST, REFERENCE, Option

from .settings import read_settings

if TYPE_CHECKING:
    from crosscover.harness.harness import Harness
    from crosscover.harness.outcome import Outcome, Property

    from .subject_run import SubjectRun

MARK = "crosscover"
PREFIX = "--crosscover-"

RUN: "pytest.StashKey[SubjectRun]" = pytest.StashKey()
"""The run of the properties that are collected from their package."""

OWN_RUNS: "pytest.StashKey[list[SubjectRun]]" = pytest.StashKey()
"""The runs that this plugin has made or begun, and ends."""

DRIVEN: "pytest.StashKey[bool]" = pytest.StashKey()
"""There where somebody else begins and ends the run in `RUN`."""

FILES = (
    "test_saved",
    "test_puzzles",
    "test_table",
    "test_encodings",
    "test_dancing_links",
    "test_engine",
    "test_solver",
    "test_performance",
    "test_proof",
)
"""The order of the files of properties: first what failed before, what users ask for, what is quick, and what others
rest upon."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options `--crosscover-…`."""
    group = parser.getgroup("crosscover", "judging Sudoku solvers")
    for option in _options():
        group.addoption(PREFIX + option.word[2:], **option.keywords())


def _options() -> list[Option]:
    return [option for option in OPTIONS.values() if PYTEST in option.commands]


def pytest_configure(config: pytest.Config) -> None:
    """Declare the mark of properties."""
    config.addinivalue_line("markers", f"{MARK}(applies_to): a property of Sudoku solvers, and whom it applies to")
    config.stash[OWN_RUNS] = []


@pytest.fixture(scope="session")
def crosscover_harness(pytestconfig: pytest.Config) -> "Harness":
    """The harness of the subject that the options name."""
    return run_of_options(pytestconfig).harness


@pytest.fixture(scope="session")
def harness(crosscover_harness: "Harness") -> "Harness":
    """The same, where no conftest.py is read."""
    return crosscover_harness


def run_of_options(config: pytest.Config) -> "SubjectRun":
    """The run of the properties of the package, made from pytest's options when it is first asked for."""
    if RUN not in config.stash:
        from crosscover.oracles.errors import UnavailableEngineError  # noqa: PLC0415 - see the module
        from crosscover.report.writers import report_writers  # noqa: PLC0415 - see the module

        from .subject_run import open_run  # noqa: PLC0415 - see the module

        given = {option.name: config.getoption(PREFIX + option.word[2:]) for option in _options()}
        spec = given.pop("subject") or REFERENCE
        try:
            settings = read_settings(spec, given, PYTEST, "pytest").in_one_round()
            run = open_run(settings, report_writers(settings.run), ("pytest", *config.invocation_params.args))
        except (UnavailableEngineError, OSError, ValueError) as error:
            raise pytest.UsageError(f"crosscover: {error}") from None
        config.stash[RUN] = run
    return config.stash[RUN]


def property_and_run(item: pytest.Item) -> "tuple[Property, SubjectRun] | None":
    """The property that an item stands for, and the run that it belongs to; None for the tests of others."""
    mark = item.get_closest_marker(MARK)
    if mark is None:
        return None
    if len(mark.args) == 2:
        return mark.args[0], mark.args[1]
    from crosscover.harness.outcome import Property  # noqa: PLC0415 - see the module

    statement = str(getattr(item, "obj", item).__doc__).partition("\n")[0]
    return Property(item.name.removeprefix("test_"), statement, mark.args[0]), run_of_options(item.config)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Generator[None]:
    """Leave out the properties that do not apply, put the others into their order, and say which will be run."""
    pairs = {item: pair for item in items if (pair := property_and_run(item))}
    left_out = [item for item, (judged, run) in pairs.items() if not run.harness.applies(judged.applies_to)]
    config.hook.pytest_deselected(items=left_out)
    items[:] = sorted((item for item in items if item not in left_out), key=_position)
    applying = [pairs[item] for item in items if item in pairs]
    yield
    chosen = [pairs[item] for item in items if item in pairs]
    by_name = config.option.keyword or config.option.markexpr or any("::" in argument for argument in config.args)
    for run in () if DRIVEN in config.stash else dict.fromkeys(run for _, run in chosen):
        config.stash[OWN_RUNS].append(run)
        try:
            if run.listeners and hasattr(config, "workerinput"):
                raise ValueError("the processes of pytest-xdist cannot write one report; leave out -n")
            own = [judged for judged, its_run in chosen if its_run is run]
            run.begin(own, selected=bool(by_name) or len(chosen) < len(applying))
        except (OSError, ValueError) as error:
            raise pytest.UsageError(f"crosscover: {error}") from None


def pytest_runtest_setup(item: pytest.Item) -> None:
    """A property starts."""
    if (pair := property_and_run(item)) is not None:
        judged, run = pair
        run.start(judged.name)
        if run.listener_error is not None:
            pytest.skip("nobody reads the reports any more")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Take the outcome of a property, and show it instead of a traceback."""
    report = yield
    pair = property_and_run(item)
    if pair is None or (call.when != "call" and call.excinfo is None) or call.when == "teardown":
        return report
    judged, run = pair
    if call.when == "setup" and call.excinfo is not None and call.excinfo.errisinstance(pytest.skip.Exception):
        return report
    outcome = run.finish(judged, call.duration, None if call.excinfo is None else call.excinfo.value)
    show(report, outcome, run.expected.stale([outcome], run.header.subject))
    return report


def show(report: pytest.TestReport, outcome: "Outcome", stale: tuple[str, ...]) -> None:
    """Let a report say what became of a property; an expected failure is a strict xfail."""
    from crosscover.report.display import format_failure  # noqa: PLC0415 - see the module

    if outcome.expected and outcome.failure is not None:
        report.outcome = "skipped"
        report.wasxfail = f"expected failure: {outcome.failure.reason}"
    elif outcome.failure is not None:
        report.outcome = "failed"
        report.longrepr = format_failure(outcome)
    elif stale:
        report.outcome = "failed"
        report.longrepr = "\n".join(f"[XPASS(strict)] {note}" for note in stale)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say what else there is to say of the runs, once they have ended."""
    for run in config.stash[OWN_RUNS]:
        for remark in run.remarks:
            terminalreporter.write_line(f"crosscover: {remark}")


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """End the runs, and with them whatever the subjects have started."""
    ended = exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)
    for run in session.config.stash[OWN_RUNS]:
        footer = run.end(complete=ended)
        run.close()
        if footer.exit_code is ExitCode.FAULT and exitstatus == pytest.ExitCode.OK:  # found after the last property
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
        if run.listener_error is not None:
            print(f"crosscover: {run.listener_error}", file=sys.stderr)
            session.exitstatus = pytest.ExitCode.USAGE_ERROR


def _position(item: pytest.Item) -> tuple[int, float]:
    """Where a property comes: by its file, and there those first that catch most in their time."""
    if item.get_closest_marker(MARK) is None or item.path.stem not in FILES:
        return -1, 0.0
    from .power import power  # noqa: PLC0415 - see the module

    return FILES.index(item.path.stem), -power(item.name.removeprefix("test_"))

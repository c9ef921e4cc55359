"""Puts the properties into a test file of one's own.

    from crosscover.suite import properties_of

    test_my_solver = properties_of("python:my_solver.py:solve", call="rows")

pytest then shows a test for each property that applies, such as `test_my_solver[full_grids]`.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from importlib import import_module
from pkgutil import iter_modules
from typing import Unpack

import pytest

import crosscover.properties
from crosscover.dialects import Formatting
from crosscover.harness.factory import make_harness
from crosscover.harness.harness import Harness
from crosscover.harness.judging import SubjectFailedError
from crosscover.harness.outcome import Failure, Outcome, Property, Status
from crosscover.harness.schedule import Budget
from crosscover.options import PYTEST, SolverSettings, SuiteSettings, solver_options, with_signature
from crosscover.reference import Grid
from crosscover.report.display import format_failure
from crosscover.report.writers import report_writers
from crosscover.runner.plugin import FILES, MARK
from crosscover.runner.power import power
from crosscover.runner.settings import read_settings
from crosscover.runner.subject_run import open_run


@with_signature(SuiteSettings)
def properties_of(spec: str, **settings: Unpack[SuiteSettings]) -> Callable[[Callable[[Harness], None]], None]:
    """A test that runs each property that applies to a subject, as `crosscover check` does.

    The settings are the options of `crosscover check`, as keyword arguments. Raises ValueError for a setting that does
    not exist, does not fit or does not apply, and for `puzzles` that cannot be read, OSError for a `known` that cannot
    be read, UnavailableEngineError for an engine that cannot run here.
    """
    chosen = read_settings(spec, settings, PYTEST, "properties_of").in_one_round()
    run = open_run(chosen, report_writers(chosen.run), ("pytest",))
    marked = [
        pytest.param(test, marks=getattr(pytest.mark, MARK)(judged, run), id=judged.name)
        for judged, test in _properties()
        if run.harness.applies(judged.applies_to)
    ]

    def test(judge: Callable[[Harness], None]) -> None:
        __tracebackhide__ = True
        judge(run.harness)

    return pytest.mark.parametrize("judge", marked)(test)


@with_signature(SolverSettings)
def assert_right(
    subject: str,
    puzzles: Iterable[str],
    *,
    formatting: Formatting = Formatting(),
    **settings: Unpack[SolverSettings],
) -> None:
    """Raise AssertionError unless the subject answers these puzzles rightly, asked in one run.

    The settings are the options of a solver, as keyword arguments.
    """
    __tracebackhide__ = True
    harness = make_harness(subject, solver_options(subject, settings), Budget())
    with closing(harness.subject):
        try:
            harness.judge([Grid.parse(puzzle, harness.shape) for puzzle in puzzles], formatting)
        except SubjectFailedError as error:
            found = error.counterexample
        else:
            return
    status = Status.TIMED_OUT if found.is_timeout else Status.WRONG
    failure = Failure(found.reason, counterexample=found)
    raise AssertionError(format_failure(Outcome("replay", "", status, failure=failure)))


def _properties() -> Iterator[tuple[Property, Callable[..., None]]]:
    """Every property of every test module of the package, with its test, in the order in which they run."""
    modules = [module.name for module in iter_modules(crosscover.properties.__path__) if module.name[:5] == "test_"]
    for module in sorted(modules, key=FILES.index):
        tests = vars(import_module(f"crosscover.properties.{module}")).items()
        for name, test in sorted(tests, key=lambda pair: -power(pair[0].removeprefix("test_"))):
            for mark in getattr(test, "pytestmark", ()):
                if name.startswith("test_") and mark.name == MARK:
                    statement = str(test.__doc__).partition("\n")[0]
                    yield Property(name.removeprefix("test_"), statement, mark.args[0]), test

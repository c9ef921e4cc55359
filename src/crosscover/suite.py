"""Properties in a test file of your own.

    from crosscover.suite import properties_of

    test_my_solver = properties_of("python:my_solver.py:solve", call="rows")

pytest then shows a test for each property that applies, such as `test_my_solver[full_grids]`.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from importlib import import_module
from operator import itemgetter
from pkgutil import iter_modules
from typing import Unpack

import pytest

import crosscover.properties
from crosscover.harness.applies import Property
from crosscover.harness.harness import Harness
from crosscover.harness.judging import SubjectFailedError
from crosscover.harness.outcome import Failure, Outcome, Status
from crosscover.harness.schedule import Budget
from crosscover.harness.session import open_session
from crosscover.options import PYTEST, SolverSettings, SuiteSettings, solver_options
from crosscover.output import escape_line
from crosscover.properties.conftest import HARNESS
from crosscover.reference import Grid
from crosscover.report.display import format_failure
from crosscover.runner.order import position_of
from crosscover.runner.plugin import MARK, PlannedRun
from crosscover.runner.settings import read_settings
from crosscover.subjects.find import find
from crosscover.subjects.specification import PREFIXES


def properties_of(spec: str, **settings: Unpack[SuiteSettings]) -> Callable[..., None]:
    """A test that runs each property that applies to a subject, as `crosscover check` does.

    The settings are the options of `crosscover check`, as keyword arguments. Raises ValueError for a setting that does
    not exist, does not fit or does not apply, and for `puzzles` that cannot be read, OSError for a `known` that cannot
    be read, UnavailableEngineError for an engine that cannot run here.
    """
    chosen = read_settings(spec, settings, PYTEST, "properties_of").in_one_round()
    run = PlannedRun(chosen, chosen.check_command())
    mark = getattr(pytest.mark, MARK)
    marked = [
        pytest.param(test, marks=mark(judged, run=run), id=judged.name)
        for judged, test in ordered_properties()
        if run.conditions.allow(judged)
    ]

    def test(judge: Callable[[Harness], None], request: pytest.FixtureRequest) -> None:
        __tracebackhide__ = True
        judge(request.node.stash[HARNESS])

    return pytest.mark.parametrize("judge", marked)(test)


def assert_right(
    subject: str,
    puzzles: Iterable[str],
    **settings: Unpack[SolverSettings],
) -> None:
    """Raise AssertionError unless the subject gives right answers to these puzzles in one run.

    The settings are the options of a solver, as keyword arguments.
    """
    __tracebackhide__ = True
    spec, options = subject, solver_options(subject, settings)
    if not subject.startswith(PREFIXES):
        found_form = find(subject, options)
        spec, options = found_form.spec, found_form.options
    with closing(open_session(spec, options)) as session:
        harness = Harness(session, "assert_right", Budget(), avoided=frozenset())
        try:
            batch = [Grid.parse(puzzle, harness.shape) for puzzle in puzzles]
            harness.judge(batch)
        except SubjectFailedError as error:
            found = error.counterexample
        else:
            return
    status = Status.TIMED_OUT if found.is_timeout else Status.WRONG
    failure = Failure(found.reason, counterexample=found)
    text = format_failure(Outcome("replay", "", status, failure=failure)).plain
    raise AssertionError(f"{escape_line(found.reason)}\n{text}")


def ordered_properties() -> Iterator[tuple[Property, Callable[..., None]]]:
    """Every property of the package with its test, in the order in which they run."""
    found: list[tuple[tuple[int, int, float], Property, Callable[..., None]]] = []
    for module in iter_modules(crosscover.properties.__path__):
        if module.name.startswith("test_"):
            tests = vars(import_module(f"crosscover.properties.{module.name}"))
            for name, test in tests.items():
                for mark in getattr(test, "pytestmark", ()):
                    if name.startswith("test_") and mark.name == MARK:
                        judged: Property = mark.args[0]
                        found.append((position_of(module.name, judged.name), judged, test))
    return ((judged, test) for _, judged, test in sorted(found, key=itemgetter(0)))

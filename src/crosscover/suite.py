"""Properties in a test file of your own.

    from crosscover.suite import properties_of

    test_my_solver = properties_of("python:my_solver.py:solve", call="rows")

pytest then shows a test for each property that applies, such as `test_my_solver[full_grids]`.
"""

from collections.abc import Callable

import pytest

from crosscover.harness.applies import Property
from crosscover.properties import all_properties
from crosscover.runner.plugin import MARK, PlannedRun


def properties_of(spec: str, **options: object) -> Callable[..., None]:
    """A test that runs each property that applies to a subject, as `crosscover check` does.

    The options are those of a solver, and `time`, `rounds`, `seed`, `puzzles`, `known`, `max_slowdown`, `html`, `json`
    and `junit`, as `crosscover check --help` explains them. Each property has four rounds within a minute, unless
    `rounds` or `time` are given. Raises ValueError for an option that does not exist, does not fit or does not apply,
    and for `puzzles` that cannot be read, OSError for a `known` that cannot be read, UnavailableEngineError for an
    engine that cannot run here.
    """
    run = PlannedRun(spec, options)
    mark = getattr(pytest.mark, MARK)
    marked = [
        pytest.param(judged, marks=mark(judged, run=run), id=judged.name)
        for judged in all_properties()
        if run.conditions.allow(judged)
    ]

    def test(judged: Property) -> None:
        """Stand for a property: the plugin judges it."""

    return pytest.mark.parametrize("judged", marked)(test)

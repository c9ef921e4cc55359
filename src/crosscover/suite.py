"""Puts the properties into a test file of one's own.

    from crosscover.suite import properties_of

    test_my_solver = properties_of("python:my_solver.py:solve", call="rows")

pytest then shows a test for each property that applies, such as `test_my_solver[full_grids]`.
"""

import time
from collections.abc import Callable, Iterator
from importlib import import_module

import pytest

from crosscover.harness.applies import Asked
from crosscover.harness.factory import trial_from_words
from crosscover.runner.plugin import MARK
from crosscover.report.display import explained
from crosscover.harness.outcome import Tested, outcome_of

MODULES = ("test_table", "test_encodings", "test_dancing_links", "test_engine", "test_solver")


def properties_of(spec: str, **options: object) -> Callable[[str], None]:
    """A test that runs each property that applies to a subject.

    The options are those of `crosscover check`, with underscores: `contract`, `dialect`, `call`, `refusal`,
    `time_limit`, `puzzle_time`, `memory_limit`, `examples`, `seed`. Raises ValueError for a value that does not fit and
    for an option that there is not, UnavailableEngineError for an engine that cannot run here.
    """
    words = {name: str(getattr(value, "value", value)) for name, value in options.items()}
    trial = trial_from_words({"subject": spec, **words})
    tests = {name: (test, asked) for name, test, asked in _properties() if trial.is_asked(asked)}

    @pytest.mark.parametrize("name", tests)
    def test(name: str) -> None:
        __tracebackhide__ = True
        run, asked = tests[name]
        trial.begin(run.__name__)
        started, error = time.monotonic(), None
        try:
            run(trial)
        except Exception as raised:  # every exception is an outcome
            error = raised
        statement = str(run.__doc__).split("\n", maxsplit=1)[0]
        outcome = outcome_of(Tested(run.__name__, statement, asked), trial.record, time.monotonic() - started, error)
        if outcome.failure is not None:
            pytest.fail(explained(outcome), pytrace=False)

    return test


def _properties() -> Iterator[tuple[str, Callable[..., None], Asked]]:
    for module in MODULES:
        for name, test in vars(import_module(f"crosscover.properties.{module}")).items():
            for mark in getattr(test, "pytestmark", ()):
                if name.startswith("test_") and mark.name == MARK:
                    yield name.removeprefix("test_"), test, mark.args[0]

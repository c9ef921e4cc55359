"""Drives Hypothesis: draws examples and runs a test on each, in a sandbox of its own."""

import warnings
from collections.abc import Callable, Generator
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import TypeVar, cast

import hypothesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.configuration import set_hypothesis_home_dir
from hypothesis.errors import HypothesisWarning
from hypothesis.strategies import SearchStrategy

Example = TypeVar("Example")


def run_examples(
    examples: SearchStrategy[Example], test: Callable[[Example], None], *, seed: int, count: int, shrink: bool
) -> None:
    """Run the test on so many examples, the same for the same seed; raises what it raises for the smallest found."""
    __tracebackhide__ = True
    configured = settings(
        max_examples=count,
        database=None,
        deadline=None,
        derandomize=False,
        phases=(Phase.generate, Phase.target, *([Phase.shrink] if shrink else [])),
        suppress_health_check=cast("list[HealthCheck]", list(HealthCheck)),
        print_blob=False,
        report_multiple_bugs=False,
    )(given(examples)(test))
    with _hypothesis_sandbox():
        hypothesis.seed(seed)(configured)()


@contextmanager
def _hypothesis_sandbox() -> Generator[None]:
    """Keep Hypothesis from writing where it is called, and from warning of examples that are large on purpose."""
    with TemporaryDirectory(prefix="crosscover-") as home, warnings.catch_warnings():
        warnings.simplefilter("ignore", HypothesisWarning)
        set_hypothesis_home_dir(home)
        try:
            yield
        finally:
            set_hypothesis_home_dir(None)

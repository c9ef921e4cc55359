"""Draws the examples of a round with Hypothesis, and runs a test on each, without writing files."""

import math
import os
import warnings
from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar, cast
from unittest.mock import patch

import hypothesis
from hypothesis import HealthCheck, Phase, Verbosity, given, settings
from hypothesis.configuration import set_hypothesis_home_dir
from hypothesis.errors import Flaky, HypothesisWarning
from hypothesis.strategies import SearchStrategy

from .judging import PropertyViolatedError
from .property_result import Ended
from .round import Round

Example = TypeVar("Example")


class TimeIsUpError(BaseException):
    """Raised by a test to stop drawing examples; Hypothesis would treat a subclass of Exception as a failure."""


def for_each_example(current: Round, examples: SearchStrategy[Example], test: Callable[[Example], None]) -> None:
    """Run the test on as many examples of a round as the budget allows.

    An engine under test is renewed for each example. Raises the error of the smallest failing example.
    """

    def run_once(example: Example) -> None:
        if current.is_over():
            raise TimeIsUpError
        current.has_tried = True
        if current.shrinking is not None:
            if current.shrinking.is_over:
                raise TimeIsUpError
            current.shrinking.take()
        if current.session.subject.engine is not None:
            current.session.subject.engine.renew()
        try:
            with current.undecided_skipped():
                test(example)
        except PropertyViolatedError as error:
            current.fail(current.shrink_steps(0 if error.is_timeout else math.inf))
            raise

    current.result.ended = Ended.NOT_YET
    budget = current.budget
    run_examples(examples, run_once, current.seed, budget.examples, shrink=budget.shrink_steps > 0)


def run_examples(
    examples: SearchStrategy[Example], test: Callable[[Example], None], seed: int, count: int, *, shrink: bool
) -> None:
    """Run the test on `count` examples that depend only on the seed; raise its error for the smallest failing example.

    TimeIsUpError ends the run and the shrinking of a failure. A failure counts even if its example passes when
    repeated.
    """
    failure: Exception | None = None

    def run_test(example: Example) -> None:
        nonlocal failure
        try:
            test(example)
        except Exception as error:
            failure = error
            raise

    phases = [Phase.generate, Phase.shrink] if shrink else [Phase.generate]
    configured = hypothesis.seed(seed)(_settings(count, phases)(given(examples)(run_test)))
    with _quiet(), no_local_constants():
        try:
            configured()
        except (TimeIsUpError, Flaky) as ended:
            if failure is not None:
                raise failure from None
            if isinstance(ended, Flaky):
                raise
        except AssertionError as error:  # raised by Hypothesis if it is interrupted before it starts
            if isinstance(error.__context__, KeyboardInterrupt):
                raise error.__context__ from None
            raise


def _settings(count: int, phases: Sequence[Phase]) -> settings:
    return settings(
        max_examples=count,
        database=None,
        deadline=None,
        derandomize=False,
        phases=phases,
        suppress_health_check=cast("list[HealthCheck]", list(HealthCheck)),
        print_blob=False,
        verbosity=Verbosity.quiet,
        backend="hypothesis",
        report_multiple_bugs=False,
    )


@contextmanager
def _quiet() -> Generator[None]:
    """Ignore warnings about large examples, and keep Hypothesis from writing files."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", HypothesisWarning)
        set_hypothesis_home_dir(Path(os.devnull, "hypothesis"))  # Hypothesis ignores caches that it cannot write
        try:
            yield
        finally:
            set_hypothesis_home_dir(None)


@contextmanager
def no_local_constants() -> Generator[None]:
    """Keep Hypothesis from drawing constants found in loaded modules that are not installed packages.

    In a checkout, or next to a project's own tests, a seed would otherwise draw different examples in each process.
    Hypothesis offers no setting for this, so the function that collects the constants and their cache are replaced.
    Both names are private: versions before 6.131 lack them, and if a later version drops them, seeds depend on the
    loaded modules. A test fails if the installed version has dropped them.
    """
    with ExitStack() as replaced:
        with suppress(ImportError, AttributeError, TypeError):
            providers: Any = import_module("hypothesis.internal.conjecture.providers")
            cache, constants = providers.CONSTANTS_CACHE, providers.GLOBAL_CONSTANTS
            replaced.enter_context(patch.object(providers, "_get_local_constants", constants.__class__))
            replaced.enter_context(patch.object(providers, "CONSTANTS_CACHE", cache.__class__(cache.max_size)))
        yield

"""Drives Hypothesis: draws examples and runs a test on each, in a sandbox of its own."""

import os
import shutil
import time
import warnings
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from fcntl import LOCK_EX, LOCK_NB, flock
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from typing import TypeVar, cast

import hypothesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.configuration import set_hypothesis_home_dir
from hypothesis.errors import HypothesisWarning
from hypothesis.strategies import SearchStrategy

Example = TypeVar("Example")

_PREFIX = "crosscover-hypothesis-"


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
        try:
            hypothesis.seed(seed)(configured)()
        except AssertionError as error:  # how Hypothesis ends where it is interrupted before it has begun
            raise (error.__context__ if isinstance(error.__context__, KeyboardInterrupt) else error) from None


@contextmanager
def _hypothesis_sandbox() -> Generator[None]:
    """Keep Hypothesis from writing where it is called, and from warning of examples that are large on purpose."""
    _remove_abandoned()
    with TemporaryDirectory(prefix=_PREFIX) as home, _lock(home), warnings.catch_warnings():
        warnings.simplefilter("ignore", HypothesisWarning)
        set_hypothesis_home_dir(home)
        try:
            yield
        finally:
            set_hypothesis_home_dir(None)


@contextmanager
def _lock(folder: str | Path) -> Generator[os.stat_result]:
    """Hold a folder, which the system lets go of however this process ends; raises OSError where another holds it."""
    handle = os.open(folder, os.O_RDONLY | os.O_NOFOLLOW)
    try:
        flock(handle, LOCK_EX | LOCK_NB)
        yield os.fstat(handle)
    finally:
        os.close(handle)


@cache
def _remove_abandoned() -> None:
    """Remove what killed runs of this user have left, once; the youngest may not be locked yet."""
    for folder in Path(gettempdir()).glob(f"{_PREFIX}????????"):
        with suppress(OSError), _lock(folder) as found:
            if found.st_uid == os.geteuid() and found.st_mtime < time.time() - 60:
                shutil.rmtree(folder)

"""Signal handling, bytecode, the number of processes, and the limit of processor time for all tests."""

import os
import resource
import signal
import sys
from collections.abc import Generator
from types import FrameType

import pytest

from crosscover.system import cores

MAX_SECONDS = float(os.environ.get("CROSSCOVER_TEST_SECONDS", "inf"))
"""Maximum processor time of a test, and of its fixtures, in seconds; `.ci/run` sets it for the fast tests.

Unlike the duration, processor time hardly depends on what else runs on the machine.
"""


def _ignore(_number: int, _frame: FrameType | None) -> None:
    """Do nothing; unlike SIG_IGN, a handler is not inherited by child processes."""


# as in the background of a script; child processes would inherit it
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
# as under nohup
if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, _ignore)

# tests start hundreds of processes, each of which would compile the package again
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are cores: many tests wait for processes that sleep, hang or end."""
    return cores() + 1


def _used() -> float:
    """Processor time of this process and of its ended children, in seconds."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup() -> Generator[None]:
    """Fail a test whose fixtures take too much processor time."""
    before = _used()
    yield
    _limit(_used() - before)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None]:
    """Fail a test that takes too much processor time."""
    before = _used()
    yield
    _limit(_used() - before)


def _limit(seconds: float) -> None:
    if seconds > MAX_SECONDS:
        pytest.fail(f"took {seconds:.1f} s of processor time, more than {MAX_SECONDS:g} s", pytrace=False)

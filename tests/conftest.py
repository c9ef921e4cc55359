"""Signal handling, bytecode, the number of processes, and the processor time of all tests."""

import gc
import os
import resource
import signal
import sys
from collections.abc import Generator
from types import FrameType

import pytest

from crosscover.subjects.processes.supervisor import SupervisorPool
from crosscover.system import cores

from . import supervisors

MAX_SECONDS = 3.0
"""Processor time in seconds that a fast test, and its fixtures, should not exceed on an ordinary machine.

`.ci/run` lists the tests that exceed it. They do not fail, since the time depends on the machine. Unlike the duration,
processor time depends little on other load of the machine.
"""

LONG_TESTS = os.environ.get("CROSSCOVER_LONG_TESTS")
"""A file that collects the names of tests that take longer."""


def _ignore(_number: int, _frame: FrameType | None) -> None:
    """Do nothing; unlike SIG_IGN, a handler is not inherited by child processes."""


# ignored in background jobs of scripts; child processes would inherit it
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
# ignored under nohup
if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, _ignore)

# tests start hundreds of processes, each of which would compile the package again
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False


# collected tests stay until the end, so the garbage collector would only lose time with them
gc.disable()


def pytest_collection_finish() -> None:
    """Exclude the collected tests from garbage collection, which takes a tenth of the time otherwise."""
    gc.collect()
    gc.freeze()
    gc.enable()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return two processes more than there are cores: many tests wait for processes that sleep, hang or end."""
    return cores() + 2


@pytest.fixture(autouse=True, scope="session")
def forked_supervisors() -> Generator[None]:
    """Fork the supervisors of the tests in this process, if the system allows it."""
    with pytest.MonkeyPatch.context() as patch:
        if supervisors.IS_SUPPORTED:
            patch.setattr(SupervisorPool, "_start", supervisors.start_by_fork)
        yield
    supervisors.close_sources()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None]:
    """Measure the fixtures of a test."""
    before = _used()
    yield
    _note(item, _used() - before)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    """Measure a test."""
    before = _used()
    yield
    _note(item, _used() - before)


def _used() -> float:
    """Return the processor time of this process, its ended children and their supervisors, in seconds."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used) + supervisors.cpu_seconds()


def _note(item: pytest.Item, seconds: float) -> None:
    if LONG_TESTS and seconds > MAX_SECONDS:
        with open(LONG_TESTS, "a", encoding="utf-8") as file:  # noqa: PTH123 - one write of one line
            file.write(f"{item.nodeid}\n")

"""Signal handling, bytecode and the number of processes for all tests."""

import os
import signal
import sys
from types import FrameType

import pytest

from crosscover.system import cores


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

"""Imports and calls that no interrupt breaks."""

import os
import signal
import sys
from _thread import start_new_thread
from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest

from crosscover import undisturbed as module
from crosscover.undisturbed import load_library, undisturbed

FRAGILE = """
import os, signal
try:
    os.kill(os.getpid(), signal.SIGINT)
    list(range(10_000))  # the interpreter raises an exception of a signal handler between two instructions
except KeyboardInterrupt as interrupt:
    raise ImportError("initialization failed") from interrupt  # as pybind11 does
"""


def test_an_interrupted_import_is_completed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An interrupt during an import does not become an ImportError, and leaves the module loaded."""
    (tmp_path / "fragile_library.py").write_text(FRAGILE)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    with pytest.raises(KeyboardInterrupt):
        load_library("fragile_library")
    assert load_library("fragile_library") is sys.modules.pop("fragile_library")


def test_an_interrupted_call_is_completed() -> None:
    """An interrupt is raised when the call has ended."""
    ended: list[bool] = []

    def call() -> None:
        os.kill(os.getpid(), signal.SIGINT)
        ended.append(True)

    with pytest.raises(KeyboardInterrupt):
        undisturbed(call)
    assert ended == [True]


def test_errors_of_the_call_are_raised() -> None:
    """Results are returned, and errors raised."""
    assert undisturbed(lambda: 5) == 5
    with pytest.raises(ImportError, match="no_such_library"):
        load_library("no_such_library")


def test_an_interrupted_start_calls_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the time is over while the thread starts, TimeoutError is raised, and the call is not made."""
    called, ended = list[bool](), Event()

    def start(run: Callable[[], None], arguments: tuple[()]) -> None:
        def run_and_tell() -> None:
            run()
            ended.set()

        start_new_thread(run_and_tell, arguments)
        raise TimeoutError

    monkeypatch.setattr(module, "start_new_thread", start)
    with pytest.raises(TimeoutError):
        undisturbed(lambda: called.append(True))
    assert ended.wait(60)
    assert called == []

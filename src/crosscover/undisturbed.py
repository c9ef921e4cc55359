"""Calls and imports that interrupts and time limits cannot break.

Both raise an exception in the main thread at any moment. In the initialization of an extension module this exception is
lost or becomes an ImportError, so that Ctrl-C looks like a broken installation. Other code in C leaks, or frees twice.
"""

import sys
from collections.abc import Callable
from importlib import import_module
from threading import Event, Thread
from typing import Any, TypeVar

Result = TypeVar("Result")


def undisturbed(call: Callable[[], Result]) -> Result:
    """The result of a call in a thread of its own; an interrupt is raised here as soon as the call has ended."""
    results: list[Result] = []
    errors: list[BaseException] = []
    done = Event()

    def run() -> None:
        try:
            results.append(call())
        except BaseException as error:  # raised below
            errors.append(error)
        finally:
            done.set()

    Thread(target=run).start()
    try:
        done.wait()
    finally:  # not `join`: once interrupted, it takes the thread for ended (Python 3.11)
        done.wait()
    for error in errors:
        raise error
    return results[0]


def load_library(name: str) -> Any:
    """Import a module, undisturbed if it is not loaded yet; raises ImportError."""
    return import_module(name) if name in sys.modules else undisturbed(lambda: import_module(name))

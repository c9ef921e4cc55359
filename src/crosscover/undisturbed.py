"""Calls and imports that interrupts and time limits cannot break.

Both raise an exception in the main thread at any moment. In the initialization of an extension module this exception is
lost or becomes an ImportError, so that Ctrl-C looks like a broken installation. Other code in C leaks, or frees twice.
"""

import sys
from _thread import allocate_lock, start_new_thread
from collections.abc import Callable
from importlib import import_module
from typing import Any, TypeVar

Result = TypeVar("Result")


def undisturbed(call: Callable[[], Result]) -> Result:
    """The result of a call in a thread of its own; an interrupt is raised here as soon as the call has ended.

    It may come between any two instructions, also within `Thread.start` or `Event.set`, which it breaks. So these are
    the primitives beneath them, and a thread whose start was interrupted does not call.
    """
    results: list[Result] = []
    errors: list[BaseException] = []
    wanted: list[bool] = []
    begin, done = allocate_lock(), allocate_lock()
    begin.acquire()
    done.acquire()

    def run() -> None:
        begin.acquire()
        try:
            if wanted:
                results.append(call())
        except BaseException as error:  # raised below
            errors.append(error)
        finally:
            done.release()

    try:
        start_new_thread(run, ())
        wanted.append(True)
        begin.release()
        done.acquire()
    finally:
        if begin.locked():
            begin.release()
        if wanted and not (results or errors):
            done.acquire()
    for error in errors:
        raise error
    return results[0]


def load_library(name: str) -> Any:
    """Import a module, undisturbed if it is not loaded yet; raises ImportError."""
    return import_module(name) if name in sys.modules else undisturbed(lambda: import_module(name))

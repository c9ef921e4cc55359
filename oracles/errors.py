"""Errors that engines raise, and the import of the libraries that they need."""

from importlib import import_module
from typing import Any


class EngineError(RuntimeError):
    """An engine could not decide a puzzle: its solver gave up, rejected its model or crashed; never "no solution"."""


class UnavailableEngineError(RuntimeError):
    """The engine exists but cannot run here; the message states the reason."""


def import_library(module: str, library: str) -> Any:
    """Import a module of a library; raises UnavailableEngineError, which names the library, if that fails."""
    try:
        return import_module(module)
    except ImportError as error:
        if isinstance(error.__cause__, KeyboardInterrupt):  # which pybind11 turns into an ImportError
            raise error.__cause__ from None
        raise UnavailableEngineError(f"{library} cannot be imported: {error}") from error

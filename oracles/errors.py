"""Errors that engines raise."""

from crosscover.errors import UsageError


class EngineError(RuntimeError):
    """An engine could not decide a puzzle: its solver gave up, rejected its model or crashed; never "no solution"."""


class UnknownEngineError(UsageError):
    """No engine has this name; the message suggests known names."""


class UnavailableEngineError(RuntimeError):
    """The engine exists but cannot run here; the message states the reason."""

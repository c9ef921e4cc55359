"""Errors that engines raise."""


class EngineError(RuntimeError):
    """An engine could not decide a puzzle: its solver gave up, rejected its model or crashed; never "no solution"."""


class UnavailableEngineError(RuntimeError):
    """The engine exists but cannot run here; the message states the reason."""

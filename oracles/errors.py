"""What goes wrong with an engine, as opposed to with a puzzle."""

from crosscover.exit_code import UsageError


class EngineError(RuntimeError):
    """An engine could not decide a puzzle: its solver gave up, refused its model or broke. Never "no solution"."""


class UnknownEngineError(UsageError):
    """No engine has this name; the message says which names are near."""


class UnavailableEngineError(RuntimeError):
    """The engine is known, but cannot run here; the message says why."""

"""Exact covers: problems, a Hypothesis strategy for them, and all their covers; see `crosscover.check_covers`."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .panel import all_covers
    from .problem import Problem
    from .strategies import problems
else:
    _PLACES = {"Problem": ".problem", "all_covers": ".panel", "problems": ".strategies"}

    def __getattr__(name: str) -> object:
        from importlib import import_module  # noqa: PLC0415 - a command that fails early needs none of these

        if name in _PLACES:
            return getattr(import_module(_PLACES[name], __name__), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = ["Problem", "all_covers", "problems"]

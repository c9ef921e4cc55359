"""Checks whether a Sudoku solver is correct, property by property; dancing links, SAT and CP-SAT check each other."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .api.checking import check, check_covers, compare
    from .api.generated import GeneratedPuzzle, generate
    from .api.puzzles import ImproperPuzzleError, certify, solve, unique, verify
    from .errors import NotStartedError
    from .oracles.certificate import Certificate
    from .reference import Grid, NoSolution, Several, Unique
    from .result import CheckedProperty, CheckResult, Comparison, Failure, Rate, Setup, Speed

    __version__: str
else:
    _PLACES = {
        ".api.checking": ("check", "check_covers", "compare"),
        ".result": ("CheckResult", "CheckedProperty", "Comparison", "Failure", "Rate", "Setup", "Speed"),
        ".api.puzzles": ("ImproperPuzzleError", "certify", "solve", "unique", "verify"),
        ".oracles.certificate": ("Certificate",),
        ".api.generated": ("GeneratedPuzzle", "generate"),
        ".errors": ("NotStartedError",),
        ".reference": ("Grid", "NoSolution", "Several", "Unique"),
    }

    def __getattr__(name: str) -> object:
        from importlib import import_module  # noqa: PLC0415 - no command needs any of these to start

        if name == "__version__":
            from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 - costs every command 20 ms

            try:
                return version("crosscover")
            except PackageNotFoundError:  # a checkout that was never installed
                return "0+unknown"
        for module, names in _PLACES.items():
            if name in names:
                return getattr(import_module(module, __name__), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})  # notebooks complete names with this


__all__ = [
    "Certificate",
    "CheckResult",
    "CheckedProperty",
    "Comparison",
    "Failure",
    "GeneratedPuzzle",
    "Grid",
    "ImproperPuzzleError",
    "NoSolution",
    "NotStartedError",
    "Rate",
    "Setup",
    "Several",
    "Speed",
    "Unique",
    "certify",
    "check",
    "check_covers",
    "compare",
    "generate",
    "solve",
    "unique",
    "verify",
]

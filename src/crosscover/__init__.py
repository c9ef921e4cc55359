"""Checks whether a Sudoku solver is correct, property by property; dancing links, SAT and CP-SAT check each other."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .api.certificates import certify, verify
    from .api.check_result import check
    from .api.command_process import CommandError
    from .api.generated import GeneratedPuzzle, generate
    from .api.puzzles import ImproperPuzzleError, count, solve, verdict
    from .api.results import CheckResult, Comparison
    from .oracles.certificate import Certificate
    from .oracles.proofs.certification import statement
    from .reference import Grid, NoSolution, Several, Shape, Unique
    from .reference.canonical import CanonicalForm, canonical
    from .result import CheckedProperty, Failure, Rate, Setup, Speed

    __version__: str
else:
    _PLACES = {
        ".api.check_result": ("check",),
        ".api.results": ("CheckResult", "Comparison"),
        ".result": ("CheckedProperty", "Failure", "Rate", "Setup", "Speed"),
        ".api.puzzles": ("ImproperPuzzleError", "count", "solve", "verdict"),
        ".api.certificates": ("certify", "verify"),
        ".oracles.certificate": ("Certificate",),
        ".oracles.proofs.certification": ("statement",),
        ".api.generated": ("GeneratedPuzzle", "generate"),
        ".api.command_process": ("CommandError",),
        ".reference": ("Grid", "NoSolution", "Several", "Shape", "Unique"),
        ".reference.canonical": ("CanonicalForm", "canonical"),
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
        return sorted({*globals(), *__all__})  # a notebook completes names by this


__all__ = [
    "CanonicalForm",
    "Certificate",
    "CheckResult",
    "CheckedProperty",
    "CommandError",
    "Comparison",
    "Failure",
    "GeneratedPuzzle",
    "Grid",
    "ImproperPuzzleError",
    "NoSolution",
    "Rate",
    "Setup",
    "Several",
    "Shape",
    "Speed",
    "Unique",
    "canonical",
    "certify",
    "check",
    "count",
    "generate",
    "solve",
    "statement",
    "verdict",
    "verify",
]

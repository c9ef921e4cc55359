"""Checks whether a Sudoku solver is correct, property by property; dancing links, SAT and CP-SAT check each other."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .reference.canonical import CanonicalForm, canonical

    __version__: str
else:

    def __getattr__(name: str) -> object:
        match name:
            case "canonical" | "CanonicalForm":
                from .reference import canonical  # noqa: PLC0415 - no command needs it to start

                return getattr(canonical, name)
            case "__version__":
                from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 - costs every command 20 ms

                try:
                    return version("crosscover")
                except PackageNotFoundError:  # a checkout that was never installed
                    return "0+unknown"
            case _:
                raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = ["CanonicalForm", "canonical"]

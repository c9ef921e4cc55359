"""Checks whether a Sudoku solver is correct, property by property; dancing links, SAT and CP-SAT check each other."""


def __getattr__(name: str) -> str:
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 - costs every command 20 ms

    try:
        return version("crosscover")
    except PackageNotFoundError:  # a checkout that was never installed
        return "0+unknown"

"""Finds the compiled build of a module: the same source compiled to C, with an underscore before its name.

It is used if it was made from the present source, unless the environment variable `CROSSCOVER_PURE` is set to anything
but 0.
"""

import os
from importlib import import_module
from pathlib import Path
from types import ModuleType


def is_wanted() -> bool:
    """Whether compiled builds should be used if there are any."""
    return os.environ.get("CROSSCOVER_PURE", "") in {"", "0"}


def compiled_build(module: ModuleType) -> ModuleType | None:
    """The compiled build of a module; None if there is none, or its source differs from the present one.

    Its `check_signals` is replaced by a function of Python: the interpreter handles signals whenever it runs one.
    """
    package, _, name = module.__name__.rpartition(".")
    try:
        build = import_module(f"{package}._{name}")
    except ImportError:
        return None
    if vars(build)["SOURCE"] != Path(str(module.__file__)).read_text(encoding="utf-8"):
        return None
    vars(build)["check_signals"] = lambda: None
    return build

"""Finds the compiled build of a module: the same source compiled to C, with an underscore before its name.

It is used if it was made from the present source, unless the environment variable `CROSSCOVER_PURE` is set to anything
but 0.
"""

import os
import warnings
from importlib import import_module
from pathlib import Path
from types import ModuleType


def is_wanted() -> bool:
    """Whether compiled builds should be used if there are any."""
    return os.environ.get("CROSSCOVER_PURE", "") in {"", "0"}


def compiled_build(module: ModuleType) -> ModuleType | None:
    """The compiled build of a module; None if there is none, or with a warning if it has another source.

    Its `check_signals` is replaced by a function of Python: the interpreter handles signals whenever it runs one.
    """
    package, _, name = module.__name__.rpartition(".")
    try:
        build = import_module(f"{package}._{name}")
    except ImportError:
        return None
    source = Path(str(module.__file__))
    if vars(build)["SOURCE"] != source.read_text(encoding="utf-8"):
        message = f"{build.__file__} is not compiled from the present {source.name}; install again, or it runs slowly"
        warnings.warn(message, RuntimeWarning, stacklevel=2)
        return None
    vars(build)["check_signals"] = lambda: None
    return build

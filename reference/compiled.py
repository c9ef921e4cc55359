"""Finds the compiled build of a module: the same source compiled to C, with an underscore before its name.

The build is used if it was compiled from the current source, unless the environment variable `CROSSCOVER_PURE` is set
to anything except 0.
"""

import os
import warnings
from array import array
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any


def compiled_build(module: ModuleType, typecode: str = "i") -> ModuleType | None:
    """Return the compiled build of a module; None if there is none, or, with a warning, if its source differs.

    Its `make_array` creates arrays of C integers, and its `check_signals` is a Python function: the interpreter handles
    signals whenever it runs one.
    """
    return _load(module.__name__, str(module.__file__), typecode)


@cache
def _load(module: str, path: str, typecode: str) -> ModuleType | None:
    package, _, name = module.rpartition(".")
    try:
        build = import_module(f"{package}._{name}")
    except ImportError:
        return None
    source = Path(path)
    if vars(build)["SOURCE"] != source.read_text(encoding="utf-8"):
        message = f"{build.__file__} was not compiled from the current {source.name}; reinstall, or it runs slowly"
        warnings.warn(message, RuntimeWarning, stacklevel=3)
        return None
    vars(build).update(make_array=partial(array, typecode), check_signals=lambda: None)
    return build


def build_of(module: ModuleType, typecode: str = "i") -> Any:
    """Return the compiled build of a module if it exists and is wanted, else the module itself."""
    is_wanted = os.environ.get("CROSSCOVER_PURE", "") in {"", "0"}
    return (is_wanted and compiled_build(module, typecode)) or module

"""Finds the compiled build of a module: the same source compiled to C, with an underscore before its name.

It is taken where it was made from the present source, unless the environment variable `CROSSCOVER_PURE` is set, to
anything but 0.
"""

import os
from importlib import import_module
from pathlib import Path
from types import ModuleType


def is_wanted() -> bool:
    """Whether compiled builds are to be used where there are any."""
    return os.environ.get("CROSSCOVER_PURE", "") in {"", "0"}


def compiled_build(module: ModuleType) -> ModuleType | None:
    """The compiled build of a module; None where there is none, or where its source is not the present one.

    The module has a `check_signals`, which is replaced: the interpreter handles signals whenever it runs a function.
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

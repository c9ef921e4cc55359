"""Import a file of a repository, for adapters of solvers that are not packages."""

import importlib.util
import sys
from pathlib import Path

_SOURCE = Path(__file__).resolve().parent / "source"


def load(path):
    """The module in a file of `source`, whose folder comes first on the import path."""
    file = _SOURCE / path
    sys.path.insert(0, str(file.parent))
    specification = importlib.util.spec_from_file_location("solver", file)
    module = importlib.util.module_from_spec(specification)
    sys.modules["solver"] = module
    specification.loader.exec_module(module)
    return module


def read(path):
    """The text of a file of `source`."""
    return (_SOURCE / path).read_text(encoding="utf-8")

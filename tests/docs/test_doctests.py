"""The examples in docstrings and on pages return what they show."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

from tests.test_names import PACKAGE, SOURCES

from .pages import PAGES

WITH_EXAMPLES = [path for path in (*SOURCES, *PAGES) if ">>> " in path.read_text(encoding="utf-8")]


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=lambda path: path.stem)
def test_examples(path: Path) -> None:
    """Each example of a module or a page is right."""
    if path.suffix == ".py":
        module = ".".join(["crosscover", *path.relative_to(PACKAGE).with_suffix("").parts])
        assert doctest.testmod(import_module(module)).failed == 0
    else:
        assert doctest.testfile(str(path), module_relative=False).failed == 0

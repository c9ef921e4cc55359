"""The pages use only names that the reference documents."""

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import resolve_name

import pytest

from .pages import PAGES, ROOT

DIRECTIVE = re.compile(r"^\.\. auto(\w+):: ([\w.]+)\n((?:   :.+\n)*)", re.MULTILINE)
IMPORT = re.compile(r"\bfrom (crosscover[\w.]*) import (\w+(?:, \w+)*)")
CALL = re.compile(r"(?<![\w./])(crosscover(?:\.\w+)+)\(")


def documented() -> Iterator[object]:
    """The objects, and the modules with their members, on the pages about the API and about reports."""
    for page in ("api", "reports"):
        text = (ROOT / f"docs/reference/{page}.md").read_text(encoding="utf-8")
        for kind, name, options in DIRECTIVE.findall(text):
            yield resolve_name(name)
            if kind == "module":
                members = re.findall(r"\w+", options.partition(":members:")[2].partition("\n")[0])
                yield from (getattr(import_module(name), one) for one in members or import_module(name).__all__)


PUBLIC = list(documented())


def is_public(name: str) -> bool:
    """Whether a dotted name, or an object on the way to it, is documented."""
    parts = name.split(".")
    steps = [resolve_name(".".join(parts[:end])) for end in range(2, len(parts) + 1)]
    return any(step is one for step in steps for one in PUBLIC)


@pytest.mark.parametrize("page", [*PAGES, *ROOT.glob("docs/**/*.ipynb")], ids=lambda page: page.stem)
def test_pages_use_public_names(page: Path) -> None:
    """The reference documents each name of crosscover that a page imports or calls."""
    text = page.read_text(encoding="utf-8")
    names = [f"{module}.{name}" for module, found in IMPORT.findall(text) for name in found.split(", ")]
    assert [name for name in names + CALL.findall(text) if not is_public(name)] == []

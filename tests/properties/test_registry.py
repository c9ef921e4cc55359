"""The registry of properties."""

import ast
from collections.abc import Iterator
from pathlib import Path

import crosscover
from crosscover.properties import all_properties

PACKAGE = Path(crosscover.__file__).parent


def texts(path: Path) -> Iterator[str]:
    """Yield the strings in a module."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def test_no_other_module_knows_a_property_by_name() -> None:
    """Outside `properties/`, no string is the name of a property, except names that are ordinary words.

    Properties of exact-cover solvers may have the same names.
    """
    names = {prop.name for prop in all_properties() if "_" in prop.name or prop.share}
    own = {"properties", "covers"}
    others = [path for path in PACKAGE.rglob("*.py") if own.isdisjoint(path.relative_to(PACKAGE).parts)]
    found = {path.name: names.intersection(texts(path)) for path in others}
    assert {name: known for name, known in found.items() if known} == {}
    assert len(others) > 50

"""A name means one thing: no two public classes of the package share a name."""

import ast
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "src" / "crosscover"
FOLDERS = (PACKAGE, *(PACKAGE / name for name in ("oracles", "properties", "reference")))  # links are not followed
SOURCES = sorted({source for folder in FOLDERS for source in folder.rglob("*.py") if "templates" not in source.parts})


def shared(names: Iterable[tuple[str, Path]]) -> dict[str, list[str]]:
    """Return the names that occur in several files, with the files."""
    places: dict[str, list[str]] = defaultdict(list)
    for name, source in names:
        places[name].append(str(source.relative_to(PACKAGE)))
    return {name: files for name, files in places.items() if len(files) > 1}


def test_no_two_public_classes_share_a_name() -> None:
    """A class name has one meaning in the whole package."""
    found = shared(
        (node.name, source)
        for source in SOURCES
        for node in ast.walk(ast.parse(source.read_bytes()))
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert found == {}

"""The suite catches faults in its own reference.

Each fault is inserted into a copy of the package; a separate process then checks the copy's reference.
"""

import json
import re
import shutil
from pathlib import Path

import pytest

from .running import CHECK_QUICKLY, ENVIRONMENT, ROOT, Ran, run

FORWARD = r"other = node - 1(\s+.+\s+.+\s+.+\s+)other = self.down(.+\s+.+\s+.+\s+self.uncover.+\s+.+\s+.+\s+)other -= 1"
"""Matches code that uncovers the items of an option from right to left."""

BREAKS = {
    "a dropped row family": (
        "table.py",
        {
            r"(return self.shape.cells)(\n\n    def _items)": r"\1 * (family is not Family.ROW)\2",
            r"(for house in houses\[family\])": r"\1 if family is not Family.ROW",
        },
        ("size_of_the_table", "sound"),
    ),
    "uncover in the order of cover over a whole option": (
        "dancing.py",
        {FORWARD: r"other = node + 1\1other = self.up\2other += 1"},
        ("links_are_restored", "sizes_are_true"),
    ),
    "a size not restored": (
        "dancing.py",
        {r"\n +self.size\[header\] \+= 1(\n +other -= 1\n)": r"\1"},
        ("links_are_restored", "sizes_are_true"),
    ),
    "a family index off by one": (
        "table.py",
        {r"(in self.order:\n)": r"\1            start += (family is Family.COLUMN) - (family is Family.BOX)\n"},
        ("small_grids_cover_the_table", "every_small_puzzle"),
    ),
    "a clue ignored": (
        "dlx.py",
        {r"(links.covers\(table.given\(puzzle\))(, watcher\))": r"\1[:-1]\2"},
        ("sound", "every_clue_is_needed"),
    ),
}
"""Faults: regular expressions in a file of the reference, their replacements, and two properties that detect them."""


def broken_copy(name: str, directory: Path) -> Path:
    """Copy the package with a fault in its reference, and return the directory to import it from."""
    copied = directory / "src"
    shutil.copytree(ROOT / "src" / "crosscover", copied / "crosscover")
    file, replacements, _ = BREAKS[name]
    path = copied / "crosscover" / "reference" / file
    text = path.read_text()
    for old, new in replacements.items():
        text, number = re.subn(old, new, text)
        assert number == 1
    path.write_text(text)
    return copied


def checked(package: Path, *arguments: str, pure: bool = True) -> tuple[Ran, dict[str, str]]:
    """Check the reference of the package; return the run and the status of each property."""
    environment = ENVIRONMENT | {"PYTHONPATH": str(package), "CROSSCOVER_PURE": "1" if pure else ""}
    ran = run(
        [*CHECK_QUICKLY, *arguments, "--seed=1", "--json=-"], package.parent, environment=environment, seconds=900
    )
    return ran, {one["name"]: one["status"] for one in json.loads(ran.output)["properties"]}


@pytest.mark.slow
@pytest.mark.parametrize("name", BREAKS)
def test_fault_is_caught(name: str, tmp_path: Path) -> None:
    """A fault in the reference is caught, and a puzzle shows it."""
    *_, seen_by = BREAKS[name]
    ran, statuses = checked(broken_copy(name, tmp_path), "--rounds=1", "-k", " or ".join(seen_by))
    assert (ran.code, statuses) == (1, dict.fromkeys(seen_by, "wrong"))
    assert "+-------+-------+" in ran.errors or "+-----+-----+" in ran.errors
    assert "Traceback" not in ran.errors


def test_stale_build(tmp_path: Path) -> None:
    """If the source has changed since compilation, the compiled library is not used, with a warning."""
    package = broken_copy("a size not restored", tmp_path)
    if not list((package / "crosscover" / "reference").glob("_dancing*.so")):
        pytest.skip("the dancing links were not compiled")
    text, statuses = checked(package, "-k", "sizes_are_true", "--rounds=1", pure=False)
    assert (text.code, statuses) == (1, {"sizes_are_true": "wrong"})
    assert "was not compiled from the current dancing.py; reinstall" in text.errors
    compiled, statuses = checked(package, "engine:dlx:compiled", pure=False)
    assert (compiled.code, statuses) == (4, {})
    assert "not compiled from their current source" in compiled.errors

"""The suite catches faults in its own reference.

Each fault is inserted into a copy of the package, whose reference is then checked by its own properties in a process.
"""

import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.subjects.sampling import some_slow

from .running import CHECK, ENVIRONMENT, ROOT, Ran, run


@dataclass(frozen=True, slots=True)
class Break:
    """A fault: a text in a file of the reference, its replacement, and two properties that detect it."""

    file: str
    replacements: Mapping[str, str]
    seen_by: tuple[str, str]


BREAKS = {
    "a dropped row family": Break(
        "table.py",
        {
            "return len(Family) * self.shape.cells": "return (len(Family) - 1) * self.shape.cells",
            "for start, family in enumerate(self.order))": (
                "for start, family in enumerate(f for f in self.order if f is not Family.ROW))"
            ),
        },
        ("size_of_the_table", "sound"),
    ),
    "uncover in the order of cover over a whole option": Break(
        "dancing.py",
        {
            """\
        other = node - 1
        while other != node:
            header = self.top[other]
            if header <= 0:
                other = self.down[other]
            else:
                self.uncover(header)
                other -= 1
""": """\
        other = node + 1
        while other != node:
            header = self.top[other]
            if header <= 0:
                other = self.up[other]
            else:
                self.uncover(header)
                other += 1
""",
        },
        ("links_are_restored", "sizes_are_true"),
    ),
    "a size not restored": Break(
        "dancing.py",
        {"                self.size[header] += 1\n                other -= 1\n": "                other -= 1\n"},
        ("links_are_restored", "sizes_are_true"),
    ),
    "a family index off by one": Break(
        "table.py",
        {"* shape.side + digit - 1": "* shape.side + digit - (family is not Family.COLUMN)"},
        ("small_grids_cover_the_table", "every_small_puzzle"),
    ),
    "a clue ignored": Break(
        "dlx.py",
        {"links.covers(table.given(puzzle), watcher)": "links.covers(table.given(puzzle)[:-1], watcher)"},
        ("sound", "every_clue_is_needed"),
    ),
}


def broken_copy(name: str, directory: Path) -> Path:
    """Copy the package with a fault in its reference, and return the directory to import it from."""
    copied = directory / "src"
    shutil.copytree(ROOT / "src" / "crosscover", copied / "crosscover")
    fault = BREAKS[name]
    path = copied / "crosscover" / "reference" / fault.file
    text = path.read_text()
    for old, new in fault.replacements.items():
        assert text.count(old) == 1
        text = text.replace(old, new)
    path.write_text(text)
    return copied


def checked(package: Path, *arguments: str, pure: bool = True) -> Ran:
    """Check the reference of the package in a directory."""
    environment = ENVIRONMENT | {"PYTHONPATH": str(package), "CROSSCOVER_PURE": "1" if pure else ""}
    return run([*CHECK, *arguments, "--seed=1", "--json=-"], package.parent, environment=environment, seconds=900)


def statuses(ran: Ran) -> dict[str, str]:
    """The status of each property."""
    return {one["name"]: one["status"] for one in json.loads(ran.output)["properties"]}


@pytest.mark.parametrize("name", some_slow({name: name for name in BREAKS}))
def test_fault_is_caught(name: str, tmp_path: Path) -> None:
    """A fault in the reference is caught with a puzzle."""
    seen_by = BREAKS[name].seen_by
    ran = checked(broken_copy(name, tmp_path), "--examples=5", "-k", " or ".join(seen_by))
    assert (ran.code, statuses(ran)) == (1, dict.fromkeys(seen_by, "wrong"))
    assert "+-------+-------+" in ran.errors or "+-----+-----+" in ran.errors
    assert "Traceback" not in ran.errors


@pytest.mark.slow
@pytest.mark.parametrize("name", BREAKS)
def test_fault_is_caught_by_a_default_run(name: str, tmp_path: Path) -> None:
    """A default run catches the fault, and ends even if the reference hangs repeatedly."""
    ran = checked(broken_copy(name, tmp_path))
    assert ran.code == 1
    assert {statuses(ran)[seen_by] for seen_by in BREAKS[name].seen_by} == {"wrong"}


def test_stale_build(tmp_path: Path) -> None:
    """If the source was changed after compilation, the compiled library is not used, and the fault is caught."""
    package = broken_copy("a size not restored", tmp_path)
    if not list((package / "crosscover" / "reference").glob("_dancing*.so")):
        pytest.skip("the dancing links were not compiled")
    text = checked(package, "-k", "sizes_are_true", "--examples=2", pure=False)
    compiled = checked(package, "engine:dlx:compiled", pure=False)
    assert (text.code, statuses(text)) == (1, {"sizes_are_true": "wrong"})
    assert (compiled.code, statuses(compiled)) == (4, {})
    assert "not compiled from their present source" in compiled.errors

"""`--coverage` from the command line."""

import json
import shutil

import pytest

from . import solvers
from .running import Here

pytestmark = pytest.mark.usefixtures("quick_panel")

SOME = ("--coverage", "--examples=3", "--seed=1", "-k", "any_number or images")

NODE = """\
import { readFileSync } from "node:fs";
function xWing() { return readFileSync; }
export function solve(puzzle) {
  return puzzle ? puzzle.replaceAll(".", "1") : xWing();
}
"""


def test_a_function_that_never_ran(here: Here) -> None:
    """The report of a right solver ends with the function that no puzzle reached; so does the JSON report."""
    solver = here.write("mine.py", f"{solvers.RIGHT_PYTHON}\n\ndef x_wing():\n    return 1\n")
    ran = here(f"python:{solver}:solve", *SOME, "--json=report.json", "--jobs=2", "--performance=1")
    [file] = json.loads((here.directory / "report.json").read_text())["coverage"]
    last = len(file["lines"]) and max(file["lines"])
    assert f"x_wing never ran (lines {last - 1}-{last})\n" in ran.output
    assert file["unreached_functions"] == [{"name": "x_wing", "first": last - 1, "last": last}]
    assert ran.code == 0


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("node") is None, reason="no node here, which runs JavaScript")
def test_a_wrong_solver_in_javascript(here: Here) -> None:
    """A wrong solver has a section too, before its failures."""
    here.write("mine.mjs", NODE)
    ran = here("js:./mine.mjs:solve", "--coverage", "--examples=1", "--seed=1", "-k", "full_grids")
    assert ran.code == 1
    section, _, failures = ran.output.partition("Source that no puzzle reached\n")[2].partition("\n\n")
    assert [line.split(maxsplit=1) for line in section.splitlines()] == [
        ["mine.mjs", "xWing never ran (line 2)"],
        ["mine.mjs", "branches not taken: 4 `: xWing()`"],
    ]
    assert "WRONG" in failures


def test_the_package_is_missing(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without coverage.py, the message names the extra."""
    monkeypatch.setattr("crosscover.runner.settings.find_spec", dict[str, object]().get)
    ran = here("python:mine:solve", *SOME)
    assert (ran.code, ran.errors) == (
        2,
        "crosscover: coverage: needs coverage.py: pip install 'crosscover[coverage]'\n",
    )

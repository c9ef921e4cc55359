"""The reference engine for exact covers, checked like any other solver, and its mutants."""

from pathlib import Path
from typing import Any

import pytest

import crosscover
from crosscover.result import CheckResult

from .reference_mutants import SOLVER, mutants

COVERS, GIVEN = FUNCTIONS = "covers", "covers_with_given_options"
ENGINES = {
    "python": "from crosscover.reference.dancing import DancingLinks\n",
    "compiled": "from crosscover.reference.dlx import dancing_links\n\nDancingLinks = dancing_links()\n",
}
"""What defines `DancingLinks` before the functions."""

QUICK = "not known_counts and not large_tables"
"""An expression for the properties whose problems are small."""

WRONG = {
    "uncover: def uncover(self, header: int) -> None: -> without self.right[before] = header": COVERS,
    "covers: while depth > 0: -> without self.uncover(node)": COVERS,
    "covers: try: -> without while depth > 0:": COVERS,
    "covers: try: -> without while forced > 0:": GIVEN,
    "release: def release(self, option: int) -> None: -> without self.uncover_others(node)": GIVEN,
    "unhide: if header <= 0: -> without self.up[self.down[other]] = other": COVERS,
    "cover_others: from the other end": COVERS,
    "uncover_others: from the other end": COVERS,
    "cover_others: if self.color[other] != SETTLED: -> if True:": COVERS,
    "uncover_others: if self.color[other] != SETTLED: -> if True:": COVERS,
    "purify: if self.color[other] == self.color[node]: -> without self.color[other] = SETTLED": COVERS,
    "unpurify: if self.color[other] == SETTLED: -> without self.color[other] = self.color[node]": COVERS,
    "unpurify: if self.color[other] == SETTLED: -> without self.unhide(other)": COVERS,
}
"""Mutants, and the functions that show their errors."""

EQUIVALENT = {
    "choose: if self.size[header] < fewest: -> if False:": "any item that is not covered may be branched on",
    "hide: if self.size[header] == 0: -> without self.starved = header": "the scan finds an item without options, too",
    "unhide: if header <= 0: -> without self.size[header] += 1": "sizes only choose the item to branch on",
    "unhide: from the other end": "the nodes of an option are in different lists",
    "uncover: from the other end": "nodes that left a list from top to bottom may return in the same order",
}
"""Mutants that are right, and why."""


@pytest.fixture(autouse=True)
def _in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # pyright: ignore[reportUnusedFunction] - pytest's
    monkeypatch.chdir(tmp_path)


def check(engine: str, function: str = COVERS, **options: Any) -> CheckResult:
    """Check a function around an engine."""
    Path("solver.py").write_text(engine + SOLVER, encoding="utf-8")
    solver = f"python:solver.py:{function}"
    return crosscover.check_covers(solver, call="primary,options,secondary", contract="all", seed=1, **options)


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize(
    ("engine", "only"), [("python", QUICK), ("compiled", QUICK), pytest.param("compiled", "", marks=pytest.mark.slow)]
)
def test_reference(engine: str, only: str, function: str) -> None:
    """Both builds find all covers, with colors and with given options, also after an abandoned iterator."""
    result = check(ENGINES[engine], function, rounds=1, only=only)
    assert {"limit", "abandoned_iterator", "second_call"} <= {each.name for each in result.properties}
    assert any("colors are judged" in note for note in result.notes)


@pytest.mark.slow
@pytest.mark.parametrize("name", WRONG)
def test_mutant(name: str) -> None:
    """A mutant of the reference is wrong."""
    with pytest.raises(AssertionError, match="WRONG"):
        check(mutants()[name], WRONG[name], colors=True, time=30, first=True)


@pytest.mark.slow
@pytest.mark.parametrize("name", EQUIVALENT)
def test_equivalent_mutant(name: str) -> None:
    """A change that keeps the engine right shows no error."""
    check(mutants()[name], rounds=2, only=QUICK)

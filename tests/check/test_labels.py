"""The first rounds of a run cover all numbers of clues and of solutions."""

import json

import pytest

from crosscover.harness.property_result import CLUE_RANGES, puzzle_labels
from crosscover.reference import Grid, NoSolution, Several

from . import solvers
from .running import Here

PROPER = {*(f"clues {low}-{high}" for low, high in CLUE_RANGES[1:]), "one solution"}
IMPROPER = {"clues 0-16", "several solutions", "clashing clues", "no solution without a clash"}
ANY = "ordinary or any_number or full_grids or minimal or clashing or contradictions or several_sol or none_one"


@pytest.mark.release
@pytest.mark.usefixtures("quick_panel")
def test_every_kind_is_drawn(here: Here) -> None:
    """In three rounds, a program receives every label of proper puzzles, and an engine under `any` every label."""
    program, seed = here.compiled(solvers.RIGHT_C), ("--seed=1", "--rounds=3", "--json=report.json")
    for arguments, expected in (
        ([program, "-k", "not volume"], PROPER),
        (["engine:dlx", "-k", ANY], PROPER | IMPROPER),
    ):
        assert here(*arguments, *seed).code == 0
        properties = json.loads((here.directory / "report.json").read_text())["properties"]
        assert {label for one in properties for label in one["labels"]} >= expected


def test_labels_of_a_puzzle() -> None:
    """The number of clues and the verdict are labels of a puzzle."""
    row = Grid.parse("123456789" + 72 * ".")
    assert set(puzzle_labels(row, Several(row, row))) == {"clues 0-16", "several solutions"}
    assert "clashing clues" in puzzle_labels(row.with_cell(80, 1).with_cell(79, 1), NoSolution())
    assert "no solution without a clash" in puzzle_labels(row, NoSolution())

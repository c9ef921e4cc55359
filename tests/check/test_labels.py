"""The first rounds of a run have puzzles with all numbers of clues and of solutions.

The examples do not depend on the oracles, so these tests use quick ones.
"""

import json

import pytest

from crosscover.harness.labels import CLUE_RANGES, puzzle_labels
from crosscover.reference import Grid, NoSolution, Several

from . import solvers
from .running import Here

PROPER_LABELS = {*(f"clues {low}-{high}" for low, high in CLUE_RANGES[1:]), "one solution"}
"""Labels that a default run under any contract but `count` must reach."""

IMPROPER_LABELS = {"clues 0-16", "several solutions", "clashing clues", "no solution without a clash"}
"""Further labels that a default run under the contracts `any` and `count` must reach."""

ROUNDS = ("--rounds=3", "--json=report.json")
"""The rounds that an idle machine completes in less than half the time of a default run."""


def labels(here: Here, *arguments: str) -> set[str]:
    """The labels of the puzzles of a check."""
    assert here(*arguments, *ROUNDS).code == 0
    return set(json.loads((here.directory / "report.json").read_text())["labels"])


@pytest.mark.slow
@pytest.mark.usefixtures("quick_panel")
@pytest.mark.parametrize("seed", range(1, 5))
def test_programs_receive_every_kind(seed: int, here: Here) -> None:
    """With each seed the puzzles for a program under `proper` have every label of proper puzzles."""
    program = here.compiled(solvers.RIGHT_C)
    assert labels(here, program, f"--seed={seed}", "-k", "not volume") >= PROPER_LABELS


@pytest.mark.slow
@pytest.mark.usefixtures("quick_panel")
def test_engines_receive_every_kind(here: Here) -> None:
    """Under another contract the labels of improper puzzles occur as well."""
    chosen = "ordinary or any_number or full_grids or minimal or clashing or contradictions or several_sol or none_one"
    found = labels(here, "engine:dlx", "--seed=1", "--contract=any", "-k", chosen)
    assert found >= PROPER_LABELS | IMPROPER_LABELS


def test_labels_of_a_puzzle() -> None:
    """The number of clues and the verdict are labels of a puzzle."""
    row = Grid.parse("123456789" + 72 * ".")
    assert set(puzzle_labels(row, Several(row, row))) == {"clues 0-16", "several solutions"}
    assert "clashing clues" in puzzle_labels(row.with_cell(80, 1).with_cell(79, 1), NoSolution())
    assert "no solution without a clash" in puzzle_labels(row, NoSolution())

"""The first rounds of a run draw puzzles with all numbers of clues and of solutions.

The examples do not depend on the oracles, so these tests use quick ones.
"""

import json
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import cast

import pytest

from crosscover import engines
from crosscover.cli import main
from crosscover.harness.labels import CLUE_RANGES, puzzle_labels
from crosscover.reference import Grid, NoSolution, Several

from . import solvers
from .running import QUICK_PANEL

PROPER_LABELS = frozenset({f"clues {low}-{high}" for low, high in CLUE_RANGES[1:]} | {"one solution"})
"""Labels that a default run under any contract but `count` must reach."""

IMPROPER_LABELS = frozenset({"clues 0-16", "several solutions", "clashing clues", "no solution without a clash"})
"""Further labels that a default run under the contracts `any` and `count` must reach."""

BATCHES = (
    "ordinary or any_number or images or full_grids or empty_houses or missing or patterns or minimal or deep"
    " or adversaries or order_and or long_runs or clashing or contradictions or several_solutions or none_one"
    " or every_digit"
)
"""Properties that send batches to every kind of subject."""

ORDINARY = "not volume"
"""Left out, since the examples of volume depend on the speed of the solver."""

ROUNDS = 3
"""Number of rounds that an idle machine completes in less than half the time of a default run."""

Drawn = Callable[..., "Run"]


@dataclass(frozen=True, slots=True)
class Run:
    """Labels and counts of the examples of a run."""

    code: int
    judged: int
    labels: Mapping[str, int]


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Drawn:
    """Run a check with a given number of rounds, and return its examples' labels."""
    directory = tmp_path_factory.mktemp("traits")
    (directory / "solver.c").write_text(solvers.RIGHT_C)
    subprocess.run(["cc", "-O2", "-o", directory / "solver", directory / "solver.c"], check=True)
    return partial(_run, directory)


def _run(directory: Path, *arguments: str) -> Run:
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(directory)
        patch.setattr(engines, "DEFAULT_PANEL", QUICK_PANEL)
        code = main(["check", *arguments, f"--rounds={ROUNDS}", "--performance=0", "--json=report.json"])
    report = cast("dict[str, dict[str, int]]", json.loads((directory / "report.json").read_text()))
    return Run(code, report["footer"]["judged"], report["labels"])


@pytest.mark.slow
def test_programs_receive_every_kind(drawn: Drawn) -> None:
    """Under `proper`, 3,000 puzzles for a program have every label of proper puzzles."""
    run = drawn("exec:./solver", "--seed=1", "-k", ORDINARY)
    assert (run.code, sorted(PROPER_LABELS - set(run.labels))) == (0, [])
    assert run.judged >= 3000


@pytest.mark.slow
def test_engines_receive_every_kind(drawn: Drawn) -> None:
    """Under another contract the labels of improper puzzles occur as well."""
    run = drawn("engine:dlx", "--seed=1", "--contract=any", "-k", BATCHES)
    assert (run.code, sorted((PROPER_LABELS | IMPROPER_LABELS) - set(run.labels))) == (0, [])


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 7))
def test_no_seed_misses_a_kind(seed: int, drawn: Drawn) -> None:
    """Other seeds reach every label, too."""
    run = drawn("exec:./solver", "--seed", str(seed), "-k", ORDINARY)
    assert (run.code, sorted(PROPER_LABELS - set(run.labels))) == (0, [])


def test_labels_of_a_puzzle() -> None:
    """The number of clues and the verdict are labels of a puzzle."""
    row = Grid.parse("123456789" + 72 * ".")
    assert set(puzzle_labels(row, Several(row, row))) == {"clues 0-16", "several solutions"}
    assert "clashing clues" in puzzle_labels(row.with_cell(80, 1).with_cell(79, 1), NoSolution())
    assert "no solution without a clash" in puzzle_labels(row, NoSolution())

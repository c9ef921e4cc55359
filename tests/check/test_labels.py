"""What the first rounds of a run draw: every kind of puzzle and batch that solvers break on, and enough of them.

What is drawn does not depend on who decides the puzzles, so quick oracles do that here.
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
from crosscover.harness.labels import BATCH_LABELS, FORMATTING_LABELS, IMPROPER_LABELS, PROPER_LABELS, puzzle_labels
from crosscover.reference import Grid, NoSolution, Several

from . import solvers
from .running import QUICK_PANEL

BATCHES = (
    "ordinary or any_number or images or full_grids or empty_houses or missing or patterns or minimal or deep"
    " or adversaries or order_and or long_runs or clashing or contradictions or several_solutions or none_one"
    " or every_digit"
)
"""The properties that hand batches to whatever subject."""

ORDINARY = "not volume"
"""What volume draws depends on how fast the solver is."""

COMMON = PROPER_LABELS | BATCH_LABELS | {"deep search"}

ROUNDS = 3
"""What an idle machine gets through in less than half of the time of a default run."""

Drawn = Callable[..., "Run"]


@dataclass(frozen=True, slots=True)
class Run:
    """What a run has drawn."""

    code: int
    judged: int
    labels: Mapping[str, int]


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Drawn:
    """Runs checks of so many rounds, and tells what they have drawn."""
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
def test_a_program_is_asked_every_kind(drawn: Drawn) -> None:
    """A run against a program under `proper` reaches every trait of puzzles, batches and forms, in 3,000 puzzles."""
    run = drawn("exec:./solver", "--seed=1", "-k", ORDINARY)
    assert (run.code, sorted((COMMON | FORMATTING_LABELS) - set(run.labels))) == (0, [])
    assert run.judged >= 3000


@pytest.mark.slow
@pytest.mark.parametrize("contract", ["any", "count"])
def test_an_engine_is_asked_every_kind(contract: str, drawn: Drawn) -> None:
    """Under the other contracts a run reaches those of improper puzzles, too."""
    run = drawn("engine:dlx", "--seed=1", "--contract", contract, "-k", BATCHES)
    assert (run.code, sorted((COMMON | IMPROPER_LABELS) - set(run.labels))) == (0, [])


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 7))
def test_no_seed_misses_a_kind(seed: int, drawn: Drawn) -> None:
    """That holds for other seeds as well."""
    run = drawn("exec:./solver", "--seed", str(seed), "-k", ORDINARY)
    assert (run.code, sorted((COMMON | FORMATTING_LABELS) - set(run.labels))) == (0, [])


def test_traits_are_told_from_the_puzzle() -> None:
    """What is empty, alone or absent, and how the puzzle comes out, is read off the puzzle."""
    row = Grid.parse("123456789" + 72 * ".")
    clash = row.with_cell(80, 1).with_cell(79, 1)
    of_row = {"first row 1 to 9", "empty band", "two empty boxes", "digit alone", "clues 0-16", "several solutions"}
    assert of_row <= set(puzzle_labels(row, Several(row, row)))
    assert not {"empty corners", "empty corner boxes"} & set(puzzle_labels(row, Several(row, row)))
    assert "clashing clues" in puzzle_labels(clash, NoSolution())
    assert "no solution without a clash" in puzzle_labels(row, NoSolution())

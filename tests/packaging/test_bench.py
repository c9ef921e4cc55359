"""The benchmark runs, and checks the answers of the solvers."""

import json
import os
import sys
from pathlib import Path

import pytest

from bench.measuring import measure_program, percentile, race
from bench.peers import programs
from bench.sets import SETS
from bench.solvers import Solver
from bench.starts import start_of
from crosscover.reference import Grid
from docs import generated

from .conftest import CHECKOUT, run

# The first published sample of POJ 3074.
PUZZLE = Grid.parse(".2738..1..1...6735.......293.5692.8...........6.1745.364.......9518...7..8..6534.")
ANSWER = Grid.parse("527389416819426735436751829375692184194538267268174593643217958951843672782965341")


def test_a_short_run_writes_its_figures(tmp_path: Path) -> None:
    """Every set has the reference and the selected engine."""
    report = tmp_path / "figures.json"
    options = ["--limit", "2", "--seconds", "0.1", "--only", "bitmask", "--no-growth", "--json", str(report)]
    run(sys.executable, "-m", "bench", *options, cwd=CHECKOUT, PYTHONPATH=str(CHECKOUT / "src"))
    figures = json.loads(report.read_text())
    sets = figures["sets"]
    assert figures["verdicts"].keys() == sets.keys()
    assert all(cost > 0 for costs in figures["verdicts"].values() for cost in costs.values())
    assert {tuple(row["solver"] for row in rows) for rows in sets.values()} == {("dlx", "bitmask")}


@pytest.mark.slow
def test_blocks_are_timed_beside_the_solver() -> None:
    """The times of crosscover and of the solver are measured, in a process that starts its own supervisors."""
    program = (
        "from bench.blocks import SUBJECTS, block_cost\n"
        "cost = block_cost(*SUBJECTS['Python function'], seconds=3.0, seed=1)\n"
        "assert min(cost.own, cost.solver, cost.rate) > 0, cost\n"
    )
    run(sys.executable, "-c", program, cwd=CHECKOUT, PYTHONPATH=str(CHECKOUT / "src"))


@pytest.mark.slow
def test_audits_are_timed_side_by_side(tmp_path: Path) -> None:
    """Each set of arguments has a row for each checkout, compared with the first row and with the other checkout."""
    (tmp_path / "17clue.txt").write_text(f"{PUZZLE}\n" * 4)
    report = tmp_path / "figures.json"
    options = ["--only", "dlx", "--variant", "lines=--engines dlx -o {scratch}/lines", "--limit", "2", "--rounds", "1"]
    places = ["--puzzles", str(tmp_path), "--against", str(CHECKOUT), "--json", str(report)]
    run(sys.executable, "-m", "bench.audit", *options, *places, cwd=CHECKOUT, PYTHONPATH=str(CHECKOUT / "src"))
    figures = json.loads(report.read_text())
    assert figures["puzzles"] == 2
    pairs = [("dlx", "this"), ("dlx", "other"), ("lines", "this"), ("lines", "other")]
    assert [(row["variant"], row["checkout"]) for row in figures["rows"]] == pairs
    assert figures["rows"][0]["to_first"] == 1
    assert all(row["to_rival"] > 0 for row in figures["rows"])


@pytest.mark.slow
def test_certificates_are_timed_beside_verdicts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each producer has a row in each build, and the page shows all figures; other parts of the file stay."""
    for name in SETS:
        (tmp_path / f"{name}.txt").write_text(f"{PUZZLE}\n" * 3)
    report = tmp_path / "bench" / "results.json"
    report.parent.mkdir()
    report.write_text('{"sets": {}}')
    options = ["--limit", "2", "--producers", "dlx", "--json", str(report)]
    options += ["--puzzles", str(tmp_path)]
    run(sys.executable, "-m", "bench.certificates", *options, cwd=CHECKOUT, PYTHONPATH=str(CHECKOUT / "src"))
    figures = json.loads(report.read_text())
    assert figures["sets"] == {}
    assert len(figures["certificates"]) == 3 * 2
    monkeypatch.setattr(generated, "ROOT", tmp_path)
    page = generated.certificate_costs()
    assert "| 17clue, `dlx`, pure |" in page


def test_a_wrong_answer_ends_the_race() -> None:
    """A wrong solver gets no figure."""
    wrong = Solver("wrong", lambda _: [ANSWER.with_cell(0, 1)])
    with pytest.raises(ValueError, match=r"wrong is wrong about \.2738.*row 1 has 1 twice"):
        race([wrong], [PUZZLE], 1)


def test_a_second_solution_of_a_proper_puzzle_ends_the_race() -> None:
    """Too many solutions are as wrong as too few."""
    with pytest.raises(ValueError, match="twice finds 2 solutions of the proper puzzle"):
        race([Solver("twice", lambda _: [ANSWER, ANSWER])], [PUZZLE], 1)


def test_a_program_on_the_path_is_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program gets a figure for its answers, unless one is wrong."""
    script = tmp_path / "kudoku"
    script.write_text(f"#!/bin/sh\nwhile read -r puzzle; do echo {ANSWER}; done\n")
    script.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    [program] = [program for program in programs() if program.name == "kudoku"]
    measured = measure_program(program, [PUZZLE], {"dlx": [1.0]}, "dlx")
    assert (measured.solver, measured.proves, measured.puzzles) == ("kudoku", True, 1)
    with pytest.raises(ValueError, match="kudoku is wrong about 9"):
        measure_program(program, [Grid.empty().with_cell(0, 9)], {"dlx": [1.0]}, "dlx")


def test_a_start_is_timed(tmp_path: Path) -> None:
    """The CPU time and the time until the first line of the help are measured."""
    start = start_of(["--help"], str(tmp_path))
    assert min(start.cpu, start.wall) > 0


@pytest.mark.parametrize(("percent", "time"), [(1, 1.0), (50, 50.0), (99, 99.0), (100, 100.0)])
def test_a_percentile_is_a_time_that_was_measured(percent: int, time: float) -> None:
    """Of the times 1 to 100 the 99th percentile is 99."""
    assert percentile([float(number) for number in range(100, 0, -1)], percent) == time

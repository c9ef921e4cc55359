"""The variant x, diagonal Sudoku, in every command that takes it, and in its reports."""

import json

import pytest

from crosscover.options import Options
from crosscover.reference import Grid, Shape
from crosscover.report.figures import judged_figure
from crosscover.report.page import page
from crosscover.result import CheckResult, decode
from crosscover.suite import assert_right

from .running import ROOT, Here

PUZZLE = "7...24.8.2.6.5.....18......387.....692.36......41..72...3...27...5.1.639.9..3654."
SOLUTION = "739624185246851397518973462387542916921367854654189723163495278475218639892736541"
DIAGONAL = Shape(3, 3, diagonals=True)
SOLVER = str(ROOT / "tests" / "subjects" / "solvers" / "diagonal" / "backtracking.py")

FORGETFUL = """
from crosscover.engines import engine
from crosscover.reference import Grid

SOLVE = engine("dlx")
next(SOLVE(Grid.parse("." * 81), 1))  # each run of the solver begins with the table that this builds


def solve(puzzle):
    return str(next(SOLVE(Grid.parse(puzzle), 1)))
"""

pytestmark = pytest.mark.usefixtures("quick_panel")


@pytest.mark.parametrize("given", [{"variant": "x"}, {"shape": "3x3+x"}, {"shape": "3x3", "variant": "X"}])
def test_one_fact(given: dict[str, str]) -> None:
    """The variant and the shape imply each other, and only the variant is written for 3x3 boxes."""
    options = Options().with_overrides(given)
    assert (options.shape, options.variant, options.given()) == (DIAGONAL, "x", {"variant": "x"})
    assert Options().with_overrides({"dialect": "poj3076", "variant": "x"}).shape == Shape(4, 4, diagonals=True)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("solve", PUZZLE, "--variant=x"), f"{SOLUTION}\n"),
        (("solve", PUZZLE, "--shape=3x3+x"), f"{SOLUTION}\n"),
        (("solve", "1" + "." * 15, "--variant=x", "--shape=2x2"), "1234341243212143\n"),
        (("unique", PUZZLE, "--variant=x"), "one solution\n"),
        (("count", PUZZLE, "--variant=x"), "1 solution\n"),
        (("count", PUZZLE), "4 solutions\n"),
    ],
)
def test_decisions(arguments: tuple[str, ...], expected: str, here: Here) -> None:
    """A puzzle with four solutions has one with the diagonals."""
    ran = here.main(*arguments)
    assert (ran.code, ran.output, ran.errors) == (0, expected, "")


@pytest.mark.parametrize("arguments", [("solve", PUZZLE), ("check", "engine:dlx"), ("audit", "x.txt")])
def test_a_shape_that_is_too_large(arguments: tuple[str, ...], here: Here) -> None:
    """Diagonal Sudoku of more than 16 digits is a usage error."""
    here.write("x.txt", f"{PUZZLE}\n")
    ran = here.main(*arguments, "--shape=3x6", "--variant=x")
    assert (
        ran.code,
        "diagonal Sudoku is for at most 16 digits and boxes from 2x2, not for 3x6 boxes" in ran.errors,
    ) == (2, True)


def test_the_boxes_of_a_dialect(here: Here) -> None:
    """A dialect for one size of boxes implies the size, also with the variant."""
    puzzles = here.write("x.txt", f"{'-' * 16}\n" * 16)
    ran = here.main("certify", puzzles, "--variant=x", "--dialect=poj3076")
    assert (ran.code, '"shape":"4x4+x"' in ran.output) == (0, True)


def test_certificates(here: Here) -> None:
    """A certificate carries the variant; the puzzles that it must be for need the option."""
    puzzles = here.write("x.txt", f"{PUZZLE}\n")
    assert here.main("certify", puzzles, "--variant=x", "-o", "x.certificates").code == 0
    assert here.main("verify", "x.certificates").code == 0
    assert here.main("verify", "x.certificates", "--puzzles", puzzles, "--variant=x").code == 0
    assert here.main("verify", "x.certificates", "--puzzles", puzzles).code == 1


def test_audits(here: Here) -> None:
    """A ledger stores the shape, and another variant does not continue it."""
    puzzles = here.write("x.txt", f"{PUZZLE}\n")
    command = "audit", puzzles, "--ledger=x.db", "--engines=dlx,bitmask", "--jobs=1"
    assert here.main(*command, "--variant=x").code == 0
    here.main("ledger", "export", "x.db", "-o", "x.jsonl")
    row = json.loads((here.directory / "x.jsonl").read_text())
    assert (row["shape"], row["verdict"], row["solution"]) == ("3x3+x", "unique", SOLUTION)
    refused = here.main(*command)
    assert (refused.code, "shape" in refused.errors) == (2, True)


def test_check_and_replay(here: Here) -> None:
    """A solver that forgets the diagonals is wrong; reports name and draw them, and the saved failure is repeated."""
    here.write("plain.py", FORGETFUL)
    arguments = "--variant=x", "--rounds=1", "--seed=1", "--json=report.json", "-v"
    ran = here("python:plain.py:solve", *arguments, "-k", "ordinary_puzzles or any_number_of_clues")
    assert ran.code == 1
    assert "contract  proper, diagonal Sudoku" in ran.output
    result = decode((here.directory / "report.json").read_bytes(), CheckResult)
    failure = result.failures[0]
    assert (failure.shape, str(failure.wrong_house)[:-1]) == ("3x3+x", "diagonal ")
    assert "M0 0L288 288M288 0L0 288" in page(result)
    record, *_ = sorted((here.directory / ".crosscover").glob("*/failure.json"))
    assert json.loads(record.read_text())["setup"]["explicit"].count("variant") == 1
    assert here.main("replay", record.parent.name).code == 1


def test_puzzles_for_a_found_solver(here: Here) -> None:
    """The user's puzzles are diagonal Sudoku if the solver is found to solve it; an audit needs the option."""
    puzzles = here.write("x.txt", f"{PUZZLE}\n")
    ran = here.main("check", SOLVER, "--puzzles", puzzles, "-k", "your_puzzles", "--rounds=1")
    assert (ran.code, "left out" in ran.output) == (0, False)
    assert_right(SOLVER, [PUZZLE])
    refused = here.main("audit", puzzles, "--judge", SOLVER)
    assert (refused.code, "it solves diagonal Sudoku, which needs --variant x" in refused.errors) == (2, True)


def test_a_broken_diagonal_is_drawn() -> None:
    """A line marks the diagonal that repeats a digit."""
    exchanged = Grid.parse(f"{SOLUTION[9:18]}{SOLUTION[:9]}{SOLUTION[18:]}", DIAGONAL)
    figure = judged_figure("received", exchanged, Grid.empty(DIAGONAL))
    assert figure.house == DIAGONAL.houses[27]

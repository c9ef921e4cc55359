"""The right solvers of the zoo of exact covers are right, and its mutants are wrong."""

import random
from pathlib import Path

import pytest

from crosscover.covers import Problem
from crosscover.covers.find import find
from crosscover.covers.judging import is_easy
from crosscover.covers.known import LARGE, KnownProblem
from crosscover.covers.opening import open_run, read_settings
from crosscover.errors import ExitCode
from crosscover.options import Options
from tests.selftest.zoo.model import MissingToolError, Solver, materialise

from .zoo import MUTANTS, RIGHT
from .zoo.brute_force import covers, covers_by_definition, drawn
from .zoo.model import RightCovers, Step, WrongCovers, failure
from .zoo.solvers import DANCING, DECIDE

PROBLEMS = 300
"""Number of random problems for a right solver."""

MUTANT_SECONDS = 1
"""Time limit of a mutant in seconds: some do not return, and their origins need less than 0.5 s."""


def written_or_skip(solver: Solver, folder: Path) -> str:
    """Write a solver to disk and return its specification; skip the test if its compiler is missing."""
    try:
        return materialise(solver, folder)
    except MissingToolError as error:
        pytest.skip(str(error))


def steps_for(solver: RightCovers) -> list[Step]:
    """Return random problems of a solver's form."""
    rng = random.Random(solver.solver.name)
    problems = [
        drawn(
            rng,
            rng.randint(1, 10),
            rng.randint(1, 14),
            secondary=rng.randrange(4) if solver.form.secondary else 0,
            colors=rng.randrange(4) if solver.form.colors else 0,
        )
        for _ in range(PROBLEMS)
    ]
    largest = 16 if solver is DECIDE else PROBLEMS
    return [Step(problem) for problem in problems if len(problem.options) <= largest]


def test_two_brute_forces_agree() -> None:
    """Trying every set of options finds the covers that backtracking finds."""
    rng = random.Random(0)
    for _ in range(100):
        problem = drawn(rng, rng.randint(1, 6), rng.randint(1, 8), secondary=rng.randrange(3), colors=rng.randrange(3))
        assert covers(problem) == covers_by_definition(problem)


@pytest.mark.parametrize("solver", RIGHT, ids=lambda solver: solver.solver.name)
def test_right_solver(solver: RightCovers, tmp_path: Path) -> None:
    """A right solver agrees with brute force."""
    assert failure(solver.form, written_or_skip(solver.solver, tmp_path), steps_for(solver)) is None


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.solver.name)
def test_mutant(mutant: WrongCovers, tmp_path: Path) -> None:
    """A mutant fails on its witness, its origin does not."""
    steps, form = mutant.witness(), mutant.origin.form
    assert failure(form, written_or_skip(mutant.origin.solver, tmp_path), steps) is None
    assert failure(form, written_or_skip(mutant.solver, tmp_path), steps, MUTANT_SECONDS) is not None


def test_colors(tmp_path: Path) -> None:
    """A solver that knows no colors gets no problem with colors."""
    subject = find(materialise(DANCING.solver, tmp_path), Options())
    try:
        assert subject.takes(Problem(["a"], [["a", "s"]], ["s"]))
        assert not subject.takes(Problem(["a"], [["a", "s:1"]], ["s"], colors=True))
    finally:
        subject.close()


@pytest.mark.parametrize("name", ["options-emptied", "repeated", "table-kept", "columns-of-the-case-before"])
def test_the_form_of_a_wrong_solver_is_found(name: str, tmp_path: Path) -> None:
    """A solver that changes its input, repeats covers, or fails after the first problem is judged, not refused."""
    mutant = next(mutant.solver for mutant in MUTANTS if mutant.solver.name == name)
    find(written_or_skip(mutant, tmp_path), Options()).close()


@pytest.mark.parametrize("problem", LARGE[:2], ids=lambda problem: problem.name)
def test_large_tables_are_easy(problem: KnownProblem) -> None:
    """A timeout for a large table is an error, since even a plain search of it is short."""
    assert is_easy(problem.build())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "only"), [("16-bit-text", "large_tables"), ("rows-of-the-case-before", "exactly_the_covers")]
)
def test_a_solver_that_does_not_return(name: str, only: str, tmp_path: Path) -> None:
    """A program that never ends is wrong, also if it ends for the first problem alone."""
    mutant = next(mutant.solver for mutant in MUTANTS if mutant.solver.name == name)
    what = written_or_skip(mutant, tmp_path)
    given = {"rounds": 1, "seed": 1, "only": only, "time_limit": 2}
    run = open_run(read_settings(what, given, store=None), (), ())
    try:
        assert run.run().exit_code is ExitCode.WRONG
    finally:
        run.subject.close()

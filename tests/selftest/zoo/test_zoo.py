"""The mutants of the zoo are wrong, its right solvers are correct, and its equivalents are no mutants."""

from collections import Counter
from collections.abc import Iterable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from crosscover import contracts
from crosscover.reference import Shape
from crosscover.subjects.find import find
from crosscover.subjects.process_subject import open_subject
from tests.selftest.__main__ import SOLVERS

from . import MUTANTS, RIGHT, puzzles
from .equivalents import EQUIVALENT
from .judge import allows, mistakes_of
from .model import SOURCES, Change, Kind, MissingToolError, Mutant, RightSolver, Solver, materialise, source
from .slow import SLOW
from .slow_origins import BACKTRACK, IN_ORDER, LEETCODE, SLOW_FIRST_EMPTY

PROPER = (
    puzzles.GOLDEN,
    puzzles.FULL,
    puzzles.ONE_EMPTY,
    puzzles.NO_NINE,
    puzzles.EMPTY_BOX,
    puzzles.EMPTY_ROW,
    puzzles.FULL_ROW,
    puzzles.DIAGONAL,
    puzzles.GOLDEN,
    *puzzles.EASY[4:6],
    *puzzles.SEVENTEEN[3:5],
    *puzzles.HARD[:2],
)
OTHERS = (
    puzzles.DEADLY,
    puzzles.QUIET,
    puzzles.HARD[0],
    puzzles.TWO_ABSENT,
    puzzles.SPARSE,
    puzzles.EMPTY,
    puzzles.FULL_CLASH,
    puzzles.LATIN,
    puzzles.ROW_CLASH,
    puzzles.COLUMN_CLASH,
    puzzles.BOX_CLASH,
    *puzzles.SEVERAL,
    *puzzles.UNSOLVABLE,
)

EXPONENTIAL = (LEETCODE, IN_ORDER, BACKTRACK, SLOW_FIRST_EMPTY)
"""Solvers that search without lookahead: they may take hours for a hard puzzle."""

AMPLE_SECONDS = 120.0
"""Default time limit of right solvers in seconds: some need 6 s of processor time for their puzzles."""

FAST = 20
"""The fast tests include one solver in twenty; the tests before a release cover the rest."""


@pytest.fixture(scope="session")
def build_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which solvers are written and compiled."""
    return tmp_path_factory.mktemp("zoo")


def materialise_or_skip(solver: Solver, folder: Path) -> str:
    """Write a solver to disk and return its specification; skip the test if its compiler is missing."""
    try:
        return materialise(solver, folder)
    except MissingToolError as error:
        pytest.skip(str(error))


def sampled(solvers: Iterable[Solver]) -> list[object]:
    """Leave most solvers to the tests before a release."""
    return [
        pytest.param(solver, marks=[pytest.mark.release] if place % FAST != 5 or solver in SLOW else [])
        for place, solver in enumerate(solvers)
    ]


def name_of(solver: Solver) -> str:
    """Return the name of a solver as a test ID."""
    return solver.name


@pytest.mark.parametrize("mutant", sampled(MUTANTS), ids=name_of)
def test_a_mutant_fails_on_its_witness(mutant: Mutant, build_dir: Path) -> None:
    """A mutant gets its witness wrong."""
    assert allows(mutant.options, mutant.witness)
    with closing(open_subject(materialise_or_skip(mutant, build_dir), mutant.options)) as asked:
        assert mistakes_of(asked, mutant.witness, mutant.formatting) != []


@pytest.mark.parametrize("solver", sampled((*RIGHT, *EQUIVALENT)), ids=name_of)
def test_a_right_solver_makes_no_mistake(solver: Solver, build_dir: Path) -> None:
    """Right solvers and equivalents satisfy their contract on common and unusual puzzles, and answer easy puzzles."""
    shape = solver.options.shape
    given = puzzles.OF_SHAPE.get(shape, PROPER)
    if solver in EXPONENTIAL:
        given = puzzles.easy(3)
    elif solver.options.contract is not contracts.PROPER:
        given = (*given, *(OTHERS if shape == Shape() else ("." * shape.cells, "11".ljust(shape.cells, "."))))
    options = replace(solver.options, time_limit=AMPLE_SECONDS) if solver.options.has_default_limits else solver.options
    spec = materialise_or_skip(solver, build_dir)
    find(spec, options)  # raises if it answers no easy puzzle
    with closing(open_subject(spec, options)) as asked:
        assert mistakes_of(asked, given) == []


@pytest.mark.parametrize("origin", sampled(dict.fromkeys(mutant.origin for mutant in MUTANTS)), ids=name_of)
def test_an_origin_passes_the_witnesses(origin: RightSolver, build_dir: Path) -> None:
    """The origin of mutants answers their witnesses correctly within their limits."""
    spec = materialise_or_skip(origin, build_dir)
    mutants = [mutant for mutant in MUTANTS if mutant.origin == origin]
    for options in dict.fromkeys(mutant.options for mutant in mutants):
        witnesses = dict.fromkeys((one.witness, one.formatting) for one in mutants if one.options == options)
        with closing(open_subject(spec, options)) as asked:
            assert [mistakes_of(asked, *witness) for witness in witnesses] == [[]] * len(witnesses)


def test_names_and_texts_differ() -> None:
    """No two solvers of the zoo share a name, or both text and options."""
    solvers: tuple[Solver, ...] = (*SOLVERS, *EQUIVALENT)
    assert max(Counter(map(name_of, solvers)).values()) == 1
    assert max(Counter((source(solver), solver.options) for solver in solvers).values()) == 1


def test_every_source_and_kind_has_mutants() -> None:
    """Each file in `right/` is the origin of a mutant, and some mutant makes each kind of mistake."""
    sources = {path.name for path in SOURCES.iterdir() if path.suffix in {".awk", ".c", ".py"}} - {"__init__.py"}
    assert {mutant.origin.source for mutant in MUTANTS} >= sources
    assert {solver.kind for solver in SOLVERS if isinstance(solver, Mutant)} == set(Kind)


def test_a_change_must_fit_once() -> None:
    """A change whose old text does not occur exactly once raises an error."""
    origin = RightSolver("origin", "masks.py", "", RIGHT[0].options)
    for old in ("no such text", "ALL"):
        with pytest.raises(ValueError, match="occurs"):
            source(Mutant(Kind.RARE, "mutant", origin, "", (Change(old, ""),), ()))

"""Engines as subjects: the reference, other engines, and wrong ones."""

from collections.abc import Iterator, Mapping
from itertools import islice

import pytest

from crosscover.engines import DEFAULT_PANEL, names
from crosscover.harness.session import panel_names
from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.reference import Engine, Grid

from .running import Here, enter

FEW = "--examples=2"
QUICK = (
    "-k=not every_small and not every_enc and not long_runs and not small_grids and not items_are and not two_by"
    " and not exactly_ones and not volume and not deadly"
)


def test_reference(here: Here) -> None:
    """The reference passes every property except the longest ones, and the seed is printed first."""
    ran = here(FEW, QUICK, "--seed", "5")
    assert (ran.code, ran.errors) == (0, "")
    assert ran.output.splitlines()[0] == "seed      5"
    assert "NO ERRORS FOUND: 40 of 40 selected properties hold in 1 round" in ran.output


@pytest.mark.usefixtures("quick_panel")
@pytest.mark.parametrize("name", ["sat:glucose4", "cpsat", "bitmask", "dlx:omit"])
def test_other_engines(name: str, here: Here) -> None:
    """Engines of other kinds pass."""
    ran = here(f"engine:{name}", FEW, "-k verdict or limit or no_history or patterns or several_solutions")
    assert (ran.code, ran.errors) == (0, "")


@pytest.mark.parametrize("name", names())
def test_no_engine_judges_its_own_kind(name: str) -> None:
    """The panel is the default one without the subject's family, and never empty."""
    judges = panel_names(f"engine:{name}")
    assert judges
    assert all(judge.partition(":")[0] != name.partition(":")[0] for judge in judges)
    assert panel_names("python:m:f") == panel_names("exec:./a.out") == DEFAULT_PANEL[:-1]


def greedy(puzzle: Grid, limit: int | None = None, /) -> Iterator[Grid]:
    """Returns one solution too many."""
    return BitmaskEngine()(puzzle, None if limit is None else limit + 1)


def repeating(puzzle: Grid, limit: int | None = None, /) -> Iterator[Grid]:
    """Returns every solution twice."""
    return islice((grid for grid in BitmaskEngine()(puzzle, None) for _ in "ab"), limit)


def blind(puzzle: Grid, limit: int | None = None, /) -> Iterator[Grid]:
    """Ignores the last clue."""
    clues = list(puzzle.clues())
    return BitmaskEngine()(puzzle.with_cell(clues[-1][0], 0) if clues else puzzle, limit)


def lazy(puzzle: Grid, limit: int | None = None, /) -> Iterator[Grid]:
    """Returns at most one solution."""
    return BitmaskEngine()(puzzle, 1 if limit is None else min(limit, 1))


def failing(puzzle: Grid, limit: int | None = None, /) -> Iterator[Grid]:
    """Raises if there are many clues."""
    if puzzle.clue_count > 40:
        raise RecursionError("too many clues")
    return BitmaskEngine()(puzzle, limit)


def idle(_puzzle: Grid, _limit: int | None = None, /) -> Iterator[Grid]:
    """Never finds a solution."""
    return iter(())


def altering(puzzle: Grid, limit: int | None = None, /) -> Iterator[Grid]:
    """Changes the puzzle that it received."""
    solutions = list(BitmaskEngine()(puzzle, limit))
    if solutions and not puzzle.is_full:
        object.__setattr__(puzzle, "values", solutions[0].values)
    return iter(solutions)


LIARS: Mapping[str, tuple[Engine, str]] = {
    "greedy": (greedy, "limit"),
    "repeating": (repeating, "sound"),
    "blind": (blind, "sound"),
    "lazy": (lazy, "complete"),
    "failing": (failing, "full_grid_is_its_own_answer"),
    "idle": (idle, "verdict"),
    "altering": (altering, "input_is_untouched"),
}


@pytest.mark.usefixtures("quick_panel")
@pytest.mark.parametrize("name", LIARS)
def test_lying_engine(name: str, here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong engine fails the property that covers its fault."""
    engine, broken = LIARS[name]
    enter(monkeypatch, engine)
    ran = here("engine:lying", "--examples=20", "--seed=1", f"-k {broken}")
    assert ran.lines[broken].startswith("WRONG")
    assert "FAULT" not in ran.output
    assert (ran.code, ran.errors) == (1, "")


@pytest.mark.usefixtures("quick_panel")
def test_engine_that_raises_is_never_our_fault(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    """An exception in an engine is never reported as a fault of crosscover."""
    enter(monkeypatch, failing)
    ran = here("engine:lying", FEW, "--seed=1", QUICK)
    assert "FAULT" not in ran.output
    assert (ran.code, ran.errors) == (1, "")

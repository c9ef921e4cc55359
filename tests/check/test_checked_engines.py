"""Engines as subjects: the reference, other engines, and wrong engines."""

from collections.abc import Callable, Iterator
from itertools import islice

import pytest

from crosscover.engines import DEFAULT_PANEL, ENGINES
from crosscover.harness.session import panel_names
from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.reference import Grid

from .running import Here, enter

QUICK = (
    "-k=not every_small and not every_enc and not long_runs and not small_grids and not items_are and not two_by"
    " and not exactly_ones and not volume and not deadly"
)


@pytest.mark.slow
def test_reference(here: Here) -> None:
    """The reference passes all but the longest properties; the subject and the seed are printed first."""
    ran = here("--rounds=1", QUICK, "--seed", "5")
    assert (ran.code, ran.errors) == (0, "")
    assert ran.output.splitlines()[:2] == ["solver    engine:dlx --contract=any", "seed      5"]
    assert "NO ERRORS FOUND: 40 of 40 selected properties hold in 1 round" in ran.output


@pytest.mark.usefixtures("quick_panel")
@pytest.mark.parametrize("name", ["cpsat", pytest.param("dlx:omit", marks=pytest.mark.slow)])
def test_other_engines(name: str, here: Here) -> None:
    """Engines of other kinds pass."""
    ran = here(f"engine:{name}", "--rounds=1", "-k verdict or limit or no_history or full_grids or several_solutions")
    assert (ran.code, ran.errors) == (0, "")


@pytest.mark.parametrize("name", ENGINES)
def test_no_engine_judges_its_own_kind(name: str) -> None:
    """The panel is the default panel without the subject's family, and is never empty."""
    judges = panel_names(f"engine:{name}")
    assert judges
    assert all(judge.partition(":")[0] != name.partition(":")[0] for judge in judges)
    assert panel_names("python:m:f") == panel_names("exec:./a.out") == DEFAULT_PANEL[:-1]


def solutions(puzzle: Grid, limit: int | None = None) -> Iterator[Grid]:
    """Yield the solutions of a puzzle."""
    return BitmaskEngine()(puzzle, limit)


def blind(puzzle: Grid, limit: int | None) -> Iterator[Grid]:
    """Ignores the last clue."""
    clues = list(puzzle.clues())
    return solutions(puzzle.with_cell(clues[-1][0], 0) if clues else puzzle, limit)


def failing(puzzle: Grid, limit: int | None) -> Iterator[Grid]:
    """Raises if there are many clues."""
    if puzzle.clue_count > 40:
        raise RecursionError("too many clues")
    return solutions(puzzle, limit)


LIARS: dict[str, tuple[str, Callable[[Grid, int | None], Iterator[Grid]]]] = {
    "greedy": ("limit", lambda puzzle, limit: solutions(puzzle, None if limit is None else limit + 1)),
    "repeating": ("sound", lambda puzzle, limit: islice((grid for grid in solutions(puzzle) for _ in "ab"), limit)),
    "blind": ("sound", blind),
    "lazy": ("complete", lambda puzzle, limit: solutions(puzzle, 1 if limit is None else min(limit, 1))),
    "failing": ("full_grid_is_its_own_answer", failing),
    "idle": ("verdict", lambda _, __: iter(())),
}
"""Wrong engines, each with the property that detects its fault."""


@pytest.mark.usefixtures("quick_panel")
@pytest.mark.parametrize("name", LIARS)
def test_lying_engine(name: str, here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong engine fails the property that detects its fault; its exceptions are not faults of crosscover."""
    broken, engine = LIARS[name]

    def lying(puzzle: Grid, limit: int | None = None, /) -> Iterator[Grid]:
        return engine(puzzle, limit)

    enter(monkeypatch, lying)
    ran = here("engine:lying", "--rounds=3", "--seed=1", f"-k {broken}")
    assert ran.lines[broken].startswith("WRONG")
    assert "FAULT" not in ran.output
    assert (ran.code, ran.errors) == (1, "")

"""What every engine in the registry promises."""

from itertools import islice

import pytest

from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.oracles.rules import first_violation
from crosscover.reference import Engine, Grid, Shape

from .puzzles import COUNTED, HARD, SMALL, SOLVED


@pytest.mark.parametrize("puzzle", SOLVED)
def test_golden(every_engine: Engine, puzzle: str) -> None:
    """The published samples have their published answers and no other."""
    assert [SOLVED[puzzle]] == [str(grid) for grid in every_engine(Grid.parse(puzzle))]


@pytest.mark.parametrize("puzzle", HARD)
def test_hard(every_engine: Engine, puzzle: str) -> None:
    """A proper puzzle that needs search has one solution, which obeys the rules."""
    [solution] = every_engine(Grid.parse(puzzle), 2)
    assert first_violation(solution, Grid.parse(puzzle)) is None


def test_counts(every_engine: Engine) -> None:
    """Each invalid puzzle has as many solutions as published, all different and all right."""
    for puzzle, number in COUNTED.items():
        solutions = set(every_engine(Grid.parse(puzzle)))
        assert (number, set()) == (
            len(solutions),
            {first_violation(grid, Grid.parse(puzzle)) for grid in solutions} - {None},
        )


def test_small_grids(every_engine: Engine) -> None:
    """Every engine finds the 288 grids of 2x2 boxes as the same set."""
    expected = set(BitmaskEngine()(Grid.empty(SMALL)))
    solutions = list(every_engine(Grid.empty(SMALL)))
    assert (288, expected) == (len(solutions), set(solutions))


@pytest.mark.parametrize("limit", [0, 1, 2, 9, 10, 11])
def test_limit(every_engine: Engine, limit: int) -> None:
    """As many solutions come as were asked for, or as there are."""
    assert len(set(every_engine(_ten(), limit))) == min(limit, 10)


@pytest.mark.parametrize("shape", [Shape(1, 1), Shape(1, 2), Shape(2, 3), Shape(3, 2), Shape(2, 4), Shape(4, 4)])
def test_shapes(every_engine: Engine, shape: Shape) -> None:
    """Boxes of any shape do."""
    assert first_violation(next(every_engine(Grid.empty(shape)))) is None


def test_lazy(every_engine: Engine) -> None:
    """The empty grid has more solutions than anyone can wait for, and they come one by one, all different."""
    solutions = list(islice(every_engine(Grid.empty()), 10))
    assert (10, {None}) == (len(set(solutions)), {first_violation(grid) for grid in solutions})


def test_full_grid(every_engine: Engine) -> None:
    """A full grid is its own answer, and a full grid that breaks the rules has none."""
    answer = Grid.parse(next(iter(SOLVED.values())))
    assert ([answer], []) == (list(every_engine(answer)), list(every_engine(answer.with_cell(0, 1))))


def test_abandoned(every_engine: Engine) -> None:
    """An iterator that is left in the middle leaves the engine fit for the next puzzle."""
    puzzle, answer = next(iter(SOLVED.items()))
    for _ in range(3):
        next(every_engine(Grid.empty()))
        assert [answer] == [str(grid) for grid in every_engine(Grid.parse(puzzle))]


def test_nested(every_engine: Engine) -> None:
    """Iterators that are open at once do not disturb each other."""
    expected = set(BitmaskEngine()(_ten()))
    outer = every_engine(_ten())
    found = {next(outer)}
    inner = every_engine(_ten())
    found.add(next(outer))
    assert expected == set(inner)
    assert expected == found | set(outer)


def _ten() -> Grid:
    return next(Grid.parse(text) for text, number in COUNTED.items() if number == 10)

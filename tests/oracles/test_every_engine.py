"""Requirements for every engine in the registry."""

from itertools import islice

from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.oracles.rules import first_violation
from crosscover.reference import Engine, Grid, Shape

from .puzzles import COUNTED, HARD, SMALL, SOLVED


def test_golden(every_engine: Engine) -> None:
    """The published samples have exactly their published solutions."""
    for puzzle, solution in SOLVED.items():
        assert [solution] == [str(grid) for grid in every_engine(Grid.parse(puzzle))]


def test_hard(every_engine: Engine) -> None:
    """A proper puzzle that needs search has exactly one solution, which obeys the rules."""
    for puzzle in HARD:
        [solution] = every_engine(Grid.parse(puzzle), 2)
        assert first_violation(solution, Grid.parse(puzzle)) is None


def test_counts(every_engine: Engine) -> None:
    """Each invalid puzzle has the published number of solutions, all different and right."""
    for puzzle, number in COUNTED.items():
        solutions = set(every_engine(Grid.parse(puzzle)))
        assert (number, set()) == (
            len(solutions),
            {first_violation(grid, Grid.parse(puzzle)) for grid in solutions} - {None},
        )


def test_small_grids(every_engine: Engine) -> None:
    """Every engine finds all 288 grids of 2x2 boxes."""
    expected = set(BitmaskEngine()(Grid.empty(SMALL)))
    solutions = list(every_engine(Grid.empty(SMALL)))
    assert (288, expected) == (len(solutions), set(solutions))


def test_limit(every_engine: Engine) -> None:
    """At most as many solutions as the limit are returned."""
    for limit in (0, 1, 2, 9, 10, 11):
        assert len(set(every_engine(_ten(), limit))) == min(limit, 10)


def test_shapes(every_engine: Engine) -> None:
    """Boxes of any shape are supported."""
    for shape in (Shape(1, 1), Shape(1, 2), Shape(2, 3), Shape(3, 2), Shape(2, 4), Shape(4, 4)):
        assert first_violation(next(every_engine(Grid.empty(shape)))) is None


def test_lazy(every_engine: Engine) -> None:
    """Solutions of the empty grid are returned lazily and are all different."""
    solutions = list(islice(every_engine(Grid.empty()), 10))
    assert (10, {None}) == (len(set(solutions)), {first_violation(grid) for grid in solutions})


def test_full_grid(every_engine: Engine) -> None:
    """A full grid is its own solution, and one that breaks the rules has none."""
    answer = Grid.parse(next(iter(SOLVED.values())))
    assert ([answer], []) == (list(every_engine(answer)), list(every_engine(answer.with_cell(0, 1))))


def test_abandoned(every_engine: Engine) -> None:
    """After an unfinished iterator the engine solves the next puzzle."""
    puzzle, answer = next(iter(SOLVED.items()))
    for _ in range(3):
        next(every_engine(Grid.empty()))
        assert [answer] == [str(grid) for grid in every_engine(Grid.parse(puzzle))]


def test_nested(every_engine: Engine) -> None:
    """Several open iterators do not affect each other."""
    expected = set(BitmaskEngine()(_ten()))
    outer = every_engine(_ten())
    found = {next(outer)}
    inner = every_engine(_ten())
    found.add(next(outer))
    assert expected == set(inner)
    assert expected == found | set(outer)


def _ten() -> Grid:
    return next(Grid.parse(text) for text, number in COUNTED.items() if number == 10)

"""Requirements for every engine in the registry."""

from itertools import islice

from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.oracles.rules import first_violation
from crosscover.reference import Engine, Grid, Shape

from .puzzles import COUNTED, HARD, SMALL, SOLVED

PUZZLE, ANSWER = (Grid.parse(text) for text in next(iter(SOLVED.items())))
TEN = next(Grid.parse(text) for text, number in COUNTED.items() if number == 10)


def test_proper_puzzles(every_engine: Engine) -> None:
    """Proper puzzles have exactly their published solution, or one that obeys the rules; a full grid is its own."""
    for puzzle, solution in SOLVED.items():
        assert [solution] == [str(grid) for grid in every_engine(Grid.parse(puzzle))]
    for puzzle in HARD:
        [found] = every_engine(Grid.parse(puzzle), 2)
        assert first_violation(found, Grid.parse(puzzle)) is None
    assert (list(every_engine(ANSWER)), list(every_engine(ANSWER.with_cell(0, 1)))) == ([ANSWER], [])


def test_counts(every_engine: Engine) -> None:
    """Each invalid puzzle has the published number of solutions, all different and right."""
    for puzzle, number in COUNTED.items():
        solutions = list(every_engine(Grid.parse(puzzle)))
        assert number == len(solutions) == len(set(solutions))
        assert not any(first_violation(grid, Grid.parse(puzzle)) for grid in solutions)


def test_limit(every_engine: Engine) -> None:
    """At most as many solutions as the limit are returned."""
    for limit in (0, 1, 2, 9, 10, 11):
        assert len(set(every_engine(TEN, limit))) == min(limit, 10)


def test_shapes(every_engine: Engine) -> None:
    """Boxes of any shape are supported; every engine finds all 288 grids of 2x2 boxes."""
    diagonal = [Shape(2, 3, diagonals=True), Shape(3, 3, diagonals=True), Shape(4, 4, diagonals=True)]
    for shape in (Shape(1, 1), Shape(1, 2), Shape(2, 3), Shape(3, 2), Shape(2, 4), Shape(4, 4), *diagonal):
        assert first_violation(next(every_engine(Grid.empty(shape)))) is None
    solutions = list(every_engine(Grid.empty(SMALL)))
    assert (288, set(BitmaskEngine()(Grid.empty(SMALL)))) == (len(solutions), set(solutions))


def test_all_diagonal_grids(every_engine: Engine) -> None:
    """Every engine finds the 48 grids of 2x2 boxes with valid diagonals, which are those among all 288."""
    shape = Shape(2, 2, diagonals=True)
    grids = (Grid(grid.values, shape) for grid in BitmaskEngine()(Grid.empty(SMALL)))
    expected = {grid for grid in grids if first_violation(grid) is None}
    solutions = list(every_engine(Grid.empty(shape)))
    assert (48, expected) == (len(solutions), set(solutions))


def test_diagonal_grids_of_2x3_boxes(every_engine: Engine) -> None:
    """Of the 39,168 grids of 2x3 boxes with this first row, 12 have valid diagonals: 8,640 of 28,200,960 in all."""
    shape = Shape(2, 3, diagonals=True)
    first_row = "123456" + 30 * "."
    solutions = list(every_engine(Grid.parse(first_row, shape)))
    assert (12, set(BitmaskEngine()(Grid.parse(first_row, shape)))) == (len(solutions), set(solutions))


def test_enumeration_finds_the_diagonal_grids_of_2x3_boxes() -> None:
    """The diagonals of all plain grids of 2x3 boxes with one first row are counted without an engine's diagonals."""
    plain = [grid.values for grid in BitmaskEngine()(Grid.parse("123456" + 30 * ".", Shape(2, 3)))]
    diagonals = slice(0, 36, 7), slice(5, 31, 5)
    valid = [values for values in plain if all(len(set(values[cells])) == 6 for cells in diagonals)]
    assert (len(plain), len(valid)) == (39_168, 12)


def test_a_puzzle_that_only_its_diagonals_decide(every_engine: Engine) -> None:
    """A puzzle with one solution as diagonal Sudoku has many as plain Sudoku."""
    puzzle = Grid.parse("..3...7.9..9.2.....5..8.....3.2....5..8..4........78.1.......1...13..............")
    [solution] = every_engine(Grid(puzzle.values, Shape(3, 3, diagonals=True)), 2)
    assert first_violation(solution) is None
    assert len(list(every_engine(puzzle, 20))) == 20


def test_lazy(every_engine: Engine) -> None:
    """Solutions of the empty grid are found one by one, all different; the next puzzle is solved after some of them."""
    solutions = list(islice(every_engine(Grid.empty()), 10))
    assert (10, {None}) == (len(set(solutions)), {first_violation(grid) for grid in solutions})
    for _ in range(3):
        next(every_engine(Grid.empty()))
        assert list(every_engine(PUZZLE)) == [ANSWER]


def test_nested(every_engine: Engine) -> None:
    """Several open iterators do not affect each other."""
    expected = set(BitmaskEngine()(TEN))
    outer = every_engine(TEN)
    found = {next(outer)}
    inner = every_engine(TEN)
    found.add(next(outer))
    assert expected == set(inner)
    assert expected == found | set(outer)

"""Proper puzzles of kinds that break solvers: endless generators, each driven by one `Random`.

The kind tells only how a puzzle was found; its verdict is certified afterwards.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random

from crosscover.properties.strategies.masking import delete_clues_while, solved_grid
from crosscover.reference import DlxEngine, Grid, Shape, count

SHAPE = Shape()
LAST = SHAPE.side - 1

CellMap = Callable[[int, int], tuple[int, int]]

SYMMETRIES: tuple[tuple[CellMap, ...], ...] = (
    (lambda row, column: (LAST - row, LAST - column),),
    (lambda row, column: (column, LAST - row),),
    (lambda row, column: (LAST - row, column),),
    (lambda row, column: (row, LAST - column),),
    (lambda row, column: (column, row),),
    (lambda row, column: (LAST - column, LAST - row),),
    (lambda row, column: (column, row), lambda row, column: (LAST - column, LAST - row)),
    (lambda row, column: (LAST - row, column), lambda row, column: (row, LAST - column)),
)
"""Generators of the symmetry groups of patterns: half and quarter turns, reflections, and pairs of reflections."""

engine = DlxEngine()


def random_grid(random: Random) -> Grid:
    """A solved grid."""
    return solved_grid(random.randrange(10**6, 10**15))


def is_proper(puzzle: Grid) -> bool:
    """Whether the engine finds exactly one solution."""
    return count(engine, puzzle, 2) == 1


def minimal_puzzles(random: Random, seventeen: Sequence[Grid]) -> Iterator[Grid]:
    """Minimal puzzles with 20 to 28 clues, every other one close to a puzzle with 17 clues.

    Deleting clues of a random grid rarely leaves fewer than 22. Without three of its clues, a puzzle with 17 needs few
    others instead, so its neighbourhood has minimal puzzles with 20 and 21.
    """
    while True:
        for known in (None, random.choice(seventeen)):
            if known is None:
                puzzle = delete_clues_while(random_grid(random), is_proper, random)
            else:
                solution = next(engine(known, 1))
                core = random.sample([cell for cell, _ in known.clues()], 14)
                others = [cell for cell in range(SHAPE.cells) if cell not in core]
                order = (*random.sample(others, len(others)), *core)
                puzzle = emptied_while_proper(solution, [(cell,) for cell in order])
            if 20 <= puzzle.clue_count <= 28:
                yield puzzle


def patterned_puzzles(random: Random) -> Iterator[Grid]:
    """Puzzles with symmetric patterns of clues, in which no orbit of clues is redundant."""
    while True:
        solution = random_grid(random)
        orbits = orbits_of(random.choice(SYMMETRIES))
        yield emptied_while_proper(solution, random.sample(orbits, len(orbits)))


def orbits_of(symmetries: Sequence[CellMap]) -> list[tuple[int, ...]]:
    """The orbits of cells under the symmetries."""
    left = set(range(SHAPE.cells))
    orbits: list[tuple[int, ...]] = []
    while left:
        orbit = [min(left)]
        for cell in orbit:  # grows until it is closed
            for symmetry in symmetries:
                image = SHAPE.cell(*symmetry(SHAPE.row(cell), SHAPE.column(cell)))
                if image not in orbit:
                    orbit.append(image)
        left.difference_update(orbit)
        orbits.append(tuple(orbit))
    return orbits


def puzzles_with_empty_houses(random: Random) -> Iterator[Grid]:
    """Puzzles with several houses without clues: rows, columns, boxes, or some of each."""
    while True:
        solution = random_grid(random)
        houses = random.sample(SHAPE.houses, random.randint(1, 8))
        yield fewer_clues(emptied_while_proper(solution, houses), random)


def puzzles_without_a_digit(random: Random) -> Iterator[Grid]:
    """Puzzles in which one digit does not occur."""
    while True:
        solution = random_grid(random)
        digit = random.randint(1, SHAPE.side)
        puzzle = without(solution, [cell for cell, value in solution.clues() if value == digit])
        yield fewer_clues(puzzle, random)


def nearly_full_puzzles(random: Random) -> Iterator[Grid]:
    """Puzzles with at most eight empty cells, including full grids."""
    while True:
        yield without(random_grid(random), random.sample(range(SHAPE.cells), random.randint(0, 8)))


def fewer_clues(puzzle: Grid, random: Random) -> Grid:
    """A proper puzzle without some or all of its redundant clues."""
    kept = random.choice((17, 17, 26, 32))
    return delete_clues_while(puzzle, lambda fewer: fewer.clue_count >= kept and is_proper(fewer), random)


def emptied_while_proper(puzzle: Grid, groups: Iterable[Sequence[int]]) -> Grid:
    """A proper puzzle with each group of cells emptied in turn, as long as it stays proper."""
    for cells in groups:
        fewer = without(puzzle, cells)
        if is_proper(fewer):
            puzzle = fewer
    return puzzle


def without(puzzle: Grid, cells: Sequence[int]) -> Grid:
    """The puzzle with some cells emptied."""
    return puzzle.with_cells_of(Grid.empty(), cells)

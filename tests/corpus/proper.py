"""Proper puzzles of kinds that break solvers: endless generators, each driven by one `Random`.

The kind tells only how a puzzle was found; its verdict is certified afterwards.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from random import Random

from crosscover.properties.strategies.masking import delete_clues_while, mask_of, proper, solved_grid, stirred_grid
from crosscover.reference import DlxEngine, Grid, Shape, count

CellMap = Callable[[int, int], tuple[int, int]]

engine = DlxEngine()


def symmetries(last: int) -> tuple[tuple[CellMap, ...], ...]:
    """Generators of the symmetry groups of patterns: half and quarter turns, reflections, and pairs of reflections."""
    return (
        (lambda row, column: (last - row, last - column),),
        (lambda row, column: (column, last - row),),
        (lambda row, column: (last - row, column),),
        (lambda row, column: (row, last - column),),
        (lambda row, column: (column, row),),
        (lambda row, column: (last - column, last - row),),
        (lambda row, column: (column, row), lambda row, column: (last - column, last - row)),
        (lambda row, column: (last - row, column), lambda row, column: (row, last - column)),
    )


class SearchLimitError(RuntimeError):
    """A search has exceeded its number of steps."""


class SearchLimit:
    """A `Watcher` that limits the steps of a search: deciding a puzzle with few clues can take for ever."""

    def __init__(self, steps: int) -> None:
        self._left = steps

    def chose(self, _level: int, _item: int, _size: int, /) -> None:
        """Count a step; raises SearchLimitError."""
        self._left -= 1
        if self._left < 0:
            raise SearchLimitError

    def tried(self, _level: int, _option: int, /) -> None:
        """Do nothing; steps are counted when an item is chosen."""

    undone = tried


def solutions(puzzle: Grid, most: int) -> int:
    """The number of solutions, at most `most`; with more than nine digits also `most` if the search takes long."""
    if puzzle.shape.side <= 9:
        return count(engine, puzzle, most)
    try:
        return sum(1 for _ in islice(engine.search(puzzle, SearchLimit(2 * most * puzzle.shape.cells)), most))
    except SearchLimitError:
        return most


def random_grid(random: Random, shape: Shape = Shape()) -> Grid:
    """A solved grid that does not come from a corpus."""
    number = random.randrange(10**6, 10**15)
    return solved_grid(number) if shape == Shape() else stirred_grid(number, shape)


def is_proper(puzzle: Grid) -> bool:
    """Whether the engine finds exactly one solution."""
    return solutions(puzzle, 2) == 1


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
                others = [cell for cell in range(Shape().cells) if cell not in core]
                order = (*random.sample(others, len(others)), *core)
                puzzle = emptied_while_proper(solution, [(cell,) for cell in order])
            if 20 <= puzzle.clue_count <= 28:
                yield puzzle


def reduced_puzzles(random: Random, shape: Shape) -> Iterator[Grid]:
    """Minimal puzzles; with more than nine digits, those in which each clue is needed to decide them soon."""
    while True:
        yield delete_clues_while(random_grid(random, shape), is_proper, random)


def puzzles_with_any_number_of_clues(random: Random, shape: Shape) -> Iterator[Grid]:
    """Puzzles from as few clues as keep every engine fast to nearly full ones."""
    while True:
        emptied = random.sample(range(shape.cells), random.randint(shape.cells // 8, shape.cells))
        yield proper(random_grid(random, shape), mask_of(emptied))


def patterned_puzzles(random: Random, shape: Shape = Shape()) -> Iterator[Grid]:
    """Puzzles with symmetric patterns of clues, in which no orbit of clues is redundant."""
    while True:
        solution = random_grid(random, shape)
        orbits = orbits_of(random.choice(symmetries(shape.side - 1)), shape)
        yield emptied_while_proper(solution, random.sample(orbits, len(orbits)))


def orbits_of(generators: Sequence[CellMap], shape: Shape) -> list[tuple[int, ...]]:
    """The orbits of cells under the symmetries."""
    left = set(range(shape.cells))
    orbits: list[tuple[int, ...]] = []
    while left:
        orbit = [min(left)]
        for cell in orbit:  # grows until it is closed
            for symmetry in generators:
                image = shape.cell(*symmetry(shape.row(cell), shape.column(cell)))
                if image not in orbit:
                    orbit.append(image)
        left.difference_update(orbit)
        orbits.append(tuple(orbit))
    return orbits


def puzzles_with_empty_houses(random: Random, shape: Shape = Shape()) -> Iterator[Grid]:
    """Puzzles with several houses without clues: rows, columns, boxes, or some of each."""
    while True:
        solution = random_grid(random, shape)
        houses = random.sample(shape.houses, random.randint(1, 8))
        yield fewer_clues(emptied_while_proper(solution, houses), random)


def puzzles_without_a_digit(random: Random, shape: Shape = Shape()) -> Iterator[Grid]:
    """Puzzles in which one digit does not occur."""
    while True:
        solution = random_grid(random, shape)
        digit = random.randint(1, shape.side)
        puzzle = without(solution, [cell for cell, value in solution.clues() if value == digit])
        yield fewer_clues(puzzle, random)


def nearly_full_puzzles(random: Random, shape: Shape = Shape()) -> Iterator[Grid]:
    """Puzzles with at most eight empty cells, including full grids."""
    while True:
        yield without(random_grid(random, shape), random.sample(range(shape.cells), random.randint(0, 8)))


def fewer_clues(puzzle: Grid, random: Random) -> Grid:
    """A proper puzzle without some or all of its redundant clues."""
    kept = random.choice((17, 17, 26, 32)) * puzzle.shape.cells // Shape().cells
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
    return puzzle.with_cells_of(Grid.empty(puzzle.shape), cells)

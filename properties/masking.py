"""Puzzles made from known solutions by masking them.

A mask is an integer with a bit for each cell, bit 0 for cell 0. Everything here is a function of its arguments alone,
so that a drawn example is the same whenever it is drawn again. What the number of solutions of a puzzle is, is decided
by the bitmask engine, and decided again by every oracle before a subject is judged by it.
"""

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from itertools import islice
from random import Random

from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.reference import DlxEngine, Grid, Shape

from . import symmetry
from .known import known_grids, known_puzzles
from .patience import patience
from .plain import plain_nodes

bitmask = BitmaskEngine()

EASILY = 500
"""Search nodes that cost no solver of any kind much time."""


def cells_of(mask: int) -> list[int]:
    """The cells of a mask, in rising order."""
    return [cell for cell in range(mask.bit_length()) if mask >> cell & 1]


def mask_of(cells: "list[int] | tuple[int, ...] | range") -> int:
    """The mask of some cells."""
    return sum({1 << cell for cell in cells})


def every_cell(shape: Shape = Shape()) -> int:
    """The mask of all cells."""
    return (1 << shape.cells) - 1


@lru_cache(4096)
def solved_grid(number: int) -> Grid:
    """The solved grid of a number: the known ones first, then random ones, essentially different from each other."""
    known = known_grids()
    if number < len(known):
        return known[number]
    shape = Shape()
    random = Random(number)
    clues: dict[int, int] = {}
    for box in range(0, shape.side, shape.box_rows + 1):  # the boxes of the diagonal do not see each other
        digits = random.sample(range(1, shape.side + 1), shape.side)
        clues.update(zip(shape.boxes[box], digits, strict=True))
    filled = next(bitmask(Grid.from_clues(clues), 1))
    return symmetry.numbered(random.randrange(symmetry.order()))(filled)


@lru_cache(16384)
def proper(solution: Grid, emptied: int, forbidden: int = 0) -> Grid:
    """A proper puzzle of a solution: the cells of `emptied` are empty, but for those without which it is not proper.

    The cells of `forbidden` stay empty altogether, as far as that is possible. While there is a second solution, a cell
    in which it differs is given; when only forbidden cells are left to give, they are given too.
    """
    kept = every_cell(solution.shape) & ~emptied & ~forbidden
    random = Random(emptied)
    while True:
        puzzle = solution.keeping(kept)
        other = next((grid for grid in bitmask(puzzle, 2) if grid != solution), None)
        if other is None:
            return puzzle
        differing = [cell for cell, digit in enumerate(solution.values) if digit != other.values[cell]]
        allowed = [cell for cell in differing if not forbidden >> cell & 1]
        kept |= 1 << random.choice(allowed or differing)


@lru_cache(1024)
def minimal(puzzle: Grid) -> Grid:
    """A minimal puzzle among the clues of a proper one: no clue of it can go. Costs a search for each clue."""
    return thinned(puzzle, [cell for cell, _ in puzzle.clues()], lambda fewer: len(list(bitmask(fewer, 2))) == 1)


def thinned(puzzle: Grid, cells: Iterable[int], still: Callable[[Grid], bool]) -> Grid:
    """The puzzle less each of the clues in turn without which it is still what it shall be."""
    for cell in cells:
        fewer = puzzle.with_cell(cell, 0)
        if still(fewer):
            puzzle = fewer
    return puzzle


def shuffled_clues(puzzle: Grid, random: Random) -> list[int]:
    """The cells of the clues in any order."""
    clues = [cell for cell, _ in puzzle.clues()]
    random.shuffle(clues)
    return clues


@cache
def known_core(number: int) -> tuple[Grid, Grid]:
    """A known puzzle and its solution; numbers beyond the collection start it anew."""
    known = known_puzzles()[number % len(known_puzzles())]
    return known.puzzle, known.solution


def with_clues_of(solution: Grid, puzzle: Grid, kept: int) -> Grid:
    """The puzzle with further clues of its solution: those of the mask."""
    return Grid(
        bytes(
            clue or (digit if kept >> cell & 1 else 0)
            for cell, (clue, digit) in enumerate(zip(puzzle.values, solution.values, strict=True))
        ),
        puzzle.shape,
    )


def clashing(puzzle: Grid, number: int) -> Grid:
    """The puzzle with one more clue that repeats a digit in a house; unchanged where it has no clue or is full."""
    shape = puzzle.shape
    places = [
        (cell, digit)
        for house in shape.houses
        for digit in {puzzle.values[cell] for cell in house} - {0}
        for cell in house
        if not puzzle.values[cell]
    ]
    if not places:
        return puzzle
    return puzzle.with_cell(*places[number % len(places)])


def contradicting(puzzle: Grid, solution: Grid, number: int) -> Grid:
    """A proper puzzle with one more clue that is not its solution's, without a clash where there is such a place.

    It has no solution. Unchanged where the puzzle is full.
    """
    shape = puzzle.shape
    wrong = [
        (cell, digit)
        for cell in range(shape.cells)
        if not puzzle.values[cell]
        for digit in range(1, shape.side + 1)
        if digit != solution.values[cell]
    ]
    quiet = [(cell, digit) for cell, digit in wrong if not _sees(puzzle, cell, digit)]
    places = quiet or wrong
    return puzzle.with_cell(*places[number % len(places)]) if places else puzzle


def least(puzzle: Grid, seed: int) -> Grid:
    """A puzzle without a solution less all clues that it takes none of: often fewer than ten are left.

    Some are kept that even a plain solver may see in time that there is none. Costs a search for each clue.
    """
    return thinned(
        puzzle,
        shuffled_clues(puzzle, Random(seed)),
        lambda fewer: plain_nodes(fewer, 1, EASILY) <= EASILY and next(bitmask(fewer, 1), None) is None,
    )


@lru_cache(4096)
def search_nodes(puzzle: Grid) -> int:
    """How often a search for all solutions has to branch: 0 where forced moves are enough.

    It only steers what is drawn, so a reference that is broken counts as one that does not branch.
    """
    counter = _Branches()
    try:
        with patience(5):
            for _ in islice(DlxEngine().search(puzzle, counter), 100):
                pass
    except Exception:
        return 0
    return counter.branches


class _Branches:
    def __init__(self) -> None:
        self.branches = 0

    def chose(self, _level: int, _item: int, size: int) -> None:
        self.branches += size > 1

    def tried(self, _level: int, _option: int) -> None:
        pass

    def undone(self, _level: int, _option: int) -> None:
        pass


def _sees(puzzle: Grid, cell: int, digit: int) -> bool:
    return any(cell in house and any(puzzle.values[peer] == digit for peer in house) for house in puzzle.shape.houses)

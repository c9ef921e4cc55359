"""The small puzzles that a subject is asked first, to see how it has to be spoken to."""

from collections.abc import Mapping
from dataclasses import dataclass

from crosscover.dialects import Claim
from crosscover.options import Contract
from crosscover.oracles.rules import first_violation
from crosscover.reference import Grid, Shape

from .subject import Answered, Counted, Declined, Response, Stated

EASY = Grid.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
"""The puzzle that the article on Sudoku in Wikipedia begins with."""

EASY_SOLUTION = Grid.parse("534678912672195348198342567859761423426853791713924856961537284287419635345286179")

_CLASSES: Mapping[int, tuple[Response, ...]] = {
    0: (Declined(), Stated(Claim.IMPOSSIBLE)),
    1: (Stated(Claim.ONE),),
    2: (Stated(Claim.SEVERAL),),
}
"""What may be said of a puzzle under the contract `classify`, by the number of its solutions; no clues clash."""


@dataclass(frozen=True, slots=True)
class SmallPuzzle:
    """A puzzle with the number of its solutions, counted to 2, no two clues of which clash."""

    grid: Grid
    number: int

    def is_right(self, response: Response, contract: Contract) -> bool:
        """Whether a response is what the contract asks for; any solution is taken for the least."""
        match contract, self.number, response:
            case Contract.COUNT, number, _:
                return response == Counted(number)
            case Contract.CLASSIFY, number, _:
                return response in _CLASSES[number]
            case Contract.UNIQUE, 2, _:
                return response == Stated(Claim.SEVERAL)
            case _, 0, _:
                return response == Declined()
            case _, _, Answered(grid):
                return grid.is_full and first_violation(grid, self.grid) is None
            case _:
                return False


UNSOLVABLE = SmallPuzzle(
    Grid.parse("53.678912672.15348198.4256785976142342685379171392485696153728428.4.9635345286179"), 0
)
"""A puzzle without a solution and with few empty cells."""

AMBIGUOUS = SmallPuzzle(
    Grid.parse("534..8912672195348198342567859..1423426853791713924856961537284287419635345286179"), 2
)
"""A puzzle with two solutions."""


def easy_puzzle(shape: Shape) -> tuple[Grid, Grid]:
    """An easy puzzle of a shape, with its one solution.

    It is `EASY` where boxes are 3x3, else the canonical grid less a diagonal: no row has two empty cells.
    """
    if shape == EASY.shape:
        return EASY, EASY_SOLUTION
    solution = Grid.canonical(shape)
    diagonal = range(0, shape.cells, shape.side + 1)
    return solution.with_cells_of(Grid.empty(shape), diagonal), solution


def proper_puzzles(shape: Shape) -> tuple[SmallPuzzle, ...]:
    """The easy puzzle of a shape, the same with other digits, and that turned by half."""
    easy, _ = easy_puzzle(shape)
    cells = (easy.values, _with_other_digits(easy.values, shape), _with_other_digits(easy.values[::-1], shape))
    return tuple(SmallPuzzle(Grid(values, shape), 1) for values in cells)


def improper_puzzles(shape: Shape) -> tuple[SmallPuzzle, ...]:
    """A puzzle without a solution and one with two, where boxes are 3x3; there are none of other shapes."""
    return (UNSOLVABLE, AMBIGUOUS) if shape == EASY.shape else ()


def _with_other_digits(cells: bytes, shape: Shape) -> bytes:
    return bytes(shape.side + 1 - digit if digit else 0 for digit in cells)

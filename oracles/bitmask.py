"""Backtracking over bit sets: an engine that knows the rules and nothing about exact cover.

A set of cells is an integer, a bit a cell. Rows, columns and boxes are such sets, and so are, for each digit, the
places it may still have. A cell with one candidate and a digit with one place in a house are filled in; then the cell
with the fewest candidates is branched on, the lowest such cell, lowest candidate first, unless a digit has even fewer
places in some house. Neither the table of items and options is used nor any library, so that this engine cannot share
a fault with them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, reduce
from itertools import islice

from crosscover.reference.grid import Grid
from crosscover.reference.shape import Shape


class BitmaskEngine:
    """Backtracking over row, column and box sets; an `Engine` for every shape."""

    def __call__(self, puzzle: Grid, limit: int | None = None, /) -> Iterator[Grid]:
        """Yield the solutions of a puzzle, in the order of the lowest cells and digits branched on.

        >>> len(list(BitmaskEngine()(Grid.empty(Shape(2, 2)))))
        288
        """
        return islice(_solutions(puzzle), limit)


@dataclass(frozen=True, slots=True)
class _Sets:
    houses: tuple[int, ...]
    peers: tuple[int, ...]
    """For each cell, the others that share a house with it."""


@cache
def _sets(shape: Shape) -> _Sets:
    houses = tuple(sum(1 << cell for cell in house) for house in shape.houses)
    unions = (reduce(int.__or__, (house for house in houses if house >> cell & 1)) for cell in range(shape.cells))
    return _Sets(houses, tuple(union & ~(1 << cell) for cell, union in enumerate(unions)))


@dataclass(slots=True)
class _Board:
    sets: _Sets
    places: list[int]
    """For each digit, counted from 0, the cells that it may have or has."""
    empty: int

    def place(self, digit: int, bit: int) -> None:
        for other in range(len(self.places)):
            self.places[other] &= ~bit
        self.places[digit] = self.places[digit] & ~self.sets.peers[bit.bit_length() - 1] | bit
        self.empty &= ~bit

    def fill(self) -> bool:
        """Fill in what is forced, as long as anything is; False where a cell or a digit has no place left."""
        places = self.places
        while self.empty:
            some = several = 0
            for board in places:
                several |= some & board
                some |= board
            if self.empty & ~some:
                return False
            single = self.empty & ~several
            if single:
                for digit in range(len(places)):
                    while here := places[digit] & single & self.empty:
                        self.place(digit, here & -here)
                continue
            before = self.empty
            houses = [house for house in self.sets.houses if house & before]
            for digit in range(len(places)):
                board = places[digit]
                for house in houses:
                    here = board & house
                    if here & (here - 1):
                        continue
                    if not here:
                        return False
                    if here & self.empty:
                        self.place(digit, here)
                        board = places[digit]
            if self.empty == before:
                break
        return True

    def most_constrained_cell(self) -> int:
        """The lowest of the empty cells with the fewest candidates, as a bit.

        The candidates are counted for all cells at once, bit by bit: `at_least[n]` holds the empty cells for which `n`
        or more of the digits so far are candidates.
        """
        at_least = [self.empty]
        for board in self.places:
            at_least.append(0)
            for number in range(len(at_least) - 1, 0, -1):
                at_least[number] |= at_least[number - 1] & board
        fewest = next(few & ~more for few, more in zip(at_least, [*at_least[1:], 0], strict=True) if few & ~more)
        return fewest & -fewest

    def moves(self) -> list[tuple[int, int]]:
        """The ways to go on, as digits and bits: one of them is right if anything is.

        They are the candidates of the most constrained cell, or the places of a digit in a house if these are fewer.
        Without the latter, Norvig's "impossible puzzle" takes more than eight minutes, and 1 ms with them.
        """
        cell = self.most_constrained_cell()
        moves = [(digit, cell) for digit, board in enumerate(self.places) if board & cell]
        if len(moves) > 2:
            for digit, board in enumerate(self.places):
                for house in self.sets.houses:
                    here = board & house
                    if 1 < here.bit_count() < len(moves):
                        moves = [(digit, 1 << cell) for cell in range(here.bit_length()) if here >> cell & 1]
        return moves

    def branch(self, digit: int, bit: int) -> "_Board":
        """The board after a move."""
        branch = _Board(self.sets, self.places.copy(), self.empty)
        branch.place(digit, bit)
        return branch

    def grid(self, shape: Shape) -> Grid:
        values = bytearray(shape.cells)
        for digit, cells in enumerate(self.places, 1):
            left = cells
            while left:
                cell = left.bit_length() - 1
                values[cell] = digit
                left ^= 1 << cell
        return Grid(bytes(values), shape)


def _solutions(puzzle: Grid) -> Iterator[Grid]:
    shape = puzzle.shape
    everywhere = (1 << shape.cells) - 1
    board = _Board(_sets(shape), [everywhere] * shape.side, everywhere)
    for cell, digit in puzzle.clues():
        if not board.places[digit - 1] >> cell & 1:
            return
        board.place(digit - 1, 1 << cell)
    waiting = [board]
    while waiting:
        board = waiting.pop()
        if board.fill():
            if board.empty:
                waiting.extend(board.branch(*move) for move in reversed(board.moves()))
            else:
                yield board.grid(shape)

"""Backtracking over bit sets of digits: fills the cells so that every house contains each digit once.

A candidate is a digit that a cell can still take; one integer holds the candidates of a cell, one bit per digit. The
search first fills the cells with one candidate, and the only place of a digit in a house. Then it branches on the first
cell with the fewest candidates, lowest candidate first, unless a digit has even fewer places in some house. All that it
knows of Sudoku is which cells form a house.

The build hook compiles this source unchanged, with the C types of `backtracking.pxd`.
"""

from collections.abc import Callable, Generator, Iterable, Sequence
from functools import cache
from itertools import accumulate

make_array: Callable[[Iterable[int]], list[int]] = list
"""Creates the arrays of candidates: lists, or 64-bit C integers in the compiled build, enough for 63 digits."""

check_signals: Callable[[], object] = bool
"""Called at every search node. The compiled build needs it to notice Ctrl-C or a time limit."""

Houses = tuple[tuple[int, ...], ...]
"""The cells of each house, counted from 0; all houses have the same size."""


def completions(houses: Houses, clues: Sequence[int]) -> Generator[bytes]:
    """Yield every completion of the grid; `clues` holds a digit, or 0, for each cell.

    Completions come in branching order. The search terminates because every branch leaves fewer candidates.
    """
    layout = layout_of(houses)
    candidates = make_array([1 << clue - 1 if clue else layout.every_digit for clue in clues])
    waiting = [Board(layout, candidates, make_array([0] * len(clues)))]
    while waiting:
        board = waiting.pop()
        check_signals()
        if board.fill():
            if board.is_full():
                yield board.digits()
            else:
                waiting.extend([board.branch(cell, candidate) for cell, candidate in reversed(board.moves())])


@cache
def peers_of(houses: Houses) -> tuple[tuple[int, ...], ...]:
    """Return, for each cell, the other cells that share a house with it."""
    peers: list[set[int]] = [set() for _ in range(max(map(max, houses)) + 1)]
    for house in houses:
        for cell in house:
            peers[cell].update(house)
    return tuple(tuple(sorted(others - {cell})) for cell, others in enumerate(peers))


class Layout:
    """The cells of all houses, back to back, and the peers of all cells: the other cells that share a house with one.

    The peers of a cell begin in `peers` at `start[cell]` and end at `start[cell + 1]`.
    """

    def __init__(self, houses: Houses) -> None:
        self.number = len(houses)
        self.side = len(houses[0])
        self.every_digit = (1 << self.side) - 1
        self.houses = make_array([cell for house in houses for cell in house])
        peers = peers_of(houses)
        self.cells = len(peers)
        self.peers = make_array([peer for others in peers for peer in others])
        self.start = make_array([0, *accumulate(map(len, peers))])


layout_of = cache(Layout)
"""Return the layout of houses, from a cache."""


class Board:
    """The candidates of every cell; a cell is settled once its only candidate is removed from its peers."""

    def __init__(self, layout: Layout, candidates: list[int], settled: list[int]) -> None:
        self.layout = layout
        self.candidates = candidates
        self.settled = settled

    def fill(self) -> bool:
        """Make all forced moves; return False if a cell has no candidate left, or a digit has no place left."""
        side = self.layout.side
        houses = self.layout.houses
        filled = True
        while filled:
            if not self.settle_single_candidates():
                return False
            filled = False
            for house in range(self.layout.number):
                begin = house * side
                once = several = 0
                for place in range(begin, begin + side):
                    here = self.candidates[houses[place]]
                    several |= once & here
                    once |= here
                if once != self.layout.every_digit:
                    return False
                single = once & ~several
                for place in range(begin, begin + side):
                    cell = houses[place]
                    here = self.candidates[cell] & single
                    if here and not self.settled[cell]:
                        if here & (here - 1):  # two digits have their only place in one cell
                            return False
                        self.candidates[cell] = here
                        self.settle(cell)
                        filled = True
        return True

    def settle_single_candidates(self) -> bool:
        """Settle cells with one candidate until there are none; return False if a cell has no candidate."""
        filled = True
        while filled:
            filled = False
            for cell in range(self.layout.cells):
                if not self.settled[cell]:
                    here = self.candidates[cell]
                    if not here:
                        return False
                    if not here & (here - 1):
                        self.settle(cell)
                        filled = True
        return True

    def settle(self, cell: int) -> None:
        """Remove the only candidate of a cell from its peers."""
        self.settled[cell] = 1
        others = ~self.candidates[cell]
        for place in range(self.layout.start[cell], self.layout.start[cell + 1]):
            self.candidates[self.layout.peers[place]] &= others

    def is_full(self) -> bool:
        """Return whether every cell is settled."""
        for cell in range(self.layout.cells):  # noqa: SIM110 - a loop of C, unlike `all`
            if not self.settled[cell]:
                return False
        return True

    def moves(self) -> list[tuple[int, int]]:
        """Return the cells and candidates to try; each solution contains exactly one of these moves.

        The moves are the candidates of the cell with the fewest, or the places of a digit in a house if there are
        fewer. Norvig's "impossible puzzle" takes 1 ms; without branching on places, it takes more than eight minutes.
        """
        side = self.layout.side
        houses = self.layout.houses
        fewest = side + 1
        cell = -1
        for other in range(self.layout.cells):
            if not self.settled[other]:
                size = count_bits(self.candidates[other])
                if size < fewest:
                    fewest = size
                    cell = other
        moves = [(cell, bit) for bit in bits_of(self.candidates[cell])]
        if fewest > 2:
            for bit in bits_of(self.layout.every_digit):
                for house in range(self.layout.number):
                    begin = house * side
                    size = 0
                    for place in range(begin, begin + side):
                        if self.candidates[houses[place]] & bit:
                            size += 1
                    if 1 < size < fewest:
                        fewest = size
                        cells = houses[begin : begin + side]
                        moves = [(other, bit) for other in cells if self.candidates[other] & bit]
        return moves

    def branch(self, cell: int, candidate: int) -> "Board":
        """Return the board after a move."""
        branch = Board(self.layout, self.candidates.copy(), self.settled.copy())
        branch.candidates[cell] = candidate
        return branch

    def digits(self) -> bytes:
        """Return the digit of each cell, once all cells are settled."""
        return bytes([here.bit_length() for here in self.candidates])


def bits_of(number: int) -> list[int]:
    """Return the set bits of a number, lowest first."""
    bits: list[int] = []
    while number:
        bits.append(number & -number)
        number &= number - 1
    return bits


def count_bits(number: int) -> int:
    """Return the number of set bits."""
    size = 0
    while number:
        number &= number - 1
        size += 1
    return size

"""Positions in which an argument from uniqueness applies but is wrong, since the puzzle has several solutions.

Human-style solvers conclude: "otherwise these four cells could be filled in two ways, so it must be this". That is
sound only for proper puzzles. A solver that does so reports one solution if there are several.

A position is the state after naked and hidden singles are filled in. The patterns are those of Sudopedia ("Unique
Rectangle", "Hidden Rectangle", "BUG+1"); each is a function that yields the candidates that it would eliminate.
"""

from collections.abc import Callable, Iterator
from itertools import combinations
from random import Random

from crosscover.properties.strategies.masking import kempe_chain
from crosscover.reference import Grid, Shape

from .proper import engine, random_grid, without

SHAPE = Shape()
HOUSES_OF = tuple(tuple(house for house in SHAPE.houses if cell in house) for cell in range(SHAPE.cells))
PEERS = tuple({peer for house in HOUSES_OF[cell] for peer in house} - {cell} for cell in range(SHAPE.cells))
MOST_SOLUTIONS = 12

Position = list[set[int]]
"""The candidates of each cell."""

Elimination = tuple[int, int]
"""A cell and the digit that is eliminated from it."""


def position_of(puzzle: Grid) -> Position | None:
    """The candidates after all naked and hidden singles; None if a cell has no candidates.

    Terminates because each round removes candidates or is the last.
    """
    candidates = [{digit} if digit else set(range(1, SHAPE.side + 1)) for digit in puzzle.values]
    solved: set[int] = set()
    while True:
        singles = [cell for cell, digits in enumerate(candidates) if len(digits) == 1 and cell not in solved]
        for cell in singles:
            solved.add(cell)
            for peer in PEERS[cell]:
                candidates[peer] -= candidates[cell]
        if not all(candidates):
            return None
        if not singles and not _fill_hidden_singles(candidates):
            return candidates


def _fill_hidden_singles(candidates: Position) -> bool:
    moved = False
    for house in SHAPE.houses:
        for digit in range(1, SHAPE.side + 1):
            places = [cell for cell in house if digit in candidates[cell]]
            if len(places) == 1 and len(candidates[places[0]]) > 1:
                candidates[places[0]] = {digit}
                moved = True
    return moved


def _rectangles() -> list[list[tuple[int, int, int, int]]]:
    """All rectangles in two rows, two columns and two boxes, each in all eight orientations, by their first cell.

    The cells are a, b, c, d, with b and c adjacent to a, and d opposite to it.
    """
    found: list[list[tuple[int, int, int, int]]] = [[] for _ in range(SHAPE.cells)]
    for top, bottom in combinations(range(SHAPE.side), 2):
        for left, right in combinations(range(SHAPE.side), 2):
            a, b, c, d = (SHAPE.cell(row, column) for row in (top, bottom) for column in (left, right))
            if len({SHAPE.box(corner) for corner in (a, b, c, d)}) == 2:
                for one, two, three, four in ((a, b, c, d), (b, a, d, c), (c, d, a, b), (d, c, b, a)):
                    found[one] += [(one, two, three, four), (one, three, two, four)]
    return found


RECTANGLES_FROM = _rectangles()


def rectangles(position: Position) -> Iterator[tuple[set[int], int, int, int]]:
    """The rectangles whose first corner has two candidates: the candidates and the other three corners."""
    for cell, pair in enumerate(position):
        if len(pair) == 2:
            for _, b, c, d in RECTANGLES_FROM[cell]:
                yield pair, b, c, d


def type_1(position: Position) -> Iterator[Elimination]:
    """Three corners have the same two candidates: the fourth has neither of them."""
    for pair, b, c, d in rectangles(position):
        if pair == position[b] == position[c] and pair < position[d]:
            yield from ((d, digit) for digit in pair)


def type_2(position: Position) -> Iterator[Elimination]:
    """The other two corners have the same third candidate: it is in one of them, and so in no cell that sees both."""
    for _, extra, c, d in _roofs(position):
        if len(extra) == 1 and position[c] == position[d]:
            yield from ((cell, digit) for cell in PEERS[c] & PEERS[d] for digit in extra & position[cell])


def type_3(position: Position) -> Iterator[Elimination]:
    """The additional candidates of the other two corners form a naked subset with cells of a common house."""
    for pair, extra, c, d in _roofs(position):
        for house in HOUSES_OF[c]:
            if d not in house or len(extra) not in {2, 3}:
                continue
            rest = [cell for cell in house if cell not in {c, d} and len(position[cell]) > 1]
            for partners in combinations(rest, len(extra) - 1):
                if all(position[cell] <= extra for cell in partners) and not extra & pair:
                    others = [cell for cell in rest if cell not in partners]
                    yield from ((cell, digit) for cell in others for digit in extra & position[cell])


def type_4(position: Position) -> Iterator[Elimination]:
    """One of the two digits has no other place in a house of the other two corners: the other digit is eliminated."""
    for pair, _, c, d in _roofs(position):
        for house in HOUSES_OF[c]:
            if d in house:
                for digit in pair:
                    if {cell for cell in house if digit in position[cell]} == {c, d}:
                        yield from ((corner, other) for corner in (c, d) for other in pair - {digit})


def hidden(position: Position) -> Iterator[Elimination]:
    """One of two candidates of a corner occurs in the opposite lines only at corners: the other is eliminated."""
    for pair, b, c, d in rectangles(position):
        if all(pair < position[corner] for corner in (b, c, d)):
            for digit in pair:
                lines = [house for house in HOUSES_OF[d] if house in SHAPE.rows or house in SHAPE.columns]
                places = {cell for line in lines for cell in line if digit in position[cell]}
                if places == {b, c, d}:
                    yield from ((d, other) for other in pair - {digit})


def bug_plus_1(position: Position) -> Iterator[Elimination]:
    """Without one candidate, each would occur twice in each of its houses and each cell would have two: it is true."""
    unsolved = [cell for cell, digits in enumerate(position) if len(digits) > 1]
    large = [cell for cell in unsolved if len(position[cell]) > 2]
    if len(large) != 1 or len(position[large[0]]) != 3:
        return
    for digit in position[large[0]]:
        rest = {cell: position[cell] - ({digit} if cell == large[0] else set()) for cell in unsolved}
        if all(_occurs_twice(rest, house) for house in SHAPE.houses):
            yield from ((large[0], other) for other in position[large[0]] - {digit})


PATTERNS: dict[str, Callable[[Position], Iterator[Elimination]]] = {
    "type 1": type_1,
    "type 2": type_2,
    "type 3": type_3,
    "type 4": type_4,
    "hidden": hidden,
    "BUG+1": bug_plus_1,
}


def _roofs(position: Position) -> Iterator[tuple[set[int], set[int], int, int]]:
    """Rectangles with two adjacent corners with the same two candidates, and additional ones in the other two.

    Yields the two candidates, the additional ones of the other two corners, and these corners.
    """
    for pair, b, c, d in rectangles(position):
        if pair == position[b] and pair < position[c] and pair < position[d]:
            yield pair, (position[c] | position[d]) - pair, c, d


def _occurs_twice(rest: dict[int, set[int]], house: tuple[int, ...]) -> bool:
    digits = [digit for cell in house if cell in rest for digit in rest[cell]]
    return all(digits.count(digit) == 2 for digit in digits)


def misleads(name: str, puzzle: Grid) -> bool:
    """Whether a pattern applies to a puzzle and eliminates a candidate of one of its first solutions."""
    position = position_of(puzzle)
    if position is None:
        return False
    eliminated = set(PATTERNS[name](position))
    return bool(eliminated) and any(
        solution.values[cell] == digit for solution in engine(puzzle, MOST_SOLUTIONS) for cell, digit in eliminated
    )


def misleading_puzzles(name: str, random: Random) -> Iterator[Grid]:
    """Puzzles with several solutions, some of which the pattern rules out; at most one per grid.

    Unavoidable sets of a solved grid are emptied, then single cells, as long as there are few solutions.
    """
    while True:
        solution = random_grid(random)
        chains = [kempe_chain(solution, random.randrange(10**6)) for _ in range(12)]
        most = random.randint(2, MOST_SOLUTIONS)
        puzzle = solution
        cells = [[cell] for cell in random.sample(range(SHAPE.cells), SHAPE.cells)]
        for emptied in (*sorted(chains, key=len)[:2], *cells):
            fewer = without(puzzle, emptied)
            solutions = len(list(engine(fewer, most + 1)))
            if solutions <= most:
                puzzle = fewer
                if solutions > 1 and misleads(name, puzzle):
                    yield puzzle
                    break

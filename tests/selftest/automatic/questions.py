"""The puzzles that a mutant receives: those of an online judge, then those of a directed search.

The directed ones are what random puzzles hardly ever are: full and nearly full grids whose clues clash in certain kinds
of house, clashes among few clues, one empty cell in each place, digits without clues, puzzles of any density with any
number of solutions. An engine decides each of them.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import permutations
from random import Random

import numpy as np

from crosscover.contracts import Contract
from crosscover.harness.block import Block, derivable_counts
from crosscover.harness.block_sizes import LEVELS
from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.properties.corpus import indices_of, known_grids, known_puzzles
from crosscover.properties.corpus.graded import derived_block
from crosscover.reference import Grid, Shape, verdict

JUDGES = (("easy", 0, 12), ("magictour", 22, 8), ("17 clues", 20, 3), ("hardest", 0, 2))
"""Kinds of known puzzles, the first that a judge has, and how many; a search without singles solves them as well."""

OF_A_KIND = 60
"""Number of directed puzzles of each kind."""

CELLS = range(81)
DIGITS = range(1, 10)


@cache
def judge_block() -> Block:
    """25 proper puzzles, the easy ones first."""
    places = [place for kind, first, number in JUDGES for place in indices_of(kind)[first:][:number]]
    return _block([(known.kind, list(known.puzzle.values)) for known in map(known_puzzles().__getitem__, places)])


def _block(rows: Sequence[tuple[str, list[int]]]) -> Block:
    """A block of puzzles with the names of their kinds, decided by an engine."""
    names = list(dict.fromkeys(name for name, _ in rows))
    engine = BitmaskEngine()
    found = [verdict(engine, Grid(bytes(grid))).solutions for _, grid in rows]
    solutions = np.zeros((len(rows), 2, 81), np.uint8)
    for place, some in enumerate(found):
        for number, solution in enumerate(some):
            solutions[place, number] = np.frombuffer(solution.values, np.uint8)
    return Block(
        np.array([grid for _, grid in rows], np.uint8),
        solutions,
        np.array([len(some) for some in found], np.uint8),
        np.array([names.index(name) for name, _ in rows], np.uint8),
        tuple(names),
    )


def houses_in_common(one: int, other: int) -> str:
    """The kinds of the houses that two cells share, such as `row` or `column and box`; empty if none."""
    names = ("row", "column", "box")
    pairs = zip(_houses(one), _houses(other), strict=True)
    return " and ".join(name for name, (first, second) in zip(names, pairs, strict=True) if first == second)


def _houses(cell: int) -> tuple[int, int, int]:
    return cell // 9, cell % 9, cell // 27 * 3 + cell % 9 // 3


PAIRS: dict[str, list[tuple[int, int]]] = {
    shared: [] for shared in ("", "row", "column", "box", "row and box", "column and box")
}
"""The ordered pairs of cells by the kinds of the houses that they share."""
for _one, _other in permutations(CELLS, 2):
    PAIRS[houses_in_common(_one, _other)].append((_one, _other))


def _grid(random: Random) -> list[int]:
    """A valid full grid with its digits permuted."""
    digits = random.sample(DIGITS, 9)
    return [digits[digit - 1] for digit in random.choice(known_grids()).values]


def _exchanged(shared: str, empty: int) -> Callable[[Random], list[int]]:
    """A full grid with two different digits exchanged, then with some cells emptied."""

    def draw(random: Random) -> list[int]:
        grid = _grid(random)
        one, other = random.choice([(a, b) for a, b in random.sample(PAIRS[shared], 20) if grid[a] != grid[b]])
        grid[one], grid[other] = grid[other], grid[one]
        for cell in random.sample(CELLS, random.randint(1, empty) if empty else 0):
            grid[cell] = 0
        return grid

    return draw


def _clash(shared: str, clues: int) -> Callable[[Random], list[int]]:
    """Some clues of a full grid, and a pair of equal clues in two cells that share these kinds of houses."""

    def draw(random: Random) -> list[int]:
        grid = _grid(random)
        one, other = random.choice(PAIRS[shared])
        grid[other] = grid[one]
        kept = {one, other, *random.sample(CELLS, clues)}
        return [digit if cell in kept else 0 for cell, digit in enumerate(grid)]

    return draw


def _wrong_digit(empty: int) -> Callable[[Random], list[int]]:
    """A grid with some cells emptied, and one other digit changed."""

    def draw(random: Random) -> list[int]:
        grid = _grid(random)
        for cell in random.sample(CELLS, empty):
            grid[cell] = 0
        grid[random.choice(CELLS)] = random.choice(DIGITS)
        return grid

    return draw


def _emptied(empty: int) -> Callable[[Random], list[int]]:
    """A grid with a number of cells emptied."""

    def draw(random: Random) -> list[int]:
        grid = _grid(random)
        for cell in random.sample(CELLS, empty):
            grid[cell] = 0
        return grid

    return draw


def _without_digits(digits: int, empty: int) -> Callable[[Random], list[int]]:
    """A grid without some digits, and with further cells emptied."""

    def draw(random: Random) -> list[int]:
        absent, cells = random.sample(DIGITS, digits), random.sample(CELLS, empty)
        return [0 if digit in absent or cell in cells else digit for cell, digit in enumerate(_grid(random))]

    return draw


def _without_houses(random: Random) -> list[int]:
    """A grid less one or two houses."""
    houses = random.sample(Shape().houses, random.randint(1, 2))
    return [0 if any(cell in house for house in houses) else digit for cell, digit in enumerate(_grid(random))]


def _kinds() -> Iterator[tuple[str, Callable[[Random], list[int]]]]:
    for shared in PAIRS:
        for empty in (0, 3, 12):
            yield f"full grid, exchange in one {shared or 'nothing'}, up to {empty} emptied", _exchanged(shared, empty)
        if shared:
            for clues in (0, 3, 12, 30, 60):
                yield f"{clues} clues, clash in one {shared}", _clash(shared, clues)
    for empty in (0, 1, 4, 20, 40, 50):
        yield f"{empty} emptied, another digit", _wrong_digit(empty)
    for empty in (0, 1, 2, 3, 5, 10, 20, 30, 40, 45, 50, 55, 60, 65, 72, 79, 81):
        yield f"{empty} emptied", _emptied(empty)
    for digits, empty in ((1, 0), (1, 20), (1, 40), (2, 0), (3, 0), (8, 0)):
        yield f"{digits} digits absent, {empty} emptied", _without_digits(digits, empty)
    yield "houses emptied", _without_houses


def _places() -> Iterator[list[int]]:
    """Full grids with each cell in turn as the only empty one."""
    random = Random(1)
    for empty in CELLS:
        yield [digit if cell != empty else 0 for cell, digit in enumerate(_grid(random))]


@cache
def directed_block(contract: Contract) -> Block:
    """About 4,000 directed puzzles that the contract allows and for which answers can be judged in a block."""
    random = Random(0)
    rows = [("one cell emptied, each in turn", grid) for grid in _places()]
    rows += [(name, draw(random)) for name, draw in _kinds() for _ in range(OF_A_KIND)]
    block = _block(rows)
    return block.rows(np.flatnonzero(np.isin(block.counts, derivable_counts(contract))))


@cache
def ordinary_block(contract: Contract) -> Block:
    """40,000 puzzles derived from certified ones, as the property `volume` has them, a quarter of each level."""
    levels = [derived_block(1, 10_000, level, contract) for level in range(LEVELS)]
    puzzles, solutions, counts, kinds = (
        np.concatenate([getattr(level, name) for level in levels])
        for name in ("puzzles", "solutions", "counts", "kinds")
    )
    return Block(puzzles, solutions, counts, kinds, levels[0].kind_names)

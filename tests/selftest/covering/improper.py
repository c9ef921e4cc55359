"""Candidates and facets of the properties whose puzzles have no or several solutions, except for clashing clues."""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain, islice
from random import Random

from crosscover.harness.baseline import baseline_nodes
from crosscover.oracles.rules import clashes
from crosscover.properties.corpus.certified import corpus
from crosscover.properties.strategies.masking import (
    bitmask,
    delete_clues_while,
    mask_of,
    proper,
    random_cells,
    solved_grid,
)
from crosscover.properties.strategies.several import INVOLUTIONS, RARE_RECTANGLES, symmetric_puzzle
from crosscover.properties.techniques import PEERS, techniques
from crosscover.reference import Grid, count
from crosscover.subjects.blocks import grids

from .proper import SHAPE, certified, named, weighed
from .selection import Candidate

FULLNESS = ("in a nearly full grid", "in an ordinary puzzle", "among few clues")
"""The names of the levels of contradictions: at most 10, at most 64, and more empty cells."""

DIGITS = range(1, SHAPE.side + 1)

EASY_NODES = 300
"""Number of nodes in which a plain search finds that a puzzle of few clues has no solution."""


def emptiness(puzzle: Grid) -> int:
    """The index into `FULLNESS`."""
    empty = puzzle.values.count(0)
    return 0 if empty <= 10 else 1 if empty <= 64 else 2


def contradiction_facets(puzzle: Grid) -> Iterator[str]:
    """The reasons why a puzzle without clashes has no solution, and the houses in which a digit has no place."""
    where = FULLNESS[emptiness(puzzle)]
    found = list(dead_ends(puzzle))
    kinds = {kind for kind, _ in found}
    if not kinds:
        searched = "search" in techniques(puzzle)
        kinds = {f"a contradiction that {'only search' if searched else 'inference'} finds"}
    yield from (f"{kind} {where}" for kind in kinds)
    if found and len(kinds) == 1:
        yield f"{min(kinds)} and no other dead end {where}"
    yield from (f"a digit without a place in {place}" for _, place in found if " " in place)


def contradiction_candidates(number: int = 500) -> Iterator[Candidate]:
    """Puzzles with one wrong digit and no clash, some with only the clues that are needed, and certified ones."""
    puzzles = chain(_dead_ends_of_few_clues(), islice(_contradictions(), number), certified("contradiction", 150))
    return weighed(puzzles, contradiction_facets)


def _contradictions() -> Iterator[Grid]:
    for number in range(1000):
        random = Random(number)
        solution = solved_grid(number)
        emptied = random_cells(random.choice((2, 3, 5, 8, 12, 40, 50, 55)), number)
        puzzle = proper(solution, mask_of(emptied))
        wrong = [
            changed
            for cell in puzzle.empty_cells()
            for digit in range(1, SHAPE.side + 1)
            if digit != solution.values[cell] and next(clashes(changed := puzzle.with_cell(cell, digit)), None) is None
        ]
        if wrong:
            contradiction = random.choice(wrong)
            yield contradiction
            if number % 8 == 0:
                yield delete_clues_while(contradiction, _is_easily_refuted, random)


def _is_easily_refuted(puzzle: Grid) -> bool:
    return baseline_nodes(puzzle, 1, EASY_NODES) <= EASY_NODES and not count(bitmask, puzzle, 1)


def _dead_ends_of_few_clues() -> Iterator[Grid]:
    """Eight digits in a house and the ninth beside its last cell, for each house."""
    for number, house in enumerate(SHAPE.houses):
        cells = random_order(house, number)
        beside = [cell for other in SHAPE.houses if cells[-1] in other for cell in other if cell not in house]
        clues = {cell: digit for digit, cell in enumerate(cells[:-1], 1)}
        yield Grid.from_clues({**clues, beside[number % len(beside)]: 9})


def random_order(cells: Iterable[int], seed: int) -> list[int]:
    """The cells in random order."""
    ordered = list(cells)
    Random(seed).shuffle(ordered)
    return ordered


TOTALS = (2, 3, 4, 5, 6, 7, 8, 10, 16, 100, 251, 255, 256, 257, 1000, 65_536)
"""Numbers of solutions that are facets: small, round, those at which counters overflow, and a modulus of checksums."""


def total_facets(puzzle: Grid) -> Iterator[str]:
    """The exact number of solutions if it is one of `TOTALS`; whether it is 2, by fullness; and very few clues."""
    total = _total(puzzle)
    if total in TOTALS:
        yield f"exactly {total:,} solutions"
    if total == 2:
        yield f"exactly 2 solutions {FULLNESS[min(emptiness(puzzle), 1)]}"
    if puzzle.clue_count < 3:
        yield ("an empty grid", "a single clue", "two clues")[puzzle.clue_count]


@cache
def _total(puzzle: Grid) -> int:
    """The number of solutions, counted to 1,001 unless it is certified; 0 if it may take long to count."""
    known = _certified_totals().get(puzzle)
    return known or (count(bitmask, puzzle, 1001) if puzzle.clue_count > 20 else 0)


@cache
def _certified_totals() -> dict[Grid, int]:
    known = corpus()
    return dict(zip(grids(known.puzzles[known.totals > 1]), map(int, known.totals[known.totals > 1]), strict=True))


def total_candidates() -> Iterator[Candidate]:
    """Certified puzzles with a known number of solutions, proper ones less some clues, and very few clues."""
    fewer: list[Grid] = []
    for number, puzzle in enumerate(certified("minimal, 20 to 28 clues", 300)):
        cells = random_order((cell for cell, _ in puzzle.clues()), number)
        for cell in cells[:4]:
            puzzle = puzzle.with_cell(cell, 0)  # noqa: PLW2901 - one more in each step
            fewer.append(puzzle)
    sparse = [Grid.empty(), Grid.empty().with_cell(80, 9), Grid.empty().with_cell(0, 1).with_cell(40, 9)]
    return weighed([*_certified_totals(), *fewer, *sparse, *_masked()], total_facets)


def _masked() -> Iterator[Grid]:
    """Random clues of solved grids with a number of solutions that is rare."""
    for number in range(4200):
        puzzle = solved_grid(number % 100).keeping(mask_of(random_cells(24 + number % 8, number)))
        if _total(puzzle) in (100, 251, 255, 1000):
            yield puzzle


DEADLY = (
    "unique rectangle, type 1",
    "unique rectangle, type 2",
    "unique rectangle, type 3",
    "unique rectangle, type 4",
    "unique rectangle, hidden",
    "BUG+1",
)
"""Kinds of the certified corpus whose solutions differ in a pattern that mislead solvers."""


def deadly_candidates() -> Iterator[Candidate]:
    """Puzzles of each kind with a deadly pattern, and rare rectangles."""
    for kind in DEADLY:
        yield from named(certified(kind, 30), f"several solutions: {kind}")
    for number, puzzle in enumerate(RARE_RECTANGLES, 1):
        yield from named([puzzle], f"a rare misleading rectangle, example {number}")
    for name, places in zip(("a half turn", "a reflection", "the other reflection"), INVOLUTIONS, strict=True):
        puzzles = (symmetric_puzzle(number, places) for number in range(12))
        yield from named(puzzles, f"several solutions, and clues symmetric under {name}")


def dead_ends(puzzle: Grid) -> Iterator[tuple[str, str]]:
    """Yield the reasons, seen without any inference, why a puzzle without clashes has no solution: kind and place."""
    cells = [
        set[int]() if digit else set(DIGITS) - {puzzle.values[peer] for peer in PEERS[cell]}
        for cell, digit in enumerate(puzzle.values)
    ]
    for cell in puzzle.empty_cells():
        if not cells[cell]:
            yield "a cell without a candidate", SHAPE.cell_name(cell)
    for number, house in enumerate(SHAPE.houses):
        present = {puzzle.values[cell] for cell in house}
        name = SHAPE.house_name(number)
        if any(digit not in present and all(digit not in cells[cell] for cell in house) for digit in DIGITS):
            yield f"a digit without a place in a {name[:-2]}", name

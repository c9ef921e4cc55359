"""Covering lists made by code: puzzles of any shape that are nearly free for any solver, and a few hard ones."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, combinations, count, islice, product
from operator import itemgetter
from random import Random

import numpy as np

from crosscover.dialects import Formatting, LineEnd, Spacing, dialect
from crosscover.harness.covering import CoverBatch
from crosscover.properties.corpus.certified import EXACT_SHAPES, Corpus, corpus, exact_numbers
from crosscover.properties.strategies.improper import with_wrong_clue
from crosscover.properties.strategies.masking import (
    every_cell,
    kempe_chain,
    mask_of,
    proper,
    random_cells,
    solved_grid,
)
from crosscover.reference import Grid, Several, Shape, symmetry
from crosscover.subjects.blocks import grids

RUN_SIZES = (30, 60, 300)
"""Number of puzzles in each run of `nearly_free_runs`."""

REFUSALS = 60
"""Number of puzzles without a solution in `run_of_refusals`."""


HARD = {
    "adversaries_of_backtracking": (
        "100,000 nodes of a search cell by cell",
        ".1.4....2...2......82...6.5....3...74...5...82.9........3......75..........9...2.",
    ),
    "deep_search": (
        "100,000 nodes of a search by fewest candidates",
        ".45..9......4.2..........3.6....4.......5.....29....8.......6.....37..........2.4",
    ),
    "minimal_puzzles": (
        "1,000,000 nodes of a search cell by cell",
        "................12..3.45........46...1......782...........635...7.......29.......",
    ),
}
"""The hard puzzle that a property asks first, and the least number of nodes that it needs."""


def hard_runs(name: str) -> tuple[CoverBatch, ...]:
    """The run of a property that reveals solvers which give up, even slow ones: a hard puzzle, asked in full."""
    if name not in HARD:
        return ()
    nodes, puzzle = HARD[name]
    return (CoverBatch((Grid.parse(puzzle),), (f"a puzzle of more than {nodes}",), length_matters=True, in_full=True),)


@cache
def counted_batches(most: int, shape: Shape = Shape()) -> tuple[CoverBatch, ...]:
    """A puzzle for each number of solutions up to this one that is known, and one with more, in this order."""
    places: dict[int, tuple[Corpus, int]] = {}
    for known in (corpus(shape), exact_numbers(shape)) if shape in EXACT_SHAPES else ():
        totals, rows = np.unique(known.totals, return_index=True)
        places |= {total: (known, row) for total, row in zip(totals.tolist(), rows.tolist(), strict=True)}
    batches: list[CoverBatch] = []
    for total, (known, row) in sorted(places.items(), key=itemgetter(0)):
        if total < 2:
            continue
        first, second = grids(known.solutions[row], shape)
        name = f"exactly {total:,} solutions" if total <= most else f"more than {most:,} solutions"
        verdict = Several(first, second, total, is_exact=True)
        batches.append(CoverBatch(tuple(grids(known.puzzles[row], shape)), (name,), verdicts=(verdict,)))
        if total > most:
            break
    return tuple(batches)


@cache
def form_batches(dialect_name: str, shape: Shape, *, stream: bool) -> tuple[CoverBatch, ...]:
    """Runs of three puzzles that cover each way to format an input of a dialect, and each pair of ways.

    The usual form comes first.
    """
    written = dialect(dialect_name)
    allowed = [
        written.allowed(Formatting(empty, line_end, final_newline or stream, spacing))
        for spacing, final_newline, line_end, empty in product(
            written.spacings, (True, False), LineEnd, written.empty_characters
        )
    ]
    numbers = count()
    return tuple(
        CoverBatch(_first_and_last_empty(numbers, shape), (form_name(formatting, allowed[0]),), formatting)
        for formatting in pairwise_cover(allowed)
    )


def pairwise_cover(formattings: Sequence[Formatting]) -> Iterator[Formatting]:
    """Yield few of the formattings that have all values and all pairs of values which any of them has.

    Greedy set cover, the first of equally good ones first; each covers a further pair, so it ends.
    """
    pairs = {formatting: set(combinations(enumerate(_values(formatting)), 2)) for formatting in formattings}
    missing = set(chain.from_iterable(pairs.values()))
    while missing:
        best = max(pairs, key=lambda formatting: len(pairs[formatting] & missing))
        missing -= pairs[best]
        yield best


def _values(formatting: Formatting) -> tuple[str | None, LineEnd, bool, Spacing]:
    return formatting.empty, formatting.line_end, formatting.final_newline, formatting.spacing


def form_name(formatting: Formatting, usual: Formatting) -> str:
    """The values of a formatting that are not the usual ones: "CRLF and no newline at the end"."""
    names = (
        f"{formatting.empty!r} for empty cells",
        "CRLF",
        "no newline at the end",
        formatting.spacing.value,
    )
    pairs = zip(names, _values(formatting), _values(usual), strict=True)
    return " and ".join(name for name, value, usual_value in pairs if value != usual_value) or "the usual form"


def _first_and_last_empty(numbers: Iterator[int], shape: Shape) -> tuple[Grid, ...]:
    """A full grid less its first cells, a full one, and one less its last cells: the ends of an input matter most."""
    last = shape.cells - 1
    return tuple(
        proper(_solved(next(numbers), shape), mask_of(cells))
        for cells in ((0, 1, shape.side), (), (last - shape.side, last - 1, last))
    )


@cache
def nearly_free_runs(shape: Shape) -> tuple[CoverBatch, ...]:
    """Runs of 30, 60 and 300 full grids less a cell or a few, to reveal counters, buffers and histories that fail.

    Together the runs have each cell as the last empty one, row by row; later puzzles repeat earlier ones. Of shapes
    with more than nine digits there is one short run, and of those with more than 16 none, since the panel takes up to
    half a second for a large grid.
    """
    if shape.side > 9:
        return (_large_run(shape),) if shape.side <= 16 else ()
    random, numbers, cells = Random(0), count(), iter(range(shape.cells))
    batches: list[CoverBatch] = []
    for size in RUN_SIZES:
        last_empty = list(islice(cells, size))
        puzzles = [_solved(next(numbers), shape).with_cell(cell, 0) for cell in last_empty]
        while len(puzzles) < size:
            emptied = mask_of(random.sample(range(shape.cells), random.randrange(5)))
            repeated = bool(puzzles) and random.random() < 0.2
            puzzles.append(random.choice(puzzles) if repeated else proper(_solved(next(numbers), shape), emptied))
        random.shuffle(puzzles)
        rows = [shape.row(cell) + 1 for cell in last_empty if shape.column(cell) == shape.side - 1]
        names = (f"a run of {size} puzzles", *(f"each cell of row {row} as the last empty one" for row in rows))
        batches.append(CoverBatch(tuple(puzzles), names, length_matters=True))
    return tuple(batches)


@cache
def run_of_refusals(shape: Shape) -> CoverBatch:
    """A run of 60 puzzles without a solution between proper ones, to reveal what refusals leave behind.

    No clues clash, so that a solver has to search, but few cells are empty.
    """
    puzzles: list[Grid] = []
    for number in range(REFUSALS):
        solution = _solved(number, shape)
        puzzle = proper(solution, mask_of(random_cells(shape.cells // 3, number, shape)))
        puzzles.append(with_wrong_clue(puzzle, solution, number))
        if number % 10 == 9:
            puzzles.append(puzzle)
    return CoverBatch(tuple(puzzles), (f"a run with {REFUSALS} refusals",), length_matters=True)


@cache
def run_of_two_solutions(shape: Shape) -> CoverBatch:
    """A run of 300 puzzles with two solutions, full grids less a short Kempe chain, to reveal solutions that get lost.

    They are enough for most solvers that tell solutions apart by a checksum of 8 bits.
    """
    puzzles: list[Grid] = []
    for number in range(RUN_SIZES[-1]):
        solution = _solved(number, shape)
        chain = min((kempe_chain(solution, selector) for selector in range(number, number + 8)), key=len)
        puzzles.append(solution.keeping(every_cell(shape) & ~mask_of(chain)))
    return CoverBatch(tuple(puzzles), (f"a run of {len(puzzles)} puzzles with two solutions",), length_matters=True)


def _large_run(shape: Shape) -> CoverBatch:
    """A large grid less each digit in turn, from one row after the other; then others less a sixth of their cells."""
    puzzles: list[Grid] = []
    for number in range(shape.side):
        solution = _solved(number, shape)
        row = shape.rows[number]
        puzzles.append(solution.with_cell(row[solution.rows[number].index(number + 1)], 0))
    for number in range(shape.side, shape.side + 8):
        emptied = mask_of(random_cells(shape.cells // 6, number, shape))
        puzzles.append(proper(_solved(number, shape), emptied))
    names = (f"a run of {len(puzzles)} puzzles", "each digit in the last empty cell")
    return CoverBatch(tuple(puzzles), names, length_matters=True)


def _solved(number: int, shape: Shape) -> Grid:
    """A solved grid; large ones are images of the canonical grid, since others take up to a second each."""
    if shape.side <= 9:
        return solved_grid(number, shape)
    return symmetry.unrank(Random(number).randrange(symmetry.group_order(shape)), shape)(Grid.canonical(shape))

"""Batches around the numbers in a solver's source: runs, clues, solutions and searches just below and above them.

A solver with room for 255 answers, 80 clues or 50,000 positions is right for all puzzles below its limit. The batches
are the same in each run, and ordered by what they cost a plain solver.
"""

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from random import Random

from crosscover.contracts import Contract
from crosscover.harness.baseline import baseline_nodes
from crosscover.harness.covering import CoverBatch
from crosscover.harness.pacing import MAX_BATCH_SIZE
from crosscover.options import Options
from crosscover.properties.strategies.masking import bitmask, solved_grid
from crosscover.reference import Grid, Shape

LIMITS_IN_SOURCE = "limits_in_source"
"""The property that asks these batches."""

DIFFERENT = 2100
"""Number of different puzzles in long runs, enough for 2048; the panel needs a millisecond for each."""

GRIDS = 16
"""Number of full grids from which they are made."""

MAX_DIGITS = 9
"""Maximum number of digits of puzzles in long runs."""

MOST_EMPTY = 3
"""Maximum number of their empty cells. The fewest cells in which two grids can differ are four, so they are proper."""

FAR = 4
"""A search that is far above a limit has more than this multiple of it: solvers count positions in different ways."""

FEWEST = Grid.parse(".......7..3....98...456....5....9...2.......1...3.8....9.......7............2...4")
"""A puzzle with 17 clues, the fewest of a proper one, that is easy for any search: cell by cell it needs 107 nodes."""

_TRIVIAL_COST, _SOLUTION_COST = 20, 4
"""Cost of a puzzle of a long run, and of each solution of another, in nodes of a plain search."""

_MAX_COST = 10_000
"""Maximum cost of a puzzle with few clues."""

_UNLIKELY = 4
"""Factor of the cost of a batch that reveals a limit only if the solver fails at exactly one number."""


@dataclass(frozen=True, slots=True)
class LimitPuzzle:
    """A puzzle with a known number of solutions, or of nodes, at least and at most, in a search for its first solution.

    | `measure` | search |
    | --- | --- |
    | `in order` | cell by cell, as in `harness.baseline` |
    | `fewest candidates` | of `harness.baseline`, which breaks ties in four ways |
    | `exact cover` | of the dancing links: the cell, or the digit in a house, with the fewest candidates |
    | `solutions` | the number of solutions |

    All but those with several solutions are proper.
    """

    measure: str
    least: int
    greatest: int
    puzzle: Grid


@cache
def limit_puzzles() -> tuple[LimitPuzzle, ...]:
    """The puzzles of `corpus/limits.csv`, found by search: parts of random grids, and images of known puzzles."""
    text = files("crosscover.properties.corpus").joinpath("limits.csv").read_text(encoding="ascii")
    return tuple(
        LimitPuzzle(row["measure"], int(row["least"]), int(row["greatest"]), Grid.parse(row["puzzle"]))
        for row in csv.DictReader(text.splitlines())
    )


@cache
def batches_around(numbers: tuple[int, ...], options: Options) -> tuple[CoverBatch, ...]:
    """The batches around these numbers for a solver with these options, cheap ones first.

    Only runs are asked of shapes other than 3x3, and nothing of those with more than nine digits, since the panel takes
    long for a large grid.
    """
    found: list[tuple[int, CoverBatch]] = []
    if options.shape.side <= MAX_DIGITS and options.text_form.batch_limit is None:
        found += _runs(numbers, options.shape)
    if options.shape == Shape():
        found += _clues(numbers, options.contract)
        found += _searches(numbers)
        if not options.contract.proper_only:
            found += _solutions(numbers)
    return tuple(batch for _, batch in sorted(found, key=lambda one: one[0]))


def _runs(numbers: Sequence[int], shape: Shape) -> Iterator[tuple[int, CoverBatch]]:
    """Runs of n - 1 to n + 2 puzzles, with their costs; the longest goes beyond every limit of n."""
    beyond = {number + 2 for number in numbers}
    lengths = {number + more for number in numbers for more in (-1, 0, 1, 2)}
    for length in sorted(one for one in lengths if one <= MAX_BATCH_SIZE):
        cost = length * _TRIVIAL_COST * (1 if length in beyond else _UNLIKELY)
        yield cost, CoverBatch(_nearly_full(shape)[:length], (f"a run of {length:,} puzzles",), length_matters=True)


@cache
def _nearly_full(shape: Shape) -> tuple[Grid, ...]:
    """As many puzzles as the longest run, nearly full; the first `DIFFERENT` are different if there are so many."""
    random = Random(0)
    puzzles: dict[Grid, None] = {}
    for number in range(2 * DIFFERENT):
        cells = random.sample(range(shape.cells), random.randint(1, MOST_EMPTY))
        grid = solved_grid(number % GRIDS, shape)
        puzzles[grid.keeping(sum(1 << cell for cell in range(shape.cells) if cell not in cells))] = None
    different = list(puzzles)[:DIFFERENT]
    return (*different, *random.choices(different, k=MAX_BATCH_SIZE - len(different)))


def _clues(numbers: Sequence[int], contract: Contract) -> Iterator[tuple[int, CoverBatch]]:
    """Puzzles with n - 1 to n + 1 clues, or as many empty cells, with their costs."""
    cells = Shape().cells
    asked: set[int] = set()
    for number in numbers:
        near = {number - 1, number, number + 1}
        wanted = near | {cells - one for one in near}
        fewest = len(list(FEWEST.clues())) if contract.proper_only else 0
        new = sorted(one for one in wanted - asked if fewest <= one <= cells)
        asked.update(new)
        if new:
            facets = tuple(f"a puzzle with {one} clues" for one in new)
            puzzles = tuple(map(_with_clues, new))
            cost = sum(baseline_nodes(puzzle, contract.solutions_needed, _MAX_COST) for puzzle in puzzles)
            yield cost, CoverBatch(puzzles, facets)


def _with_clues(number: int) -> Grid:
    """A puzzle with this number of clues, proper from 17 clues on."""
    random = Random(number)
    clues = [cell for cell, _ in FEWEST.clues()]
    if number < len(clues):
        return FEWEST.keeping(sum(1 << cell for cell in random.sample(clues, number)))
    [solution] = bitmask(FEWEST, 2)
    return FEWEST.with_cells_of(solution, random.sample(FEWEST.empty_cells(), number - len(clues)))


def _searches(numbers: Sequence[int]) -> Iterator[tuple[int, CoverBatch]]:
    """Puzzles for which a search needs about n nodes, one for each way to search, with their costs."""
    measured = [one for one in limit_puzzles() if one.measure != "solutions"]
    measures = sorted({one.measure for one in measured})
    for number in numbers:
        below: list[LimitPuzzle] = []
        above: list[LimitPuzzle] = []
        far: list[LimitPuzzle] = []
        for measure in measures:
            rows = [one for one in measured if one.measure == measure]
            below += sorted((one for one in rows if one.greatest <= number), key=lambda one: one.greatest)[-1:]
            above += sorted((one for one in rows if one.least > number), key=lambda one: one.least)[:1]
            far += sorted((one for one in rows if one.least > FAR * number), key=lambda one: one.least)[:1]
        for words, chosen, factor in (
            (f"just below {number:,}", below, _UNLIKELY),
            (f"just above {number:,}", above, 1),
            (f"above {FAR * number:,}", far, 1),
        ):
            if chosen:
                cost = factor * sum(one.greatest for one in chosen)
                yield cost, CoverBatch(tuple(one.puzzle for one in chosen), (f"{words} search nodes",))


def _solutions(numbers: Sequence[int]) -> Iterator[tuple[int, CoverBatch]]:
    """Puzzles with n - 1 to n + 1 solutions, or the nearest numbers that are known, with their costs."""
    known = {one.least: one.puzzle for one in limit_puzzles() if one.measure == "solutions"}
    asked: set[int] = set()
    for number in numbers:
        near = {max((one for one in known if one < number), default=number), number}
        near.add(min((one for one in known if one > number), default=number))
        new = sorted(near & known.keys() - asked)
        asked.update(new)
        if new:
            facets = tuple(f"a puzzle with {one:,} solutions" for one in new)
            yield _SOLUTION_COST * sum(new), CoverBatch(tuple(known[one] for one in new), facets)

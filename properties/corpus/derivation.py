"""Derives puzzles whose verdicts follow from known verdicts, about 500,000 per second.

Each function states a theorem and applies it to all puzzles of a block at once. No engine is needed: the verdict on a
derived puzzle is as certain as the known verdict.

`derived_block` makes blocks of about equally hard puzzles. The hardness of a puzzle is the binary logarithm of the
nodes of a plain search, scaled to 81 cells: nodes count for more in smaller grids and for less in larger grids. The
nodes of the corpus were counted when it was built, up to a maximum; puzzles that reach the maximum belong to the
highest level. An image is as hard as its original, and further clues reduce the hardness in proportion to the empty
cells left. For 3x3 boxes, the rank correlation of this estimate with the nodes of a search is 0.92 if the search
chooses the cell with the fewest candidates, and 0.88 if it fills the cells in order.
"""

from dataclasses import replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from crosscover.contracts import Contract
from crosscover.harness.property_result import DERIVED
from crosscover.reference import Shape
from crosscover.reference.symmetry import mirrored_orders
from crosscover.subjects.block import Block, derivable_counts
from crosscover.subjects.subject import Cells

from .certified import MAX_NODES, corpus, nodes_of_corpus

FEW_CLUES = 18
"""Maximum expected number of clues, besides the clash, in half of the clashing puzzles."""

REFUSALS = -1
"""Level of puzzles without a solution."""

SHARES = {0: 1, 1: 1, 2: 1, 3: 2, REFUSALS: 1}
"""Share of each level in the time; a solver of 2,000 puzzles a second of level 3 gets 20,000 of them in a minute."""

BOUNDS = (0.0, 6.0, 9.0, 12.0, np.inf)
"""The hardness at which each level from 0 to 3 begins, and the end of the last level.

From one level to the next, a plain search needs about ten times as many nodes.

No puzzle of 2x2 boxes is hard. A level without puzzles uses the next easier level.
"""

REFUSAL_NODES = 500
"""Maximum number of nodes of contradictions at level `REFUSALS`, which hardly slow down any solver."""

PART = 1000
"""Number of puzzles whose images are made at a time: their indices stay in the cache, and need little memory."""

FORMS = ("", ", clues added", ", clues removed")
"""Suffixes of kind names: how a puzzle differs from an image of its original."""


def derived_block(seed: int, size: int, level: int, contract: Contract, shape: Shape = Shape()) -> Block:
    """Return `size` images of certified puzzles of a level, many with more or fewer clues; about 2 us per puzzle.

    Equal arguments give equal blocks. Above level 0, easier puzzles come first. If the contract is `proper`, all
    puzzles are proper, and `REFUSALS` is not allowed.
    """
    random, known = np.random.default_rng(seed), corpus(shape)
    if level == REFUSALS:
        return _refusals(random, size, shape)
    level = next(easier for easier in range(level, -1, -1) if _cumulated_weights(easier, contract, shape)[-1] > 0)
    cumulated = _cumulated_weights(level, contract, shape)
    fewest, most = _shares(level, shape)
    points = random.random(size) * cumulated[-1]
    drawn = np.asarray(cumulated.searchsorted(points, side="right"), np.intp)
    form = (drawn // len(known)).astype(np.uint8)
    rows = drawn % len(known)
    image = images(known.rows(rows), random)
    puzzles = image.puzzles.copy()
    for number, derive in ((1, with_further_clues), (2, with_clues_removed)):
        chosen = np.flatnonzero(form == number)
        low, high = fewest[rows[chosen]], most[rows[chosen]]
        shares = low + (high - low) * random.random(len(chosen)) if number == 1 else random.random(len(chosen))
        puzzles[chosen] = derive(image.rows(chosen), random, shares).puzzles
    kinds = image.kinds * np.uint8(len(FORMS)) + form
    names = tuple(f"{DERIVED}{kind}{form}" for kind in known.kind_names for form in FORMS)
    block = replace(image, puzzles=puzzles, kinds=kinds, kind_names=names)
    if level == 0:
        return block
    left = (puzzles == 0).sum(axis=1) / np.maximum((image.puzzles == 0).sum(axis=1), 1)
    return block.rows(np.argsort(_hardness(shape)[rows] * left, kind="stable"))


def shares_of(contract: Contract) -> dict[int, int]:
    """Return the share of each level whose puzzles a contract allows."""
    return {level: share for level, share in SHARES.items() if level != REFUSALS or 0 in derivable_counts(contract)}


def _refusals(random: np.random.Generator, size: int, shape: Shape) -> Block:
    """Return clashing puzzles, and as many images of contradictions with further clues, fullest first."""
    known = corpus(shape)
    solvable = np.flatnonzero(known.counts > 0)
    contradictions = np.flatnonzero((known.counts == 0) & (nodes_of_corpus(shape) < REFUSAL_NODES))
    clashing = with_a_clash(images(known.rows(random.choice(solvable, (size + 1) // 2)), random), random)
    others = images(known.rows(random.choice(contradictions, size // 2)), random)
    others = with_further_clues(others, random, random.random(len(others)) ** 4)
    puzzles = np.concatenate([clashing.puzzles, others.puzzles])
    kinds = np.repeat(np.arange(2, dtype=np.uint8), [len(clashing), len(others)])
    names = f"{DERIVED}clashing clues", f"{DERIVED}contradiction, clues added"
    counts, solutions = np.zeros(size, np.uint8), np.zeros((size, 2, shape.cells), np.uint8)
    block = Block(puzzles, solutions, counts, kinds, names, shape)
    return block.rows(np.argsort((puzzles == 0).sum(axis=1), kind="stable"))


@cache
def _hardness(shape: Shape) -> NDArray[np.float64]:
    nodes = nodes_of_corpus(shape)
    hardness: NDArray[np.float64] = np.log2(nodes * (Shape().cells / shape.cells) + 1.0)
    return np.where(nodes < MAX_NODES, hardness, np.maximum(hardness, BOUNDS[-2]))


@cache
def _shares(level: int, shape: Shape) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the minimum and maximum share of empty cells to fill in each row of the corpus to reach a level."""
    hardness = np.maximum(_hardness(shape), 1e-9)
    low, high = (np.clip(1 - bound / hardness, 0.0, 1.0) for bound in BOUNDS[level : level + 2])
    return high, low


@cache
def _cumulated_weights(level: int, contract: Contract, shape: Shape) -> NDArray[np.float64]:
    """Return cumulative weights of all rows in each form; over all levels together, all rows are equally likely.

    Clues are only removed if there are at most nine digits: larger puzzles with few clues take many engines too long.
    """
    known, hardness, (fewest, most) = corpus(shape), _hardness(shape), _shares(level, shape)
    is_allowed = np.isin(known.counts, derivable_counts(contract))
    is_inside = is_allowed & (hardness >= BOUNDS[level]) & (hardness < BOUNDS[level + 1])
    more = is_allowed * (most - fewest)
    several = known.counts == 2
    is_thinned = is_inside * several * (shape.side <= 9)
    weights = np.concatenate((is_inside / 2, more / np.where(several, 4, 2), is_thinned / 4))
    cumulated: NDArray[np.float64] = np.cumsum(weights)
    return cumulated


def images(known: Block, random: np.random.Generator) -> Block:
    """Return the image of each puzzle under a random symmetry; about 1 us per puzzle.

    Theorem: the solutions of an image are the images of the solutions of the puzzle. Proof: a symmetry permutes the
    digits, and permutes the cells such that houses become houses. So it maps grids that obey the rules to grids that
    obey the rules, and extensions of the puzzle to extensions of the image. The inverse maps them back.

    All symmetries of the shape are equally likely: for 3x3 boxes 3,359,232 of the cells and 9! of the digits.
    """
    number, shape = len(known), known.shape
    outer, inner = _line_orders(number, shape, random)
    digits = np.zeros((number, shape.side + 1), np.uint8)
    digits[:, 1:] = _permutations(number, shape.side, random) + 1
    puzzles, solutions = np.empty_like(known.puzzles), np.zeros_like(known.solutions)
    for start in range(0, number, PART):
        part = slice(start, start + PART)
        cells = (outer[part, :, None] + inner[part, None, :]).reshape(-1, shape.cells)
        puzzles[part] = _moved(known.puzzles[part], cells, digits[part])
        solutions[part, 0] = _moved(known.solutions[part, 0], cells, digits[part])
        several = np.flatnonzero(known.counts[part] == 2)  # only these have a second solution
        second = known.solutions[part, 1][several]
        solutions[start + several, 1] = _moved(second, cells[several], digits[part][several])
    return replace(known, puzzles=puzzles, solutions=solutions)


def _moved(grids: Cells, cells: NDArray[np.intp], digits: Cells) -> Cells:
    """Return grids with the given cells of each grid, in this order, and each digit replaced by `digits`."""
    rows: NDArray[np.intp] = np.arange(len(grids))[:, None]
    moved: Cells = grids.ravel()[cells + rows * grids.shape[1]]
    renamed: Cells = digits.ravel()[moved + rows * digits.shape[1]]
    return renamed


def with_further_clues(known: Block, random: np.random.Generator, shares: NDArray[np.float64]) -> Block:
    """Add further clues to each puzzle, from none to all that are allowed; about 1 us per puzzle.

    `shares` (n,) holds the expected share of empty cells that become clues, for each puzzle, from 0 to 1.

    Theorem: further clues only remove solutions, and keep every solution that contains them. So

    - a puzzle with one solution keeps it if the clues are digits of this solution;
    - a puzzle with several solutions keeps both known solutions if the clues are digits of both;
    - a puzzle without a solution still has no solution, regardless of the clues.

    If there is no solution, the clues are arbitrary digits, which often clash.
    """
    first, second = known.solutions[:, 0], known.solutions[:, 1]
    anything = random.integers(1, known.shape.side + 1, first.shape, np.uint8)
    counts = known.counts[:, None]
    clues = np.where(counts == 0, anything, np.where((counts == 1) | (first == second), first, 0))
    chosen = _random_cells(known, random, shares) & (known.puzzles == 0)
    return replace(known, puzzles=np.where(chosen, clues, known.puzzles))


def with_clues_removed(known: Block, random: np.random.Generator, shares: NDArray[np.float64]) -> Block:
    """Remove clues, from none to all, from each puzzle with several solutions; about 0.5 us per puzzle.

    `shares` (n,) holds the expected share of clues to remove, for each puzzle, from 0 to 1.

    Theorem: every solution of a puzzle also solves the puzzle with fewer clues. So both known solutions remain, and
    there are still several. Nothing follows for puzzles with at most one solution, so these stay unchanged.
    """
    removed = _random_cells(known, random, shares) & (known.counts == 2)[:, None]
    return replace(known, puzzles=np.where(removed, np.uint8(0), known.puzzles))


def with_a_clash(known: Block, random: np.random.Generator) -> Block:
    """Return puzzles with clues of each first solution and a wrong clue that repeats a digit; about 2 us per puzzle.

    The solution contains the wrong digit once in each house of the cell. A random set of these houses clashes, at least
    one. Half of the puzzles get only a few further clues.

    Theorem: a puzzle with a digit twice in a house has no solution, regardless of its other clues. Proof: each solution
    contains the clues, and each digit once in every house.
    """
    number, shape = len(known), known.shape
    solutions, rows = known.solutions[:, 0], np.arange(number)
    cells = random.integers(0, shape.cells, number)
    digits = (solutions[rows, cells] + random.integers(0, shape.side - 1, number)) % shape.side + 1
    houses = np.array(shape.houses)[_houses_of_cells(shape)[cells]]
    places = (solutions[rows[:, None, None], houses] == digits[:, None, None]).argmax(axis=2)
    repeated = np.take_along_axis(houses, places[:, :, None], axis=2)[:, :, 0]
    kinds: NDArray[np.intp] = np.arange(max(map(len, shape.houses_of_cells)))
    subsets = random.integers(1, 1 << len(kinds), number)
    chosen: NDArray[np.bool_] = np.bitwise_and(np.right_shift.outer(subsets, kinds), 1).astype(np.bool_)
    most = np.where(random.random(number) < 0.5, FEW_CLUES / shape.cells, 1.0)
    kept = _random_cells(known, random, random.random(number) * most)
    for is_repeated in (False, True):  # a cell may be in both the row and the box
        places_of = np.nonzero(chosen == is_repeated)
        kept[places_of[0], repeated[places_of]] = is_repeated
    puzzles = np.where(kept, solutions, np.uint8(0))
    puzzles[rows, cells] = digits
    return replace(known, puzzles=puzzles, solutions=np.zeros_like(known.solutions), counts=np.zeros_like(known.counts))


@cache
def _houses_of_cells(shape: Shape) -> NDArray[np.intp]:
    """Return the houses of each cell as indices into `Shape.houses`; cells of fewer houses repeat the first one."""
    most = max(map(len, shape.houses_of_cells))
    return np.array([[*houses, *houses[:1] * (most - len(houses))] for houses in shape.houses_of_cells])


def _random_cells(known: Block, random: np.random.Generator, shares: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return a random set of cells for each puzzle, with `shares` as the expected shares of all cells."""
    limits = np.minimum(shares * 256, 255).astype(np.uint8)[:, None]
    return random.integers(0, 255, known.puzzles.shape, np.uint8) < limits


def _line_orders(number: int, shape: Shape, random: np.random.Generator) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the symmetries of the cells as two terms: cell (i, j) of an image is cell `outer[i] + inner[j]`."""
    if shape.diagonals:
        orders = np.array(mirrored_orders(shape))
        rows = orders[random.integers(0, len(orders), number)]
        is_reversed = random.integers(0, 2, (number, 1)) == 1
        columns = np.where(is_reversed, shape.side - 1 - rows, rows)
    else:
        rows = _line_permutations(number, len(shape.bands), shape.box_rows, random)
        columns = _line_permutations(number, len(shape.stacks), shape.box_columns, random)
    rows = rows * shape.side
    if shape.box_rows != shape.box_columns:  # a transposed grid has another shape
        return rows, columns
    is_transposed = random.integers(0, 2, (number, 1)) == 1
    return np.where(is_transposed, columns, rows), np.where(is_transposed, rows, columns)


def _line_permutations(number: int, strips: int, size: int, random: np.random.Generator) -> NDArray[np.intp]:
    """Return random orders of the rows that keep each of the `strips` bands together, or of the columns and stacks."""
    order = _permutations(number, strips, random)[:, :, None]
    lines = _permutations(number * strips, size, random).reshape(number, strips, size)
    return (order * size + lines).reshape(number, strips * size)


def _permutations(number: int, size: int, random: np.random.Generator) -> NDArray[np.intp]:
    """Return `number` permutations of 0 to `size` - 1, all equally likely: the ranks of random numbers."""
    return random.random((number, size), np.float32).argsort(axis=1)

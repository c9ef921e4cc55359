"""Blocks of puzzles that are about equally hard for a plain search, derived from certified ones.

The hardness of a puzzle is the binary logarithm of the nodes of a plain search, as if it had 81 cells: those of smaller
grids count for more, those of larger ones for less. For the corpus the nodes were counted when it was built, up to a
maximum: a puzzle that reaches it, and may need any number of nodes, belongs to the highest level. An image
is as hard as its original, and a further clue lowers the hardness in proportion to the empty cells that it leaves. The
rank correlation of this estimate with the nodes of a search that chooses the cell with the fewest candidates is 0.92
for 3x3 boxes; with those of a search that fills the cells in order, 0.88.
"""

from dataclasses import replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from crosscover.contracts import Contract
from crosscover.harness.block import Block, derivable_counts
from crosscover.harness.pace import REFUSALS
from crosscover.harness.property_result import DERIVED
from crosscover.reference import Shape

from .certified import MAX_NODES, corpus, nodes_of_corpus
from .derivation import images, with_a_clash, with_clues_removed, with_further_clues

BOUNDS = (0.0, 6.0, 9.0, 12.0, np.inf)
"""The hardness at which each level before `REFUSALS` begins, and the end of the last.

No puzzle of 2x2 boxes is hard. A level without puzzles uses the next easier one.
"""

REFUSAL_NODES = 500
"""Maximum number of nodes of a contradiction of this level, so that it hardly slows down any solver."""

FORMS = ("", ", clues added", ", clues removed")
"""The changes of a puzzle besides its symmetry, as texts that follow the name of its kind."""


def derived_block(seed: int, size: int, level: int, contract: Contract, shape: Shape = Shape()) -> Block:
    """`size` images of certified puzzles of a level, many with more or fewer clues; about 10 us per puzzle.

    The same arguments give the same block. Above the lowest level the easier puzzles come first. Under the contract
    `proper` all are proper, and those of `REFUSALS` are as hard as those of the level below.
    """
    if level == REFUSALS and 0 in derivable_counts(contract):
        return _refusals(np.random.default_rng(seed), size, shape)
    random, known = np.random.default_rng(seed), corpus(shape)
    level = min(level, REFUSALS - 1)
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


def _refusals(random: np.random.Generator, size: int, shape: Shape) -> Block:
    """Puzzles with clashing clues, and as many images of contradictions with further clues; the fullest come first."""
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
    """For each row the least and the largest share of its empty cells that become clues in a puzzle of that level."""
    hardness = np.maximum(_hardness(shape), 1e-9)
    low, high = (np.clip(1 - bound / hardness, 0.0, 1.0) for bound in BOUNDS[level : level + 2])
    return high, low


@cache
def _cumulated_weights(level: int, contract: Contract, shape: Shape) -> NDArray[np.float64]:
    """The cumulated probabilities of all rows in each form, so that all levels together have all rows equally often.

    Clues are removed from puzzles with at most nine digits only: larger ones with few clues take many engines too long.
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

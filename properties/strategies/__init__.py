"""Hypothesis strategies for grids, puzzles and batches of puzzles, of 9x9 cells unless a shape is given.

Random masks of random grids are easy and similar, but real solvers fail on rare puzzles. So each strategy aims at one
rare feature and draws few, wide integers: one for a grid, one for a mask, one for a symmetry. Examples shrink with
their integers: towards the first known grid, the identity, and fewer empty cells.
"""

from .batching import (
    batches,
    every_minimal_small_puzzle,
    formattings,
    long_batches,
    minimal_with_clues_removed,
    one_cell_every_digit,
    related_batches,
)
from .improper import (
    any_puzzles,
    clashing_puzzles,
    contradicting_puzzles,
    deadly_patterns,
    puzzles_with_multiple_solutions,
)
from .masking import SEEDS, SELECTORS, masks, patterns, regions, solved_grids, symmetries, uniform_integers
from .proper import (
    anti_backtracking_puzzles,
    certified_pairs,
    certified_puzzles,
    decided_by_diagonals,
    full_grids,
    hard_kinds,
    hard_puzzles,
    images_of,
    minimal_kinds,
    minimal_puzzles,
    patterned_puzzles,
    proper_puzzles,
    puzzles_with_empty_houses,
    puzzles_without_digits,
    quick_kind,
    sparse_puzzles,
    symmetric_images_of_known,
)

__all__ = [
    "SEEDS",
    "SELECTORS",
    "anti_backtracking_puzzles",
    "any_puzzles",
    "batches",
    "certified_pairs",
    "certified_puzzles",
    "clashing_puzzles",
    "contradicting_puzzles",
    "deadly_patterns",
    "decided_by_diagonals",
    "every_minimal_small_puzzle",
    "formattings",
    "full_grids",
    "hard_kinds",
    "hard_puzzles",
    "images_of",
    "long_batches",
    "masks",
    "minimal_kinds",
    "minimal_puzzles",
    "minimal_with_clues_removed",
    "one_cell_every_digit",
    "patterned_puzzles",
    "patterns",
    "proper_puzzles",
    "puzzles_with_empty_houses",
    "puzzles_with_multiple_solutions",
    "puzzles_without_digits",
    "quick_kind",
    "regions",
    "related_batches",
    "solved_grids",
    "sparse_puzzles",
    "symmetric_images_of_known",
    "symmetries",
    "uniform_integers",
]

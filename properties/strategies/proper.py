"""Strategies for proper puzzles: masked solved grids, and images of known puzzles that random masks never yield."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from random import Random

import numpy as np
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from crosscover.properties.corpus import MINIMAL_SMALL, SMALL_SHAPE, KnownPuzzle, indices_of, known_puzzles
from crosscover.properties.corpus.certified import MAX_NODES, corpus, nodes_of_corpus
from crosscover.reference import Grid, Shape, symmetry
from crosscover.reference.symmetry import Symmetry

from .masking import (
    SEEDS,
    SELECTORS,
    mask_of,
    masks,
    patterns,
    proper,
    random_cells,
    regions,
    solved_grid,
    solved_grids,
    symmetries,
    thinned,
    uniform_integers,
)

MADE = 16
"""Number of generated puzzles that replace the known puzzles for boxes other than 3x3."""

MINIMAL_KINDS = "17 clues", "minimal, 20 to 28 clues"
"""Kinds of certified puzzles that are minimal; a search cell by cell needs 30 times as long for the first kind."""

HARD_KINDS = "top1465", "top95", "forum hardest"
"""Kinds of certified puzzles that are hard."""


def base_count(shape: Shape = Shape()) -> int:
    """Return the number of base puzzles."""
    return len(known_puzzles()) if shape == Shape() else MADE


def base_puzzle(index: int, shape: Shape = Shape()) -> KnownPuzzle:
    """Return a puzzle to make images of: a known puzzle, or a puzzle with few clues for boxes other than 3x3."""
    if shape == Shape():
        return known_puzzles()[index]
    return KnownPuzzle("made", thinned(index, shape), solved_grid(index, shape))


def proper_puzzles(shape: Shape = Shape()) -> SearchStrategy[Grid]:
    """Generate proper puzzles from all kinds of masks, from full grids down to 20 to 25 clues for 9x9 cells.

    Shrinks towards fewer empty cells and the first known grid.
    """
    return st.builds(proper, solved_grids(shape), masks(shape))


def full_grids(shape: Shape = Shape()) -> SearchStrategy[Grid]:
    """Generate grids with at most three empty cells, mostly none or one. Shrinks towards the first known grid."""
    emptied = st.lists(st.integers(0, shape.cells - 1), max_size=3).map(mask_of)
    return st.builds(proper, solved_grids(shape), emptied)


def puzzles_with_empty_houses(shape: Shape = Shape()) -> SearchStrategy[Grid]:
    """Generate proper puzzles in which whole rows, columns, boxes, bands or corners are empty, as far as possible.

    Shrinks towards an empty first row and no other empty cell.
    """
    return st.builds(proper, solved_grids(shape), masks(shape), regions(shape))


def puzzles_without_digits(shape: Shape = Shape()) -> SearchStrategy[Grid]:
    """Generate proper puzzles in which one digit has no clue and another digit only one, as far as possible.

    Shrinks towards fewer empty cells and no digit 1.
    """
    return st.builds(_without_digit, solved_grids(shape), masks(shape), st.integers(1, shape.side), SELECTORS)


def _without_digit(solution: Grid, emptied: int, missing: int, selector: int) -> Grid:
    side = solution.shape.side
    single_digit = selector % side + 1
    forbidden = {cell for cell, digit in solution.clues() if digit in {missing, single_digit}}
    if single_digit != missing:
        its_cells = [cell for cell, digit in solution.clues() if digit == single_digit]
        forbidden.remove(its_cells[selector // side % len(its_cells)])
    return proper(solution, emptied, mask_of(forbidden))


def patterned_puzzles(shape: Shape = Shape()) -> SearchStrategy[Grid]:
    """Generate proper puzzles whose clues form a pattern, except for needed clues, or whose first house reads 1 to 9.

    Shrinks towards fewer empty cells.
    """
    return st.builds(_patterned, solved_grids(shape), patterns(shape), st.integers(0, 3))


def _patterned(solution: Grid, emptied: int, kind: int) -> Grid:
    """Return a proper puzzle; kinds 1 to 3 rename the digits so that a house reads 1 to 9, and give this house."""
    shape = solution.shape
    house = {1: shape.rows[0], 2: shape.columns[0], 3: shape.boxes[0]}.get(kind)
    if house is None:
        return proper(solution, emptied)
    digits = [0] * (shape.side + 1)
    for place, cell in enumerate(house, 1):
        digits[solution.values[cell]] = place
    renamed = replace(Symmetry.identity(shape), digits=tuple(digits))(solution)
    return proper(renamed, emptied & ~mask_of(house))


def minimal_puzzles(shape: Shape = Shape()) -> SearchStrategy[Grid]:
    """Generate minimal puzzles, which need each clue, such as puzzles of 17 clues.

    For 4x4 cells they are images of all minimal puzzles, for 9x9 cells of certified ones; other shapes use minimized
    puzzles, in which some clues may be redundant if there are more than nine digits. Shrinks towards a puzzle of 17
    clues.
    """
    if shape == SMALL_SHAPE:
        return images_of(st.sampled_from(MINIMAL_SMALL), shape)
    if shape != Shape():
        return images_of(st.integers(0, MADE - 1).map(lambda number: thinned(number, shape)), shape)
    return st.one_of(*map(certified_puzzles, MINIMAL_KINDS))


def certified_puzzles(kind: str) -> SearchStrategy[Grid]:
    """Generate images of the certified 9x9 puzzles of a kind, without any search. Shrinks towards the first puzzle."""
    rows = _rows(kind)
    places = uniform_integers(len(rows) - 1)
    return images_of(places.map(lambda place: Grid(corpus().puzzles[rows[place]].tobytes())))


def certified_pairs(
    kinds: Sequence[str], number: int, run_seed: int, max_nodes: int = MAX_NODES
) -> SearchStrategy[list[tuple[Grid, Grid]]]:
    """Generate lists of `number` images of certified 9x9 puzzles of some kinds, with their solutions.

    A plain search needs at most `max_nodes` nodes to prove that the solution is the only one, or more by default.
    The lists differ for each `run_seed`. Hypothesis would repeat most parts of a list that it draws. Shrinks towards
    the list of seed 0.
    """

    def images(seed: int) -> list[tuple[Grid, Grid]]:
        random, known, pairs = Random(f"{run_seed} {seed}"), corpus(), list[tuple[Grid, Grid]]()
        for _ in range(number):
            row = random.choice(_rows(random.choice(kinds), max_nodes))
            turn = symmetry.unrank(random.randrange(symmetry.group_order()))
            grids = known.puzzles[row], known.solutions[row, 0]
            puzzle, solution = (turn(Grid(grid.tobytes())) for grid in grids)
            pairs.append((puzzle, solution))
        return pairs

    return SEEDS.map(images)


@cache
def _rows(kind: str, max_nodes: int = MAX_NODES) -> Sequence[int]:
    known = corpus()
    is_chosen = (known.kinds == known.kind_names.index(kind)) & (nodes_of_corpus() <= max_nodes)
    rows: list[int] = np.flatnonzero(is_chosen).tolist()
    return rows


def images_of(puzzles: SearchStrategy[Grid], shape: Shape = Shape()) -> SearchStrategy[Grid]:
    """Generate images of puzzles under any symmetry. Shrinks towards the simplest puzzle."""
    return st.tuples(puzzles, symmetries(shape)).map(lambda drawn: drawn[1](drawn[0]))


def image_of_known(index: int, symmetry: Symmetry, further: int = 0, seed: int = 0) -> Grid:
    """Return an image of a base puzzle with clues of its solution added in random cells."""
    known = base_puzzle(index, symmetry.shape)
    return symmetry(known.puzzle.with_cells_of(known.solution, random_cells(further, seed, symmetry.shape)))


def symmetric_images_of_known(shape: Shape = Shape()) -> SearchStrategy[Grid]:
    """Generate images of any base puzzle, with any number of clues added from its solution.

    Shrinks towards the solution of the first easy puzzle.
    """
    further = st.integers(0, shape.cells).map(lambda fewer: shape.cells - fewer)
    return st.builds(image_of_known, st.integers(0, base_count(shape) - 1), symmetries(shape), further, SEEDS)


def hard_puzzles() -> SearchStrategy[Grid]:
    """Generate images of known hard puzzles, some with a few more clues. Shrinks towards the first puzzle."""
    indices = indices_of("magictour", "17 clues", "hardest", "backtracking")
    return st.builds(image_of_known, st.sampled_from(indices), symmetries(), st.integers(0, 12), SEEDS)


def anti_backtracking_puzzles() -> SearchStrategy[Grid]:
    """Generate puzzles that slow down solvers which fill the first empty cell: few clues and high digits come first.

    They come in all eight orientations, since solvers scan rows or columns from either end, and in descending or
    ascending order of digits. Shrinks towards Wikipedia's puzzle, which is hard when rows are filled from the top.
    """
    return st.builds(_against_backtracking, st.sampled_from(indices_of("backtracking", "17 clues")), st.integers(0, 15))


@cache
def _against_backtracking(index: int, variant: int) -> Grid:
    """Return an image of a known puzzle for which a cell-by-cell search takes long.

    Sorts bands, and rows within bands, by their number of clues, fewest first. Renames digits so that the first row of
    the solution is 987654321 or, if bit 3 of the variant is set, 123456789. Bits 0 to 2 select the orientation: a half
    turn, a reflection, a transposition.
    """
    known = known_puzzles()[index]
    shape = known.puzzle.shape
    clues = [sum(known.puzzle.values[cell] > 0 for cell in row) for row in shape.rows]
    bands = sorted(shape.bands, key=lambda band: (sum(clues[row] for row in band), sorted(clues[row] for row in band)))
    rows = [row for band in bands for row in sorted(band, key=lambda row: clues[row])]
    digits = [0] * (shape.side + 1)
    for place, cell in enumerate(shape.rows[rows[0]]):
        digits[known.solution.values[cell]] = place + 1 if variant & 8 else shape.side - place
    is_turned, is_reflected, is_transposed = (bool(variant >> bit & 1) for bit in range(3))
    lines = rows[:: -1 if is_turned else 1], list(range(shape.side))[:: -1 if is_turned != is_reflected else 1]
    first, second = map(tuple, reversed(lines) if is_transposed else lines)
    return Symmetry(first, second, tuple(digits), shape, is_transposed)(known.puzzle)

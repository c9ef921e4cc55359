"""Strategies for proper puzzles: masked solved grids, and images of known puzzles that random masks never yield."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from random import Random

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from crosscover.options import CERTIFIED_SHAPES
from crosscover.properties.corpus import MINIMAL_SMALL, SMALL_SHAPE, KnownPuzzle, indices_of, known_puzzles
from crosscover.properties.corpus.certified import MAX_NODES, corpus, nodes_of_corpus
from crosscover.reference import Grid, Shape, symmetry
from crosscover.reference.symmetry import Symmetry, mirrored_orders

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
"""Number of generated puzzles that replace the known puzzles of shapes without minimal certified puzzles."""

HARD_KINDS = "top1465", "top95", "forum hardest"
"""Kinds of certified puzzles that are hard for plain Sudoku."""

RESOLVED = "deadly pattern, resolved"
"""The kind of certified diagonal Sudoku with a deadly pattern that the diagonals resolve."""

LAST = "last cell of a diagonal"
"""The kind of certified diagonal Sudoku with such a pattern, which leaves one cell of a diagonal empty."""

EASED = "minimal, clues added"
"""The kind of certified diagonal Sudoku that are as easy as minimal plain Sudoku; base puzzles start with them."""


@cache
def minimal_kinds(shape: Shape = Shape()) -> list[str]:
    """Return the kinds of certified puzzles that need each clue, those with the fewest clues first."""
    names = corpus(shape).kind_names if shape in CERTIFIED_SHAPES else ()
    return [name for name in names if re.match(r"[0-9]+ clues|minimal", name) and name != EASED]


def hard_kinds(shape: Shape = Shape()) -> list[str]:
    """Return the kinds of certified puzzles that are minimal or hard."""
    return [*minimal_kinds(shape), *(kind for kind in HARD_KINDS if kind in corpus(shape).kind_names)]


def quick_kind(shape: Shape = Shape()) -> str:
    """Return the kind of certified puzzles with few clues that even a slow solver answers."""
    return minimal_kinds(shape)[-1] if shape == Shape() else EASED


def _base_rows(shape: Shape) -> Sequence[int]:
    return certified_rows((EASED, *minimal_kinds(shape)), shape)


def base_count(shape: Shape = Shape()) -> int:
    """Return the number of base puzzles."""
    if shape == Shape():
        return len(known_puzzles())
    return len(_base_rows(shape)) or MADE


def base_puzzle(index: int, shape: Shape = Shape()) -> KnownPuzzle:
    """Return a puzzle to make images of: a known puzzle, or a puzzle with few clues."""
    if shape == Shape():
        return known_puzzles()[index]
    rows = _base_rows(shape)
    if rows:
        return KnownPuzzle("certified", *puzzle_and_solution(rows[index], shape))
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


def decided_by_diagonals(shape: Shape) -> SearchStrategy[Grid]:
    """Generate puzzles that have several solutions without the diagonals, most of them nearly full.

    Shrinks towards the first certified puzzle.
    """
    kinds = [kind for kind in (RESOLVED, LAST, EASED) if certified_rows((kind,), shape)]
    return st.one_of([certified_puzzles(kind, shape) for kind in kinds])


def minimal_puzzles(shape: Shape = Shape()) -> SearchStrategy[Grid]:
    """Generate minimal puzzles, which need each clue, such as puzzles of 17 clues.

    For 2x2 boxes they are images of all minimal puzzles, for other shapes of certified ones. Shapes without such
    puzzles use minimized ones, in which some clues may be redundant if there are more than nine digits. Shrinks towards
    a puzzle with the fewest clues.
    """
    if shape == SMALL_SHAPE:
        return images_of(st.sampled_from(MINIMAL_SMALL), shape)
    kinds = minimal_kinds(shape)
    if not kinds:
        return images_of(st.integers(0, MADE - 1).map(lambda number: thinned(number, shape)), shape)
    return st.one_of([certified_puzzles(kind, shape) for kind in kinds])


def sparse_puzzles(shape: Shape = Shape()) -> SearchStrategy[Grid]:
    """Generate minimal puzzles, or certified diagonal Sudoku that are as easy as minimal puzzles of plain Sudoku.

    Shrinks towards a puzzle with the fewest clues, or the first certified one.
    """
    return certified_puzzles(EASED, shape) if certified_rows((EASED,), shape) else minimal_puzzles(shape)


def certified_puzzles(kind: str, shape: Shape = Shape()) -> SearchStrategy[Grid]:
    """Generate images of the certified puzzles of a kind, without any search. Shrinks towards the first puzzle."""
    rows = certified_rows((kind,), shape)
    places = uniform_integers(len(rows) - 1)
    return images_of(places.map(lambda place: puzzle_and_solution(rows[place], shape)[0]), shape)


def certified_pairs(
    kinds: Sequence[str], number: int, run_seed: int, max_nodes: int = MAX_NODES, shape: Shape = Shape()
) -> SearchStrategy[list[tuple[Grid, Grid]]]:
    """Generate lists of `number` images of certified puzzles of some kinds, with their solutions.

    A plain search needs at most `max_nodes` nodes to prove that the solution is the only one, or more by default.
    The lists differ for each `run_seed`. Hypothesis would repeat most parts of a list that it draws. Shrinks towards
    the list of seed 0.
    """

    def images(seed: int) -> list[tuple[Grid, Grid]]:
        random, pairs = Random(f"{run_seed} {seed}"), list[tuple[Grid, Grid]]()
        for _ in range(number):
            row = random.choice(certified_rows((random.choice(kinds),), shape, max_nodes))
            turn = symmetry.unrank(random.randrange(symmetry.group_order(shape)), shape)
            puzzle, solution = map(turn, puzzle_and_solution(row, shape))
            pairs.append((puzzle, solution))
        return pairs

    return SEEDS.map(images)


@cache
def certified_rows(kinds: tuple[str, ...], shape: Shape, max_nodes: int = MAX_NODES) -> Sequence[int]:
    """Return the rows of the certified puzzles of some kinds, kind by kind; kinds that the shape lacks have none."""
    if shape not in CERTIFIED_SHAPES:
        return ()
    known, nodes = corpus(shape), nodes_of_corpus(shape)
    rows = [row for kind in kinds if kind in known.kind_names for row in known.indices_of(kind).tolist()]
    return [row for row in rows if nodes[row] <= max_nodes]


def puzzle_and_solution(row: int, shape: Shape) -> tuple[Grid, Grid]:
    """Return the certified puzzle of a row, and its first solution."""
    known = corpus(shape)
    return Grid(known.puzzles[row].tobytes(), shape), Grid(known.solutions[row, 0].tobytes(), shape)


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


def hard_puzzles(shape: Shape = Shape()) -> SearchStrategy[Grid]:
    """Generate images of known hard puzzles, some with a few more clues. Shrinks towards the first puzzle."""
    if shape == Shape():
        indices = indices_of("magictour", "17 clues", "hardest", "backtracking")
    else:
        indices = list(range(base_count(shape)))
    return st.builds(image_of_known, st.sampled_from(indices), symmetries(shape), st.integers(0, 12), SEEDS)


def anti_backtracking_puzzles(shape: Shape = Shape()) -> SearchStrategy[Grid]:
    """Generate puzzles that slow down solvers which fill the first empty cell: few clues and high digits come first.

    They come in all eight orientations, since solvers scan rows or columns from either end, and in descending or
    ascending order of digits. Shrinks towards the first puzzle. For plain Sudoku this is the puzzle of Wikipedia,
    which is hard if rows are filled from the top.
    """
    eased = range(len(certified_rows((EASED,), shape)))
    indices = indices_of("backtracking", "17 clues") if shape == Shape() else eased
    return st.builds(_against_backtracking, st.sampled_from(indices), st.integers(0, 15), st.just(shape))


@cache
def _against_backtracking(index: int, variant: int, shape: Shape) -> Grid:
    """Return an image of a base puzzle for which a cell-by-cell search takes long.

    Sorts bands, and rows within bands, by their number of clues, fewest first, as far as a symmetry can. Renames digits
    so that the first row of the solution is 987654321 or, if bit 3 of the variant is set, 123456789. Bits 0 to 2 select
    the orientation: a half turn, a reflection, a transposition.
    """
    known, side = base_puzzle(index, shape), shape.side
    clues = [sum(known.puzzle.values[cell] > 0 for cell in row) for row in shape.rows]
    if shape.diagonals:
        rows = columns = list(min(mirrored_orders(shape), key=lambda order: [clues[row] for row in order]))
    else:
        bands = sorted(
            shape.bands, key=lambda band: (sum(clues[row] for row in band), sorted(clues[row] for row in band))
        )
        rows = [row for band in bands for row in sorted(band, key=lambda row: clues[row])]
        columns = list(range(side))
    digits = [0] * (side + 1)
    for place, column in enumerate(columns):
        digits[known.solution.values[shape.cell(rows[0], column)]] = place + 1 if variant & 8 else side - place
    is_turned, is_reflected, is_transposed = (bool(variant >> bit & 1) for bit in range(3))
    lines = rows[:: -1 if is_turned else 1], columns[:: -1 if is_turned != is_reflected else 1]
    first, second = map(tuple, reversed(lines) if is_transposed else lines)
    return Symmetry(first, second, tuple(digits), shape, is_transposed)(known.puzzle)

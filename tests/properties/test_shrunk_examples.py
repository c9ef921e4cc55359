"""Each strategy shrinks as its docstring says."""

from collections.abc import Callable
from random import Random
from typing import TypeVar

import pytest
from hypothesis import Phase, find, settings
from hypothesis.strategies import SearchStrategy

from crosscover.dialects import DIALECTS, Formatting
from crosscover.properties import strategies as draw
from crosscover.properties.corpus import indices_of, known_puzzles
from crosscover.properties.corpus.certified import corpus
from crosscover.properties.strategies import masking
from crosscover.reference import Grid
from crosscover.reference.symmetry import Symmetry

T = TypeVar("T")

FIRST = Grid.simplest()
FIRST_CELL_WRONG = FIRST.with_cell(0, 2)
ONE_EMPTY = FIRST.with_cell(0, 0)
FIRST_ROW_EMPTY = FIRST.keeping(-1 << 9)
SEVENTEEN, MINIMIZED = (
    Grid(corpus().puzzles[corpus().kinds == corpus().kind_names.index(kind)][0].tobytes())
    for kind in draw.minimal_kinds()
)
HARD = known_puzzles()[indices_of("magictour")[0]].puzzle
AGAINST_ROWS = Grid.parse("...........1.2.........3.85.9..........5.7.....4...1....2.1........4...95......73")


def without_digits(*digits: int) -> Grid:
    """The first known grid without some digits."""
    return FIRST.keeping(sum(1 << cell for cell, digit in FIRST.clues() if digit not in digits))


def minimal(strategy: SearchStrategy[T], condition: Callable[[T], bool] = lambda _: True, seed: int = 0) -> T:
    """Shrink an example that satisfies the condition."""
    phases = (Phase.generate, Phase.shrink)
    return find(
        strategy, condition, random=Random(seed), settings=settings(phases=phases, database=None, max_examples=500)
    )


@pytest.mark.parametrize(
    ("strategy", "least", "expected"),
    [
        (draw.uniform_integers(1000), 0, 0),
        (draw.uniform_integers(1000), 101, 101),
        (draw.SELECTORS, 5, 5),
        (draw.SEEDS, 5, 5),
    ],
    ids=["uniform", "uniform from 101", "selectors", "seeds"],
)
def test_integers(strategy: SearchStrategy[int], least: int, expected: int) -> None:
    """An integer shrinks to the smallest possible one."""
    assert minimal(strategy, lambda number: number >= least) == expected


@pytest.mark.parametrize(
    ("strategy", "cells", "expected"),
    [
        (draw.masks(), 0, 0),
        (draw.masks(), 3, 0b111),
        (draw.regions(), 0, 0b111_111_111),
        (draw.patterns(), 0, 0),
        (draw.patterns(), 2, 1 | 1 << 80),
    ],
    ids=["masks", "masks of 3 cells", "regions", "patterns", "patterns of 2 cells"],
)
def test_masks(strategy: SearchStrategy[int], cells: int, expected: int) -> None:
    """A mask shrinks to as few cells as possible, a region to the first row."""
    assert minimal(strategy, lambda mask: mask.bit_count() >= cells) == expected


def test_another_region() -> None:
    """A region that must not be the first row shrinks to the second."""
    assert minimal(draw.regions(), lambda mask: mask != 0b111_111_111) == 0b111_111_111 << 9


def test_symmetries() -> None:
    """A symmetry shrinks to the identity."""
    assert minimal(draw.symmetries()) == Symmetry.identity()


PUZZLES = {
    "solved": (draw.solved_grids(), FIRST),
    "proper": (draw.proper_puzzles(), FIRST),
    "full": (draw.full_grids(), FIRST),
    "empty houses": (draw.puzzles_with_empty_houses(), FIRST_ROW_EMPTY),
    "missing digits": (draw.puzzles_without_digits(), without_digits(1)),
    "patterned": (draw.patterned_puzzles(), FIRST),
    "minimal": (draw.minimal_puzzles(), SEVENTEEN),
    "hard": (draw.hard_puzzles(), HARD),
    "against backtracking": (draw.anti_backtracking_puzzles(), AGAINST_ROWS),
    "images": (draw.symmetric_images_of_known(), known_puzzles()[0].solution),
    "multiple solutions": (draw.puzzles_with_multiple_solutions(), without_digits(1, 2)),
    "clashing": (draw.clashing_puzzles(), FIRST_CELL_WRONG),
    "contradicting": (draw.contradicting_puzzles(), FIRST_CELL_WRONG),
    "any": (draw.any_puzzles(), FIRST),
}


@pytest.mark.parametrize("kind", PUZZLES)
def test_puzzles(kind: str) -> None:
    """A puzzle shrinks to the simplest of its kind."""
    strategy, expected = PUZZLES[kind]
    assert minimal(strategy) == expected


def test_deadly_patterns() -> None:
    """A puzzle with a deadly pattern shrinks to a grid without a unique rectangle: two digits in four cells."""
    puzzle = minimal(draw.deadly_patterns())
    solution = next(masking.bitmask(puzzle, 1))
    assert len(puzzle.empty_cells()) == 4
    assert len({solution.values[cell] for cell in puzzle.empty_cells()}) == 2


def test_another_solved_grid() -> None:
    """A solved grid that must not be the first shrinks to the second, the solution of the first known puzzle."""
    assert minimal(draw.solved_grids(), lambda grid: grid != FIRST) == known_puzzles()[0].solution


def test_other_minimal_puzzles() -> None:
    """A minimal puzzle that must not have 17 clues shrinks to the first certified one."""
    assert minimal(draw.minimal_puzzles(), lambda puzzle: puzzle.clue_count > 17) == MINIMIZED


@pytest.mark.parametrize("kind", ["proper", "full"])
def test_an_empty_cell(kind: str) -> None:
    """A puzzle that must have an empty cell shrinks to one in which only the first cell is empty."""
    assert minimal(PUZZLES[kind][0], lambda puzzle: not puzzle.is_full) == ONE_EMPTY


@pytest.mark.parametrize(("kind", "empty_cells"), [("patterned", 2), ("images", 1)])
def test_few_empty_cells(kind: str, empty_cells: int) -> None:
    """A puzzle that must have an empty cell shrinks to as few empty cells as possible."""
    assert len(minimal(PUZZLES[kind][0], lambda puzzle: not puzzle.is_full).empty_cells()) == empty_cells


def test_batches() -> None:
    """A batch shrinks to as few puzzles as possible."""
    assert minimal(draw.batches(draw.proper_puzzles())) == [FIRST]
    assert minimal(draw.batches(draw.proper_puzzles()), lambda batch: len(batch) > 1) == [FIRST, FIRST]


def test_related_batches() -> None:
    """A related batch shrinks to a puzzle, one relative, and the puzzle again."""
    batch = minimal(draw.related_batches(draw.proper_puzzles()))
    assert [puzzle == FIRST for puzzle in batch] == [True, False, True]


def test_clues_removed() -> None:
    """A minimal puzzle with clues removed shrinks to one without its first clue."""
    first = next(cell for cell, _ in SEVENTEEN.clues())
    assert minimal(draw.minimal_with_clues_removed()) == [SEVENTEEN, SEVENTEEN.with_cell(first, 0)]


def test_every_digit() -> None:
    """A puzzle with every digit in an empty cell shrinks to one in which only the first cell is empty."""
    expected = [ONE_EMPTY, *(ONE_EMPTY.with_cell(0, digit) for digit in range(1, 10))]
    examples = (minimal(draw.one_cell_every_digit(), lambda batch: not batch[0].is_full, seed) for seed in range(4))
    assert expected in examples  # shrinking may end at another cell


def test_long_batches() -> None:
    """A long batch shrinks to the first size."""
    assert len(minimal(draw.long_batches((3, 5)))) == 3


def test_formattings() -> None:
    """A formatting shrinks to the usual empty cell, plain line ends and a last newline."""
    assert minimal(draw.formattings(DIALECTS["grid"])) == Formatting()

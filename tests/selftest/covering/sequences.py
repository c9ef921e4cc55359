"""Runs of the properties that are about the order of puzzles, with their facets."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise

from crosscover.harness.baseline import baseline_nodes
from crosscover.harness.covering import CoverBatch
from crosscover.properties.strategies.masking import (
    bitmask,
    every_cell,
    kempe_chain,
    mask_of,
    proper,
    random_cells,
    solved_grid,
)
from crosscover.reference import Grid, Shape, count
from crosscover.reference.symmetry import Symmetry

from .clashing import clash_candidates
from .improper import contradiction_candidates
from .proper import certified

SHAPE = Shape()


def easy(number: int, empty: int = 48) -> Grid:
    """An easy proper puzzle with about so many empty cells, if it can have them."""
    return proper(solved_grid(number), mask_of(random_cells(empty, number)))


def lone_runs() -> list[CoverBatch]:
    """Four puzzles, each alone in its run."""
    puzzles = {
        "a full grid": solved_grid(11),
        "a puzzle with one empty cell": easy(12, 1),
        "a puzzle of about 45 clues": easy(13, 36),
        "an easy puzzle": easy(14),
    }
    return [CoverBatch((puzzle,), (f"{name} alone in a run",), length_matters=True) for name, puzzle in puzzles.items()]


def related_runs() -> list[CoverBatch]:
    """Puzzles between equal, similar and unrelated ones."""
    first, second = easy(21), easy(22)
    clue = first.empty_cells()[-1]
    solution = next(bitmask(first, 1))
    digits = replace(Symmetry.identity(), digits=(0, 2, 1, *range(3, SHAPE.side + 1)))
    rows = replace(Symmetry.identity(), rows=(*range(7), 8, 7))
    one, other = differing_in_one_clue(from_row=0)
    same_start, same_start_too = differing_in_one_clue(from_row=3)
    return [
        CoverBatch((one, other, one), ("another digit in one cell", "a puzzle again after a similar one")),
        CoverBatch((same_start, same_start_too), ("the same first rows",)),
        CoverBatch((first, first, second, first), ("the same puzzle twice in a row", "the same puzzle again later")),
        CoverBatch(
            (first, first.with_cell(clue, solution.values[clue]), digits(first), rows(first), first),
            ("one more clue", "the same cells with other digits", "two rows exchanged"),
        ),
        CoverBatch(
            (solution, first, easy(23, 2), second, first),
            ("a puzzle after its solution", "a puzzle after a nearly full grid"),
        ),
    ]


def differing_in_one_clue(*, from_row: int) -> tuple[Grid, Grid]:
    """Two proper puzzles that differ in one clue, no earlier than this row, and in their solutions.

    A full grid less a Kempe chain has two solutions; each digit that a cell of the chain can hold leaves one of them.
    """
    for number in range(1000):
        solution = solved_grid(number)
        chain = sorted(kempe_chain(solution, number))
        open_puzzle = solution.keeping(every_cell() & ~mask_of(chain))
        solutions = list(bitmask(open_puzzle, 3))
        if SHAPE.row(chain[0]) >= from_row and len(solutions) == 2:
            one, other = (open_puzzle.with_cell(chain[0], grid.values[chain[0]]) for grid in solutions)
            return one, other
    raise AssertionError("a Kempe chain with exactly two solutions exists")


ORDER = "nnoossnson"
"""Numbers of solutions in an order in which each of none, one and several follows each."""

WORDS = {"n": "none", "o": "one", "s": "several"}


def mixed_runs() -> list[CoverBatch]:
    """Two runs in which puzzles with none, one and several solutions follow each other in all pairs.

    The first run has clashes on nearly full grids, the second other contradictions.
    """
    several = [puzzle for puzzle in map(_without_chain, range(40, 60)) if count(bitmask, puzzle, 3) == 2]
    clashing = [one.puzzle for one in clash_candidates(2) if one.puzzle.values.count(0) <= 3]
    contradictory = [one.puzzle for one in contradiction_candidates(60)]
    facets = tuple(f"{WORDS[after]} after {WORDS[before]}" for before, after in pairwise(ORDER))
    runs: list[CoverBatch] = []
    for none, proper_puzzles, name in (
        (clashing, [easy(number, 20) for number in range(30, 40)], "clashing clues"),
        (contradictory, [easy(number) for number in range(50, 60)], "no clash"),
    ):
        sources: Mapping[str, Iterator[Grid]] = {"n": iter(none), "o": iter(proper_puzzles), "s": iter(several)}
        puzzles = tuple(next(sources[kind]) for kind in ORDER)
        runs.append(
            CoverBatch(
                puzzles, (*(facets if not runs else ()), f"puzzles without a solution and with {name} among others")
            )
        )
    return runs


def _without_chain(number: int) -> Grid:
    solution = solved_grid(number)
    return proper(solution, mask_of(random_cells(25, number))).keeping(
        every_cell() & ~mask_of(kempe_chain(solution, number))
    )


def shortened_runs() -> list[CoverBatch]:
    """Minimal puzzles, each followed by the same less one of its clues, for three of them."""
    runs: list[CoverBatch] = []
    for kind, clues in (
        ("minimal, 20 to 28 clues", 26),
        ("minimal, 20 to 28 clues", 24),
        ("minimal, 20 to 28 clues", 22),
        ("17 clues", 17),
    ):
        puzzles = [puzzle for puzzle in certified(kind, 200) if puzzle.clue_count == clues]
        puzzle = min(puzzles, key=lambda puzzle: baseline_nodes(puzzle, 2, 3000))
        cells = [cell for cell, _ in puzzle.clues()]
        fewer = [puzzle.with_cell(cell, 0) for cell in (cells[0], cells[len(cells) // 2], cells[-1])]
        runs.append(CoverBatch((puzzle, *fewer), (f"a minimal puzzle of {clues} clues less each of three",)))
    return runs


def one_cell_runs() -> list[CoverBatch]:
    """A proper puzzle, and the same with each digit in one of its empty cells."""
    runs: list[CoverBatch] = []
    for cell, empty, name in (
        (80, 6, "a nearly full grid"),
        (0, 48, "a puzzle of few clues"),
        (40, 36, "an easy puzzle"),
    ):
        cells = {*random_cells(empty, cell), cell}
        puzzle = next(
            made for number in range(100) if (made := proper(solved_grid(number), mask_of(cells))).values[cell] == 0
        )
        digits = [puzzle.with_cell(cell, digit) for digit in range(1, SHAPE.side + 1)]
        runs.append(CoverBatch((puzzle, *digits), (f"each digit in {SHAPE.cell_name(cell)} of {name}",)))
    return runs

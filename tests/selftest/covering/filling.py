"""Candidates and facets of the property `full_grids`."""

from collections.abc import Iterator
from random import Random

from crosscover.properties.strategies.masking import mask_of, proper, solved_grid
from crosscover.reference import Grid, Shape

from .selection import Candidate

SHAPE = Shape()

GRIDS = 300
"""Number of solved grids to make candidates from."""


def filling_facets(puzzle: Grid) -> frozenset[str]:
    """The facets of a full grid less at most three cells, given its solution by the only digit that fits."""
    return frozenset(_filling_facets(puzzle))


def _filling_facets(puzzle: Grid) -> Iterator[str]:
    cells = puzzle.empty_cells()
    if not cells:
        yield "a full grid"
    if len(cells) == 1:
        row = puzzle.rows[SHAPE.row(cells[0])]
        yield f"{45 - sum(row)} in the last empty cell"
        if cells[0] in (0, 8, 72, 80):
            yield f"{SHAPE.cell_name(cells[0])} as the last empty cell"
    for kind, houses in (("row", SHAPE.rows), ("column", SHAPE.columns), ("box", SHAPE.boxes)):
        if len(cells) > 1 and any(set(cells) <= set(house) for house in houses):
            yield f"{('two', 'three')[len(cells) - 2]} empty cells in a {kind}"


def filling_candidates() -> Iterator[Candidate]:
    """Full grids, and those less one cell, or two or three of a house."""
    for number in range(GRIDS):
        random = Random(number)
        solution = solved_grid(number)
        house = random.choice(SHAPE.houses)
        emptied = random.sample(
            house if number % 2 else (0, 8, 72, 80), random.choice((0, 1, 2, 3) if number % 2 else (1,))
        )
        puzzle = proper(solution, mask_of(emptied))
        yield Candidate(puzzle, filling_facets(puzzle), 1)

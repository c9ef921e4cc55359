"""Easy puzzles for finding the form of a solver.

They are images of a known puzzle, different in each run, so a solver cannot recognize a test by its first puzzle. No
image is much harder: a cell-by-cell search needs at most a third more steps.

The puzzles of diagonal Sudoku have one solution only by their diagonals: as plain Sudoku, they have several.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random

from crosscover.oracles.bitmask import simplest_grid
from crosscover.reference import Grid, Shape
from crosscover.reference.symmetry import Symmetry, group_order, unrank

EASY = Grid.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
"""The first puzzle in Wikipedia's article on Sudoku."""

EASY_SOLUTION = Grid.parse("534678912672195348198342567859761423426853791713924856961537284287419635345286179")

DIAGONAL = Shape(3, 3, diagonals=True)


@dataclass(frozen=True, slots=True)
class KnownPuzzles:
    """Puzzles with a common solution; the cells that are empty in `easy` are clues of a proper puzzle, too.

    Naked and hidden singles do not solve `harder`. The others are nearly full: `easier`, and two puzzles with no
    solution and with several.
    """

    solution: Grid
    easy: Grid
    harder: Grid
    easier: Grid
    unsolvable: Grid
    ambiguous: Grid


def _known(shape: Shape, *texts: str) -> KnownPuzzles:
    return KnownPuzzles(*(Grid.parse(text, shape) for text in texts))


KNOWN = {
    Shape(): _known(
        Shape(),
        str(EASY_SOLUTION),
        str(EASY),
        "5..6..9.2.7..9.3.81..3....7..976..2...6.5.791....2....9615.7...2...19..5.452.6179",
        "53.67891.67219534.198342.6785976.4234268.3791713.2485696.537284.87419635.45286.79",
        "53.678912672.15348198.4256785976142342685379171392485696153728428.4.9635345286179",
        "534..8912672195348198342567859..1423426853791713924856961537284287419635345286179",
    ),
    DIAGONAL: _known(
        DIAGONAL,
        "859743162247691358163825479438516297925374681716982534571268943682439715394157826",
        "8.9.4.......691.58.638.5.....8516.979253...8.7.6982.3.5.1.68.4......9....9..5.8..",
        ".....31...4..913..1638.54.9.....6.97...3....1...98.53..7.2689..68.4...1.39.1.....",
        ".5..431...47...35.163..547.438516297925.74681716..2534571268943.824.97153.415.826",
        "8597431622..691358163825.74438.16.9.9253746817169.2543571268.39682439715394157826",
        "85974316224769135816382.4.9.3851629..2537.681.1698....57126894368243971539.157826",
    ),
}
"""Known puzzles by shape."""


def easy_puzzle(shape: Shape, seed: int | str) -> tuple[Grid, Grid]:
    """Return an easy puzzle of a shape, and its solution.

    It is an image of a known puzzle chosen by the seed. For other shapes, it is the simplest grid with other digits and
    an empty diagonal, so no row has two empty cells.
    """
    return easy_puzzles(shape, seed)[0]


@lru_cache(16)
def easy_puzzles(shape: Shape, seed: int | str) -> tuple[tuple[Grid, Grid], ...]:
    """Return three easy puzzles of a shape that differ in every respect, and a harder one, each with its solution.

    The second has other digits, and clues exactly where the first has none; for other shapes, its other diagonal is
    empty. The third is nearly full. Singles do not solve the harder one; for other shapes, it is the first one.
    """
    known, empty = KNOWN.get(shape), Grid.empty(shape)
    if known:
        image = unrank(Random(seed).randrange(group_order(shape)), shape)
        solution, easy, harder = image(known.solution), image(known.easy), image(known.harder)
        other = [cell for cell, _ in easy.clues()]
        few = image(known.easier).empty_cells()
    else:
        digits = 0, *Random(seed).sample(range(1, shape.side + 1), shape.side)
        solution = replace(Symmetry.identity(shape), digits=digits)(simplest_grid(shape))
        emptied = range(0, shape.cells, shape.side + 1)
        easy = harder = solution.with_cells_of(empty, emptied)
        other = [*range(shape.side - 1, shape.cells - 1, shape.side - 1)]
        few = [*emptied[::2]]
    renamed, rotated = similar_puzzles(solution)
    nearly_full = similar_puzzles(solution.with_cells_of(empty, few))[1]
    return (
        (easy, solution),
        (renamed.with_cells_of(empty, other), renamed),
        (nearly_full, rotated),
        (harder, solution),
    )


def similar_puzzles(puzzle: Grid) -> tuple[Grid, Grid]:
    """Return a puzzle with other digits, and this image rotated by 180 degrees; both are as easy."""
    side = puzzle.shape.side
    renamed = bytes(side + 1 - digit if digit else 0 for digit in puzzle.values)
    return Grid(renamed, puzzle.shape), Grid(renamed[::-1], puzzle.shape)

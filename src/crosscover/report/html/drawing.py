"""A grid as it is drawn: each cell with its digit, what is wrong marked."""

from collections.abc import Iterator
from dataclasses import dataclass

from crosscover.reference import Grid
from crosscover.reference.grid import DIGITS

CELL = 32
"""The width of a cell, in units of the drawing."""

MAX_SPOKEN = 10
"""So many wrong cells are named to a screen reader."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell by the place of its upper left corner; `digit` is empty where it is."""

    x: int
    y: int
    digit: str
    is_clue: bool
    is_wrong: bool


@dataclass(frozen=True, slots=True)
class House:
    """A house in which a digit stands twice, as a rectangle."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Drawing:
    """A grid and its heading; `spoken` is what a screen reader reads."""

    heading: str
    grid: Grid
    cells: tuple[Cell, ...]
    broken: tuple[House, ...]
    lines: tuple[int, ...]
    """Where the thick lines between boxes are, as offsets from the left; `bands` those from the top."""
    bands: tuple[int, ...]

    @property
    def is_large(self) -> bool:
        """Whether it needs the width of a phone for itself."""
        return self.grid.shape.side > 9

    @property
    def size(self) -> int:
        """The width and height of the drawing."""
        return self.grid.shape.side * CELL

    @property
    def spoken(self) -> str:
        """The rows in words, after the cells that are marked as wrong."""
        side, text = self.grid.shape.side, str(self.grid)
        rows = (" ".join(text[start : start + side]).replace(".", "empty") for start in range(0, len(text), side))
        wrong = [f"r{cell.y // CELL + 1}c{cell.x // CELL + 1}" for cell in self.cells if cell.is_wrong]
        more = f" and {len(wrong) - MAX_SPOKEN} more" if len(wrong) > MAX_SPOKEN else ""
        marked = [f"marked as wrong: {', '.join(wrong[:MAX_SPOKEN])}{more}"] if wrong else []
        return "; ".join([*marked, *(f"row {number}: {row}" for number, row in enumerate(rows, 1))])


@dataclass(frozen=True, slots=True)
class Saying:
    """What stands in the place of a grid where none came back, or none is right, below the same kind of heading."""

    heading: str
    text: str
    is_right: bool = False


def drawing(heading: str, grid: Grid, puzzle: Grid | None = None, right: Grid | None = None) -> Drawing:
    """The drawing of a grid, with the houses that have a digit twice.

    As an answer to a puzzle with its clues told apart, and with wrong cells marked; those that differ from the `right`
    answer too, where there is just one.
    """
    shape = grid.shape
    wrong = set(_wrong_cells(grid, puzzle)) if puzzle is not None else set[int]()
    if right is not None and not wrong:
        wrong |= grid.differing_cells(right)
    clues = (puzzle or grid).values
    cells = tuple(
        Cell(
            shape.column(cell) * CELL,
            shape.row(cell) * CELL,
            DIGITS[digit - 1] if digit else "",
            bool(clues[cell]),
            cell in wrong,
        )
        for cell, digit in enumerate(grid.values)
    )
    columns = tuple(stack[0] * CELL for stack in shape.stacks)
    return Drawing(
        heading, grid, cells, tuple(_broken_houses(grid)), columns, tuple(band[0] * CELL for band in shape.bands)
    )


def _wrong_cells(grid: Grid, puzzle: Grid) -> Iterator[int]:
    """The cells that are empty, that lost their clue, or whose digit stands elsewhere in one of their houses."""
    for cell, (digit, clue) in enumerate(zip(grid.values, puzzle.values, strict=True)):
        if not digit or clue not in (0, digit):
            yield cell
    for house in grid.shape.houses:
        digits = [grid.values[cell] for cell in house]
        yield from (cell for cell in house if grid.values[cell] and digits.count(grid.values[cell]) > 1)


def _broken_houses(grid: Grid) -> Iterator[House]:
    shape = grid.shape
    for house in shape.houses:
        digits = [grid.values[cell] for cell in house if grid.values[cell]]
        if len(set(digits)) < len(digits):
            rows, columns = sorted(map(shape.row, house)), sorted(map(shape.column, house))
            width, height = columns[-1] - columns[0] + 1, rows[-1] - rows[0] + 1
            yield House(columns[0] * CELL, rows[0] * CELL, width * CELL, height * CELL)

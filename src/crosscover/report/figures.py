"""Figures of a page: grids with wrong cells marked."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from crosscover.errors import Tone
from crosscover.oracles.rules import clashes, first_violation
from crosscover.reference import Grid, Shape
from crosscover.reference.grid import DIGITS
from crosscover.result import Failure

from .words import expected_heading, list_some

CELL = 32
"""Width of a grid cell in drawing units."""

MAX_READ_CELLS = 10
"""Maximum number of wrong cells that a screen reader names."""


@dataclass(frozen=True, slots=True)
class GridFigure:
    """A grid below its heading, with the clues of a puzzle, wrong cells, and the house of a repeated digit.

    `differing` lists further cells that differ from the expected grid.
    """

    heading: str
    grid: Grid
    puzzle: Grid
    wrong: tuple[int, ...]
    house: tuple[int, ...]
    differing: tuple[int, ...] = ()

    @property
    def cells(self) -> list[tuple[int, int, str, str]]:
        """Left and top edge, digit and CSS class of each filled cell."""
        kinds = {cell: "clue" for cell, _ in self.puzzle.clues()}
        kinds |= dict.fromkeys(self.differing, "differing-digit") | dict.fromkeys(self.wrong, "wrong-digit")
        return [(*self.corner(cell), DIGITS[digit - 1], kinds.get(cell, "")) for cell, digit in self.grid.clues()]

    @property
    def marks(self) -> list[tuple[int, int, str]]:
        """Left and top edge and CSS class of each marked cell."""
        marked = (("differing", self.differing), ("wrong", self.wrong))
        return [(*self.corner(cell), kind) for kind, cells in marked for cell in cells]

    @property
    def frame(self) -> tuple[int, int, int, int]:
        """Left and top edge, width and height of the house."""
        (left, top), (right, bottom) = self.corner(min(self.house)), self.corner(max(self.house))
        return left, top, right - left + CELL, bottom - top + CELL

    def corner(self, cell: int) -> tuple[int, int]:
        """Return the left and top edge of a cell."""
        return self.grid.shape.column(cell) * CELL, self.grid.shape.row(cell) * CELL

    @property
    def size(self) -> int:
        """Width and height of the drawing."""
        return self.grid.shape.side * CELL

    @property
    def description(self) -> str:
        """Text for a screen reader: the marked cells, then the rows."""
        side, text = self.grid.shape.side, str(self.grid)
        rows = (" ".join(text[start : start + side]).replace(".", "empty") for start in range(0, len(text), side))
        marked = [
            f"{words}: {list_some(list(map(self.grid.shape.cell_name, cells)), MAX_READ_CELLS)}"
            for words, cells in (("marked as wrong", self.wrong), ("not as expected", self.differing))
            if cells
        ]
        return "; ".join([*marked, *(f"row {number}: {row}" for number, row in enumerate(rows, 1))])


@dataclass(frozen=True, slots=True)
class TextFigure:
    """Text in place of a grid, below a heading."""

    heading: str
    text: str
    tone: Tone = Tone.BAD


def grid_figure(
    heading: str,
    grid: Grid,
    puzzle: Grid | None = None,
    *,
    wrong: Iterable[int] = (),
    differing: Iterable[int] = (),
    house: str | None = None,
) -> GridFigure:
    """Return the figure of a grid with the clues of a puzzle, marked cells, and the house named `house`."""
    houses = (cells for number, cells in enumerate(grid.shape.houses) if grid.shape.house_name(number) == house)
    return GridFigure(heading, grid, puzzle or grid, tuple(sorted(wrong)), next(houses, ()), tuple(sorted(differing)))


def judged_figure(heading: str, grid: Grid, puzzle: Grid, expected: Grid | None = None) -> GridFigure:
    """Draw an answer, marking the first broken rule and other unexpected cells."""
    violation = first_violation(grid, puzzle)
    wrong, house = (violation.cells, violation.house) if violation else ((), None)
    differing = grid.differing_cells(expected).difference(wrong) if expected else ()
    return grid_figure(heading, grid, puzzle, wrong=wrong, differing=differing, house=house)


def failure_figures(failure: Failure) -> Iterator[GridFigure | TextFigure]:
    """Yield the failing puzzle, after the previous puzzle if it matters, and the received and expected answers."""
    if not failure.shows_puzzle:
        return
    shape, place = Shape.parse(failure.shape), failure.failing_index
    puzzle = Grid.parse(failure.puzzle, shape)
    solutions = [Grid.parse(text, shape) for text in failure.solutions]
    if failure.right_alone and place:
        yield _puzzle(f"puzzle {place}, before it", Grid.parse(failure.puzzles[place - 1], shape))
    yield _puzzle("the puzzle" if len(failure.puzzles) == 1 or place is None else f"puzzle {place + 1}", puzzle)
    if failure.answer is not None:
        yield grid_figure(
            "received",
            Grid.parse(failure.answer, shape),
            puzzle,
            wrong=failure.wrong_cells,
            differing=failure.differing_cells,
            house=failure.wrong_house,
        )
    elif failure.received:
        yield TextFigure("received", failure.received, failure.status.tone)
    headings = [expected_heading(failure), "also correct"]
    if failure.wants_text and failure.expected:
        yield TextFigure(headings[0], failure.expected[0].removesuffix(", such as"), Tone.GOOD)
        headings = ["solution 1", "solution 2"]
        if len(solutions) == 1:
            return
    for heading, solution in zip(headings, solutions, strict=False):
        yield grid_figure(heading, solution, puzzle)


def _puzzle(heading: str, puzzle: Grid) -> GridFigure:
    clash = next(clashes(puzzle), None)
    return grid_figure(heading, puzzle, house=clash.house if clash else None)

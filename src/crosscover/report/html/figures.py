"""Figures of a page: grids with wrong cells marked, bars of counts, and points on two logarithmic axes."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from crosscover.harness.judging import Counterexample
from crosscover.oracles.rules import first_violation
from crosscover.reference import Grid
from crosscover.reference.grid import DIGITS
from crosscover.report.words import list_some
from crosscover.responses import Answered

CELL = 32
"""Width of a cell of a grid, in units of the drawing."""

MAX_READ_CELLS = 10
"""Number of wrong cells that a screen reader names."""

WIDTH, HEIGHT = 420, 240
LEFT, RIGHT, BOTTOM = 64, 26, 44
"""Margins of a plot, for the marks of its axes."""

UNITS = {1e-6: "µs", 1e-3: "ms", 1.0: "s"}


@dataclass(frozen=True, slots=True)
class GridFigure:
    """A grid below its heading, with the clues of a puzzle, its wrong cells, and the house of a repeated digit.

    `differing` are the other cells that differ from the expected grid.
    """

    heading: str
    grid: Grid
    puzzle: Grid
    wrong: tuple[int, ...]
    house: tuple[int, ...]
    differing: tuple[int, ...] = ()

    @property
    def cells(self) -> list[tuple[int, int, str, str]]:
        """Left and upper edge, digit and CSS class of each filled cell."""
        kinds = {cell: "clue" for cell, _ in self.puzzle.clues()}
        kinds |= dict.fromkeys(self.differing, "differing-digit") | dict.fromkeys(self.wrong, "wrong-digit")
        return [(*self.corner(cell), DIGITS[digit - 1], kinds.get(cell, "")) for cell, digit in self.grid.clues()]

    @property
    def marks(self) -> list[tuple[int, int, str]]:
        """Left and upper edge, and CSS class, of each marked cell."""
        marked = (("differing", self.differing), ("wrong", self.wrong))
        return [(*self.corner(cell), kind) for kind, cells in marked for cell in cells]

    @property
    def frame(self) -> tuple[int, int, int, int]:
        """Left and upper edge, width and height of the house."""
        (left, top), (right, bottom) = self.corner(min(self.house)), self.corner(max(self.house))
        return left, top, right - left + CELL, bottom - top + CELL

    def corner(self, cell: int) -> tuple[int, int]:
        """Return the left and the upper edge of a cell."""
        return self.grid.shape.column(cell) * CELL, self.grid.shape.row(cell) * CELL

    @property
    def size(self) -> int:
        """Width and height of the drawing."""
        return self.grid.shape.side * CELL

    @property
    def description(self) -> str:
        """The rows for a screen reader, after the cells that are marked as wrong."""
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
    """Words in the place of a grid, below the same kind of heading."""

    heading: str
    text: str
    is_right: bool = False


class Bar(NamedTuple):
    """A count with its name; `percent` is the length of its bar relative to the longest, long enough to be seen."""

    name: str
    number: int
    percent: float


class Point(NamedTuple):
    """A point by its place in the drawing, with a description."""

    x: float
    y: float
    words: str


class Mark(NamedTuple):
    """A mark on an axis."""

    place: float
    text: str


@dataclass(frozen=True, slots=True)
class Series:
    """Points of one kind; a line joins them if they are `joined`."""

    name: str
    points: tuple[Point, ...]
    joined: bool


@dataclass(frozen=True, slots=True)
class Scatter:
    """Series on two logarithmic axes."""

    title: str
    x_title: str
    y_title: str
    series: tuple[Series, ...]
    x_marks: tuple[Mark, ...]
    y_marks: tuple[Mark, ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = RIGHT
    bottom: int = BOTTOM


def grid_figure(
    heading: str,
    grid: Grid,
    puzzle: Grid | None = None,
    *,
    wrong: Iterable[int] = (),
    differing: Iterable[int] = (),
    house: str | None = None,
) -> GridFigure:
    """Return the figure of a grid with the clues of a puzzle, its marked cells, and a house by its name."""
    houses = (cells for number, cells in enumerate(grid.shape.houses) if grid.shape.house_name(number) == house)
    return GridFigure(heading, grid, puzzle or grid, tuple(sorted(wrong)), next(houses, ()), tuple(sorted(differing)))


def judged_figure(heading: str, grid: Grid, puzzle: Grid, expected: Grid | None = None) -> GridFigure:
    """Return the figure of an answer that marks the first rule it breaks, and the other unexpected cells."""
    violation = first_violation(grid, puzzle)
    wrong, house = (violation.cells, violation.house) if violation else ((), None)
    differing = grid.differing_cells(expected).difference(wrong) if expected else ()
    return grid_figure(heading, grid, puzzle, wrong=wrong, differing=differing, house=house)


def received_figure(heading: str, found: Counterexample) -> GridFigure | TextFigure:
    """Return what a subject answered to the failing puzzle, with its wrong cells marked."""
    place = found.failing_index or 0
    response, mismatch = found.transcript.responses[place], found.mismatch
    if not isinstance(response, Answered):
        return TextFigure(heading, str(response))
    return grid_figure(
        heading,
        response.grid,
        found.batch[place],
        wrong=mismatch.cells,
        differing=found.differing_cells,
        house=mismatch.house,
    )


def bars(counts: Mapping[str, int]) -> list[Bar]:
    """Return a bar for each count that is not 0."""
    longest = max(counts.values(), default=0)
    return [Bar(name, number, max(100 * number / longest, 0.7)) for name, number in counts.items() if number]


def scatter(
    title: str,
    x_title: str,
    y_title: str,
    data: Mapping[str, Sequence[tuple[float, float]]],
    *,
    joined: bool = False,
    seconds: bool = True,
) -> Scatter | None:
    """Return a plot of non-negative points (x, y), or None if no series has two.

    The y axis is in seconds, from a microsecond on, since less cannot be measured; or else in bytes.
    """
    kept = {name: sorted(points) for name, points in data.items() if len(points) > 1}
    if not kept:
        return None
    flat = [point for points in kept.values() for point in points]
    x_axis = _Axis([x for x, _ in flat], LEFT, WIDTH - RIGHT)
    y_axis = _Axis([max(y, 1e-6) for _, y in flat], HEIGHT - BOTTOM, 8)
    say = _seconds if seconds else _bytes
    series = tuple(
        Series(name, tuple(Point(x_axis(x), y_axis(y), f"{name}: {x:,.0f}, {say(y)}") for x, y in points), joined)
        for name, points in kept.items()
    )
    x_marks = tuple(Mark(x_axis(value), f"{value:,.0f}") for value in x_axis.marks())
    y_marks = tuple(Mark(y_axis(value), say(value)) for value in y_axis.marks())
    return Scatter(title, x_title, y_title, series, x_marks, y_marks)


class _Axis:
    """A logarithmic axis between two places, over whole powers of ten."""

    def __init__(self, values: Sequence[float], start: float, end: float) -> None:
        positive = [value for value in values if value > 0] or [1.0]
        self._low = math.floor(math.log10(min(positive)))
        self._high = max(math.ceil(math.log10(max(positive))), self._low + 1)
        self._start, self._end = start, end

    def __call__(self, value: float) -> float:
        share = (math.log10(max(value, 10.0**self._low)) - self._low) / (self._high - self._low)
        return round(self._start + share * (self._end - self._start), 1)

    def marks(self) -> Iterator[float]:
        step = 1 + (self._high - self._low) // 6
        return (10.0**power for power in range(self._low, self._high + 1, step))


def _seconds(value: float) -> str:
    unit = max((size for size in UNITS if value >= 0.999 * size), default=1e-6)
    return f"{value / unit:.3g} {UNITS[unit]}"


def _bytes(value: float) -> str:
    return f"{value / 1e6:,.3g} MB" if value >= 0.999e6 else f"{value / 1e3:.3g} kB"

"""Figures of a page: grids with wrong cells marked, bars of counts, and points on two logarithmic axes."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from crosscover.exit_code import Tone
from crosscover.harness.judging import Counterexample
from crosscover.oracles.rules import first_violation
from crosscover.reference import Grid
from crosscover.reference.grid import DIGITS
from crosscover.report.words import describe_seconds, list_some
from crosscover.responses import Answered

CELL = 32
"""Width of a cell of a grid, in units of the drawing."""

MAX_READ_CELLS = 10
"""Number of wrong cells that a screen reader names."""

WIDTH, HEIGHT = 320, 220
LEFT, RIGHT, TOP, BOTTOM = 58, 16, 26, 44
"""Margins of a plot, for the titles and the marks of its axes."""

MIN_MARKS, MAX_MARKS = 3, 8
"""Number of marks of an axis."""


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
    tone: Tone = Tone.BAD


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
    """Points of one kind, with the CSS classes of their colour; those of a reference are drawn less strongly."""

    name: str
    points: tuple[Point, ...]
    style: str


@dataclass(frozen=True, slots=True)
class Scatter:
    """Series on two logarithmic axes; lines join their points if they are `joined`. `legend` has names by CSS class."""

    title: str
    x_title: str
    y_title: str
    series: tuple[Series, ...]
    legend: Mapping[str, str]
    x_marks: tuple[Mark, ...]
    y_marks: tuple[Mark, ...]
    joined: bool
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = RIGHT
    top: int = TOP
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
    response, mismatch = found.response, found.mismatch
    if not isinstance(response, Answered):
        return TextFigure(heading, str(response), Tone.UNDECIDED if found.is_timeout else Tone.BAD)
    return grid_figure(
        heading,
        response.grid,
        found.puzzle,
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
    data: Mapping[str, Sequence[tuple[float, float, float]]],
    *,
    reference: str = "the reference",
    joined: bool = False,
    say: Callable[[float], str] = describe_seconds,
) -> Scatter | None:
    """Return a plot of non-negative points (x, y, y of the reference), or None if no series has two.

    Values of y that are smaller than a millionth count as such, since less cannot be measured.
    """
    kept = {name: sorted(points) for name, points in data.items() if len(points) > 1}
    if not kept:
        return None
    flat = [point for points in kept.values() for point in points]
    x_axis = _Axis([x for x, _, _ in flat], LEFT, WIDTH - RIGHT)
    y_axis = _Axis([max(y, 1e-6) for point in flat for y in point[1:]], HEIGHT - BOTTOM, TOP)

    def points(name: str, pairs: Iterable[tuple[float, float]]) -> tuple[Point, ...]:
        return tuple(Point(x_axis(x), y_axis(y), f"{name}: {x:,.0f}, {say(y)}") for x, y in pairs)

    series: list[Series] = []
    for number, (name, triples) in enumerate(kept.items(), 1):
        series.append(Series(name, points(reference, [(x, y) for x, _, y in triples]), f"series-{number} reference"))
        series.append(Series(name, points(name, [(x, y) for x, y, _ in triples]), f"series-{number}"))
    legend = {f"series-{number}": name for number, name in enumerate(kept, 1)} | {"reference": reference}
    x_marks = tuple(Mark(x_axis(value), f"{value:,.0f}") for value in x_axis.marks())
    y_marks = tuple(Mark(y_axis(value), say(value)) for value in y_axis.marks())
    return Scatter(title, x_title, y_title, tuple(series), legend, x_marks, y_marks, joined)


class _Axis:
    """A logarithmic axis between two places, over the range of the data, which is at least a factor of 2."""

    def __init__(self, values: Sequence[float], start: float, end: float) -> None:
        positive = [value for value in values if value > 0] or [1.0]
        low, high = min(positive), max(positive)
        margin = max(1.0, 2 * low / high) ** 0.5
        self._low, self._high = low / margin, high * margin
        self._start, self._end = start, end

    def __call__(self, value: float) -> float:
        share = math.log(max(value, self._low) / self._low) / math.log(self._high / self._low)
        return round(self._start + share * (self._end - self._start), 1)

    def marks(self) -> list[float]:
        """Round numbers in the range: powers of ten, or closer ones if these are few."""
        marks: list[float] = []
        powers = [
            10.0**power for power in range(math.floor(math.log10(self._low)), math.ceil(math.log10(self._high)) + 1)
        ]
        finer = ((1,), (1, 2, 5), range(1, 10), [number / 2 for number in range(2, 20)])
        for digits in finer:
            numbers = (digit * power for power in powers for digit in digits)
            marks = [number for number in numbers if 0.999 * self._low <= number <= 1.001 * self._high]
            if len(marks) >= MIN_MARKS:
                break
        return marks[:: 1 + len(marks) // MAX_MARKS]


def describe_bytes(value: float) -> str:
    """Return a number of bytes with its unit."""
    return f"{value / 1e6:,.3g} MB" if value >= 0.999e6 else f"{value / 1e3:.3g} kB"

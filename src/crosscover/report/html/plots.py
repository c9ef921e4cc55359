"""Plots as they are drawn: bars of counts, and points on two logarithmic axes."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

WIDTH, HEIGHT = 420, 240
LEFT, RIGHT, BOTTOM = 64, 26, 44
"""Room for the marks of the axes."""

UNITS = {1e-6: "µs", 1e-3: "ms", 1.0: "s"}


class Bar(NamedTuple):
    """One bar: what it counts, how many, and its length in percent of the longest, enough to be seen at least."""

    name: str
    number: int
    percent: float


class Point(NamedTuple):
    """A point by its place in the drawing, and what it stands for in words."""

    x: float
    y: float
    words: str


class Mark(NamedTuple):
    """A mark on an axis, by its place."""

    place: float
    text: str


@dataclass(frozen=True, slots=True)
class Series:
    """Points of one kind, joined by a line where they follow each other."""

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


def bars(counts: Mapping[str, int]) -> list[Bar]:
    """A bar for each count that is not 0."""
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
    """A drawing of points (x, y), none of them negative; None where there are fewer than two of a series.

    The y axis is of seconds, from a microsecond at least, since less cannot be measured; or else of bytes.
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
    """A logarithmic axis from one place to another, over whole powers of ten."""

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

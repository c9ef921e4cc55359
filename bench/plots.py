"""The results as tables for the terminal and as a plot for the documentation."""

from collections.abc import Collection, Iterable
from importlib import import_module
from io import BytesIO
from pathlib import Path
from statistics import geometric_mean
from typing import Any

from rich.console import Console
from rich.table import Table

from .growth import Curve
from .measuring import Measurement

GROUPS = ("crosscover", "the same, built for each puzzle", "other solvers")
OURS = "#1f5f9e"
SHADES = ("#f2b705", "#ee8a2b", "#d9524a", "#9b3a78", "#4b2a6b")
"""Colors of the sets, from the easiest to the hardest."""
QUESTIONS = {
    "puzzles": "number of puzzles",
    "digits of the grid": "number of digits",
    "solutions of one puzzle": "solutions of a puzzle",
}


def show(name: str, measurements: Iterable[Measurement], console: Console) -> None:
    """Print the results for one set, the fastest solver first."""
    table = Table(title=name, caption="* stops at the first solution", caption_justify="left")
    for heading in ("solver", "puzzles", "median us", "p99 us", "mean us", "puzzles/s", "time over dlx"):
        table.add_column(heading, justify="left" if heading == "solver" else "right", no_wrap=True)
    for row in sorted(measurements, key=lambda row: row.ratio):
        table.add_row(
            row.solver + ("" if row.proves else " *"),
            f"{row.puzzles:,}",
            *("" if figure is None else f"{figure:,.0f}" for figure in (row.median, row.p99)),
            f"{row.mean:,.0f}",
            f"{row.rate:,.0f}",
            f"{row.ratio:.2f}",
        )
    console.print(table)


def plot(
    sets: dict[str, list[Measurement]], curves: dict[str, dict[str, Curve]], path: Path, ours: Collection[str]
) -> None:
    """Plot puzzles per second for each solver, with `ours` set apart, and the growth of the engines' times.

    All axes of amounts are logarithmic. Raises ImportError if matplotlib is missing.
    """
    pyplot: Any = import_module("matplotlib.pyplot")
    import_module("matplotlib").rcParams.update(
        {"svg.hashsalt": "crosscover", "svg.fonttype": "none"}
    )  # identical data give identical files
    panels = [["race", amount] for amount in curves] or [["race"]]
    figure, axes = pyplot.subplot_mosaic(
        panels, figsize=(11, 9), width_ratios=[1.25, 1][: len(panels[0])], layout="constrained"
    )
    _draw_race(axes["race"], sets, ours)
    for amount, by_engine in curves.items():
        axis = axes[amount]
        for engine, curve in by_engine.items():
            [line] = axis.plot(*zip(*curve, strict=True), "o-", markersize=3)
            axis.annotate(f" {engine}", curve[-1], fontsize=8, va="center", color=line.get_color())
        axis.set(xscale="log", yscale="log", ylabel="CPU seconds")
        sizes = sorted({size for curve in by_engine.values() for size, _ in curve})
        axis.set_xticks(sizes, [f"{size:,}" for size in sizes], fontsize=8)
        axis.set_xticks([], minor=True)
        axis.set_xlim(sizes[0] / 1.1, sizes[-1] * (sizes[-1] / sizes[0]) ** 0.25)
        axis.set_title(f"How does time grow with the {QUESTIONS.get(amount, amount)}?", fontsize=10, loc="left")
        _clean(axis)
    picture = BytesIO()
    kind = path.suffix[1:] or "png"
    figure.savefig(picture, format=kind, metadata={"Date": None} if kind == "svg" else None, facecolor="white")
    path.write_bytes(picture.getvalue())
    pyplot.close(figure)


def _draw_race(axis: Any, sets: dict[str, list[Measurement]], ours: Collection[str]) -> None:
    """Draw a row for each solver: a dot for each set, from the easiest to the hardest, joined by a line."""
    rates = {name: {row.solver: row.rate for row in rows} for name, rows in sets.items()}
    hardness = sorted(rates, key=lambda name: -max(rates[name].values()))
    reached = {
        solver: [by_solver[solver] for by_solver in rates.values() if solver in by_solver]
        for solver in dict.fromkeys(row.solver for rows in sets.values() for row in rows)
    }
    ranked = sorted(reached, key=lambda solver: -geometric_mean(reached[solver]))
    groups = [[solver for solver in ranked if _group(solver, ours) == group] for group in GROUPS]
    place = 0
    places: dict[str, int] = {}
    for title, group in zip(GROUPS, groups, strict=True):
        if group:
            axis.text(0.01, place, title, transform=axis.get_yaxis_transform(), va="center", fontsize=9, weight="bold")
            places |= {solver: place + 1 + number for number, solver in enumerate(group)}
            place += len(group) + 1
    for solver, row in places.items():
        axis.plot([min(reached[solver]), max(reached[solver])], [row, row], color="0.8", linewidth=2, zorder=1)
    for number, name in enumerate(hardness):
        xs, ys = list(rates[name].values()), [places[solver] for solver in rates[name]]
        axis.scatter(xs, ys, s=22, color=SHADES[number % len(SHADES)], label=name, zorder=2)
    axis.set(xscale="log", xlabel="puzzles a second, decided none, one or several")
    axis.set_yticks(list(places.values()), list(places), fontsize=8)
    for label, solver in zip(axis.get_yticklabels(), places, strict=True):
        if solver in ours:
            label.set(color=OURS, weight="bold")
    axis.set_ylim(place, -1)
    axis.set_title("How many puzzles a second does each solver decide?", fontsize=10, loc="left")
    axis.legend(fontsize=8, title="set, easiest first", title_fontsize=8, loc="lower right")
    _clean(axis)


def _group(solver: str, ours: Collection[str]) -> str:
    if solver in ours:
        return GROUPS[0]
    return GROUPS[1] if solver.startswith("naive") else GROUPS[2]


def _clean(axis: Any) -> None:
    axis.grid(visible=True, axis="x", alpha=0.3)
    axis.spines[["top", "right"]].set_visible(False)

"""The results as tables for the terminal and as plots for the README."""

from collections.abc import Iterable
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from crosscover.report.files import atomic_write

from .growth import Curve
from .measuring import Measurement


def show(name: str, measurements: Iterable[Measurement], console: Console) -> None:
    """Print what was measured on one set, the fastest first."""
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


def plot(sets: dict[str, list[Measurement]], curves: dict[str, dict[str, Curve]], path: Path) -> None:
    """Draw puzzles a second for each set, then the growth; all axes of amounts are logarithmic.

    Raises ImportError where matplotlib is missing.
    """
    pyplot: Any = import_module("matplotlib.pyplot")
    import_module("matplotlib").rcParams.update(
        {"svg.hashsalt": "crosscover", "svg.fonttype": "none"}
    )  # same data, same file
    figure, axes = pyplot.subplots(2, 2, figsize=(11, 8.5), layout="constrained")
    first, *others = axes.flat
    names = list(dict.fromkeys(row.solver for rows in sets.values() for row in rows))
    for number, (name, rows) in enumerate(sets.items()):
        rates = {row.solver: row.rate for row in rows}
        places = [names.index(solver) + (number - len(sets) / 2 + 0.5) * 0.16 for solver in rates]
        first.plot(list(rates.values()), places, "o", markersize=4, label=name)
    first.set(xscale="log", xlabel="puzzles a second, decided none, one or several", yticks=range(len(names)))
    first.set_yticklabels(names, fontsize=8)
    first.invert_yaxis()
    first.grid(visible=True, axis="x", alpha=0.3)
    first.legend(fontsize=7)
    for axis, (amount, by_engine) in zip(others, curves.items(), strict=False):
        for engine, curve in by_engine.items():
            axis.plot(*zip(*curve, strict=True), "o-", markersize=4, label=engine)
        axis.set(xscale="log", yscale="log", xlabel=amount, ylabel="CPU seconds")
        axis.grid(visible=True, alpha=0.3)
        axis.legend(fontsize=7)
    picture = BytesIO()
    kind = path.suffix[1:] or "png"
    figure.savefig(picture, format=kind, metadata={"Date": None} if kind == "svg" else None)
    atomic_write(path, picture.getvalue())
    pyplot.close(figure)

"""Sudoku, its exact-cover table and the dancing links that solve it; needs only the standard library.

The solver is imported on first use: checking another solver's work needs grids, but no solver.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from .grid import Grid
from .shape import Shape
from .table import CELL_FIRST, CELL_LAST, CoverTable, Family
from .verdict import Engine, NoSolution, Several, Unique, Verdict, VerdictKind, count, same_verdict, verdict

if TYPE_CHECKING:
    from .dancing import DancingLinks, Watcher
    from .dlx import Clues, DlxEngine, dancing_links
else:

    def __getattr__(name: str) -> object:
        if name in {"Clues", "DancingLinks", "DlxEngine", "Watcher", "dancing_links"}:
            return getattr(import_module(".dlx", __name__), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "CELL_FIRST",
    "CELL_LAST",
    "Clues",
    "CoverTable",
    "DancingLinks",
    "DlxEngine",
    "Engine",
    "Family",
    "Grid",
    "NoSolution",
    "Several",
    "Shape",
    "Unique",
    "Verdict",
    "VerdictKind",
    "Watcher",
    "count",
    "dancing_links",
    "same_verdict",
    "verdict",
]

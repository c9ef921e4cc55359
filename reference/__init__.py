"""Sudoku, its exact-cover table and the dancing links that solve it; the standard library alone."""

from .dancing import DancingLinks, Watcher
from .dlx import Clues, DlxEngine
from .grid import Grid
from .shape import Shape
from .table import CELL_FIRST, CELL_LAST, CoverTable, Family
from .twin import dancing_links
from .verdict import Engine, NoSolution, Several, Unique, Verdict, count, verdict

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
    "Watcher",
    "count",
    "dancing_links",
    "verdict",
]

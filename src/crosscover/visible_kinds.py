"""Kinds of puzzles that are recognizable without a search, and that many solvers do not support.

If a solver fails on a puzzle of a kind, the report names the option that leaves these puzzles out.
"""

from collections.abc import Collection
from enum import Enum
from zlib import crc32

from crosscover.oracles.rules import clashes
from crosscover.reference import Grid


class VisibleKind(Enum):
    """The kinds; the value is the plural in reports."""

    FULL = "full grids"
    CLASHING = "puzzles whose clues clash"

    @property
    def option(self) -> str:
        """The option for solvers that do not support such puzzles."""
        return "--no-full-grids" if self is VisibleKind.FULL else "--no-clashes"

    def includes(self, puzzle: Grid) -> bool:
        """Return whether a puzzle belongs to this kind."""
        if self is VisibleKind.FULL:
            return 0 not in puzzle.values
        return next(clashes(puzzle), None) is not None


def without(puzzle: Grid, kinds: Collection[VisibleKind]) -> Grid | None:
    """Return the puzzle if it belongs to none of the kinds; None if its clues clash. A full grid loses a clue."""
    if VisibleKind.CLASHING in kinds and VisibleKind.CLASHING.includes(puzzle):
        return None
    if VisibleKind.FULL in kinds and VisibleKind.FULL.includes(puzzle):
        return puzzle.with_cell(crc32(puzzle.values) % puzzle.shape.cells, 0)
    return puzzle

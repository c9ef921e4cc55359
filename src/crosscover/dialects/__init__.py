"""The text forms in which puzzles and answers pass between programs."""

from .detection import DIALECTS, PUZZLE_FILES, detect, dialect
from .interface import (
    Answer,
    Claim,
    Count,
    Dialect,
    Entry,
    Formatting,
    LineEnd,
    Refusal,
    Reply,
    ReportedError,
    Spacing,
    raise_errors,
)
from .separated import ColumnError, Columns, table
from .text import LineStream, MalformedInputError

__all__ = [
    "DIALECTS",
    "PUZZLE_FILES",
    "Answer",
    "Claim",
    "ColumnError",
    "Columns",
    "Count",
    "Dialect",
    "Entry",
    "Formatting",
    "LineEnd",
    "LineStream",
    "MalformedInputError",
    "Refusal",
    "Reply",
    "ReportedError",
    "Spacing",
    "detect",
    "dialect",
    "raise_errors",
    "table",
]

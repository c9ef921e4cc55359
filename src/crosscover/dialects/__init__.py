"""The text forms in which puzzles and answers pass between programs."""

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
)
from .registry import ALIASES, DIALECTS, PUZZLE_FILES, detect, dialect, looks_like
from .text import LineStream, MalformedInputError

__all__ = [
    "ALIASES",
    "DIALECTS",
    "PUZZLE_FILES",
    "Answer",
    "Claim",
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
    "looks_like",
]

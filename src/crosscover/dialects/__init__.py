"""The text formats in which programs exchange puzzles and answers."""

from .catalogue import DIALECTS, detect, dialect, table
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
from .numbered_lines import LineStream, MalformedInputError
from .separated import Columns

__all__ = [
    "DIALECTS",
    "Answer",
    "Claim",
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

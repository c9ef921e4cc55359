"""The text formats in which programs exchange puzzles and answers."""

from .catalogue import DIALECTS, detect, table
from .interface import (
    Dialect,
    Entry,
    Formatting,
    LineEnd,
    Spacing,
    raise_errors,
)
from .numbered_lines import LineStream, MalformedInputError
from .separated import Columns

__all__ = [
    "DIALECTS",
    "Columns",
    "Dialect",
    "Entry",
    "Formatting",
    "LineEnd",
    "LineStream",
    "MalformedInputError",
    "Spacing",
    "detect",
    "raise_errors",
    "table",
]

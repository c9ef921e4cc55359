"""The text formats in which programs exchange puzzles and answers."""

from .catalogue import DIALECTS, table
from .forms import FORMS, Form, recognize
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
    "FORMS",
    "Columns",
    "Dialect",
    "Entry",
    "Form",
    "Formatting",
    "LineEnd",
    "LineStream",
    "MalformedInputError",
    "Spacing",
    "raise_errors",
    "recognize",
    "table",
]

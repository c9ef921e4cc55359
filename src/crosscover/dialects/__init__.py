"""The text forms in which puzzles and answers pass between programs."""

from .entry import Entry
from .formatting import Formatting, LineEnd
from .interface import Dialect
from .malformed import MalformedInputError
from .registry import ALIASES, DIALECTS, detect, dialect, looks_like
from .reply import Answer, Refusal, Reply, Unreadable
from .text import LineStream, decoded

__all__ = [
    "ALIASES",
    "DIALECTS",
    "Answer",
    "Dialect",
    "Entry",
    "Formatting",
    "LineEnd",
    "LineStream",
    "MalformedInputError",
    "Refusal",
    "Reply",
    "Unreadable",
    "decoded",
    "detect",
    "dialect",
    "looks_like",
]

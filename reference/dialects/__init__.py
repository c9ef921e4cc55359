"""The text forms in which puzzles and answers pass between programs."""

from .catalogue import ALIASES, DIALECTS, detect, dialect, looks_like
from .entry import Entry
from .form import Form, LineEnd
from .interface import Dialect
from .malformed import MalformedInput
from .reply import Answer, Refusal, Reply, Unreadable
from .text import LineStream, decoded

__all__ = [
    "ALIASES",
    "DIALECTS",
    "Answer",
    "Dialect",
    "Entry",
    "Form",
    "LineEnd",
    "LineStream",
    "MalformedInput",
    "Refusal",
    "Reply",
    "Unreadable",
    "decoded",
    "detect",
    "dialect",
    "looks_like",
]

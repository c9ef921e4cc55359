"""The text forms in which puzzles and answers pass between programs."""

from .form import Form, LineEnd

__all__ = ["Form", "LineEnd"]

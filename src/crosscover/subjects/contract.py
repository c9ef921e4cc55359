"""What a solver promises; a solver is judged by its own promise alone."""

from enum import Enum


class Contract(Enum):
    """What is asked of a subject, and what is due."""

    PROPER = "proper"
    """Only proper puzzles are asked; the one solution is due."""

    ANY = "any"
    """Puzzles may have none or several solutions; any right completion is due, or a refusal where there is none."""

    COUNT = "count"
    """Puzzles may have none or several solutions; their number is due, counted to 2."""

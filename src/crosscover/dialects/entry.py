"""What a reader of puzzles yields."""

from dataclasses import dataclass

from crosscover.reference import Grid


@dataclass(frozen=True, slots=True)
class Entry:
    """A puzzle with the line where it begins, and what its dialect lets stand beside it: a label, a solution."""

    puzzle: Grid
    line: int
    label: str = ""
    solution: Grid | None = None

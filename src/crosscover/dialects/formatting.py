"""How a batch of puzzles is written down, within what its dialect allows."""

from dataclasses import dataclass
from enum import Enum


class LineEnd(Enum):
    """How the lines of an input end."""

    LF = "\n"
    CRLF = "\r\n"


@dataclass(frozen=True, slots=True)
class Formatting:
    """The spelling of a batch: the empty cell (None: the dialect's), the line ends, and whether the last has one."""

    empty: str | None = None
    line_end: LineEnd = LineEnd.LF
    final_newline: bool = True

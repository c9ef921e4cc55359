"""How a batch of puzzles is written down, within what its dialect allows."""

from collections.abc import Mapping
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

    def to_plain(self) -> dict[str, str | bool | None]:
        """The same as values that any format can hold."""
        return {"empty": self.empty, "line_end": self.line_end.name, "final_newline": self.final_newline}

    @classmethod
    def from_plain(cls, plain: Mapping[str, object]) -> "Formatting":
        """What `to_plain` gave; raises ValueError where it is something else."""
        match plain:
            case {"empty": str() | None as empty, "line_end": str(end), "final_newline": bool(final)} if (
                end in LineEnd.__members__
            ):
                return cls(empty, LineEnd[end], final)
            case _:
                raise ValueError(
                    f"{dict(plain)!r} is no formatting; expected empty, line_end LF or CRLF, final_newline"
                )

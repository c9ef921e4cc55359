"""The dialects by name, and which of them a text is in."""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from crosscover.reference import Shape
from crosscover.reference.grid import EMPTY, digit_of

from .cells import WORD, integer, plain_grid
from .diagrams import DRAWING, FRAMES, is_frame
from .interface import Dialect
from .json_lines import JSONL
from .judges import POJ3076, SUDOKUNIQUE
from .lines import ARG, COMMENT, END, LABEL_SEPARATORS, LINE, LINES, POJ3074
from .rows import ARGS, GRID, NUMBERS, POJ2676, ROWS, SDK, T_GRIDS
from .separated import CSV, is_header
from .text import BLANKS

DIALECTS: Mapping[str, Dialect] = MappingProxyType(
    {
        dialect.name: dialect
        for dialect in (
            *(POJ3074, T_GRIDS, GRID, POJ2676, LINES, CSV, DRAWING, JSONL),
            *(POJ3076, SUDOKUNIQUE, LINE, ROWS, NUMBERS, ARG, ARGS),
        )
    }
)
"""Every dialect by its name, in the order of lists."""

PUZZLE_FILES: Mapping[str, Dialect] = MappingProxyType({SDK.name: SDK})
"""The file formats of other programs, which no solver reads, by name."""


def dialect(name: str) -> Dialect:
    """The dialect or file format of a name; raises KeyError."""
    return PUZZLE_FILES[name] if name in PUZZLE_FILES else DIALECTS[name]


def detect(lines: Sequence[str], shape: Shape = Shape(), *, whole: bool = False) -> Dialect | None:
    """The dialect of an input that begins with these lines, blank ones left out; None if that is not clear yet.

    Usually one line suffices; a second is needed after a count, unless the input is `whole` with the first, and so is
    the first line that is not a comment. Malformed lines are attributed to the nearest dialect, so that its reader can
    explain the error. `poj3074` is read as `lines`, which includes it and has the same answers. The dialects of other
    judges begin like `grid` and `t-grids`, and are not detected.
    """
    if not lines:
        return None
    line = lines[0].strip(BLANKS)
    head = re.split(f"[{LABEL_SEPARATORS}]", line, maxsplit=1)[0]
    unique = CSV if _is_table(line, head, shape) else _by_its_start(lines, shape)
    if unique is not None:
        return unique
    framed = is_frame(line, shape)
    if line == END or line.startswith(COMMENT) or (len(head) > 2 * shape.side and not framed):
        return LINES
    if framed or "|" in line.translate(FRAMES):
        return DRAWING
    if re.search("[,;]", line) or ("\t" in line and re.search("[A-Za-z]{2}", line)):  # a header, of whatever names
        return CSV
    return _rows(line, lines[1:], shape, whole=whole)


def _is_table(line: str, head: str, shape: Shape) -> bool:
    """Whether a line names columns, and is not a puzzle whose label is such a name."""
    return is_header(line) and not line.startswith(COMMENT) and plain_grid(head, shape) is None


def _by_its_start(lines: Sequence[str], shape: Shape) -> Dialect | None:
    """The dialect of file formats, objects and letters, which have unique beginnings."""
    line = lines[0].strip(BLANKS)
    begin = next((text for text in lines if not text.startswith(COMMENT)), "").strip(BLANKS)
    if begin.startswith("[") or (line.startswith(COMMENT) and len(begin) == shape.side):
        return SDK
    if not is_frame(line, shape) and _is_row_of_letters(line, shape):
        return POJ3076
    return JSONL if line.startswith("{") else None


def _is_row_of_letters(line: str, shape: Shape) -> bool:
    """Whether a line is a row of `poj3076`; rows of other dialects have at most the letters A to G."""
    return re.fullmatch("[A-P-]{16}", line) is not None and (
        shape == Shape() or (shape == POJ3076.shape and re.search("[H-P]", line) is not None)
    )


def _rows(line: str, rest: Sequence[str], shape: Shape, *, whole: bool) -> Dialect | None:
    words = WORD.findall(line)
    if len(words) > 1:
        drawn = all(len(word) == 1 for word in words) and any(word in EMPTY and word != "0" for word in words)
        return DRAWING if drawn else GRID
    if len(line) < shape.side and integer(line) is not None:
        if rest:
            return POJ2676 if len(WORD.findall(rest[0])) == 1 else T_GRIDS
        return T_GRIDS if whole else None
    near_row = abs(len(line) - shape.side) <= 1
    return DRAWING if near_row and sum(digit_of(cell, shape) is not None for cell in line) >= shape.side - 2 else None

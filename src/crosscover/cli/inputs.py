"""Files of puzzles, as commands take them: by name, in a dialect that their first lines tell."""

import errno
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from crosscover.reference import Shape
from crosscover.reference.dialects import Dialect, Entry, LineStream, MalformedInput, decoded, detect, dialect
from crosscover.reference.dialects.text import quoted

STDIN = "-"


def opened(name: str) -> BinaryIO:
    """The file of that name, or the standard input; raises OSError."""
    if name != STDIN:
        return Path(name).open("rb")
    if sys.stdin is None:
        raise OSError(errno.EBADF, "the standard input is closed")
    if sys.stdin.isatty():
        print("crosscover: type or paste puzzles; Ctrl-D ends them", file=sys.stderr)
    return open(sys.stdin.fileno(), "rb", closefd=False)


def shown(name: str) -> str:
    """The name of a file as messages show it."""
    return "<stdin>" if name == STDIN else name


def detected(lines: LineStream, shape: Shape = Shape()) -> Dialect:
    """The dialect of the first lines, which stay in the stream; MalformedInput where they are of none."""
    found = detect(lines.peek(1), shape)
    if found is None:
        first = lines.peek(2)
        found = detect(first, shape, whole=len(first) < 2)
    if found is not None:
        return found
    for number, line in enumerate(lines, 1):
        if line.strip():
            raise MalformedInput(number, 1, "a dialect that its first line tells, or --dialect NAME", quoted(line))
    raise MalformedInput(1, 1, "a puzzle", "the end of the input")


def entries(name: str, spoken: str | None = None) -> Iterator[Entry]:
    """The 9x9 puzzles of a file, in the dialect of that name or the one that its first lines tell.

    Raises OSError and MalformedInput, the latter after the puzzles before the malformed line.
    """
    with opened(name) as file:
        lines = decoded(file)
        yield from (dialect(spoken) if spoken else detected(lines)).read(lines)

"""Files of puzzles, as commands take them: by name, in a dialect that their first lines tell."""

import argparse
import errno
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

from crosscover.dialects import Dialect, Entry, LineStream, MalformedInputError, detect, dialect
from crosscover.dialects.cells import integer
from crosscover.dialects.text import quote
from crosscover.reference import Grid, Shape

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
    """The dialect of the first lines, which stay in the stream; MalformedInputError where they are of none."""
    found = detect(lines.peek(1), shape)
    if found is None:
        first = lines.peek(2)
        found = detect(first, shape, whole=len(first) < 2)
    if found is not None:
        return found
    for number, line in enumerate(lines, 1):
        if line.strip():
            raise MalformedInputError(number, 1, "a dialect that its first line tells, or --dialect NAME", quote(line))
    raise MalformedInputError(1, 1, "a puzzle", "the end of the input")


class InputError(ValueError):
    """A file that cannot be opened, or is malformed; the message says where, and what was expected there."""


def puzzles(names: Sequence[str], spoken: str | None = None) -> Iterator[tuple[str, Grid]]:
    """The 9x9 puzzles of files with their places, `FILE:LINE`; see `entries`."""
    return ((place, entry.puzzle) for place, entry in entries(names, spoken))


def entries(names: Sequence[str], spoken: str | None = None) -> Iterator[tuple[str, Entry]]:
    """What stands in files of 9x9 puzzles, with its places, `FILE:LINE`; the standard input where no file is named.

    They are in the dialect of that name, or the one that the first lines of each file tell. Raises InputError after
    the puzzles before.
    """
    for name in names or [STDIN]:
        try:
            with opened(name) as file:
                lines = LineStream(file)
                for entry in (dialect(spoken) if spoken else detected(lines)).read(lines):
                    yield f"{shown(name)}:{entry.line}", entry
        except MalformedInputError as error:
            raise refused(name, error) from None
        except OSError as error:
            raise InputError(f"crosscover: {name}: {error.strerror}") from None


def refused(name: str, error: MalformedInputError) -> InputError:
    """What is wrong with the file of that name."""
    return InputError(f"{shown(name)}:{error.line}:{error.column}: {error.reason}")


def positive(text: str) -> int:
    """The type of an argument that counts something."""
    number = integer(text)
    if not number:
        raise argparse.ArgumentTypeError(f"expected a whole number from 1 up, found {text!r}")
    return number

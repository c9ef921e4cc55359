"""The input of an audit: the identity of its files, and the shard of their rows that is judged."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import file_digest
from pathlib import Path
from typing import Self

from crosscover.exit_code import UsageError
from crosscover.puzzle_files import STDIN, display_name
from crosscover.report.words import pluralize

BLOCK = 1_000
"""Consecutive rows that belong to the same shard; small enough that the shards share a stretch of hard puzzles."""


@dataclass(frozen=True, slots=True)
class Input:
    """A file of the collection, identified by its contents; the standard input and pipes have no size and no digest."""

    name: str
    bytes: int | None
    sha256: str | None

    @classmethod
    def of(cls, name: str) -> "Input":
        """The input of that name; reads a plain file once. Raises UsageError."""
        path = Path(name)
        try:
            if name == STDIN or (path.exists() and not path.is_file() and not path.is_dir()):
                return cls(name, None, None)
            with path.open("rb") as file:
                return cls(name, path.stat().st_size, file_digest(file, "sha256").hexdigest())
        except OSError as error:
            raise UsageError(f"{name}: {error.strerror}") from None

    def has_contents_of(self, other: "Input") -> bool:
        """Whether the contents are the same, as far as sizes and digests show."""
        return (self.bytes, self.sha256) == (other.bytes, other.sha256)


class InputMonitor:
    """Detects changes of files while they are read; to be created before their digests."""

    def __init__(self, names: Sequence[str]) -> None:
        self._stamps = {name: _stamp(name) for name in names if name != STDIN}

    def refuse_changes(self) -> None:
        """Raise UsageError if a file has changed."""
        for name, stamp in self._stamps.items():
            if _stamp(name) != stamp:
                raise UsageError(f"{name} was changed while it was read: the results belong to neither version")


def _stamp(name: str) -> tuple[int, int, int] | None:
    """The identity and state of a plain file; None for others."""
    path = Path(name)
    if not path.is_file():
        return None
    found = path.stat()
    return found.st_ino, found.st_size, found.st_mtime_ns


def explain_changed_inputs(before: Sequence[Input], now: Sequence[Input]) -> str | None:
    """Why an audit cannot continue with these inputs; None if it can.

    Files may have other names if their contents are the same, in the same order.
    """
    if len(before) != len(now):
        return f"it was begun with {pluralize(len(before), 'files')} ({_names(before)}), not {len(now)} ({_names(now)})"
    changed = [(then, given) for then, given in zip(before, now, strict=True) if not then.has_contents_of(given)]
    if not changed:
        return None
    if {(each.bytes, each.sha256) for each in before} == {(each.bytes, each.sha256) for each in now}:
        return f"it was begun with the same files in another order: {_names(before)}"
    return _explain_change(*changed[0])


def _explain_change(then: Input, given: Input) -> str:
    shown = display_name(given.name)
    if then.name != given.name:
        return f"it was begun with {display_name(then.name)}, and {shown} has other contents"
    if then.bytes is None or given.bytes is None:
        return f"{shown} was {'a file' if given.bytes is None else 'a pipe'} when it was begun"
    if then.bytes == given.bytes:
        return f"{shown} has other contents now, of the same size"
    return f"{shown} has changed since: it had {then.bytes:,} bytes, and has {given.bytes:,}"


def _names(inputs: Sequence[Input]) -> str:
    return ", ".join(display_name(each.name) for each in inputs)


@dataclass(frozen=True, slots=True)
class Shard:
    """One of `count` parts of a collection, numbered from 1, which can be audited on different machines.

    The default is the whole collection.
    """

    index: int = 1
    count: int = 1

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `2/8`; raises ValueError."""
        match = re.fullmatch(r"([1-9][0-9]{0,8})/([1-9][0-9]{0,8})", text, re.ASCII)
        if match is None or int(match[1]) > int(match[2]):
            raise ValueError(f"expected a shard and their number, such as 2/8, not {text!r}")
        return cls(int(match[1]), int(match[2]))

    def has(self, number: int) -> bool:
        """Whether the row of that number, from 1, belongs to this shard."""
        return (number - 1) // BLOCK % self.count == self.index - 1

    def rows_up_to(self, number: int) -> int:
        """How many of the rows from 1 to `number` belong to this shard."""
        blocks, rest = divmod(number, BLOCK)
        return (blocks + self.count - self.index) // self.count * BLOCK + rest * (blocks % self.count == self.index - 1)

    def __str__(self) -> str:
        return f"{self.index}/{self.count}"

"""The input of an audit: the identity of its files."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import file_digest
from pathlib import Path

from crosscover.exit_code import UsageError
from crosscover.puzzle_files import STDIN, display_name


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

    def __str__(self) -> str:
        contents = "a pipe" if self.bytes is None else f"{self.bytes:,} bytes, sha256 {str(self.sha256)[:12]}…"
        return f"{display_name(self.name)} ({contents})"


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
    if any(each.sha256 is None for each in before):
        return "it was begun with a pipe, which cannot be read again"
    if [each.sha256 for each in before] == [each.sha256 for each in now]:
        return None
    then, given = (", ".join(map(str, which)) for which in (before, now))
    return f"it was begun with {then}, not with {given}"

"""The files of a collection as they were when its audit began, and what has become of them since."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import file_digest
from pathlib import Path

from crosscover.exit_code import UsageError
from crosscover.puzzle_files import STDIN, display_name
from crosscover.report.plural import pluralize


@dataclass(frozen=True, slots=True)
class Input:
    """A file of the collection, known by its contents; the standard input and pipes have no size and no digest."""

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

    def is_same(self, other: "Input") -> bool:
        """Whether the contents are the same, as far as that can be known before they are read."""
        return (self.bytes, self.sha256) == (other.bytes, other.sha256)


class Watch:
    """Notices inputs that are changed while they are read; to be made before their digests."""

    def __init__(self, names: Sequence[str]) -> None:
        self._stamps = {name: _stamp(name) for name in names if name != STDIN}

    def refuse_changes(self) -> None:
        """Raise UsageError where a file is no longer what it was."""
        for name, stamp in self._stamps.items():
            if _stamp(name) != stamp:
                raise UsageError(f"{name} was changed while it was read: what was found is of neither version")


def _stamp(name: str) -> tuple[int, int, int] | None:
    """What tells one state of a plain file from another; None for what has none."""
    path = Path(name)
    if not path.is_file():
        return None
    found = path.stat()
    return found.st_ino, found.st_size, found.st_mtime_ns


def explain_change(before: Sequence[Input], now: Sequence[Input]) -> str | None:
    """What is the matter with the inputs that an audit is to go on with; None where they are those it began with.

    Files may have other names as long as their contents are the same, in the same order.
    """
    if len(before) != len(now):
        return f"it was begun with {pluralize(len(before), 'files')} ({_names(before)}), not {len(now)} ({_names(now)})"
    changed = [(then, given) for then, given in zip(before, now, strict=True) if not then.is_same(given)]
    if not changed:
        return None
    if {(each.bytes, each.sha256) for each in before} == {(each.bytes, each.sha256) for each in now}:
        return f"it was begun with the same files in another order: {_names(before)}"
    return _explain(*changed[0])


def _explain(then: Input, given: Input) -> str:
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

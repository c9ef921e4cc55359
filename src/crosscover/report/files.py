"""Output files, written as a whole or not at all, and never over an input file."""

import os
import sys
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from errno import EACCES, EISDIR, ENOENT
from pathlib import Path
from typing import TextIO

from crosscover.errors import UsageError

STORE = ".crosscover"
"""The folder of saved failures in the working directory."""

STDOUT = "-"
"""The output file name that stands for stdout."""


def write_output(name: str | Path, text: str) -> None:
    """Write an output file atomically, or write to stdout."""
    if str(name) != STDOUT:
        atomic_write(Path(name), text)
        return
    sys.stdout.write(text)
    sys.stdout.flush()


def atomic_write(path: Path, text: str) -> None:
    """Write a file atomically through `open_output`."""
    with open_output(path) as file:
        file.write(text)


@contextmanager
def open_output(path: Path) -> Generator[TextIO]:
    """Open a text file that replaces an older file when the block ends; if the block raises, the older file stays.

    Text is encoded as UTF-8 and keeps its line ends. Links are followed; special files, such as `/dev/stdout`, are
    written directly. Raises OSError, which names the path even for failed writes.
    """
    refuse_unwritable([path])
    place = Path(os.path.realpath(path))
    part = place.with_name(f"{place.name[:50]}.{os.urandom(4).hex()}.part")
    target, flags = (path, 0) if is_special(path) else (part, os.O_CREAT | os.O_EXCL)
    try:
        number = os.open(target, os.O_WRONLY | flags, 0o666)
        with os.fdopen(number, "w", encoding="utf-8", errors="backslashreplace", newline="") as file:
            yield file
        if target is part:
            part.chmod((place if place.exists() else part).stat().st_mode & 0o777)
            part.replace(place)
    except OSError as error:  # "No space left on device" could be about any file
        error.filename = error.filename or str(path)
        raise
    finally:
        part.unlink(missing_ok=True)


def refuse_shared_files(outputs: Iterable[Path], inputs: Iterable[Path]) -> None:
    """Raise UsageError for an output that is an input, the target of a standard stream or another output."""
    streams = [(Path("/dev/stdout"), "the standard output"), (Path("/dev/stderr"), "stderr")]
    named = [(path, f"the input {path}") for path in inputs]
    pairs = [(name, path, streams) for path, name in named]
    taken = streams + named
    for path in outputs:
        pairs.append((f"the output {path}", path, taken))
        taken = [*taken, (path, "the output of another option")]
    for name, path, others in pairs:
        for other, what in others:
            if _is_same(path, other):
                raise UsageError(f"{name} is also {what}")


def refuse_unwritable(outputs: Iterable[Path]) -> None:
    """Raise OSError for an output that is a folder, or in a folder that is missing or not writable."""
    for path in outputs:
        folder = Path(os.path.realpath(path)).parent
        if path.is_dir() or not (is_special(path) or os.access(folder, os.W_OK)):
            number = EISDIR if path.is_dir() else EACCES if folder.is_dir() else ENOENT
            raise OSError(number, os.strerror(number), str(path))


def _is_same(path: Path, other: Path) -> bool:
    if path.exists() and other.exists():
        return path.is_file() and path.samefile(other)
    return os.path.realpath(path) == os.path.realpath(other)


def is_special(path: Path) -> bool:
    """Return whether a path is a device, a pipe or a socket, which no file replaces."""
    return path.exists() and not path.is_file() and not path.is_dir()

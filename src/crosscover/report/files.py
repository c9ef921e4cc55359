"""Output files, written as a whole or not at all."""

import os
import secrets
import sys
import tempfile
from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager
from errno import EISDIR
from pathlib import Path
from typing import TextIO

from crosscover.exit_code import UsageError, print_error

STORE = ".crosscover"
"""The folder of saved failures in the working directory."""


STDOUT = "-"
"""The name of the standard output as an output file."""


def write_output(name: str | Path, text: str) -> None:
    """Write an output file in one step, or the standard output."""
    if str(name) != STDOUT:
        atomic_write(Path(name), text)
        return
    sys.stdout.write(text)
    sys.stdout.flush()


def atomic_write(path: Path, content: str | bytes) -> None:
    """Write a file in one step: readers see the old content or the new content, never a part of it.

    Text is encoded as UTF-8 and keeps its line ends. Links are followed; special files, such as `/dev/stdout`, are
    written directly. Raises OSError.
    """
    data = content.encode("utf-8", "backslashreplace") if isinstance(content, str) else content
    with open_output(path, keep_part=False) as file:
        file.buffer.write(data)


def atomic_write_all(directory: Path, texts: Mapping[str, str]) -> None:
    """Write files into a directory by their names; create the directory if needed."""
    for name, text in texts.items():
        directory.mkdir(parents=True, exist_ok=True)
        atomic_write(directory / name, text)


@contextmanager
def open_output(path: Path, *, keep_part: bool = True) -> Generator[TextIO]:
    """Open a file for text that replaces an older one once the block ends; otherwise like `atomic_write`.

    If the block raises, the older file stays. With `keep_part` the part that was written is kept beside it, and a
    message names it.
    """
    if _is_special(path):
        with path.open("w", encoding="utf-8", errors="backslashreplace") as file:
            yield file
        return
    if path.is_dir():
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR), str(path))
    path = Path(os.path.realpath(path))
    part = path.with_name(f"{path.name[:50]}.{secrets.token_hex(4)}.part")
    mode = path.stat().st_mode & 0o777 if path.exists() else None
    try:
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666 if mode is None else mode)
    except OSError as error:  # it names the part
        raise OSError(error.errno, error.strerror, str(path)) from None
    try:
        with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
            yield file
        if mode is not None:
            part.chmod(mode)
        part.replace(path)
    except BaseException:
        if keep_part and part.exists() and part.stat().st_size:
            print_error(f"{path} was not written; the part that was done is in {part}")
        else:
            part.unlink(missing_ok=True)
        raise


def refuse_shared_files(outputs: Iterable[Path], inputs: Iterable[Path]) -> None:
    """Raise UsageError for an output that is an input or another output, under any name; OSError for a folder.

    The standard output counts as an output if it is a file. Special files may be given several times.
    """
    used = {_identity(path): f"the input {path}" for path in inputs}
    used[_identity(Path("/dev/stdout"))] = "the standard output"
    for path in outputs:
        if path.is_dir():
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR), str(path))
        if not _is_special(path):
            if (identity := _identity(path)) in used:
                raise UsageError(f"the output {path} is also {used[identity]}")
            used[identity] = "the output of another option"


def refuse_unwritable(outputs: Iterable[Path]) -> None:
    """Raise OSError for an output that `open_output` could not open, before there is anything to write."""
    for path in outputs:
        if not _is_special(path):
            try:
                tempfile.TemporaryFile(dir=Path(os.path.realpath(path)).parent).close()
            except OSError as error:
                raise OSError(error.errno, error.strerror, str(path)) from None


def _identity(path: Path) -> object:
    try:
        found = path.stat()
    except OSError:
        return os.path.realpath(path)
    return found.st_dev, found.st_ino


def write_partial(path: Path, content: str) -> None:
    """Write a preliminary version of a file; nothing to a special file, where it would stay. Raises OSError."""
    if not _is_special(path):
        atomic_write(path, content)


def _is_special(path: Path) -> bool:
    return path.exists() and not path.is_file() and not path.is_dir()

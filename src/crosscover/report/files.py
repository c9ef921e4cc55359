"""Output files, written as a whole or not at all, and never over a file that a command reads or a ledger needs."""

import io
import os
import sys
import unicodedata
from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager, suppress
from errno import EISDIR
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from crosscover.exit_code import UsageError, print_error
from crosscover.sqlite_files import database_of, is_sqlite, side_files

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

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


def create_file(path: Path, content: bytes) -> None:
    """Like `atomic_write`, but raises FileExistsError if the file exists."""
    with open_output(path, keep_part=False, replace=False) as file:
        file.buffer.write(content)


def move_new(path: Path, to: Path) -> None:
    """Rename a file; raises FileExistsError if the new name exists, if the file system has hard links."""
    try:
        to.hardlink_to(path)
    except FileExistsError:
        raise
    except OSError:
        path.rename(to)
    else:
        path.unlink()


def atomic_write_all(directory: Path, contents: Mapping[str, str | bytes], inputs: Iterable[Path]) -> None:
    """Write files, none of which may be an input, into a directory by their names; create the directory if needed."""
    refuse_shared_files([directory / name for name in contents], inputs)
    for name, content in contents.items():
        directory.mkdir(parents=True, exist_ok=True)
        atomic_write(directory / name, content)


@contextmanager
def open_output(path: Path, *, keep_part: bool = True, replace: bool = True) -> Generator[TextIO]:
    """Open a file for text that replaces an older one once the block ends; otherwise like `atomic_write`.

    Until then the file has no name, so that nothing is left of it if this process is killed; file systems without
    such files get a file `*.part`. If the block raises, the older file stays. With `keep_part` the part that was
    written is kept beside it, and a message names it. Errors while writing name the path. Without `replace` a file
    that exists by then is an error, too.
    """
    if _is_special(path):
        with _text_file(os.open(path, os.O_WRONLY | os.O_TRUNC), path) as file:
            yield file
        return
    if path.is_dir():
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR), str(path))
    place = Path(os.path.realpath(path))
    part = _part_of(place)
    mode = place.stat().st_mode & 0o777 if place.exists() else None
    handle = _open_part(part, path, 0o666 if mode is None else mode)
    file = _text_file(handle, path)
    try:
        yield file
        file.flush()
        _give_name(handle, part)
        file.close()
        if mode is not None:
            part.chmod(mode)
        (Path.replace if replace else move_new)(part, place)
    except BaseException:
        if not file.closed:
            with suppress(OSError):
                file.flush()
            if keep_part:
                _give_name(handle, part)
        if keep_part and part.exists() and part.stat().st_size:
            print_error(f"{place} was not written; the part that was done is in {part}")
        else:
            part.unlink(missing_ok=True)
        raise
    finally:
        with suppress(OSError):
            file.close()


def _part_of(place: Path) -> Path:
    return place.with_name(f"{place.name[:50]}.{os.urandom(4).hex()}.part")


def _open_part(part: Path, path: Path, mode: int) -> int:
    """Open a file without a name in the folder of a part if there are such files, else the part."""
    with suppress(AttributeError, OSError):  # errors that are not about these files come again
        if Path("/proc/self/fd").exists():
            return os.open(part.parent, os.O_WRONLY | os.O_TMPFILE, mode)
    try:
        return os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    except OSError as error:  # it names the part
        raise OSError(error.errno, error.strerror, str(path)) from None


def _give_name(handle: int, part: Path) -> None:
    """Give an open file without a name the name of a part."""
    if os.fstat(handle).st_nlink == 0:
        os.link(f"/proc/self/fd/{handle}", part, src_dir_fd=handle, follow_symlinks=True)


def _text_file(handle: int, path: Path) -> TextIO:
    binary = io.BufferedWriter(_NamingFile(handle, path))
    return io.TextIOWrapper(binary, encoding="utf-8", errors="backslashreplace", newline="")


class _NamingFile(io.FileIO):
    """An open file whose errors name it."""

    def __init__(self, handle: int, path: Path) -> None:
        super().__init__(handle, "w")
        self._path = path

    def write(self, data: "ReadableBuffer", /) -> int:
        try:
            return super().write(data)
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self._path)) from None


def refuse_shared_files(outputs: Iterable[Path], inputs: Iterable[Path], ledger: Path | None = None) -> None:
    """Raise UsageError for an output that is an input or another output, under any name; OSError for a folder.

    The standard output and stderr count as outputs if they are files, and so do the `ledger` that a command writes and
    its side files. No output may be a database or a side file of one. Special files may be given several times.
    """
    used: dict[object, str] = {}
    for path, name in ((Path("/dev/stderr"), "stderr"), (Path("/dev/stdout"), "the standard output")):
        if path.is_file():
            used[_identity(path)] = name
            _refuse_database(path, name)
    written = used.copy()
    if ledger is not None:
        written |= {_identity(path): f"a side file of the ledger {ledger}" for path in side_files(ledger)}
    for path in inputs:
        if (identity := _identity(path)) in written and not _is_special(path):
            raise UsageError(f"the input {path} is also {written[identity]}")
        used[identity] = f"the input {path}"
    used |= written
    for path in [*outputs, *([] if ledger is None else [ledger])]:
        if path.is_dir():
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR), str(path))
        if _is_special(path):
            continue
        if (identity := _identity(path)) in used:
            raise UsageError(f"the output {path} is also {used[identity]}")
        _refuse_database(path, f"the output {path}", allowed=ledger)
        used[identity] = "the output of another option"


def _refuse_database(path: Path, name: str, allowed: Path | None = None) -> None:
    if path != allowed and is_sqlite(path):
        raise UsageError(f"{name} is a ledger or another database; remove it first")
    if (database := database_of(path)) is not None:
        raise UsageError(f"{name} is a side file of {database}")


def refuse_unwritable(outputs: Iterable[Path]) -> None:
    """Raise OSError for an output that `open_output` could not open, before there is anything to write."""
    for path in outputs:
        if not _is_special(path):
            part = _part_of(Path(os.path.realpath(path)))
            os.close(_open_part(part, path, 0o600))
            part.unlink(missing_ok=True)


def _identity(path: Path) -> object:
    """A value that all names of a file have in common, also if it does not exist yet.

    Some file systems ignore case and composition, so names of new files that differ in nothing else count as the same.
    """
    with suppress(OSError):
        found = path.stat()
        return found.st_dev, found.st_ino
    place = Path(os.path.realpath(path))
    name = unicodedata.normalize("NFC", place.name).casefold()
    with suppress(OSError):
        folder = place.parent.stat()
        return folder.st_dev, folder.st_ino, name
    return place.parent, name


def write_partial(path: Path, content: str) -> None:
    """Write a preliminary version of a file; nothing to a special file, where it would stay. Raises OSError."""
    if not _is_special(path):
        atomic_write(path, content)


def _is_special(path: Path) -> bool:
    return path.exists() and not path.is_file() and not path.is_dir()

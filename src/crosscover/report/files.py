"""Files that are there whole or not at all."""

import os
import tempfile
from errno import EISDIR
from pathlib import Path

STORE = ".crosscover"
"""Where failing inputs are saved, in the working directory of the project under test."""


def atomic_write(path: Path, content: str | bytes) -> None:
    """Write a file in one step: who reads it meets the old content or the new one, never a part.

    Text is written as UTF-8 with its line ends as they are. A link is followed, and what is no plain file, such as
    `/dev/stdout`, is written to as it is. Raises OSError.
    """
    data = content.encode("utf-8", "backslashreplace") if isinstance(content, str) else content
    if _is_special(path):
        path.write_bytes(data)
        return
    if path.is_dir():
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR), str(path))
    path = path.resolve()
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name[:50]}.", suffix=".part", dir=path.parent)
    except OSError as error:  # it names the part
        raise OSError(error.errno, error.strerror, str(path)) from None
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        part.chmod(path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def write_partial(path: Path, content: str) -> None:
    """Write a file that is to be written again when all is known; nothing to a pipe and such, where it would stay.

    Raises OSError.
    """
    if not _is_special(path):
        atomic_write(path, content)


def _is_special(path: Path) -> bool:
    return path.exists() and not path.is_file() and not path.is_dir()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask

"""Temporary folders that belong to this user alone, and are cleared away even if the process is killed.

Each is locked by its process. The lock ends with the process, so the next one sees which folders are left over.
"""

import os
from collections.abc import Generator
from contextlib import contextmanager
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path
from shutil import rmtree
from tempfile import gettempdir, mkdtemp

PREFIX = "crosscover-scratch-"


@contextmanager
def scratch_folder() -> Generator[Path]:
    """A new folder that no other user can enter, removed afterwards.

    Removes what killed processes of this user have left, and touches nothing that belongs to others.
    """
    for left in Path(gettempdir()).glob(f"{PREFIX}*"):
        if (descriptor := _lock(left)) is not None:
            _remove(left, descriptor)
    while (descriptor := _lock(folder := Path(mkdtemp(prefix=PREFIX)))) is None:
        pass  # another process has just taken it for a leftover
    try:
        yield folder
    finally:
        _remove(folder, descriptor)


def _lock(folder: Path) -> int | None:
    """Lock a folder; None if another process uses it, if it is not this user's, or no folder."""
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError:
        return None
    try:
        flock(descriptor, LOCK_EX | LOCK_NB)
        status = os.fstat(descriptor)
        if status.st_uid == os.getuid() and status.st_nlink:  # no link: removed before it was locked
            return descriptor
    except OSError:
        pass
    os.close(descriptor)
    return None


def _remove(folder: Path, descriptor: int) -> None:
    rmtree(folder, ignore_errors=True)
    os.close(descriptor)

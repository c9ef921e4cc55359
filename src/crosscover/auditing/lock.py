"""Keeps a second audit from writing to the same ledger, without hindering those who read it."""

import os
from collections.abc import Generator
from contextlib import contextmanager
from fcntl import LOCK_EX, LOCK_NB, lockf
from pathlib import Path

from crosscover.exit_code import UsageError


@contextmanager
def lock(path: Path) -> Generator[None]:
    """Hold the lock of a ledger; raises UsageError where another process does.

    It is a record lock on a file beside the ledger, `NAME-lock`: SQLite's own locks on the ledger stay as they are, no
    process that is forked meanwhile inherits it, and it ends with this process, however that ends. The file is removed
    at the end; where one stays behind it is used again.
    """
    place = path.with_name(f"{path.name}-lock")
    while True:
        try:
            file = place.open("a+", encoding="ascii")
        except OSError as error:
            raise UsageError(f"{path}: {error.strerror}") from None
        with file:
            try:
                lockf(file, LOCK_EX | LOCK_NB)
            except OSError:
                file.seek(0)
                raise UsageError(f"another audit, process {file.read()}, is writing to {path}") from None
            if not _is_at(file.fileno(), place):
                continue  # the one who held it has removed it meanwhile
            file.truncate(0)
            file.write(str(os.getpid()))
            file.flush()
            try:
                yield
            finally:
                place.unlink(missing_ok=True)
            return


def _is_at(descriptor: int, place: Path) -> bool:
    """Whether the open file is the one of that name."""
    try:
        return os.path.samestat(os.fstat(descriptor), place.stat())
    except FileNotFoundError:
        return False

"""The files of SQLite: a database, and the files beside it that SQLite opens, empties and deletes by their names.

SQLite does so whatever these files contain. They are therefore checked before a database is opened, and no command
reads or writes other files of these names.
"""

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from .exit_code import UsageError

SQLITE_MAGIC = b"SQLite format 3\0"
"""The first bytes of every SQLite file."""

UNWRITTEN = (b"", bytes(4))
"""The first bytes of a side file before SQLite has written its header."""

SIDE_FILES = {
    "-wal": (*UNWRITTEN, b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83"),
    "-shm": (*UNWRITTEN, (3_007_000).to_bytes(4, sys.byteorder)),
    "-journal": (),
}
"""The ends of the names of the side files, each with its possible first bytes; a ledger never has a journal."""


def is_sqlite(path: Path) -> bool:
    """Whether there is a plain file that begins like an SQLite file; reads nothing from pipes."""
    with suppress(OSError):
        return path.is_file() and _first_bytes(path, len(SQLITE_MAGIC)) == SQLITE_MAGIC
    return False


def side_files(database: Path) -> Iterator[Path]:
    """The paths of the side files of a database, existing or not; SQLite looks for them where the links end."""
    return (Path(os.path.realpath(database) + end) for end in SIDE_FILES)


def size_of(database: Path) -> int:
    """The number of bytes of a database, including its write-ahead log."""
    log, *_ = side_files(database)
    return sum(part.stat().st_size for part in (database, log) if part.exists())


def database_of(path: Path) -> Path | None:
    """The existing database that has this path as a side file."""
    place = os.path.realpath(path)
    ends = [end for end in SIDE_FILES if place.endswith(end)]
    database = Path(place.removesuffix(ends[0])) if ends else None
    return database if database is not None and is_sqlite(database) else None


def refuse_foreign_side_files(database: Path, name: Path, *, is_new: bool) -> None:
    """Raise UsageError if there is a side file that does not belong to the database, under that name.

    A database that `is_new` has none: SQLite would apply those of a removed one to it.
    """
    for path, beginnings in zip(side_files(database), SIDE_FILES.values(), strict=True):
        try:
            found = path.lstat()
            if is_new:
                raise UsageError(f"{path} exists, which would be a part of the new ledger {name}; move it away")
            is_plain = stat.S_ISREG(found.st_mode) and found.st_nlink == 1
            if not is_plain or _first_bytes(path, 4) not in beginnings:
                raise UsageError(f"{path} is not part of the ledger {name}, but has the name of one; move it away")
        except FileNotFoundError:
            continue


def _first_bytes(path: Path, number: int) -> bytes:
    with path.open("rb") as file:
        return file.read(number)

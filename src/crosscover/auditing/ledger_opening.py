"""Opens ledgers, for reading and writing, after a check that crosscover wrote them and that they are unchanged.

A ledger may come from a stranger. Before SQLite opens it, its header is read; SQLite would complete an unfinished
transaction of another program, and the journal of one names further files. Then SQLite is limited to the values and the
work that a ledger of this size needs.
"""

import sqlite3
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager
from errno import EISDIR
from os import strerror
from pathlib import Path

from crosscover.exit_code import UsageError
from crosscover.sqlite_files import SQLITE_MAGIC, refuse_foreign_side_files, side_files, size_of

from .ledger_check import APPLICATION_ID, SCHEMA_VERSION, ForeignLedgerError, check_ledger
from .packed_lines import MAX_PACKED

HEADER = 100
VERSION_AT, APPLICATION_AT = 60, 68
"""Offsets of the version and the application ID, four bytes each, in the header of an SQLite file."""

OLD_VERSIONS = {2: "0.2.0"}
"""Versions of the schema that are not read any more, with the last release that reads them."""

MAX_ROW = MAX_PACKED + 1_000
"""Maximum length in bytes of a row, of a text, and of a row as JSON, for reading and for writing.

The longest rows are those of certificates, as `packed_lines` keeps them.
"""

INSTRUCTIONS = 1_000_000
"""SQLite instructions between two opportunities to handle signals."""

MIN_WORK, WORK_PER_BYTE = 100_000_000, 100
"""Maximum number of SQLite instructions for reading a ledger, and the part of it that grows with the size."""


class LedgerConnection(sqlite3.Connection):
    """A connection to a ledger; `name` is its name in messages."""

    name: object = "(temporary)"
    _work: float = 0

    def harden(self) -> None:
        """Limit what the contents of the file can cause."""
        self.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_ROW)
        self.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
        setconfig: Callable[[int, bool], None] | None = getattr(self, "setconfig", None)  # from Python 3.12
        if setconfig is not None:
            for name, value in (("DEFENSIVE", True), ("ENABLE_TRIGGER", False), ("ENABLE_VIEW", False)):
                setconfig(getattr(sqlite3, f"SQLITE_DBCONFIG_{name}"), value)
        self.execute("PRAGMA trusted_schema = OFF")
        self.execute("PRAGMA cell_size_check = ON")
        self.execute("PRAGMA mmap_size = 0")

    def limit_work(self, size: int) -> None:
        """Interrupt SQLite, with an error, after the instructions that a file of `size` bytes may need."""
        self._work = MIN_WORK + WORK_PER_BYTE * size
        self.set_progress_handler(self._count_work, INSTRUCTIONS)

    def allow_any_work(self) -> None:
        """Let SQLite work as long as it needs; signals are still handled during long queries."""
        self._work = 0
        self.set_progress_handler(lambda: None, INSTRUCTIONS)

    def _count_work(self) -> bool:
        self._work -= INSTRUCTIONS
        return self._work < 0

    @contextmanager
    def explaining_errors(self, what: str = "cannot be read") -> Generator[None]:
        """Raise UsageError for errors of SQLite, and KeyboardInterrupt if an interrupt caused one."""
        try:
            yield
        except ForeignLedgerError as error:
            reason = f"the ledger {self.name} was changed by something else than crosscover: {error}"
            raise UsageError(reason) from None
        except (sqlite3.Error, UnicodeDecodeError) as error:  # the message may have bytes of the file
            if getattr(error, "sqlite_errorcode", None) != sqlite3.SQLITE_INTERRUPT:
                raise UsageError(f"the ledger {self.name} {what}: {error}") from None
            if self._work < 0:
                raise UsageError(f"the ledger {self.name} {what}: it takes more work than its size explains") from None
            raise KeyboardInterrupt from None


def connect(address: str | Path, name: object = "(temporary)", *, uri: bool = False) -> LedgerConnection:
    """Open the database of a ledger, unchecked; `name` is its name in messages. Raises UsageError."""
    try:
        connection = sqlite3.connect(address, uri=uri, isolation_level=None, factory=LedgerConnection)
    except sqlite3.Error as error:
        raise UsageError(f"the ledger {name} cannot be read: {error}") from None
    connection.name = name
    connection.harden()
    return connection


@contextmanager
def open_ledger(path: Path) -> Generator[LedgerConnection]:
    """Open the ledger as it is at this moment, whatever is written to it meanwhile.

    Unless an audit has it open, no file is created beside it, so that its folder may be read-only. Raises UsageError
    for other files, other versions, and ledgers that were changed or damaged.
    """
    before = _identity(path)
    if is_empty(path, path):
        raise UsageError(f"{path} is not a ledger of an audit")
    refuse_foreign_side_files(path, path, is_new=False)
    journal, *_ = side_files(path)
    at_rest = not journal.exists()
    address = f"{path.absolute().as_uri()}?{'immutable=1' if at_rest else 'mode=ro'}"
    error: UsageError | None = None
    try:
        with closing(connect(address, path, uri=True)) as connection, connection.explaining_errors():
            connection.execute("PRAGMA query_only = ON")
            connection.execute("BEGIN")
            check(connection, path)
            yield connection
    except UsageError as found:
        error = found
    if at_rest and (journal.exists() or _identity(path) != before):
        raise UsageError(f"an audit began to write {path} while it was read; try again")
    if error is not None:
        raise error


def check(connection: LedgerConnection, path: Path) -> None:
    """Raise UsageError unless crosscover wrote the ledger at this path; limits the work of its connection."""
    connection.limit_work(size_of(path))
    with connection.explaining_errors():
        check_ledger(connection)


def is_empty(path: Path, name: Path) -> bool:
    """Whether a file is empty; raises UsageError for other files than ledgers of this version, under that name."""
    if not path.is_file():
        raise UsageError(f"{name} is not a ledger: it is not a regular file")
    with path.open("rb") as file:
        header = file.read(HEADER)
    application, version = (int.from_bytes(header[start : start + 4]) for start in (APPLICATION_AT, VERSION_AT))
    if header and not header.startswith(SQLITE_MAGIC):
        raise UsageError(f"{name} is not a ledger of an audit")
    if header and application != APPLICATION_ID:
        raise UsageError(f"{name} is not a ledger of an audit, but another SQLite database")
    if header and version in OLD_VERSIONS:
        raise UsageError(
            f"{name} is a ledger of version {version}, of crosscover {OLD_VERSIONS[version]}, without a seal: use that"
            " version, or audit the inputs again with a new ledger"
        )
    if header and version != SCHEMA_VERSION:
        raise UsageError(f"{name} is a ledger of version {version}; this crosscover knows version {SCHEMA_VERSION}")
    return not header


def _identity(path: Path) -> tuple[int, int, int]:
    try:
        found = path.stat()
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from None
    if path.is_dir():
        raise UsageError(f"{path}: {strerror(EISDIR)}")
    return found.st_ino, found.st_size, found.st_mtime_ns

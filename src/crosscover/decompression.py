"""Compressed files, told by their names or their first bytes, and read as what they hold."""

import io
from importlib import import_module
from pathlib import Path
from typing import BinaryIO, NamedTuple, cast

from crosscover.exit_code import UsageError


class Compression(NamedTuple):
    """A form of compressed files: how their names end, how they begin, and the module that opens them."""

    suffix: str
    magic: bytes
    module: str


COMPRESSIONS = (
    Compression(".gz", b"\x1f\x8b", "gzip"),
    Compression(".bz2", b"BZh", "bz2"),
    Compression(".xz", b"\xfd7zXZ\0", "lzma"),
)

LONGEST_MAGIC = max(len(compression.magic) for compression in COMPRESSIONS)


def decompress(file: io.BufferedReader, name: str) -> BinaryIO:
    """What the file of that name holds, decompressed if its name or its first bytes say that it is compressed.

    Waits for the first bytes. Where the file turns out to be damaged or cut off, reading raises UsageError with the
    name, after all that came before.
    """
    begin = file.peek(LONGEST_MAGIC)
    for suffix, magic, module in COMPRESSIONS:
        if Path(name).suffix == suffix or begin.startswith(magic):
            return cast("BinaryIO", _Decompressed(file, name, module))
    return cast("BinaryIO", file)


class _Decompressed(io.BufferedIOBase):
    """A compressed file as bytes; UsageError instead of the errors that the modules of the standard library raise."""

    def __init__(self, file: io.BufferedReader, name: str, module: str) -> None:
        self._file = file
        self._inner = import_module(module).open(file)
        self._name = name

    def read1(self, size: int = -1, /) -> bytes:
        """Some of the bytes that come next; none at the end."""
        from lzma import LZMAError  # noqa: PLC0415 - imported only where a file is compressed
        from zlib import error as ZlibError  # noqa: N812, PLC0415 - the same

        try:
            return cast("bytes", self._inner.read1(size))
        except (EOFError, OSError, LZMAError, ZlibError) as error:
            raise UsageError(f"{self._name}: {error}") from None

    def fileno(self) -> int:
        """The descriptor of the compressed file, which tells whether a read would have to wait."""
        return self._file.fileno()

    def close(self) -> None:
        """Close the compressed file too."""
        self._inner.close()
        self._file.close()
        super().close()

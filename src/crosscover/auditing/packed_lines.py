"""Certificates as a ledger keeps them: lines of JSON, of which long ones are compressed.

Most lines have 300 to 900 characters, and can be read with any SQLite tool. Compressing them would save a third. Lines
with many grids become a third to a tenth as long. A ledger may come from a stranger, so the size of what is read is
limited.
"""

import re
import zlib
from base64 import b64decode, b64encode

from crosscover.oracles.certificate import MAX_BYTES

MAX_PLAIN = 1_000
"""Maximum number of characters of a line that is not compressed."""

MAX_PACKED = 3_000_000
"""Maximum number of characters of a line in a ledger: 65,536 different grids of 81 cells take at most this."""

MAX_RATIO = 64
"""Maximum ratio of a line to its compressed bytes, so that a small ledger does not fill a disk."""

_LEVEL = 1
"""Of zlib; 6 takes four times as long for a tenth less."""


def pack(line: str) -> str | None:
    """A line as a ledger keeps it: as it is, or base64 of its zlib compression; None if it is too long."""
    packed = line
    if len(line) > MAX_PLAIN:
        compressed = zlib.compress(line.encode("ascii"), _LEVEL)
        if len(line) <= MAX_RATIO * len(compressed):
            packed = b64encode(compressed).decode("ascii")
    return packed if len(packed) <= MAX_PACKED and len(line) <= MAX_BYTES else None


def unpack(packed: str) -> str:
    """The line; raises ValueError for text that `pack` does not write."""
    if packed.startswith("{"):
        return packed
    if not re.fullmatch("[A-Za-z0-9+/]+={0,2}", packed):
        raise ValueError("expected a line of JSON, or base64 of one that is compressed")
    compressed = b64decode(packed, validate=True)
    reader = zlib.decompressobj()
    try:
        line = reader.decompress(compressed, min(MAX_BYTES, MAX_RATIO * len(compressed)))
    except zlib.error as error:
        raise ValueError(f"it cannot be decompressed: {error}") from None
    if not reader.eof or reader.unused_data:
        raise ValueError("its compressed line is cut off, followed by something else, or too long")
    return line.decode("ascii")

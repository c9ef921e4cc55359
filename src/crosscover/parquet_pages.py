"""The sizes of the pages of Parquet files, read before pyarrow reads the pages.

pyarrow reads pages whole and without a limit, although a page of a few bytes can decompress to gigabytes. So this
module reads metadata and the headers of pages first, in Thrift's compact protocol.
"""

from typing import BinaryIO, NamedTuple, TypeAlias

from crosscover.dialects import MalformedInputError

MAGIC = b"PAR1"
"""The first and last bytes of a Parquet file."""

METADATA_BYTES = 1 << 20
"""Maximum number of bytes of a file's metadata; in memory they take up to 250 times as much."""

PAGE_BYTES = 1 << 25
"""Maximum number of bytes of a page in memory; most writers make pages of a mebibyte."""

HEADER_BYTES = 1 << 16
"""Maximum number of bytes of the header of a page."""

MAX_DEPTH = 16
"""Maximum depth of structs and lists; Parquet has 7."""

LENGTH_BYTES = 4
"""Number of bytes of the length of the metadata, which `MAGIC` follows at the end of a file."""

Value: TypeAlias = "int | bytes | list[Value] | Struct | None"
"""None for numbers that are not whole, of which Parquet has none."""

Struct: TypeAlias = dict[int, Value]
"""Fields by their numbers."""


class ColumnChunk(NamedTuple):
    """The cells of a column in a row group: the path of the column, and the place of its pages in bytes."""

    path: str
    start: int
    size: int


def read_row_groups(stream: BinaryIO) -> list[list[ColumnChunk]]:
    """The column chunks of each row group of a file; raises MalformedInputError for damaged or too long metadata."""
    end = stream.seek(0, 2)
    stream.seek(max(0, end - 2 * LENGTH_BYTES))
    size, magic = int.from_bytes(stream.read(LENGTH_BYTES), "little"), stream.read(LENGTH_BYTES)
    if magic != MAGIC:
        raise MalformedInputError(1, 1, f"{MAGIC.decode()!r} at the end of a Parquet file", "another end")
    if size > min(METADATA_BYTES, end):
        raise MalformedInputError(1, 1, f"metadata of at most {METADATA_BYTES} bytes", f"{size} bytes")
    stream.seek(max(0, end - 2 * LENGTH_BYTES - size))
    try:
        match ThriftReader(stream.read(size)).read_struct():
            case {4: list(groups)}:
                return [list(map(_column_chunk, _columns(group))) for group in groups]
            case _:
                raise ValueError("no row groups")
    except ValueError as error:
        raise MalformedInputError(1, 1, "metadata of Parquet", str(error)) from None


def largest_page(stream: BinaryIO, chunk: ColumnChunk, row: int) -> int:
    """The maximum number of bytes in memory of the pages of a column chunk that begins with that row.

    No cell in them is larger. Raises MalformedInputError with the row for a damaged header and too large a page.
    """
    start, largest = chunk.start, 0
    while start < chunk.start + chunk.size:
        stream.seek(start)
        header = ThriftReader(stream.read(HEADER_BYTES))
        try:
            fields = header.read_struct()
        except ValueError as error:
            raise MalformedInputError(row, 1, "the header of a page", str(error)) from None
        match fields:
            case {2: int(size), 3: int(stored)} if 0 <= size <= PAGE_BYTES and stored >= 0:
                largest = max(largest, size)
                start += header.place + stored
            case {2: int(size)}:
                raise MalformedInputError(row, 1, f"a page of at most {PAGE_BYTES} bytes", f"{size} bytes")
            case _:
                raise MalformedInputError(row, 1, "the header of a page", "none")
    return largest


def _columns(group: Value) -> list[Value]:
    match group:
        case {1: list(columns)}:
            return columns
        case _:
            raise ValueError("a row group without columns")


def _column_chunk(column: Value) -> ColumnChunk:
    match column:
        case {3: {3: list(path), 7: int(size), 9: int(data), **rest}}:
            dictionary = rest.get(11)
            start = min(data, dictionary) if isinstance(dictionary, int) and dictionary else data
            if start < 0:
                raise ValueError(f"pages at {start}")
            names = (part.decode() for part in path if isinstance(part, bytes))
            return ColumnChunk(".".join(names), start, size)
        case _:
            raise ValueError("a column without pages")


class ThriftReader:
    """Bytes in Thrift's compact protocol, and the place up to which they are read.

    Raises ValueError for a text in no such form, for repeated fields, and for deep ones.
    """

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.place = 0

    def read_struct(self, depth: int = 0) -> Struct:
        """The fields up to the end of a struct."""
        if depth > MAX_DEPTH:
            raise ValueError("structs too deep")
        fields: Struct = {}
        number = 0
        while byte := self._byte():
            number = number + (byte >> 4) if byte >> 4 else self._integer()
            if number in fields:
                raise ValueError(f"the field {number} twice")
            kind = byte & 15
            fields[number] = kind if kind in (1, 2) else self._value(kind, depth)
        return fields

    def _value(self, kind: int, depth: int) -> Value:
        """A value of a kind: 1 and 2 are truth values, in a struct the kind itself."""
        match kind:
            case 1 | 2 | 3:
                return self._byte()
            case 4 | 5 | 6:
                return self._integer()
            case 7:
                self._take(8)
                return None
            case 8:
                return self._take(self._unsigned())
            case 9 | 10 if depth < MAX_DEPTH:
                byte = self._byte()
                count = byte >> 4 if byte >> 4 < 15 else self._unsigned()
                return [self._value(byte & 15, depth + 1) for _ in range(count)]
            case 12:
                return self.read_struct(depth + 1)
            case _:
                raise ValueError(f"a field of the kind {kind}")

    def _take(self, size: int) -> bytes:
        start = self.place
        self.place += size
        if self.place > len(self._data):
            raise ValueError("the end of the input")
        return self._data[start : self.place]

    def _byte(self) -> int:
        return self._take(1)[0]

    def _unsigned(self) -> int:
        """An integer with seven bits in a byte, the lowest first."""
        value = 0
        for shift in range(0, 70, 7):
            byte = self._byte()
            value |= (byte & 127) << shift
            if byte < 128:
                return value
        raise ValueError("an integer that is too long")

    def _integer(self) -> int:
        """An integer whose sign is its lowest bit."""
        value = self._unsigned()
        return value >> 1 ^ -(value & 1)

"""Containers of puzzles, recognized by their first bytes: compressed files, zip archives, binary tables and UTF-16.

A container may hold another one, such as an archive with a compressed file. All are read as streams, and formats that
are not read are refused by name.
"""

import os
import re
import struct
from codecs import iterdecode
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from io import BufferedReader
from lzma import LZMAError
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, cast
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile
from zlib import error as ZlibError  # noqa: N812 - a class

from crosscover.binary_tables import read_arrays, read_parquet
from crosscover.dialects import Columns, Entry, MalformedInputError
from crosscover.errors import UsageError
from crosscover.reference import Shape

DAMAGES = (BadZipFile, EOFError, LZMAError, OSError, ZlibError)
"""Exceptions for a damaged container; an OSError with a number is an error of the system."""

MAX_DEPTH = 4
"""Maximum number of nested containers; a file can decompress to itself."""

MAX_DIRECTORY = 1 << 22
"""Maximum length in bytes of the list of files in an archive, which is held in memory, and of a batch of rows."""

OTHER_FILES = re.compile(
    r"__MACOSX/.*|(.*/)?(\..*|(readme|licen[cs]e|copying)(\.\w+)?|[^/]*\.(md|html?|pdf)|)", re.IGNORECASE
)
"""Names in an archive that are folders or hold no puzzles."""


class BinaryTable(NamedTuple):
    """A binary table: the name of its format, and its reader for a shape and columns."""

    form: str
    read: Callable[[Shape, Columns], Iterator[Entry | MalformedInputError]]


class Container(NamedTuple):
    """A format: its name, a pattern of its first bytes, its suffix, and a function that opens a file with a name."""

    name: str
    begin: bytes
    suffix: str
    open: Callable[[BinaryIO, str], object]


def split_name(name: str) -> tuple[Path, str]:
    """Return the path of a file, and the name of the file in it that `FILE/NAME` chooses, if FILE is an archive."""
    path = Path(name)
    for parent in path.parents:
        if os.path.isfile(parent):  # noqa: PTH113 - Path.is_file raises OSError for a long text
            return parent, path.relative_to(parent).as_posix()
    return path, ""


def unpack(file: BufferedReader, name: str) -> BinaryIO | BinaryTable:
    """Return the text or the table in an open file; its name is `FILE/NAME` if it is in an archive.

    Raises UsageError for a format that crosscover does not read, and for a damaged archive.
    """
    opened: Any = file
    path, member = split_name(name)
    for _ in range(MAX_DEPTH):
        begin: bytes = opened.peek(1 << 9)
        for kind, pattern, advice in REFUSED:
            if re.match(pattern, begin, re.DOTALL):
                raise UsageError(f"{name} is {kind}: {advice}")
        found = [each for each in CONTAINERS if re.match(each.begin, begin)]
        if not found and opened is file:
            found = [each for each in CONTAINERS if path.suffix == each.suffix != ""]
        if member and opened is file and [each.open for each in found] != [_open_zip]:
            raise UsageError(f"{path} is not a zip archive")
        if not found:
            break
        opened = found[0].open(opened, name)
        if isinstance(opened, (BinaryTable, _Utf8)):
            break
    else:
        raise UsageError(f"{name}: expected at most {MAX_DEPTH - 1} nested containers, found more")
    return cast("BinaryIO | BinaryTable", opened)


def _decompress(file: BinaryIO, _name: str, *, module: str) -> BinaryIO:
    return cast("BinaryIO", import_module(module).open(file))


class _Utf8:
    """A stream of text in UTF-16, read as UTF-8."""

    def __init__(self, stream: BinaryIO, _name: str) -> None:
        self._texts = iterdecode(iter(partial(stream.read, 1 << 16), b""), "utf-16", "replace")

    def read(self, _size: int) -> bytes:
        """Return the next bytes, none at the end."""
        return next(self._texts, "").encode()


class _Archive(BufferedReader):
    """A file whose reader cannot fill the memory with a list of files."""

    def read(self, size: int | None = -1) -> bytes:
        if size is not None and size > MAX_DIRECTORY:
            raise BadZipFile(f"expected a list of files of at most {MAX_DIRECTORY:,} bytes, found {size:,}")
        return super().read(size)


def _seekable(file: BinaryIO, name: str) -> BufferedReader:
    if isinstance(file, BufferedReader) and file.seekable():
        return cast("BufferedReader", file)
    raise UsageError(f"{name} can be read neither from a pipe nor within another container: extract it")


def _open_zip(file: BinaryIO, name: str) -> BinaryIO | BinaryTable:
    """Open the chosen file of an archive, or its only file with data; arrays of NumPy are one table."""
    path, wanted = split_name(name)
    try:
        archive = ZipFile(_Archive(_seekable(file, name).raw))
        names = [wanted] if wanted else [each for each in archive.namelist() if not OTHER_FILES.fullmatch(each)]
        is_numpy = bool(names) and all(each.endswith(".npy") for each in names)
        if (len(names) != 1 and not is_numpy) or not set(names) <= set(archive.namelist()):
            shown = ", ".join((archive.namelist() if wanted else names)[:10]) or "no puzzles"
            raise UsageError(f"{path} contains {shown}: choose a file, as in {path}/NAME")
        for member in map(archive.getinfo, names):
            if member.flag_bits & 1:
                raise UsageError(f"{path}: {member.filename} is protected with a password: extract it")
            if member.compress_type not in (ZIP_STORED, ZIP_DEFLATED):  # others decompress without a limit
                raise UsageError(f"{path}: {member.filename} is not compressed with deflate: extract it")
        streams = {each.removesuffix(".npy"): cast("BinaryIO", archive.open(each)) for each in names}
    except (*DAMAGES, NotImplementedError, RuntimeError, UnicodeError, struct.error) as error:
        raise UsageError(f"{path} is a damaged zip archive: {error}") from None
    return BinaryTable("NumPy", partial(read_arrays, streams, name)) if is_numpy else streams[names[0]]


def _open_parquet(file: BinaryIO, name: str) -> BinaryTable:
    return BinaryTable("Parquet", partial(read_parquet, _seekable(file, name), name))


def _open_array(file: BinaryIO, name: str) -> BinaryTable:
    return BinaryTable("NumPy", partial(read_arrays, {"puzzle": file}, name))


CONTAINERS = (
    Container("gzip", rb"\x1f\x8b", ".gz", partial(_decompress, module="gzip")),
    Container("bzip2", rb"BZh[1-9]", ".bz2", partial(_decompress, module="bz2")),
    Container("xz", rb"\xfd7zXZ\x00", ".xz", partial(_decompress, module="lzma")),
    Container("zip", rb"PK(\x03\x04|\x05\x06)", ".zip", _open_zip),
    Container("Parquet", rb"PAR1", ".parquet", _open_parquet),
    Container("NumPy", rb"\x93NUMPY", ".npy", _open_array),
    Container("UTF-16", rb"\xff\xfe|\xfe\xff", "", _Utf8),
)
"""The formats that are read; a file with a suffix of them is damaged if its first bytes differ."""

REFUSED = (
    ("a spreadsheet (xlsx)", rb"PK\x03\x04.{26}(\[Content_Types\]|_rels/|docProps/|xl/)", "export it as CSV"),
    ("a spreadsheet (ods)", rb"PK\x03\x04.{26}mimetypeapplication/vnd\.oasis", "export it as CSV"),
    ("a spreadsheet (xls)", rb"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "export it as CSV"),
    ("an SQLite database", rb"SQLite format 3\x00", "export its table as CSV"),
    ("an HDF5 file", rb"\x89HDF", "save it as Parquet"),
    ("an Arrow file", rb"ARROW1|\xff\xff\xff\xff", "save it as Parquet"),
    ("a pickle, which can run code", rb"\x80[\x02-\x05]", "save it as Parquet or CSV"),
    ("a PDF file", rb"%PDF-", "copy its puzzles to a text file"),
    ("a page in HTML", rb"(?i:(\xef\xbb\xbf)?\s*<(!doctype\s+html|html))", "copy its puzzles to a text file"),
    ("an image", rb"\x89PNG|\xff\xd8\xff|GIF8|RIFF.{4}WEBP", "write its puzzles to a text file"),
    ("a tar archive", rb".{257}ustar", "extract it"),
    ("a 7z archive", rb"7z\xbc\xaf\x27\x1c", "extract it"),
    ("a rar archive", rb"Rar!\x1a\x07", "extract it"),
    ("a file compressed with zstd", rb"\x28\xb5\x2f\xfd", "decompress it"),
)
"""Formats that are not read: the name, a pattern of the first bytes, and what to do instead."""

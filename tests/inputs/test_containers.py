"""Archives, other encodings, nested containers, and formats that are refused by name."""

import gzip
import io
import lzma
import os
import pickle
import tarfile
import zipfile
from pathlib import Path

import pytest

from crosscover.cli import main
from crosscover.containers import CONTAINERS
from crosscover.errors import UsageError
from crosscover.puzzle_files import read_rows
from tests.dialects.samples import ANSWER, PUZZLE, SECOND
from tests.solve.commands import crosscover

CSV = f"puzzle,solution\n{PUZZLE},{ANSWER}\n{SECOND},\n"
FOUND = [(2, PUZZLE, ANSWER), (3, SECOND, "None")]

JUNK = {"data/": b"", "__MACOSX/data/._a.csv": b"\0", "data/.DS_Store": b"\0", "README.md": b"text", "LICENSE": b"text"}


def zipped(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """An archive with these files."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return stream.getvalue()


def tarred(name: str, data: bytes) -> bytes:
    """An archive with one file."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as archive:
        info = tarfile.TarInfo(name)
        info.size = len(data)
        archive.addfile(info, io.BytesIO(data))
    return stream.getvalue()


def contents(name: str) -> list[tuple[int, str, str]]:
    """The rows of a file: line, puzzle and solution."""
    return [(row.line, str(row.puzzle), str(row.solution)) for row in read_rows([name])]


def refused(path: Path, member: str = "") -> str:
    """The message for a file that is not read, without its folder."""
    with pytest.raises(UsageError) as caught:
        list(read_rows([f"{path}{member}"]))
    place = "" if caught.value.place == "crosscover" else f"{caught.value.place}: "
    return f"{place}{caught.value}".replace(f"{path.parent}/", "")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The path of a file without a suffix."""
    return tmp_path / "a"


TEXT = CSV.encode()


@pytest.mark.parametrize(
    "data",
    [
        zipped({**JUNK, "data/a.csv": TEXT}),
        zipped({"a.csv": TEXT}, zipfile.ZIP_STORED),
        zipped({"a.csv.gz": gzip.compress(TEXT)}),
        gzip.compress(lzma.compress(TEXT)),
        CSV.encode("utf-16"),
        CSV.replace("\n", "\r\n").encode("utf-16-le").join([b"\xff\xfe", b""]),
        b"\xfe\xff" + CSV.encode("utf-16-be"),
        gzip.compress(CSV.encode("utf-16")),
    ],
    ids=["zip", "stored", "gzip in zip", "xz in gzip", "UTF-16", "little-endian", "big-endian", "UTF-16 in gzip"],
)
def test_containers(data: bytes, path: Path) -> None:
    """The puzzles of a container are those of the text in it; line numbers refer to the text."""
    path.write_bytes(data)
    assert contents(str(path)) == FOUND


def test_documentation() -> None:
    """The documentation names each container."""
    text = (Path(__file__).parents[2] / "docs/reference/collections.md").read_text()
    assert [container.name for container in CONTAINERS if container.name not in text] == []


def test_standard_input() -> None:
    """An archive can be the standard input, but not a pipe."""
    data = zipped({"a.txt": f"{PUZZLE}\n".encode()})
    assert crosscover("solve", "-", given=data).output == f"{ANSWER}\n"
    reader, writer = os.pipe()
    os.write(writer, data)
    os.close(writer)
    message = refused(Path(f"/dev/fd/{reader}"))
    os.close(reader)
    assert message == f"{reader} can be read neither from a pipe nor within another container: extract it"


def test_choice(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An archive with several files is refused with their names, and `FILE/NAME` chooses one."""
    path.write_bytes(zipped({"a.csv": TEXT, "deep/b.txt": f"{SECOND}\n".encode(), **JUNK}))
    assert refused(path) == "a contains a.csv, deep/b.txt: choose a file, as in a/NAME"
    assert refused(path, "/c.csv").startswith("a contains a.csv, deep/b.txt, ")
    assert contents(f"{path}/a.csv") == FOUND
    assert main(["audit", f"{path}/deep/b.txt", "--engines", "dlx,bitmask"]) == 0
    assert main(["unique", f"{path}/deep/b.txt"]) == 0
    assert f"{path}/deep/b.txt:1: one solution" in capsys.readouterr().out


def test_no_archive(path: Path) -> None:
    """A file in a file that is no archive is refused."""
    path.write_bytes(TEXT)
    assert refused(path, "/b.csv") == "a is not a zip archive"
    path.write_bytes(gzip.compress(TEXT))
    assert refused(path, "/b.csv") == "a is not a zip archive"


def test_archive_without_puzzles(path: Path) -> None:
    """An archive without a file that may contain puzzles is refused."""
    path.write_bytes(zipped(JUNK))
    assert refused(path) == "a contains no puzzles: choose a file, as in a/NAME"


def encrypted(data: bytes) -> bytes:
    """An archive whose files are marked as encrypted."""
    start = data.index(b"PK\1\2")
    return data[: start + 8] + b"\1" + data[start + 9 :]


def flipped(data: bytes, place: int) -> bytes:
    """Data with one wrong byte."""
    return data[:place] + bytes([data[place] ^ 0xFF]) + data[place + 1 :]


ARCHIVE = zipped({"a.csv": TEXT})


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (encrypted(ARCHIVE), "a: a.csv is protected with a password: extract it"),
        (zipped({"a.csv": TEXT}, zipfile.ZIP_BZIP2), "a: a.csv is not compressed with deflate: extract it"),
        (zipped({"é.csv": TEXT}).replace("é".encode(), b"\xff\xff"), "a is a damaged zip archive: 'utf-8' codec"),
        (ARCHIVE[:-30], "a is a damaged zip archive: File is not a zip file"),
        (flipped(ARCHIVE, 60), "a: "),
        (flipped(zipped({"a.csv": TEXT}, zipfile.ZIP_STORED), 60), "a: Bad CRC-32 for file 'a.csv'"),
        (gzip.compress(ARCHIVE), "a can be read neither from a pipe nor within another container: extract it"),
        (gzip.compress(gzip.compress(gzip.compress(gzip.compress(TEXT)))), "a: expected at most 3 nested containers"),
        (zipped({"a.csv": TEXT.replace(b"8", b"?", 1)}), "a:2:5: expected a digit from 1 to 9 or '.', found '?'"),
        (TEXT.decode().encode("utf-16")[:-4], "a:3:"),
        (TEXT.decode().replace("8", "\0", 1).encode("utf-16"), "a:2:5: expected text in UTF-8, found a NUL"),
        (zipped({f"{n:04000}": b"" for n in range(1100)}), "a is a damaged zip archive: expected a list of files of"),
    ],
    ids=[
        "password",
        "method",
        "name",
        "truncated",
        "damaged",
        "checksum",
        "in gzip",
        "deep",
        "row",
        "cut",
        "NUL",
        "list",
    ],
)
def test_malformed_containers(data: bytes, message: str, path: Path) -> None:
    """A damaged or protected container is refused with its name, a malformed row with its place."""
    path.write_bytes(data)
    assert refused(path).startswith(message)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (zipped({"[Content_Types].xml": b"", "xl/workbook.xml": b""}), "a spreadsheet (xlsx): export it as CSV"),
        (zipped({"docProps/app.xml": b"", "xl/workbook.xml": b""}), "a spreadsheet (xlsx): export it as CSV"),
        (
            zipped({"mimetype": b"application/vnd.oasis.opendocument.spreadsheet"}, zipfile.ZIP_STORED),
            "a spreadsheet (ods): export it as CSV",
        ),
        (b"SQLite format 3\0" + bytes(84), "an SQLite database: export its table as CSV"),
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "a PDF file: copy its puzzles to a text file"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "an image: write its puzzles to a text file"),
        (b"<!DOCTYPE HTML>\n<html><body></body></html>", "a page in HTML: copy its puzzles to a text file"),
        (b'\n<html lang="en">', "a page in HTML: copy its puzzles to a text file"),
        (pickle.dumps([PUZZLE]), "a pickle, which can run code: save it as Parquet or CSV"),
        (gzip.compress(tarred("a.csv", TEXT)), "a tar archive: extract it"),
        (b"7z\xbc\xaf\x27\x1c\0\4", "a 7z archive: extract it"),
    ],
    ids=["xlsx", "openpyxl", "ods", "SQLite", "PDF", "PNG", "HTML", "HTML without a type", "pickle", "tar.gz", "7z"],
)
def test_refused_formats(data: bytes, message: str, path: Path) -> None:
    """A format that is not read is named, with what to do instead, whatever the name of the file."""
    path.write_bytes(data)
    assert refused(path) == f"a is {message}"

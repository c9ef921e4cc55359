"""Compressed files of puzzles."""

import bz2
import gzip
import lzma
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from crosscover.errors import UsageError
from crosscover.puzzle_files import read_rows
from tests.dialects.samples import ANSWER, PUZZLE
from tests.solve.commands import crosscover

COMPRESSORS = [
    (".gz", gzip.compress),
    (".bz2", partial(bz2.compress, compresslevel=1)),
    (".xz", partial(lzma.compress, preset=0)),
]
MANY = 2000
"""A number of puzzles that fills several blocks of each format."""

Compress = Callable[[bytes], bytes]


def text_of(count: int) -> bytes:
    """Lines of puzzles that do not compress too well."""
    return b"".join(b"%s %d\n" % (PUZZLE.encode(), number * 2_654_435_761 % 2**32) for number in range(count))


@pytest.mark.parametrize(("suffix", "compress"), COMPRESSORS)
def test_detection_by_name_or_first_bytes(suffix: str, compress: Compress, tmp_path: Path) -> None:
    """A compressed file is read under any name, even if it is empty or has several members."""
    for name in (f"puzzles{suffix}", "puzzles.txt"):
        file = tmp_path / name
        file.write_bytes(compress(text_of(2)) + compress(text_of(1)))
        assert [row.line for row in read_rows([str(file)])] == [1, 2, 3]


@pytest.mark.parametrize(("suffix", "compress"), COMPRESSORS)
def test_damaged(suffix: str, compress: Compress, tmp_path: Path) -> None:
    """A truncated file, or one with a wrong checksum, is an error with its name, after the puzzles before it."""
    data = compress(text_of(MANY))
    wrong_sum = bytes(255 - byte for byte in data[-7:])
    for damaged in (data[: len(data) * 3 // 4], data[:-7] + wrong_sum):
        file = tmp_path / f"puzzles{suffix}"
        file.write_bytes(damaged)
        lines: list[int] = []
        with pytest.raises(UsageError, match=str(file)):
            lines.extend(row.line for row in read_rows([str(file)]))
        assert lines == list(range(1, len(lines) + 1))
        assert lines


def test_name_of_a_compressed_file_that_is_not(tmp_path: Path) -> None:
    """A file with the ending of a compressed one must be compressed."""
    file = tmp_path / "puzzles.gz"
    file.write_bytes(text_of(1))
    with pytest.raises(UsageError, match="Not a gzipped file"):
        list(read_rows([str(file)]))


def test_standard_input() -> None:
    """Stdin may be compressed; puzzles before the place of truncation are answered."""
    data = gzip.compress(f"{PUZZLE}\n".encode()) + gzip.compress(f"{PUZZLE}\n".encode())[:-4]
    outcome = crosscover("solve", "-", given=data)
    assert outcome.output == f"{ANSWER}\n" * 2
    assert outcome.errors.startswith("crosscover: <stdin>: Compressed file ended")
    assert outcome.code == 2

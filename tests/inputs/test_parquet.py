"""Puzzles in Parquet files."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from crosscover.cli import main
from crosscover.dialects import Columns
from crosscover.exit_code import UsageError
from crosscover.puzzle_files import Row, read_rows
from crosscover.reference import Grid
from tests.dialects.samples import ANSWER, PUZZLE, SECOND, SECOND_ANSWER

REASON = "Parquet needs pyarrow, pip install 'crosscover[parquet]'"


def write(file: Path, table: dict[str, Any], **options: Any) -> str:
    """Write the columns of a table and return the path."""
    arrow: Any = pytest.importorskip("pyarrow", reason=REASON)
    parquet: Any = pytest.importorskip("pyarrow.parquet", reason=REASON)
    parquet.write_table(arrow.table(table), file, **options)
    return str(file)


def refused(name: str, columns: Columns = Columns()) -> str:
    """The error message for a file."""
    with pytest.raises(UsageError) as caught:
        list(read_rows([name], columns=columns, skip_malformed=True))
    return f"{caught.value.place}: {caught.value}"


@pytest.mark.parametrize("name", ["train.parquet", "train"])
def test_rows(name: str, tmp_path: Path) -> None:
    """Puzzles and solutions are read from columns with the usual names, under any file name."""
    table = {"rating": [1, 2], "answer": [ANSWER, None], "question": [PUZZLE, SECOND.replace(".", "0")]}
    file = write(tmp_path / name, table)
    assert list(read_rows([file])) == [
        Row(0, 1, Grid.parse(PUZZLE), Grid.parse(ANSWER), ""),
        Row(0, 2, Grid.parse(SECOND), None, ""),
    ]


def test_dictionaries(tmp_path: Path) -> None:
    """Dictionary-encoded columns are read."""
    file = write(tmp_path / "a.parquet", {"grid": [PUZZLE, PUZZLE], "full": [ANSWER, ANSWER]})
    arrow: Any = pytest.importorskip("pyarrow")
    encoded = arrow.array([PUZZLE, PUZZLE]).dictionary_encode()
    other = write(tmp_path / "b.parquet", {"grid": encoded, "full": arrow.array([ANSWER.encode()] * 2)})
    columns = Columns("grid", "full")
    first, second = ([row[1:] for row in read_rows([name], columns=columns)] for name in (file, other))
    assert first == second


def test_malformed_rows(tmp_path: Path) -> None:
    """A malformed row is reported with its number and column; it ends reading unless such rows are requested."""
    table = {"puzzle": [PUZZLE, "12", None, PUZZLE, SECOND], "solution": [ANSWER, None, None, "?", SECOND_ANSWER]}
    file = write(tmp_path / "a.parquet", table)
    assert [(row.line, row.error) for row in read_rows([file], skip_malformed=True)] == [
        (1, ""),
        (2, "column 3: expected 81 characters, found 2"),
        (3, "column 1: expected a puzzle, found null"),
        (4, "column 1: expected a digit from 1 to 9 or '.', found '?'"),
        (5, ""),
    ]
    with pytest.raises(UsageError) as caught:
        list(read_rows([file]))
    assert caught.value.place == f"{file}:2:3"


def test_start(tmp_path: Path) -> None:
    """Reading can start at any row, within and across batches."""
    file = write(tmp_path / "a.parquet", {"puzzle": [PUZZLE] * 40_000}, row_group_size=10_000)
    for first in (1, 10_000, 10_001, 16_384, 16_385, 40_000):
        assert [row.line for row in read_rows([file], start=(0, first))] == list(range(first, 40_001))


def test_unreadable_files(tmp_path: Path) -> None:
    """A file that is not Parquet, lacks the columns or has no text in them is refused with the reason."""
    file = write(tmp_path / "a.parquet", {"grid": [PUZZLE], "level": [3]})
    assert "found the columns 'grid', 'level'" in refused(file)
    assert f"{file}: expected the column 'quiz'" in refused(file, Columns("quiz"))
    assert "expected text in the column 'level', found int64" in refused(file, Columns("level"))
    Path(file).write_bytes(Path(file).read_bytes()[:-10])
    assert refused(file).startswith(f"{file}:1:1: expected 'PAR1' at the end of a Parquet file, found another end")


@pytest.mark.parametrize(
    ("cells", "options", "error"),
    [
        (lambda: repeated("x" * 100_000, 40_000), {}, "1:1: expected cells of at most 65536 bytes, found a longer one"),
        (
            lambda: ["x" * 100_000] * 100,
            {"use_dictionary": False, "column_encoding": {"puzzle": "DELTA_BYTE_ARRAY"}},
            "1:1: expected cells of at most 65536 bytes, found a longer one",
        ),
        (
            lambda: [PUZZLE] * 5 + ["x" * (1 << 25)],
            {"use_dictionary": False, "row_group_size": 5},
            "6:1: expected a page of at most 33554432 bytes, found 33554442 bytes",
        ),
        (
            lambda: [PUZZLE] * 5000,
            {"row_group_size": 1},
            "1:1: expected metadata of at most 1048576 bytes, found ",
        ),
    ],
    ids=["dictionary", "prefixes", "page", "metadata"],
)
def test_bombs(cells: Callable[[], Any], options: dict[str, Any], error: str, tmp_path: Path) -> None:
    """A small file that would fill the memory is refused with the row and the limit, before it does."""
    arrow: Any = pytest.importorskip("pyarrow", reason=REASON)
    file = write(tmp_path / "a.parquet", {"puzzle": cells()}, compression="zstd", **options)
    before = arrow.default_memory_pool().max_memory()
    assert f"{file}:{error}" in refused(file)
    assert arrow.default_memory_pool().max_memory() <= before + (1 << 28)


DAMAGE = """
import sys
from crosscover.exit_code import UsageError
from crosscover.puzzle_files import read_rows
with open(sys.argv[1], "rb") as file:
    whole = file.read()
size = int.from_bytes(whole[-8:-4], "little")
for place in range(len(whole) - 8 - size, len(whole)):
    with open(sys.argv[1], "wb") as file:
        file.write(whole[:place] + bytes([255]) + whole[place + 1 :])
    try:
        for row in read_rows([sys.argv[1]], skip_malformed=True):
            pass
    except UsageError:
        pass
print("refused or read")
"""


def test_damaged_metadata(tmp_path: Path) -> None:
    """Damaged metadata is refused or read, whichever byte it is; in a process of its own, as pyarrow may end it."""
    file = write(tmp_path / "a.parquet", {"puzzle": [PUZZLE]}, store_schema=False)
    done = subprocess.run([sys.executable, "-c", DAMAGE, file], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("refused or read\n", "")


def repeated(cell: str, count: int) -> Any:
    """A column with as many equal cells."""
    arrow: Any = pytest.importorskip("pyarrow", reason=REASON)
    return arrow.DictionaryArray.from_arrays(arrow.array([0] * count, arrow.int32()), [cell])


def test_answers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`solve` answers a Parquet file with a CSV table."""
    file = write(tmp_path / "a.parquet", {"quiz": [PUZZLE]})
    assert main(["solve", file]) == 0
    assert capsys.readouterr().out == f"puzzle,solution\n{PUZZLE},{ANSWER}\n"


def test_without_pyarrow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without pyarrow the message names the extra to install."""
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    file = tmp_path / "a.parquet"
    file.write_bytes(b"PAR1")
    assert refused(str(file)).endswith(f"{file}: Parquet needs pyarrow: pip install 'crosscover[parquet]'")


def test_parquet_with_a_dialect(tmp_path: Path) -> None:
    """A dialect, or stdin, cannot be combined with Parquet."""
    file = tmp_path / "a.bin"
    file.write_bytes(b"PAR1")
    with pytest.raises(UsageError, match="Parquet is read from a file of its own, not as the dialect lines"):
        list(read_rows([str(file)], "lines"))

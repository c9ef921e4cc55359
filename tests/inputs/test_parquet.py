"""Puzzles in Parquet files."""

import sys
from pathlib import Path
from typing import Any

import pytest

from crosscover.cli import main
from crosscover.dialects import Columns
from crosscover.errors import UsageError
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
        Row(0, 1, Grid.parse(PUZZLE), Grid.parse(ANSWER), "", "column 'answer'", "", "column 'question'"),
        Row(0, 2, Grid.parse(SECOND), None, puzzle_in="column 'question'"),
    ]


def test_columns_of_any_name(tmp_path: Path) -> None:
    """Puzzles and solutions are found by their content, even if the first solution is missing or wrong."""
    table = {"rating": [1, 2, 3], "solved": [None, ANSWER, ANSWER], "board": [PUZZLE, PUZZLE, SECOND]}
    file = write(tmp_path / "a.parquet", table)
    assert [(str(row.puzzle), str(row.solution), row.solution_in) for row in read_rows([file])] == [
        (PUZZLE, "None", ""),
        (PUZZLE, ANSWER, "column 'solved'"),
        (SECOND, ANSWER, "column 'solved'"),
    ]


def test_blanks_around_names(tmp_path: Path) -> None:
    """Blanks around the name of a column do not matter."""
    file = write(tmp_path / "a.parquet", {" puzzle ": [PUZZLE], "solution ": [ANSWER]})
    for columns in (Columns(), Columns("puzzle", "solution")):
        [row] = read_rows([file], columns=columns)
        assert (str(row.puzzle), str(row.solution)) == (PUZZLE, ANSWER)


def test_no_rows(tmp_path: Path) -> None:
    """A file without rows is refused."""
    file = write(tmp_path / "a.parquet", {"puzzle": [PUZZLE]})
    empty = write(tmp_path / "b.parquet", {"puzzle": [PUZZLE][:0]})
    assert len(list(read_rows([file]))) == 1
    assert refused(empty).endswith("b.parquet: expected a row with a puzzle, found none")


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
        (3, "column 1: expected 81 characters, found 0"),
        (4, "column 1: expected a digit from 1 to 9 or '.', found '?'"),
        (5, ""),
    ]
    with pytest.raises(UsageError) as caught:
        list(read_rows([file]))
    assert caught.value.place == f"{file}:2:3"


def test_unreadable_files(tmp_path: Path) -> None:
    """A file that is not Parquet, or lacks the columns, is refused with the reason."""
    file = write(tmp_path / "a.parquet", {"grid": [PUZZLE[1:]], "level": [3]})
    assert "found the columns 'grid', 'level'" in refused(file)
    assert f"{file}: expected one column 'quiz'" in refused(file, Columns("quiz"))
    Path(file).write_bytes(Path(file).read_bytes()[:-10])
    assert f"{file}: Parquet magic bytes not found" in refused(file)


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
    with pytest.raises(UsageError, match="Parquet cannot be read in the dialect lines"):
        list(read_rows([str(file)], "lines"))

"""Rows of puzzle files: numbers, malformed rows, and resuming."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from crosscover.cli import main
from crosscover.dialects import Columns
from crosscover.errors import UsageError
from crosscover.puzzle_files import Row, read_rows
from crosscover.reference import Grid
from tests.dialects.samples import ANSWER, PUZZLE, ROWS, SECOND

BAD = f"{PUZZLE[:6]}?{PUZZLE[7:]}"
CELL = "expected a digit from 1 to 9 or '.', found '?'"

FORMS = {
    "lines": ("# two\n{}\n\n{} easy\n{}\n", (2, 4, 5)),
    "csv": ("id,puzzle,solution\n1,{},\n2,{},\n\n3,{},\n", (2, 3, 5)),
    "jsonl": ('{{"puzzle": "{}"}}\n{{"puzzle": "{}"}}\n{{"puzzle": "{}"}}\n', (1, 2, 3)),
}
"""Three puzzles in each format with one puzzle per line, and their line numbers."""

TWO_GRIDS = f"2\n{ROWS}{ROWS}"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The path of a puzzle file."""
    return tmp_path / "puzzles.txt"


def rows_before_error(rows: Iterator[Row]) -> tuple[list[Row], UsageError]:
    """The rows before an error, and the error."""
    read: list[Row] = []
    with pytest.raises(UsageError) as caught:
        read.extend(rows)
    return read, caught.value


def test_numbers(tmp_path: Path) -> None:
    """A row has its file, the line where it begins, and the solution if there is one."""
    table, grids = tmp_path / "a.csv", tmp_path / "b.txt"
    table.write_text(f"puzzle,solution\n{PUZZLE},{ANSWER}\n")
    grids.write_text(TWO_GRIDS)
    puzzle, solution = Grid.parse(PUZZLE), Grid.parse(ANSWER)
    assert list(read_rows([str(table), str(grids)])) == [
        Row(0, 2, puzzle, solution, "", "column 'solution'", "", "column 'puzzle'"),
        Row(1, 2, puzzle, None, ""),
        Row(1, 11, puzzle, None, ""),
    ]


@pytest.mark.parametrize("form", FORMS)
def test_malformed_rows(form: str, file: Path) -> None:
    """A malformed row ends reading, or is returned with column and reason if this is requested."""
    text, lines = FORMS[form]
    file.write_text(text.format(PUZZLE, BAD, SECOND))
    first, bad, last = list(read_rows([str(file)], skip_malformed=True))
    labels = ("1", "3") if form == "csv" else ("", "")
    place = {"csv": "column 'puzzle'", "jsonl": "key 'puzzle'"}.get(form, "")
    assert (first, last) == (
        Row(0, lines[0], Grid.parse(PUZZLE), None, label=labels[0], puzzle_in=place),
        Row(0, lines[2], Grid.parse(SECOND), None, label=labels[1], puzzle_in=place),
    )
    column = file.read_text().splitlines()[lines[1] - 1].index("?") + 1
    assert bad == Row(0, lines[1], None, None, f"column {column}: {CELL}")
    before, error = rows_before_error(read_rows([str(file)]))
    assert before == [first]
    assert (error.place, str(error)) == (f"{file}:{lines[1]}:{column}", CELL)


@pytest.mark.parametrize(
    ("text", "count", "place", "reason"),
    [
        (TWO_GRIDS.replace("5", "?"), 0, "3:17", "found '?'; nothing after that can be read"),
        (f"{PUZZLE}\n\0{SECOND}\n{SECOND}\n", 1, "2:1", "found a NUL character; "),
    ],
)
def test_errors_without_recovery(text: str, count: int, place: str, reason: str, file: Path) -> None:
    """Reading cannot continue within a grid of several lines, after a header without puzzles, or in binary data."""
    file.write_text(text)
    before, error = rows_before_error(read_rows([str(file)], skip_malformed=True))
    assert len(before) == count
    assert error.place == f"{file}:{place}"
    assert reason in str(error)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("end\n", "expected a puzzle, found none"),
        ("0\n", "expected a puzzle, found none"),
        ("puzzle,solution\n", "expected a row with a puzzle, found the end of the input"),
    ],
)
def test_files_without_puzzles(text: str, message: str, file: Path) -> None:
    """A file without a puzzle is refused, like an empty file, even if malformed rows are skipped."""
    file.write_text(text)
    for skips in (False, True):
        with pytest.raises(UsageError, match=message):
            list(read_rows([str(file)], skip_malformed=skips))


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends(end: str, file: Path) -> None:
    """The rows of a table are the same with every line end."""
    lines = ("puzzle,solution", f"{PUZZLE},{ANSWER}", f"{SECOND},")
    file.write_text(end.join(lines), newline="")
    assert [(row.line, str(row.solution)) for row in read_rows([str(file)])] == [(2, ANSWER), (3, "None")]


def test_columns_of_another_dialect(file: Path) -> None:
    """Column names imply a table, and are refused with another dialect."""
    file.write_text(f"grid\n{PUZZLE}\n")
    assert [row.line for row in read_rows([str(file)], columns=Columns("grid"))] == [2]
    with pytest.raises(UsageError, match="column names are for CSV and Parquet, not for the dialect lines"):
        list(read_rows([str(file)], "lines", columns=Columns("grid")))


COLUMNS = ("--puzzle-column", "grid", "--solution-column", "FULL")
TABLE = f"nr;grid;full\n1;{PUZZLE};{ANSWER}\n2;{BAD};\n3;{SECOND};{ANSWER}\n"


@pytest.fixture
def table(file: Path) -> str:
    """A file with a malformed row, and columns with names."""
    file.write_text(TABLE)
    return str(file)


def test_solve_columns(table: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The command solve accepts column names, and stops at a malformed row."""
    assert main(["solve", table, *COLUMNS]) == 2
    assert capsys.readouterr().out == f"puzzle,solution\n{PUZZLE},{ANSWER}\n"


def test_certify_columns(table: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The command certify accepts the name of the column of puzzles, and stops at a malformed row."""
    assert main(["certify", table, *COLUMNS[:2]]) == 2
    assert capsys.readouterr().out.count("\n") == 1


def test_malformed_rows_of_an_audit(table: str, capsys: pytest.CaptureFixture[str]) -> None:
    """An audit can skip malformed rows, and finds the wrong solutions in the named column."""
    command = ["audit", table, *COLUMNS, "--engines", "dlx,bitmask", "--jobs", "1", "--on-error", "skip"]
    assert main(command) == 1
    wrong, malformed = capsys.readouterr().err.splitlines()
    assert wrong.startswith(f"{table}:4 (3): expected {ANSWER}")
    assert malformed == f"{table}:3: column 9: {CELL}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f'"id","board","result"\n"1","{PUZZLE}","{ANSWER}"\n', [(PUZZLE, ANSWER)]),
        (f"board,result\n{ANSWER},{ANSWER}\n{PUZZLE},{ANSWER}\n", [(ANSWER, ANSWER), (PUZZLE, ANSWER)]),
        (f"puzzle,solution,target\n{PUZZLE},,{ANSWER}\n", [(PUZZLE, ANSWER)]),
        (f'{{"puzzle": "{PUZZLE}", "solution": null, "target": "{ANSWER}"}}\n', [(PUZZLE, ANSWER)]),
    ],
    ids=["quoted header", "full grid first", "empty usual column", "empty usual key"],
)
def test_solutions_of_tables(text: str, expected: list[tuple[str, str]], file: Path) -> None:
    """A full grid beside a puzzle is its solution, whatever the header, the first row and the other columns are."""
    file.write_text(text)
    assert [(str(row.puzzle), str(row.solution)) for row in read_rows([str(file)])] == expected

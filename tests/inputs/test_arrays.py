"""Puzzles in arrays of NumPy, and in lists of Parquet."""

import gzip
import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from crosscover.errors import UsageError
from crosscover.puzzle_files import read_rows
from tests.dialects.samples import ANSWER, PUZZLE, SECOND, SECOND_ANSWER

from .test_containers import contents, flipped, refused, zipped
from .test_parquet import write

GRIDS = (PUZZLE, SECOND)
NUMBERS = np.array([[int(cell) for cell in grid.replace(".", "0")] for grid in GRIDS])
SOLVED = np.array([[int(cell) for cell in grid] for grid in (ANSWER, SECOND_ANSWER)])
FOUND = [(1, PUZZLE, ANSWER), (2, SECOND, SECOND_ANSWER)]
WITHOUT = [(line, puzzle, "None") for line, puzzle, _ in FOUND]


def saved(array: Any, **options: Any) -> bytes:
    """The bytes of an array in a file."""
    stream = io.BytesIO()
    np.save(stream, array, **options)
    return stream.getvalue()


def header(text: str) -> bytes:
    """The first bytes of an array with this header, and a few of its data."""
    return b"\x93NUMPY\1\0" + len(text).to_bytes(2, "little") + text.encode() + bytes(100)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The path of a file without a suffix."""
    return tmp_path / "a"


@pytest.mark.parametrize(
    "array",
    [
        NUMBERS,
        NUMBERS.reshape(2, 9, 9).astype(">u2"),
        NUMBERS.astype(np.int8),
        NUMBERS.astype(float),
        np.array(GRIDS),
        np.array(GRIDS).astype(bytes),
    ],
    ids=["cells", "rows", "bytes", "floats", "text", "bytes of text"],
)
def test_arrays(array: Any, path: Path) -> None:
    """An array holds a puzzle per row: numbers of any type, cells or rows of cells, or texts; also compressed."""
    path.write_bytes(saved(array))
    assert contents(str(path)) == WITHOUT
    path.write_bytes(gzip.compress(saved(array)))
    assert contents(str(path)) == WITHOUT


@pytest.mark.parametrize("shape", [(81,), (9, 9)])
def test_one_grid(shape: tuple[int, ...], path: Path) -> None:
    """An array can be a single puzzle."""
    path.write_bytes(saved(NUMBERS[0].reshape(shape)))
    assert contents(str(path)) == WITHOUT[:1]


def test_named_arrays(path: Path) -> None:
    """Arrays of an archive are columns, found by their names or contents; others are labels or ignored."""
    level, masks = np.array(["a", "b"]), np.full((2, 81), 511)
    np.savez_compressed(path, masks=masks, quizzes=NUMBERS, solutions=SOLVED.reshape(2, 9, 9), level=level, n=[1, 2])
    file = f"{path}.npz"
    assert contents(file) == FOUND
    assert [(row.solution_in, row.label) for row in read_rows([file])] == [
        ("column 'solutions'", "a"),
        ("column 'solutions'", "b"),
    ]
    assert contents(f"{file}/quizzes.npy") == WITHOUT
    np.savez(path, SOLVED, NUMBERS)
    assert contents(file) == FOUND
    texts = np.array([f"{PUZZLE:<2000}"] * 1000)
    np.savez(path, texts)
    assert contents(file) == [(line, PUZZLE, "None") for line in range(1, 1001)]


MANY = np.tile(NUMBERS[:1], (5000, 1))


@pytest.mark.parametrize(
    ("value", "found"), [(10, "10"), (-1, "-1"), (300, "300"), (2.5, "2.5"), (float("nan"), "nan"), (2**63, "9.2")]
)
def test_malformed_numbers(value: float, found: str, path: Path) -> None:
    """A number that is no digit is an error of its row and cell; the following rows are read."""
    array = MANY.astype(float if isinstance(value, float) or value > 300 else int)
    array[4000, 6] = value
    path.write_bytes(saved(array))
    rows = list(read_rows([str(path)], skip_malformed=True))
    assert (len(rows), sum(bool(row.error) for row in rows)) == (5000, 1)
    assert rows[4000].error.startswith(f"column 7: expected a number from 0 to 9, found {found}")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (saved(MANY)[:-700], "a:4999:1: expected 5000 rows, found the end of the file"),
        (saved(NUMBERS)[:40], "a: EOF: reading array header"),
        (
            header("{'descr': '|u1', 'fortran_order': False, 'shape': (1152921504606846976, 81), }"),
            "a:2:1: expected 115",
        ),
        (header("{'descr': '|u1', 'fortran_order': False, 'shape': (-2, 81), }"), "a: expected "),
        (header("{'descr': '<U999999999', 'fortran_order': False, 'shape': (2,), }"), "a: descr is "),
        (header("{'descr': '|u1', 'fortran_order': False, 'shape': __import__('os'), }"), "a: malformed node"),
        (header("{'descr': '|u1', 'fortran_order': False, 'shape': (2, 81"), "a: expected the header of an array"),
        (saved(np.array([PUZZLE])).replace(b".\0\0\0", b".\0\0\x80", 1), "a:1:1: expected a digit"),
        (b"\x93NUMPY\2\0\xff\xff\xff\xff", "a: expected an array in version 1.0 of the format"),
        (saved(NUMBERS.T.copy().T), "a: expected text, or lists of numbers, in column 'puzzle', found Fortran order,"),
        (saved(NUMBERS[:, 1:]), "a: expected text, or lists of numbers, in column 'puzzle', found int64 (2, 80)"),
        (saved(np.array([1j])), "a: expected "),
        (saved(np.array([PUZZLE, None]), allow_pickle=True), "a: expected text, or lists of numbers, in column "),
        (saved(NUMBERS[:0]), "a: expected a row with a puzzle, found none"),
        (saved(np.array([PUZZLE, PUZZLE[1:]])), "a:2:81: expected 81 characters, found 80"),
        (
            saved(np.array([PUZZLE, f"{PUZZLE[:7]}\0{PUZZLE[8:]}"])),
            r"a:2:8: expected a digit from 1 to 9 or '.', found",
        ),
        (zipped({"puzzles.npy": saved(NUMBERS), "solutions.npy": saved(SOLVED[:1])}), "a: expected arrays of equal"),
        (flipped(zipped({"puzzles.npy": saved(MANY)}), 150), "a: "),
    ],
)
def test_malformed_arrays(data: bytes, message: str, path: Path) -> None:
    """A malformed array is refused with the reason, or with the place of its row."""
    path.write_bytes(data)
    assert refused(path).startswith(message)


def test_lists(tmp_path: Path) -> None:
    """Parquet columns may be lists of cells, with None or 0 for empty ones, or of rows."""
    arrow: Any = pytest.importorskip("pyarrow")
    cells = [[cell or None for cell in grid] for grid in NUMBERS.tolist()]
    rows = SOLVED.reshape(2, 9, 9).tolist()
    fixed = arrow.array(NUMBERS.tolist(), arrow.list_(arrow.uint8(), 81))
    for puzzles in (cells, NUMBERS.reshape(2, 9, 9).astype(float).tolist(), fixed):
        file = write(
            tmp_path / "a.parquet",
            {"level": [1, 2], "moves": [[81], []], "quizzes": puzzles, "solutions": [rows[0], rows[1]]},
        )
        assert contents(file) == FOUND
    file = write(tmp_path / "a.parquet", {"quizzes": cells, "solutions": [None, rows[1]]})
    assert contents(file) == [WITHOUT[0], FOUND[1]]


def test_malformed_lists(tmp_path: Path) -> None:
    """A list with a wrong number or length is an error of its row."""
    whole = NUMBERS.reshape(2, 9, 9).tolist()
    ragged = [[*whole[0][0], 0], whole[0][1][1:], *whole[0][2:]]
    for wrong, message in (
        ([*whole[0][:8], whole[0][8][1:]], "73: expected a list of 9 numbers, found 8"),
        (ragged, "1: expected a list of 9 numbers, found 10"),
        (whole[0][:8], "73: expected 81 characters, found 72"),
        ([*whole[0][:8], [*whole[0][8][1:], 12]], "81: expected a number from 0 to 9, found 12"),
        (None, "1: expected 81 characters, found 0"),
    ):
        path = tmp_path / "a"
        write(path, {"puzzle": [whole[0]] * 4 + [wrong, whole[1]]})
        assert refused(path) == f"a:5:{message}"
        errors = [row.error for row in read_rows([str(path)], skip_malformed=True)]
        assert errors == ["", "", "", "", f"column {message}", ""]


def test_lists_of_other_depths(tmp_path: Path) -> None:
    """Lists within lists of rows, and lists of other values, are refused with their type."""
    for value, kind in (([[[[1]]]], "list<element: list<element: list<"), ([{"a": 1}], "list<element: struct<")):
        write(tmp_path / "a", {"puzzle": [value]})
        assert f"in column 'puzzle', found {kind}" in refused(tmp_path / "a")
    with pytest.raises(UsageError):
        list(read_rows([str(tmp_path / "a")]))

"""`crosscover audit --isomorphs`: puzzles that are equal up to symmetry."""

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from crosscover.cli import main
from crosscover.reference import Grid
from crosscover.reference.symmetry import group_order, unrank
from tests.certificates.puzzles import AMBIGUOUS, BRIEF, CLASHING, EASY, HARD, UNSOLVABLE

FEW = Grid.from_clues({0: 1, 40: 2, 77: 1})
FULL = Grid.simplest()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The path of a puzzle file."""
    return tmp_path / "puzzles.txt"


def audit(file: Path, puzzles: Iterable[Grid], *arguments: str) -> int:
    """Audit puzzles with a ledger in the folder of their file."""
    file.write_text("".join(f"{puzzle}\n" for puzzle in puzzles))
    ledger = str(file.with_suffix(".db"))
    return main(["audit", str(file), "--engines", "dlx,bitmask", "--jobs", "1", "--ledger", ledger, *arguments])


def query(file: Path, text: str) -> list[tuple[object, ...]]:
    """Query the ledger."""
    with closing(sqlite3.connect(file.with_suffix(".db"))) as connection:
        return connection.execute(text).fetchall()


def transform(puzzle: str, symmetry: str) -> str:
    """The image of a puzzle, computed as in docs/how-to/data-set.md, without code of crosscover."""
    kind, rows, columns, digits = symmetry.split(":")
    side = len(digits)
    table = [puzzle[start : start + side] for start in range(0, side * side, side)]
    if kind == "t":
        table = ["".join(column) for column in zip(*table, strict=True)]
    renamed = str.maketrans("123456789"[:side], digits)
    return "".join(table[int(row) - 1][int(column) - 1] for row in rows for column in columns).translate(renamed)


def test_planted_images_are_found(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exactly the images of puzzles of every kind are found, each with a symmetry to its minlex form."""
    firsts = [EASY, BRIEF, *HARD, UNSOLVABLE, CLASHING, AMBIGUOUS, FEW, FULL]
    random = Random(7)
    images = [unrank(random.randrange(group_order()))(puzzle) for puzzle in firsts]
    transposed = [unrank(1)(puzzle) for puzzle in firsts[:2]]
    assert audit(file, [*firsts, EASY, *images, *transposed], "--isomorphs") == 0
    planted = [*range(len(firsts)), 0, *range(len(firsts)), 0, 1]
    found = query(file, "SELECT number, first FROM isomorph ORDER BY number")
    assert found == [(number, planted[number - 1] + 1) for number in range(len(firsts) + 1, len(planted) + 1)]
    for puzzle, symmetry, canonical in query(file, "SELECT puzzle, symmetry, canonical FROM puzzle"):
        assert transform(str(puzzle), str(symmetry)) == canonical
    *_, count, first_pair, _, _ = capsys.readouterr().out.splitlines()
    assert count == f"{len(firsts)} essentially different among {len(planted)} puzzles"
    assert first_pair == f"  {file}:{len(firsts) + 2} is an isomorph of {file}:1"


def test_large_shapes_are_refused(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A shape with too many symmetries for a minlex form is refused."""
    file.write_text("." * 256 + "\n")
    assert main(["audit", str(file), "--isomorphs", "--shape", "4x4", "--jobs", "1"]) == 2
    expected = f"{file}:1: --isomorphs supports shapes with at most as many symmetries as 3x3, not 4x4\n"
    assert capsys.readouterr().err == expected

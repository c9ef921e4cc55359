"""`crosscover audit --isomorphs`: puzzles that are equal up to symmetry."""

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from crosscover.auditing.relations import IsomorphError, find_relations
from crosscover.cli import main
from crosscover.reference import Grid, Shape
from crosscover.reference.symmetry import Symmetry, group_order, unrank
from tests.certificates.puzzles import AMBIGUOUS, BRIEF, CLASHING, EASY, HARD, UNSOLVABLE

from .small import BASES, GRIDS, MINIMAL_CLASSES, SMALL, minimal_puzzles

FEW = Grid.from_clues({0: 1, 40: 2, 77: 1})
FULL = Grid.canonical()


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
    """Exactly the images of puzzles of every kind are found, each with its symmetry to the first one."""
    firsts = [EASY, BRIEF, *HARD, UNSOLVABLE, CLASHING, AMBIGUOUS, FEW, FULL]
    random = Random(7)
    images = [unrank(random.randrange(group_order()))(puzzle) for puzzle in firsts]
    transposed = [unrank(1)(puzzle) for puzzle in firsts[:2]]
    assert audit(file, [*firsts, EASY, *images, *transposed], "--isomorphs") == 0
    planted = [*range(len(firsts)), 0, *range(len(firsts)), 0, 1]
    found = query(file, "SELECT number, first FROM isomorph ORDER BY number")
    assert found == [(number, planted[number - 1] + 1) for number in range(len(firsts) + 1, len(planted) + 1)]
    for puzzle, symmetry, first in query(
        file,
        "SELECT puzzle.puzzle, isomorph.symmetry, first.puzzle FROM isomorph "
        "JOIN puzzle USING (number) JOIN puzzle AS first ON first.number = isomorph.first",
    ):
        assert transform(str(puzzle), str(symmetry)) == first
    for puzzle, symmetry, canonical in query(file, "SELECT puzzle, symmetry, canonical FROM puzzle"):
        assert transform(str(puzzle), str(symmetry)) == canonical
    *_, count, first_pair, _, _ = capsys.readouterr().out.splitlines()
    assert count == f"{len(firsts)} essentially different among {len(planted)} puzzles"
    assert first_pair.endswith(f" makes {file}:{len(firsts) + 2} into {file}:1")


def test_all_small_minimal_puzzles(file: Path) -> None:
    """The minimal puzzles of 2x2 boxes form 36 classes, with sizes that follow from their automorphisms."""
    puzzles = [minimal_puzzles(base) for base in BASES]
    assert audit(file, [puzzle for each in puzzles for puzzle in each], "--isomorphs", "--shape", "2x2") == 0
    orders = [
        int(str(number))
        for (number,) in query(
            file, "SELECT automorphisms FROM puzzle WHERE number NOT IN (SELECT number FROM isomorph)"
        )
    ]
    assert len(orders) == MINIMAL_CLASSES
    order = group_order(SMALL)
    images = [len({str(unrank(number, SMALL)(base)) for number in range(order)}) for base in BASES]
    assert sum(images) == len(GRIDS)
    expected = sum(number * len(each) for number, each in zip(images, puzzles, strict=True))
    assert sum(order // automorphisms for automorphisms in orders) == expected


def test_oblong_boxes(file: Path) -> None:
    """Symmetries of puzzles of other shapes are read for their shape."""
    shape = Shape(2, 3)
    puzzle = Grid.canonical(shape).keeping(0b101100010110001101)
    assert audit(file, [puzzle, unrank(123_456, shape)(puzzle)], "--isomorphs", "--shape", "2x3") == 0
    assert query(file, "SELECT number, first FROM isomorph") == [(2, 1)]


def test_relating_twice_changes_nothing(file: Path) -> None:
    """Relating puzzles a second time gives the same rows."""
    table = "SELECT * FROM isomorph"
    assert audit(file, [EASY, unrank(10**12)(EASY)], "--isomorphs") == 0
    before = query(file, table)
    assert len(before) == 1
    with closing(sqlite3.connect(file.with_suffix(".db"))) as connection, connection:
        find_relations(connection, certify=False)
    assert query(file, table) == before


def test_a_wrong_symmetry_is_detected(file: Path) -> None:
    """A wrong symmetry is reported with both puzzles, and the tables are unchanged."""
    first, image = HARD[0], unrank(10**12)(HARD[0])
    assert audit(file, [first, image], "--isomorphs") == 0
    before = query(file, "SELECT * FROM isomorph")
    with closing(sqlite3.connect(file.with_suffix(".db"))) as connection:
        connection.execute("UPDATE puzzle SET symmetry = ? WHERE number = 1", (str(Symmetry.identity()),))
        connection.commit()
        wrong = rf" does not lead from row 2, {image}, to row 1, {first}$"
        with pytest.raises(IsomorphError, match=wrong), connection:
            find_relations(connection, certify=False)
    assert query(file, "SELECT * FROM isomorph") == before


@pytest.mark.parametrize("arguments", [["--shape", "4x4"], ["--dialect", "poj3076"]])
def test_large_shapes_are_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """A shape with too many symmetries for a canonical form is refused before anything is read."""
    assert main(["audit", "missing.txt", "--isomorphs", *arguments]) == 2
    expected = "crosscover: --isomorphs is for puzzles with no more symmetries than 3x3 has, not 4x4\n"
    assert capsys.readouterr().err == expected


@pytest.mark.parametrize("option", ["--isomorphs"])
def test_a_large_shape_in_a_file(file: Path, option: str, capsys: pytest.CaptureFixture[str]) -> None:
    """If the shape is known only from the first line of a file, the refusal names the line."""
    file.write_text("ABCDEFGHIJKLMNOP\n" + 15 * ("-" * 16 + "\n"))
    assert main(["audit", str(file), "--jobs", "1", option]) == 2
    assert capsys.readouterr().err.startswith(f"{file}:1: {option} is for puzzles ")

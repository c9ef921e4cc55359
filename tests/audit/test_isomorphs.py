"""`crosscover audit --isomorphs`: puzzles that are equal up to symmetry."""

from pathlib import Path
from random import Random

import pytest

from crosscover.auditing.findings import PuzzleRow
from crosscover.reference import Grid, Shape
from crosscover.reference.symmetry import group_order, unrank
from tests.certificates.puzzles import AMBIGUOUS, BRIEF, CLASHING, EASY, HARD, UNSOLVABLE

from .samples import audit, collection, contents

FEW = Grid.from_clues({0: 1, 40: 2, 77: 1})
FULL = Grid.simplest()


def transform(puzzle: str, symmetry: str) -> str:
    """The image of a puzzle, computed as in docs/how-to/data-set.md, without code of crosscover."""
    kind, rows, columns, digits = symmetry.split(":")
    side = len(digits)
    table = [puzzle[start : start + side] for start in range(0, side * side, side)]
    if kind == "t":
        table = ["".join(column) for column in zip(*table, strict=True)]
    renamed = str.maketrans("123456789"[:side], digits)
    return "".join(table[int(row) - 1][int(column) - 1] for row in rows for column in columns).translate(renamed)


@pytest.mark.usefixtures("folder")
def test_planted_images_are_found(capsys: pytest.CaptureFixture[str]) -> None:
    """Exactly the images of puzzles of every kind are found, each with a symmetry to its canonical form."""
    firsts = [EASY, BRIEF, *HARD, UNSOLVABLE, CLASHING, AMBIGUOUS, FEW, FULL]
    random = Random(7)
    images = [unrank(random.randrange(group_order()))(puzzle) for puzzle in firsts]
    transposed = [unrank(1)(puzzle) for puzzle in firsts[:2]]
    puzzles = collection(Path("puzzles.txt"), [*firsts, EASY, *images, *transposed])
    assert audit(puzzles, "--isomorphs", "--ledger", "ledger") == 0
    planted = [*range(len(firsts)), 0, *range(len(firsts)), 0, 1]
    numbers = range(len(firsts) + 1, len(planted) + 1)
    assert contents(Path("ledger"))["isomorph"] == [(number, planted[number - 1] + 1) for number in numbers]
    for row in map(PuzzleRow._make, contents(Path("ledger"))["puzzle"]):
        assert transform(str(row.puzzle), str(row.symmetry)) == row.canonical
    *_, count, first_pair, _, _ = capsys.readouterr().out.splitlines()
    assert count == f"{len(firsts)} essentially different among {len(planted)} puzzles"
    assert first_pair == f"  puzzles.txt:{len(firsts) + 2} is an isomorph of puzzles.txt:1"


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("shape", "reason"),
    [
        ("4x4", "4x4 boxes have too many symmetries for a minlex form; 3x3 boxes are the limit"),
        (
            "2x2+x",
            "there are no minlex forms for diagonal Sudoku, since most symmetries of Sudoku move its diagonals",
        ),
    ],
)
def test_shapes_without_minlex_forms_are_refused(shape: str, reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A shape with too many symmetries is refused, and so is diagonal Sudoku."""
    puzzles = collection(Path("puzzles.txt"), ["." * Shape.parse(shape).cells])
    assert audit(puzzles, "--isomorphs", "--shape", shape) == 2
    assert capsys.readouterr().err == f"crosscover: --isomorphs: {reason}\n"

"""Generated puzzles, with what is known of them."""

from pathlib import Path

import pytest

import crosscover
from crosscover import NoSolution, Several, Unique
from crosscover.api.generated import KINDS
from crosscover.harness.examples import no_local_constants
from crosscover.oracles import certificate
from crosscover.reference import Shape

IMPROPER = {
    "several solutions": Several,
    "deadly pattern": Several,
    "no solution": NoSolution,
    "clashing clues": NoSolution,
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_keeps_its_promise(kind: str) -> None:
    """Each kind has the number of solutions that it promises, with a certificate."""
    [one] = crosscover.generate(kind, seed=1)

    assert type(one.verdict) is IMPROPER.get(kind, Unique)
    certificate.check(one.certificate)
    assert one.certificate.puzzle == one.puzzle


def test_seeds() -> None:
    """A seed gives the same puzzles again, other seeds and no seed give others; none occurs twice."""
    first, again, other = (crosscover.generate(number=5, seed=seed) for seed in (1, 1, 2))
    puzzles = {one.puzzle for one in (*first, *other, *crosscover.generate(), *crosscover.generate())}

    assert first == again
    assert len(puzzles) == 12


def test_local_constants(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Constants of the caller's modules change no puzzle, and nothing is written."""
    monkeypatch.chdir(tmp_path)
    found = crosscover.generate(number=5, seed=1)
    with no_local_constants():
        assert crosscover.generate(number=5, seed=1) == found
    assert list(tmp_path.iterdir()) == []


def test_diagonal_sudoku() -> None:
    """Puzzles of the variant x have one solution with the diagonals."""
    for one in [crosscover.generate(kind, seed=1, variant="x")[0] for kind in ("proper", "hard", "full")]:
        assert (str(one.puzzle.shape), type(one.verdict)) == ("3x3+x", Unique)


def test_difficulty() -> None:
    """A hard puzzle needs a deeper search than a full grid."""
    [hard] = crosscover.generate("hard", seed=1)
    [full] = crosscover.generate("full", seed=1)

    assert hard.nodes > 100 > full.nodes


def test_other_shapes() -> None:
    """Puzzles of other shapes have a verdict and a certificate."""
    [one] = crosscover.generate("minimal", seed=1, shape="2x3")

    assert (one.puzzle.shape, type(one.verdict)) == (Shape(2, 3), Unique)
    assert one.certificate.claim.value == "unique"


@pytest.mark.parametrize(
    ("kind", "number", "shape", "message"),
    [
        ("minimall", 1, None, "did you mean minimal"),
        ("proper", 0, None, "expected a number from 1, not 0"),
        ("hard", 1, "2x2", "only for 9x9 cells, not for 2x2"),
    ],
)
def test_what_cannot_be_generated(kind: str, number: int, shape: str | None, message: str) -> None:
    """Unknown kinds, numbers and shapes are refused."""
    with pytest.raises(ValueError, match=message):
        crosscover.generate(kind, number, shape=shape)

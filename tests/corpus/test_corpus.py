"""Tests of the certified corpus: its claims, and their proofs."""

import lzma
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from crosscover.options import CERTIFIED_SHAPES
from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.oracles.plain_search import baseline_nodes
from crosscover.oracles.rules import clashes
from crosscover.properties.corpus import certified, known_puzzles
from crosscover.properties.corpus.certified import MAX_NODES, corpus, nodes_of_corpus
from crosscover.reference import Grid, Shape, count
from crosscover.subjects.block import Block
from crosscover.subjects.blocks import grids
from crosscover.subjects.subject import Cells

from .building import KINDS, draw
from .checking import CERTIFICATES, PRODUCERS, CorpusError, certificates_of, check_all, checked_certificate, compare

STORED = [shape for shape in CERTIFIED_SHAPES if shape.box_rows <= shape.box_columns]
"""The shapes with a file; the corpora of other shapes are transposed."""

DIAGONAL = Shape(3, 3, diagonals=True)
HOUSES = np.array(Shape().houses)
SAMPLE = 60
"""Number of puzzles that each run samples."""


@pytest.fixture(scope="module")
def lines() -> list[str]:
    """All certificates."""
    with lzma.open(CERTIFICATES, "rt", encoding="ascii") as file:
        return file.readlines()


def sample(rows: NDArray[np.intp] | None = None) -> Iterator[int]:
    """Some rows of the corpus, different ones in each run."""
    candidates = range(len(corpus())) if rows is None else rows.tolist()
    return iter(Random().sample(candidates, min(SAMPLE, len(candidates))))


def test_the_corpus_is_large_and_its_file_is_small() -> None:
    """At least 20,000 different puzzles, in at most 2 MB."""
    assert len(np.unique(corpus().puzzles, axis=0)) == len(corpus()) >= 20_000
    assert Path(certified.__file__).with_name("certified.npz").stat().st_size < 2_000_000


def test_the_arrays_have_the_documented_shapes() -> None:
    """Types and shapes are as documented for a block, and the shared arrays are read-only."""
    made, number = corpus(), len(corpus())
    shapes = {name: getattr(made, name).shape for name in ("puzzles", "solutions", "counts", "kinds")}
    assert shapes == {
        "puzzles": (number, 81),
        "solutions": (number, 2, 81),
        "counts": (number,),
        "kinds": (number,),
    }
    assert {getattr(made, name).dtype for name in shapes} == {np.dtype(np.uint8)}
    assert not any(getattr(made, name).flags.writeable for name in shapes)


@pytest.mark.parametrize("shape", CERTIFIED_SHAPES, ids=str)
def test_every_solution_obeys_the_rules_and_extends_its_puzzle(shape: Shape) -> None:
    """All rows have the claimed number of solutions, each of which obeys the rules and has the clues."""
    made = corpus(shape)
    for place in (0, 1):
        rows = made.counts > place
        solutions = made.solutions[rows, place]
        assert not made.solutions[~rows, place].any()
        in_houses = np.sort(solutions[:, np.array(shape.houses)], axis=2)
        assert (in_houses == np.arange(1, shape.side + 1)).all()
        assert np.array_equal(solutions * (made.puzzles[rows] > 0), made.puzzles[rows])
    several = made.counts == 2
    assert (made.solutions[several, 0] != made.solutions[several, 1]).any(axis=1).all()


def test_nodes_are_those_of_a_plain_search() -> None:
    """The nodes in a sample of puzzles are counted again."""
    for row in list(sample(np.flatnonzero(nodes_of_corpus() < 2000)))[:30]:
        assert baseline_nodes(grids(corpus().puzzles[[row]])[0], 2, MAX_NODES) == nodes_of_corpus()[row], row


@pytest.mark.parametrize("number", [256, 257, pytest.param(65_536, marks=pytest.mark.slow)])
def test_kinds_with_a_number_of_solutions(number: int) -> None:
    """Bit sets confirm the number of solutions of a random puzzle of these kinds."""
    row = next(sample(corpus().indices_of(f"{number:,} solutions")))
    assert count(BitmaskEngine(), grids(corpus().puzzles[[row]])[0], number + 1) == number


def test_every_kind_has_puzzles() -> None:
    """No kind is empty, and all rows belong to a kind."""
    numbers = np.bincount(corpus().kinds, minlength=len(corpus().kind_names))
    assert numbers.min() > 0
    assert len(numbers) == len(corpus().kind_names)


@pytest.mark.parametrize(
    ("kind", "counts"),
    [
        ("17 clues", {1}),
        ("minimal, 20 to 28 clues", {1}),
        ("symmetric pattern", {1}),
        ("empty houses", {1}),
        ("one digit missing", {1}),
        ("two digits missing", {2}),
        ("clashing clues", {0}),
        ("contradiction", {0}),
        ("nearly full, several solutions", {2}),
        ("few clues", {1, 2}),
        ("unique rectangle, type 1", {2}),
        ("BUG+1", {2}),
    ],
)
def test_kinds_have_the_verdicts_they_are_for(kind: str, counts: set[int]) -> None:
    """The puzzles of a kind for a verdict have that verdict."""
    assert set(corpus().counts[corpus().indices_of(kind)].tolist()) <= counts


def test_kinds_fit_their_names() -> None:
    """Missing, clashing and few clues are as the name of the kind says."""

    def of(kind: str) -> Cells:
        return corpus().puzzles[corpus().indices_of(kind)]

    assert ((of("17 clues") > 0).sum(axis=1) == 17).all()
    clues = (of("minimal, 20 to 28 clues") > 0).sum(axis=1)
    assert (clues.min(), clues.max()) in {(20, low) for low in range(26, 29)}
    assert (of("empty houses")[:, HOUSES].max(axis=2) == 0).any(axis=1).mean() > 0.9
    for kind, missing in (("one digit missing", 1), ("two digits missing", 2)):
        assert all(len(set(range(1, 10)) - set(puzzle.tolist())) == missing for puzzle in of(kind))
    assert most_often(of("clashing clues")).min() == 2
    assert most_often(of("contradiction")).max() == 1


def most_often(puzzles: Cells) -> NDArray[np.intp]:
    """For each puzzle the maximum number of equal digits in a house."""
    houses = puzzles[:, HOUSES]
    most: NDArray[np.intp] = np.max([(houses == digit).sum(axis=2).max(axis=1) for digit in range(1, 10)], axis=0)
    return most


def test_indices_of_an_unknown_kind_are_an_error() -> None:
    """A misspelled kind raises an error."""
    with pytest.raises(ValueError, match="not in tuple"):
        corpus().indices_of("17 clue")


def test_known_puzzles_and_the_corpus_agree() -> None:
    """A known puzzle in the corpus has its known solution."""
    rows = {puzzle.tobytes(): row for row, puzzle in enumerate(corpus().puzzles)}
    common = [known for known in known_puzzles() if known.puzzle.values in rows]
    assert len(common) > 50
    for known in common:
        assert corpus().solutions[rows[known.puzzle.values], 0].tobytes() == known.solution.values


def test_a_sample_of_the_certificates_is_valid(lines: list[str]) -> None:
    """Sampled puzzles have valid certificates by two producers that agree with the corpus."""
    assert len(lines) == 2 * len(corpus())
    for row in sample():
        certificates = checked_certificate(lines[2 * row]), checked_certificate(lines[2 * row + 1])
        compare(corpus(), row, certificates)
        assert [certificate.producer for certificate in certificates] == list(PRODUCERS)


@pytest.mark.release
@pytest.mark.parametrize("shape", STORED, ids=str)
def test_all_certificates_are_valid(shape: Shape) -> None:
    """Every puzzle of a corpus has two valid certificates that agree with the corpus."""
    assert check_all(corpus(shape), certificates_of(shape)) == 2 * len(corpus(shape))


@pytest.mark.parametrize("shape", CERTIFIED_SHAPES, ids=str)
def test_other_shapes(shape: Shape) -> None:
    """Puzzles of all shapes are different, have each number of solutions, and none if they clash."""
    made = corpus(shape)
    assert (made.shape, len(np.unique(made.puzzles, axis=0))) == (shape, len(made))
    assert (made.counts[made.indices_of("clashing clues")] == 0).all()
    assert set(np.unique(made.counts)) == {0, 1, 2}


@pytest.mark.parametrize(("shape", "least"), [(Shape(3, 4), 1000), (Shape(4, 4), 500)], ids=str)
def test_large_shapes(shape: Shape, least: int) -> None:
    """Each cell has each digit as a clue and in a solution; few puzzles are too hard for a plain search, none empty."""
    made = corpus(shape)
    cells, digits = np.arange(shape.cells), range(1, shape.side + 1)
    one = made.counts == 1
    filled = made.solutions[one, 0] * (made.puzzles[one] == 0)
    for grids_of in (made.puzzles, filled):
        assert all((grids_of[:, cells] == digit).any(axis=0).all() for digit in digits)
    assert len(made) >= least
    assert 0 < (nodes_of_corpus(shape) == MAX_NODES).mean() < 0.15
    clues = (made.puzzles > 0).mean(axis=1)
    assert np.histogram(clues, bins=(0, 0.2, 0.4, 0.5, 0.6, 0.8, 1.01))[0].min() > 0.03 * len(made)
    assert Path(certified.__file__).with_name(certified.file_name("certified.npz", shape)).stat().st_size < 200_000


def test_diagonal_sudoku() -> None:
    """Some puzzles have 13 clues, and each pair of cells on a diagonal clashes in a full grid."""
    made = corpus(DIAGONAL)
    assert len(made) >= 3000
    assert Path(certified.__file__).with_name("certified_3x3+x.npz").stat().st_size < 400_000
    assert certificates_of(DIAGONAL).stat().st_size < 1_500_000
    assert (made.counts[made.indices_of("13 clues")] == 1).all()
    broken = grids(made.puzzles[made.indices_of("broken diagonal")], DIAGONAL)
    found = [list(clashes(grid)) for grid in broken]
    assert all(grid.is_full for grid in broken)
    assert all(len(here) == 1 and here[0].house.startswith("diagonal") for here in found)
    assert len({here[0].cells for here in found}) == 54


def test_diagonals_decide() -> None:
    """Without the diagonals most proper puzzles have several solutions, and many contradictions have a solution."""
    made = corpus(DIAGONAL)

    def plain(kind: str) -> list[int]:
        puzzles = [Grid(grid.values, DIAGONAL.plain) for grid in grids(made.puzzles[made.indices_of(kind)], DIAGONAL)]
        return [count(BitmaskEngine(), puzzle, 2) for puzzle in Random().sample(puzzles, 20)]

    for kind in ("minimal", "deadly pattern, resolved"):
        assert set(plain(kind)) == {2}
    assert set(plain("proper without the diagonals")) == {1}
    assert min(plain("contradiction on the diagonals")) >= 1


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ("256 solutions", "257 solutions")])
def test_the_program_draws_stored_puzzles(kind: str) -> None:
    """The first puzzle that the program draws for a kind of 2x3 boxes is in the corpus, with its verdict and nodes."""
    shape = Shape(2, 3, diagonals=True)
    made = draw(shape, (kind, 0))
    assert made is not None
    proof = made.certificates[0]
    [row] = np.flatnonzero((corpus(shape).puzzles == list(proof.puzzle.values)).all(axis=1))
    assert corpus(shape).counts[row] == len(proof.solutions)
    assert nodes_of_corpus(shape)[row] == made.nodes


def rows_of(made: Block, number: int) -> Block:
    """The first rows of a corpus."""
    return replace(made, puzzles=made.puzzles[:number], solutions=made.solutions[:number], counts=made.counts[:number])


@pytest.mark.parametrize("fault", ["puzzle", "verdict", "solution", "producer", "missing", "more"])
def test_wrong_certificates_are_detected(lines: list[str], tmp_path: Path, fault: str) -> None:
    """Valid certificates of other puzzles, verdicts or solutions, or two by one producer, are refused."""
    made = rows_of(corpus(), 3)
    text = lines[:6]
    match fault:
        case "puzzle":
            text[0:2] = lines[6:8]
        case "verdict":
            made = replace(made, counts=np.array([2, 1, 1], np.uint8))
        case "solution":
            made = replace(made, solutions=made.solutions[[1, 1, 2]])
        case "producer":
            text[1] = text[0]
        case "missing":
            text = text[:5]
        case _:
            text += lines[6:8]
    path = tmp_path / "certificates.jsonl.xz"
    path.write_bytes(lzma.compress("".join(text).encode()))
    with pytest.raises(CorpusError):
        check_all(made, path, 1)

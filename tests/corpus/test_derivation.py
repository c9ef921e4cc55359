"""Tests of the theorems by which puzzles are derived from certified ones, confirmed by every engine."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from crosscover.contracts import ANY, PROPER
from crosscover.engines import DEFAULT_PANEL, engine
from crosscover.options import CERTIFIED_SHAPES
from crosscover.oracles.rules import clashes, first_violation
from crosscover.properties.corpus.certified import corpus
from crosscover.properties.corpus.derivation import REFUSALS, SHARES, derived_block, images, shares_of, with_a_clash
from crosscover.properties.corpus.derivation import with_clues_removed as with_share_removed
from crosscover.properties.corpus.derivation import with_further_clues as with_share_added
from crosscover.reference import Grid, Shape
from crosscover.subjects.block import Block
from crosscover.subjects.blocks import grids

ENGINES = {name: engine(name) for name in DEFAULT_PANEL}

Derivation = Callable[[Block, np.random.Generator], Block]

SAMPLE = 30
"""Number of derived puzzles that each engine solves for each theorem."""
LARGE = 5000
"""Number of derived puzzles that are compared without an engine."""


def disagreements(derived: Block, name: str) -> list[str]:
    """The puzzles on which an engine has another verdict than claimed, with its verdict."""
    complaints: list[str] = []
    for puzzle, solutions, count in zip(
        grids(derived.puzzles), derived.solutions, derived.counts.tolist(), strict=True
    ):
        found = list(ENGINES[name](puzzle, 2))
        if len(found) != count or (count == 1 and found != grids(solutions[:1])):
            complaints.append(f"{puzzle}: {len(found)} solutions, not {count}")
    return complaints


def with_further_clues(known: Block, random: np.random.Generator) -> Block:
    """Add clues in any share of the empty cells."""
    return with_share_added(known, random, random.random(len(known)))


def with_clues_removed(known: Block, random: np.random.Generator) -> Block:
    """Remove any share of the clues."""
    return with_share_removed(known, random, random.random(len(known)))


def image_with_further_clues(known: Block, random: np.random.Generator) -> Block:
    """Apply two theorems in sequence."""
    return with_further_clues(images(with_clues_removed(known, random), random), random)


THEOREMS: list[Derivation] = [images, with_further_clues, with_clues_removed, image_with_further_clues]


def sample(size: int, random: np.random.Generator) -> Block:
    """Rows of the corpus with equally many for each verdict."""
    counts = corpus().counts
    parts = [random.choice(np.flatnonzero(counts == count), size // 3 + 1) for count in (0, 1, 2)]
    return corpus().rows(np.concatenate(parts)[:size])


@pytest.fixture
def random(request: pytest.FixtureRequest) -> np.random.Generator:
    """A random generator with a fixed seed."""
    return np.random.default_rng(list(request.node.nodeid.encode()))


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize("derive", THEOREMS)
def test_every_engine_confirms_every_theorem(derive: Derivation, name: str, random: np.random.Generator) -> None:
    """Every engine finds the derived verdict and unique solution."""
    assert disagreements(derive(sample(SAMPLE, random), random), name) == []


@pytest.mark.parametrize("derive", THEOREMS)
def test_the_solutions_extend_the_derived_puzzle(derive: Derivation, random: np.random.Generator) -> None:
    """Each claimed solution obeys the rules and has the clues of its puzzle, and two claimed solutions differ."""
    derived = derive(sample(200, random), random)
    for puzzle, (first, second), count in zip(derived.puzzles, derived.solutions, derived.counts, strict=True):
        for solution in (first, second)[:count]:
            assert first_violation(Grid(solution.tobytes()), Grid(puzzle.tobytes())) is None
        assert count < 2 or not np.array_equal(first, second)


@pytest.mark.parametrize("derive", THEOREMS)
def test_a_derivation_does_not_change_its_source(derive: Derivation, random: np.random.Generator) -> None:
    """A derivation does not change its input arrays, and the counts stay the same."""
    known = sample(LARGE, random)
    puzzles, solutions = known.puzzles.copy(), known.solutions.copy()
    derived = derive(known, random)
    assert np.array_equal(known.puzzles, puzzles)
    assert np.array_equal(known.solutions, solutions)
    assert np.array_equal(known.counts, derived.counts)
    assert derived.puzzles.dtype == derived.solutions.dtype == np.uint8
    assert derived.puzzles.shape == puzzles.shape
    assert derived.solutions.shape == solutions.shape


@pytest.mark.parametrize("derive", THEOREMS)
def test_the_same_seed_derives_the_same_puzzles(derive: Derivation) -> None:
    """A derivation depends only on its random generator."""
    known = sample(300, np.random.default_rng(1))
    one, other = (derive(known, np.random.default_rng(2)).puzzles for _ in range(2))
    assert np.array_equal(one, other)


def test_images_are_uniform(random: np.random.Generator) -> None:
    """Among the images of a grid with one clue, all cells and digits are equally frequent."""
    known = corpus().rows(np.zeros(20_000, np.intp))
    one_clue = np.zeros_like(known.puzzles)
    one_clue[:, 40] = 1
    cells = images(replace(known, puzzles=one_clue), random).puzzles
    places, digits = np.nonzero(cells)[1], cells[cells > 0]
    assert np.abs(np.bincount(places, minlength=81) - 20_000 / 81).max() < 100
    assert np.abs(np.bincount(digits, minlength=10)[1:] - 20_000 / 9).max() < 300


def test_images_are_transposed(random: np.random.Generator) -> None:
    """The clues of a row become the clues of a row, or as often those of a column."""
    known = corpus().rows(np.zeros(1000, np.intp))
    first_row = np.where(np.arange(81) < 9, known.solutions[:, 0], 0).astype(np.uint8)
    moved = images(replace(known, puzzles=first_row), random)
    full = [[all(image.values[cell] for cell in house) for house in Shape().houses] for image in grids(moved.puzzles)]
    rows = [any(houses[:9]) for houses in full]
    assert rows == [not any(houses[9:18]) for houses in full]
    assert 400 < sum(rows) < 600


def test_images_have_as_many_clues(random: np.random.Generator) -> None:
    """A puzzle and its image have the same number of clues."""
    known = sample(LARGE, random)
    assert np.array_equal((images(known, random).puzzles > 0).sum(axis=1), (known.puzzles > 0).sum(axis=1))


def test_added_clues_keep_the_others(random: np.random.Generator) -> None:
    """Clues are only added, in all numbers from none to every possible cell."""
    known = sample(LARGE, random)
    derived = with_further_clues(known, random)
    given = known.puzzles > 0
    assert np.array_equal(derived.puzzles[given], known.puzzles[given])
    added = (derived.puzzles > 0).sum(axis=1) - given.sum(axis=1)
    assert added.min() == 0
    assert ((derived.puzzles > 0).sum(axis=1) > 78).any()


def test_clues_are_removed_only_where_there_are_several_solutions(random: np.random.Generator) -> None:
    """A puzzle with at most one solution is unchanged; from others clues are removed, and none changes."""
    known = sample(LARGE, random)
    derived = with_clues_removed(known, random)
    several = known.counts == 2
    assert np.array_equal(derived.puzzles[~several], known.puzzles[~several])
    left = derived.puzzles > 0
    assert np.array_equal(derived.puzzles[left], known.puzzles[left])
    assert (left.sum(axis=1) < (known.puzzles > 0).sum(axis=1))[several].mean() > 0.8


def test_a_wrong_theorem_is_detected(random: np.random.Generator) -> None:
    """If clues are removed from a minimal puzzle, an engine contradicts the claim of one solution."""
    rows = corpus().indices_of("17 clues")[:20]
    known = corpus().rows(rows)
    claimed = replace(known, counts=np.full_like(known.counts, 2))
    derived = with_clues_removed(claimed, random)
    wrong = replace(known, puzzles=derived.puzzles)
    assert len(disagreements(wrong, "bitmask")) > 10
    assert grids(known.puzzles) != grids(derived.puzzles)


def solvable(random: np.random.Generator) -> Block:
    """Rows of the corpus with at least one solution."""
    return corpus().rows(random.choice(np.flatnonzero(corpus().counts > 0), 2000))


def test_clashes_are_of_each_combination_of_houses(random: np.random.Generator) -> None:
    """By the rules every puzzle clashes, in each combination of kinds of house, and none has a solution."""
    derived = with_a_clash(solvable(random), random)
    kinds = Counter(frozenset(one.house[0] for one in clashes(puzzle)) for puzzle in grids(derived.puzzles))
    assert kinds.keys() == {frozenset(chosen) for size in (1, 2, 3) for chosen in combinations("rcb", size)}
    assert not derived.counts.any()
    assert not derived.solutions.any()
    assert not any(map(list, map(ENGINES["bitmask"], grids(derived.puzzles[:SAMPLE]))))


def test_clashes_are_of_all_numbers_of_clues(random: np.random.Generator) -> None:
    """Puzzles with a clash have 2 clues, nearly all clues, and often few."""
    clues = (with_a_clash(solvable(random), random).puzzles > 0).sum(axis=1)
    assert clues.min() == 2
    assert clues.max() >= 80
    assert 0.4 < (clues <= 20).mean() < 0.7


@pytest.mark.parametrize("shape", CERTIFIED_SHAPES, ids=str)
def test_refusals(shape: Shape) -> None:
    """Half of a block of refusals clash; the rules or the bit-set engine refuse all of a sample, the fullest first."""
    block = derived_block(1, 200, REFUSALS, ANY, shape)
    empty = (block.puzzles == 0).sum(axis=1)
    assert block.labels() == {f"derived: {kind}": 100 for kind in ("clashing clues", "contradiction, clues added")}
    assert not block.counts.any()
    assert (np.diff(empty.astype(np.int64)) >= 0).all()
    for place, puzzle in enumerate(grids(block.puzzles, shape)):
        is_clashing = next(clashes(puzzle), None) is not None
        assert is_clashing or (block.kinds[place] == 1 and not list(ENGINES["bitmask"](puzzle, 1)))


def test_a_proper_contract_has_no_refusals() -> None:
    """Under `proper`, no block consists of refusals."""
    assert (REFUSALS in shares_of(ANY), REFUSALS in shares_of(PROPER)) == (True, False)


@pytest.mark.parametrize("level", SHARES)
def test_a_block_of_one_puzzle(level: int) -> None:
    """A slow solver gets blocks of one puzzle, of any level."""
    assert len(derived_block(5, 1, level, ANY)) == 1

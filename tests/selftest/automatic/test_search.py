"""The search tells broken, equivalent and wrong mutants apart, and keeps the rarest."""

from pathlib import Path

import numpy as np
import pytest

from crosscover import contracts
from crosscover.harness.block import Block
from crosscover.reference import DlxEngine, Grid, verdict
from tests.selftest.zoo import RIGHT
from tests.selftest.zoo.judge import mistakes
from tests.selftest.zoo.model import Change, Kind, Mutant, materialise
from tests.selftest.zoo.origins import TRAIL, USED_MASKS

from .__main__ import KEPT, KEPT_OF_AN_ORIGIN, ORIGINS, chosen
from .making import mutants_of
from .questions import PAIRS, directed_block, judge_block
from .search import Fate, Found, Share, examine


def mutant(old: str, new: str) -> Mutant:
    """A mutant of a solver with bit masks."""
    return Mutant(Kind.AUTOMATIC, "mutant", USED_MASKS, "", (Change(old, new),), ())


def clashing_houses(puzzle: Grid) -> set[str]:
    """The kinds of the houses in which a digit occurs twice."""
    houses = puzzle.shape.houses
    kinds = ["row"] * 9 + ["column"] * 9 + ["box"] * 9
    clues = [[puzzle.values[cell] for cell in house if puzzle.values[cell]] for house in houses]
    return {kind for kind, digits in zip(kinds, clues, strict=True) if len(set(digits)) < len(digits)}


def rows_of_kind(block: Block, name: str) -> list[Grid]:
    """The puzzles of a kind."""
    return [Grid(row.tobytes()) for row in block.puzzles[block.kinds == block.kind_names.index(name)]]


def test_a_judge_has_25_proper_puzzles() -> None:
    """A judge asks proper puzzles only."""
    assert judge_block().counts.tolist() == [1] * 25


def test_directed_puzzles_have_true_verdicts() -> None:
    """Another engine finds as many solutions for a sample of the directed puzzles."""
    block = directed_block(contracts.ANY)
    for place in np.random.default_rng(0).permutation(len(block))[:200].tolist():
        assert not block.contradicts(place, verdict(DlxEngine(), Grid(block.puzzles[place].tobytes())))


@pytest.mark.parametrize("shared", PAIRS)
def test_exchanges_clash_outside_of_the_shared_houses(shared: str) -> None:
    """Exchanging two cells of a full grid breaks the houses that they do not share, and no others."""
    puzzles = rows_of_kind(
        directed_block(contracts.ANY), f"full grid, exchange in one {shared or 'nothing'}, up to 0 emptied"
    )
    assert len(puzzles) > 50
    for puzzle in puzzles:
        assert clashing_houses(puzzle) == {"row", "column", "box"} - set(shared.split(" and "))


def test_clashes_among_few_clues_are_in_the_shared_houses() -> None:
    """Two clues clash in the houses that they share, and no others."""
    for shared in filter(None, PAIRS):
        for puzzle in rows_of_kind(directed_block(contracts.ANY), f"0 clues, clash in one {shared}"):
            assert clashing_houses(puzzle) == set(shared.split(" and "))


@pytest.mark.parametrize(
    ("old", "new", "fate"),
    [
        ("used_row[row] | used_col[col] | used_box[box]) & bit:", "used_row[row]) & bit:", Fate.WRONG),
        ("least = 10", "least = 11", Fate.EQUIVALENT),
        ("1 << digit", "1 << digit - 9", Fate.BROKEN),
    ],
)
def test_fate(old: str, new: str, fate: Fate, tmp_path: Path) -> None:
    """A mutant that notices clashes in rows only passes a judge, and has a witness that it gets wrong alone."""
    found = examine(mutant(old, new), tmp_path, seconds=4)
    assert found.fate is fate
    assert (found.directed.wrong > 0) == (len(found.witness) == 1) == (fate is Fate.WRONG)
    if found.witness:
        assert mistakes(materialise(mutant(old, new), tmp_path), USED_MASKS.options, found.witness) != []


def test_the_rarest_are_chosen() -> None:
    """A mutant with many wrong ordinary answers or without a witness is left out, and an origin has a maximum."""
    made = [*mutants_of(USED_MASKS), *mutants_of(TRAIL)]
    shares = [Share(number, 10_000) for number in range(len(made))]
    found = [(one, Found(Fate.WRONG, share, share, ("1",))) for one, share in zip(made, shares, strict=True)]
    common = (made[0], Found(Fate.WRONG, Share(1, 10), Share(1, 10), ("1",)))
    unseen = (made[0], Found(Fate.EQUIVALENT))
    kept = [one for one, _ in chosen([common, unseen, *found])]
    assert {one.name for one in kept} == {
        one.name for origin in (USED_MASKS, TRAIL) for one in list(mutants_of(origin))[:KEPT_OF_AN_ORIGIN]
    }
    assert len(chosen(found * 9)) <= KEPT


def test_the_origins_are_ten_right_solvers_in_three_languages() -> None:
    """All origins are right solvers of the zoo."""
    assert len(set(ORIGINS)) == 10
    assert set(ORIGINS) <= set(RIGHT)
    assert {Path(origin.source).suffix for origin in ORIGINS} == {".py", ".c", ".mjs"}

"""The builder of the covering lists."""

from collections.abc import Callable

import pytest

from crosscover import contracts
from crosscover.harness.covering import CoverBatch
from crosscover.options import Options
from crosscover.properties.corpus import indices_of, known_puzzles
from crosscover.properties.covering import covering_list
from crosscover.properties.techniques import techniques
from crosscover.reference import Grid

from .__main__ import BUILDERS
from .improper import dead_ends
from .selection import Candidate, in_runs, select

FULL = Grid.canonical()
LESS_ONE, LESS_TWO, LESS_THREE = (FULL.keeping(~((1 << size) - 1)) for size in (1, 2, 3))


def candidate(puzzle: Grid, facets: str, cost: float = 1, kills: str = "") -> Candidate:
    """A candidate whose facets and kills are single letters."""
    return Candidate(puzzle, frozenset(facets), cost, frozenset(kills))


def test_few_cheap_candidates_cover_everything() -> None:
    """A candidate that covers more per cost comes first, and one that covers nothing new is left out."""
    wide, cheap, last = candidate(FULL, "abc", 1), candidate(LESS_ONE, "d", 0.5), candidate(LESS_TWO, "cde", 4)
    assert select([last, cheap, candidate(LESS_THREE, "ab", 1), wide]) == [wide, cheap, last]


def test_wrong_solvers_are_covered_like_facets() -> None:
    """A puzzle is chosen if it alone catches a wrong solver."""
    plain, catching = candidate(FULL, "a"), candidate(LESS_ONE, "", kills="m")
    assert select([plain, catching]) == [plain, catching]


def test_a_run_has_puzzles_of_one_level_and_names_facets_once() -> None:
    """Puzzles with fewer clues come in later runs."""
    chosen = [candidate(puzzle, facets) for puzzle, facets in ((LESS_TWO, "ab"), (FULL, "a"), (LESS_ONE, "c"))]
    runs = in_runs(chosen, 2, lambda puzzle: puzzle.values.count(0) // 2)
    assert runs == [CoverBatch((FULL, LESS_ONE), ("a", "c")), CoverBatch((LESS_TWO,), ("b",))]


@pytest.mark.parametrize(
    "name", ["ordinary_puzzles", "full_grids", "missing_digits", "order_and_repetition", "every_digit_of_a_cell"]
)
def test_the_builder_makes_the_shipped_list(name: str) -> None:
    """The builder is deterministic, and the shipped list is what it makes."""
    build: Callable[[], list[CoverBatch]] = BUILDERS[name]
    assert tuple(build()) == covering_list(name, Options(contract=contracts.ANY))


def test_techniques_are_the_simplest_that_suffice() -> None:
    """A nearly full grid needs naked singles alone, the hardest known puzzles search."""
    assert techniques(LESS_THREE) == frozenset()
    assert all("search" in techniques(known_puzzles()[index].puzzle) for index in indices_of("hardest")[-3:])


def test_dead_ends_are_named() -> None:
    """The cell and the houses without a place for a digit are found without inference."""
    row = Grid.from_clues({**{cell: cell + 1 for cell in range(8)}, 44: 9})
    assert list(dead_ends(row)) == [
        ("a cell without a candidate", "r1c9"),
        ("a digit without a place in a row", "row 1"),
    ]

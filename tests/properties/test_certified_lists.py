"""The covering lists of diagonal Sudoku."""

import pytest

from crosscover.contracts import ANY
from crosscover.harness.judging import facets_of
from crosscover.options import Options
from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.oracles.rules import clashes
from crosscover.properties.covering import covering_list
from crosscover.properties.covering.certified_lists import LISTS
from crosscover.reference import DlxEngine, Grid, Shape, Verdict, VerdictKind, count, verdict

DIAGONAL = Shape(3, 3, diagonals=True)
OPTIONS = Options(contract=ANY, shape=DIAGONAL)

KINDS = {
    **dict.fromkeys(LISTS, VerdictKind.UNIQUE),
    "clashing_clues": VerdictKind.NONE,
    "contradictions": VerdictKind.NONE,
    "deadly_patterns": VerdictKind.SEVERAL,
    "several_solutions": VerdictKind.SEVERAL,
}


def facets(name: str) -> dict[str, list[Grid]]:
    """The facets of a list with the puzzles of their runs."""
    return {facet: list(batch.puzzles) for batch in covering_list(name, OPTIONS) for facet in batch.facets}


@pytest.mark.parametrize("name", KINDS)
def test_two_engines_confirm_the_verdicts(name: str) -> None:
    """The puzzles of a list have the number of solutions that its property is about."""
    puzzles = [puzzle for batch in covering_list(name, OPTIONS) for puzzle in batch.puzzles]
    for engine in (BitmaskEngine(), DlxEngine()):
        verdicts: list[Verdict] = [verdict(engine, puzzle) for puzzle in puzzles]
        assert {found.kind for found in verdicts} == {KINDS[name]}


def test_other_shapes_have_no_list() -> None:
    """Plain Sudoku of other sizes has no such list."""
    assert covering_list("minimal_puzzles", Options(contract=ANY, shape=Shape(2, 3))) == ()


def test_diagonals_decide() -> None:
    """Each cell of a diagonal is its last empty one, each digit has a single place on it, and patterns are resolved."""
    found = facets("diagonals")
    for number in (1, 2):
        house = DIAGONAL.houses[26 + number]
        cells = {f"{DIAGONAL.cell_name(cell)} as the last empty cell of diagonal {number}" for cell in house}
        digits = {f"a single place for {digit} on diagonal {number}, and in no other house" for digit in range(1, 10)}
        assert cells | digits <= set(found)
        for cell in house:
            run = found[f"{DIAGONAL.cell_name(cell)} as the last empty cell of diagonal {number}"]
            assert any([empty for empty in house if not puzzle.values[empty]] == [cell] for puzzle in run)
    wheres = ("on diagonal 1", "on diagonal 2", "on both diagonals")
    assert {f"a deadly pattern, resolved {where}" for where in wheres} <= set(found)


def test_each_puzzle_needs_its_diagonals() -> None:
    """Without the diagonals, each puzzle of the property `diagonals` has several solutions."""
    for batch in covering_list("diagonals", OPTIONS):
        for puzzle in batch.puzzles:
            assert count(BitmaskEngine(), Grid(puzzle.values, DIAGONAL.plain), 2) == 2


def test_each_pair_and_each_digit_clash_on_a_diagonal() -> None:
    """Full grids break a diagonal alone with each digit, and at each pair of cells that share no box."""
    broken = [
        here[0]
        for batch in covering_list("clashing_clues", OPTIONS)
        for puzzle in batch.puzzles
        if puzzle.is_full and len(here := list(clashes(puzzle))) == 1 and here[0].house.startswith("diagonal")
    ]
    assert len({(one.house, one.cells) for one in broken}) == 54
    assert len({(one.house, one.digits) for one in broken}) == 18


def test_all_houses_are_covered() -> None:
    """Each house is empty in a proper puzzle, and lacks a place for a digit or clashes in another puzzle."""
    houses = [DIAGONAL.house_name(number) for number in range(29)]
    assert {f"no clue in {house}" for house in houses} <= set(facets("empty_houses"))
    assert {f"a digit without a place in {house}" for house in houses[27:]} <= set(facets("contradictions"))
    plain = {f"a clash in {house} while other houses have none" for house in houses[:27]}
    assert plain <= set(facets("clashing_clues"))


def test_no_facet_is_named_twice() -> None:
    """Each facet belongs to one run."""
    for name in KINDS:
        named = [facet for batch in covering_list(name, OPTIONS) for facet in batch.facets]
        assert len(named) == len(facets_of(covering_list(name, OPTIONS)))

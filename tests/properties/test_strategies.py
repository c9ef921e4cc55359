"""Examples of the strategies, in every shape."""

from collections import Counter
from collections.abc import Callable
from itertools import product

import pytest
from hypothesis.strategies import SearchStrategy

from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.oracles.rules import clashes, first_violation
from crosscover.properties import strategies as draw
from crosscover.properties.corpus import SMALL_SHAPE, known_puzzles
from crosscover.properties.strategies import masking
from crosscover.properties.strategies.masking import max_empty_cells, minimal, solved_grid
from crosscover.reference import DlxEngine, Grid, NoSolution, Several, Shape, Unique, same_verdict, verdict
from tests.drawing import drawn

DIAGONAL = Shape(3, 3, diagonals=True)
SHAPES = (SMALL_SHAPE, Shape(2, 3), Shape(), Shape(4, 4), Shape(2, 3, diagonals=True), DIAGONAL)

PROPER: tuple[Callable[[Shape], SearchStrategy[Grid]], ...] = (
    draw.proper_puzzles,
    draw.full_grids,
    draw.puzzles_with_empty_houses,
    draw.puzzles_without_digits,
    draw.patterned_puzzles,
    draw.minimal_puzzles,
    draw.sparse_puzzles,
    draw.symmetric_images_of_known,
)

every_shape = pytest.mark.parametrize("shape", SHAPES, ids=str)


@every_shape
@pytest.mark.parametrize("strategy", PROPER)
def test_proper_puzzles_are_proper(strategy: Callable[[Shape], SearchStrategy[Grid]], shape: Shape) -> None:
    """A proper puzzle of every kind has the shape and one solution."""
    for puzzle in drawn(strategy(shape), 20 if shape == Shape() else 6):
        assert (puzzle.shape, type(verdict(BitmaskEngine(), puzzle))) == (shape, Unique)


@pytest.mark.parametrize("shape", [Shape(), DIAGONAL], ids=str)
@pytest.mark.parametrize("strategy", [draw.hard_puzzles, draw.anti_backtracking_puzzles])
def test_hard_puzzles_are_proper(strategy: Callable[[Shape], SearchStrategy[Grid]], shape: Shape) -> None:
    """A hard puzzle has one solution."""
    assert {type(verdict(BitmaskEngine(), puzzle)) for puzzle in drawn(strategy(shape))} == {Unique}


def test_puzzles_decided_by_diagonals() -> None:
    """A puzzle that the diagonals decide has one solution, and several without the diagonals, by two engines."""
    for puzzle in drawn(draw.decided_by_diagonals(DIAGONAL), 30):
        for engine in (BitmaskEngine(), DlxEngine()):
            assert type(verdict(engine, puzzle)) is Unique
            assert type(verdict(engine, Grid(puzzle.values, DIAGONAL.plain))) is Several


@pytest.mark.parametrize(
    "strategy",
    [*PROPER, draw.puzzles_with_multiple_solutions, draw.deadly_patterns, draw.contradicting_puzzles, draw.any_puzzles],
)
def test_two_engines_agree_on_diagonal_sudoku(strategy: Callable[[Shape], SearchStrategy[Grid]]) -> None:
    """Bit sets and dancing links find the same verdict."""
    for puzzle in drawn(strategy(DIAGONAL), 10):
        assert same_verdict(verdict(BitmaskEngine(), puzzle), verdict(DlxEngine(), puzzle))


def test_some_grids_break_only_a_diagonal() -> None:
    """In some full grids, and in some with empty cells, only a diagonal repeats a digit."""
    only = [
        puzzle
        for puzzle in drawn(draw.clashing_puzzles(DIAGONAL), 300)
        if {clash.house[:8] for clash in clashes(puzzle)} == {"diagonal"}
    ]
    assert {puzzle.is_full for puzzle in only} == {True, False}


@every_shape
def test_several_and_none(shape: Shape) -> None:
    """Puzzles for several solutions, none, or a clash have these."""
    several = drawn(draw.puzzles_with_multiple_solutions(shape), 10) + drawn(draw.deadly_patterns(shape), 4)
    assert {type(verdict(BitmaskEngine(), puzzle)) for puzzle in several} == {Several}
    none = drawn(draw.contradicting_puzzles(shape), 8)
    assert {type(verdict(BitmaskEngine(), puzzle)) for puzzle in none} == {NoSolution}
    assert all(next(clashes(puzzle), None) for puzzle in drawn(draw.clashing_puzzles(shape), 20))


@every_shape
def test_large_grids_have_enough_clues(shape: Shape) -> None:
    """Large grids have enough clues for every engine to be fast."""
    emptiest = max(puzzle.values.count(0) for puzzle in drawn(draw.proper_puzzles(shape)))
    assert emptiest <= max_empty_cells(shape)


@every_shape
def test_grids_obey_the_rules(shape: Shape, monkeypatch: pytest.MonkeyPatch) -> None:
    """The solved grids of a shape obey the rules, most of them differ, and only those of 3x3 boxes need an engine."""
    if shape != Shape():
        monkeypatch.setattr(masking, "bitmask", None)
    grids = {solved_grid(number, shape) for number in range(1000, 1040)}
    assert [first_violation(grid) for grid in grids] == [None] * len(grids)
    assert len(grids) > 30


@every_shape
def test_relatives_of_proper_puzzles_are_proper(shape: Shape) -> None:
    """Every relative of a proper puzzle is allowed by the contract `proper`."""
    for strategy in (draw.proper_puzzles, draw.symmetric_images_of_known):
        for batch in drawn(draw.related_batches(strategy(shape)), 5):
            assert {type(verdict(BitmaskEngine(), puzzle)) for puzzle in batch} == {Unique}


@pytest.mark.parametrize("shape", [Shape(rows, columns) for rows, columns in product((2, 3), repeat=2)], ids=str)
def test_box_orientation(shape: Shape) -> None:
    """A puzzle of 2x3 boxes differs from one of 3x2 boxes."""
    assert {puzzle.shape for puzzle in drawn(draw.any_puzzles(shape), 5)} == {shape}


def test_deadly_patterns_have_several_solutions() -> None:
    """Puzzles with a deadly pattern have several solutions, most of them two that differ in four cells."""
    puzzles = drawn(draw.deadly_patterns(), 40)
    found = [list(BitmaskEngine()(puzzle, 3)) for puzzle in puzzles]
    assert min(map(len, found)) >= 2
    differing = [sum(map(int.__ne__, *(grid.values for grid in pair))) for pair in found if len(pair) == 2]
    assert differing.count(4) >= 5


def test_some_puzzles_have_just_two_solutions_and_few_clues() -> None:
    """Some puzzles with two solutions have few clues, so that the second solution is hard to find."""
    batches = drawn(draw.batches(draw.puzzles_with_multiple_solutions(), max_size=6), 25)
    puzzles = [puzzle for batch in batches for puzzle in batch if 17 <= puzzle.clue_count < 30]
    assert sum(len(list(BitmaskEngine()(puzzle, 3))) == 2 for puzzle in puzzles) >= 3


def test_contradictions_have_no_solution() -> None:
    """A proper puzzle with a wrong clue has no solution, usually no clash, and sometimes few clues and digits."""
    puzzles = drawn(draw.contradicting_puzzles(), 30)
    assert {type(verdict(BitmaskEngine(), puzzle)) for puzzle in puzzles} == {NoSolution}
    assert sum(next(clashes(puzzle), None) is None for puzzle in puzzles) > len(puzzles) / 2
    few = [puzzle for puzzle in puzzles if puzzle.clue_count < 17]
    assert all(next(clashes(puzzle), None) is None for puzzle in few)
    assert min(len(set(puzzle.values) - {0}) for puzzle in few) < 8


def test_minimal_puzzles_are_minimal() -> None:
    """No clue of a minimal puzzle is redundant."""
    assert all(minimal(puzzle) == puzzle for puzzle in drawn(draw.minimal_puzzles(), 12))


def test_clue_counts_are_spread() -> None:
    """Images of known puzzles have all numbers of clues from 17 to 81."""
    counts = Counter(puzzle.clue_count // 13 for puzzle in drawn(draw.symmetric_images_of_known(), 80))
    assert set(range(1, 7)) <= set(counts)


def test_known_puzzles_have_their_known_solutions() -> None:
    """Every built-in puzzle is proper, and its solution is right."""
    for known in known_puzzles():
        assert verdict(BitmaskEngine(), known.puzzle) == Unique(known.solution)


def test_long_batches_are_long() -> None:
    """A long batch has about the requested number of puzzles, hundreds of them different."""
    batches = drawn(draw.long_batches((1100,)), 3)
    assert all(1070 <= len(batch) <= 1100 for batch in batches)
    assert all(len(set(batch)) > 300 for batch in batches)


@pytest.mark.parametrize("with_clashes", [False, True])
def test_nearly_free_batches(with_clashes: bool) -> None:
    """The puzzles are nearly full, most of them different, some repeated; clashes occur only on request."""
    for batch in drawn(draw.long_batches((200,), nearly_free=True, with_clashes=with_clashes), 2):
        assert 170 <= len(batch) <= 200
        assert all(len(puzzle.empty_cells()) <= 6 for puzzle in batch)
        assert 0.7 * len(batch) < len(set(batch)) < len(batch)
        clashing = [puzzle for puzzle in batch if next(clashes(puzzle), None) is not None]
        assert (5 < len(clashing) < 50) if with_clashes else not clashing


def test_related_batches_repeat() -> None:
    """A related batch begins and ends with the same puzzle."""
    assert all(batch[0] == batch[-1] for batch in drawn(draw.related_batches(draw.proper_puzzles())))


@pytest.mark.parametrize("shape", [Shape(), DIAGONAL], ids=str)
def test_adversaries_start_with_high_digits(shape: Shape) -> None:
    """The solution of some adversary begins with the row 987654321."""
    solutions = [next(BitmaskEngine()(puzzle)) for puzzle in drawn(draw.anti_backtracking_puzzles(shape), 60)]
    assert any(str(solution).startswith("987654321") for solution in solutions)


def test_some_full_grids_clash_in_one_kind_of_house() -> None:
    """Some full grids clash only in rows, some only in columns, and some only in boxes."""
    found = {
        frozenset(clash.house.split()[0] for clash in clashes(puzzle))
        for puzzle in drawn(draw.clashing_puzzles(), 120)
        if puzzle.is_full
    }
    assert {frozenset({houses}) for houses in ("row", "column", "box")} <= found


def test_certified_pairs() -> None:
    """Each puzzle comes with its only solution, a list repeats none, and another run has other puzzles."""
    first, second = (drawn(draw.certified_pairs(draw.minimal_kinds(), 10, seed), 2) for seed in (1, 2))
    for pairs in first:
        assert [verdict(BitmaskEngine(), puzzle) for puzzle, _ in pairs] == [Unique(solution) for _, solution in pairs]
        assert len(dict(pairs)) == 10
    assert not set(first[0]) & set(second[0])

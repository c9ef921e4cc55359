"""Examples of the strategies."""

from collections import Counter
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.strategies import SearchStrategy

from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.oracles.rules import clashes, first_violation
from crosscover.properties import strategies as draw
from crosscover.properties.corpus import known_puzzles
from crosscover.properties.strategies.masking import minimal
from crosscover.reference import NoSolution, Several, Unique, verdict

T = TypeVar("T")

PROPER = {
    "proper": draw.proper_puzzles,
    "full": draw.full_grids,
    "empty houses": draw.puzzles_with_empty_houses,
    "missing digits": draw.puzzles_without_digits,
    "patterns": draw.patterned_puzzles,
    "minimal": draw.minimal_puzzles,
    "hard": draw.hard_puzzles,
    "against backtracking": draw.anti_backtracking_puzzles,
    "known": draw.symmetric_images_of_known,
}


def drawn(strategy: SearchStrategy[T], examples: int = 20) -> list[T]:
    """A fixed list of examples."""
    values: list[T] = []

    @seed(1)
    @settings(
        max_examples=examples,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        derandomize=False,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example],
    )
    @given(strategy)
    def take(value: T) -> None:
        values.append(value)

    take()
    return values


@pytest.mark.parametrize("name", PROPER)
def test_proper_puzzles_are_proper(name: str) -> None:
    """Proper puzzles of every kind have one solution."""
    assert {type(verdict(BitmaskEngine(), puzzle)) for puzzle in drawn(PROPER[name]())} == {Unique}


def test_several_solutions_are_several() -> None:
    """Puzzles for several solutions have several."""
    assert {type(verdict(BitmaskEngine(), puzzle)) for puzzle in drawn(draw.puzzles_with_multiple_solutions())} == {
        Several
    }


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


def test_clashing_puzzles_clash() -> None:
    """All clashing puzzles have a clash, even full ones."""
    assert all(next(clashes(puzzle), None) for puzzle in drawn(draw.clashing_puzzles(), 50))


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


def test_grids_are_different() -> None:
    """Solved grids obey the rules and nearly always differ."""
    grids = drawn(draw.solved_grids())
    assert all(first_violation(grid) is None for grid in grids)
    assert len(set(grids)) > len(grids) * 0.8


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


def test_relatives_of_proper_puzzles_are_proper() -> None:
    """Every relative of a proper puzzle is allowed by the contract `proper`."""
    for batch in drawn(draw.related_batches(draw.symmetric_images_of_known()), 8):
        assert {type(verdict(BitmaskEngine(), puzzle)) for puzzle in batch} == {Unique}


def test_adversaries_start_with_high_digits() -> None:
    """The solution of some adversary begins with the row 987654321."""
    solutions = [next(BitmaskEngine()(puzzle)) for puzzle in drawn(draw.anti_backtracking_puzzles(), 60)]
    assert any(str(solution).startswith("987654321") for solution in solutions)


def test_some_full_grids_clash_in_one_kind_of_house() -> None:
    """Some full grids clash only in rows, some only in columns, and some only in boxes."""
    found = {
        frozenset(clash.house.split()[0] for clash in clashes(puzzle))
        for puzzle in drawn(draw.clashing_puzzles(), 120)
        if puzzle.is_full
    }
    assert {frozenset({houses}) for houses in ("row", "column", "box")} <= found

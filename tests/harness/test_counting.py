"""Tests of numbers of solutions that are wrong, and acceptable all the same."""

from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from crosscover.contracts import COUNT
from crosscover.harness.counting import find_miscount
from crosscover.harness.performance import CountedPuzzle, Performance
from crosscover.options import Options
from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.properties.workload import COUNTED, workload
from crosscover.reference import Grid, count
from crosscover.responses import Counted, Response
from crosscover.subjects.specification import subject
from tests.harness.fakes import FakeClock, ScriptedSubject

BAD_CACHE = '''
from crosscover.reference import DlxEngine, Grid

known = {}

def solve(puzzle):
    """The number of solutions up to 1000, cached by the number of clues instead of the puzzle."""
    key = 81 - puzzle.count(".")
    if key not in known:
        known[key] = sum(1 for _ in DlxEngine()(Grid.parse(puzzle), 1000))
    return known[key]
'''

NUMBERS = {one.puzzle: one.number for run in workload().counted for one in run}


def test_the_numbers_are_right() -> None:
    """The engine finds as many solutions as the workload says, of images, too."""
    assert {one.number for one in COUNTED} == set(NUMBERS.values())
    for one in COUNTED:
        assert count(BitmaskEngine(), one.puzzle, 20_000) == one.number


LIMITS: list[Callable[[int], int]] = [
    lambda _: 2,
    lambda right: min(right, 100),
    lambda right: min(right, 3000),
    lambda right: right,
    lambda _: 99_999,
    lambda right: right - (right > 1000) * 3,
]
WRONG: list[Callable[[int], int]] = [
    lambda right: right + (right == 34),
    lambda right: 2 * right,
    lambda right: right % 256,
]


@pytest.mark.parametrize(
    ("number", "is_wrong"), [*((limit, False) for limit in LIMITS), *((wrong, True) for wrong in WRONG)]
)
def test_a_limit_explains_numbers(number: Callable[[int], int], is_wrong: bool) -> None:
    """A subject may stop at any limit, or return any number for several; other numbers are wrong."""

    def answer(batch: Sequence[Grid]) -> Sequence[Response]:
        return [Counted(number(NUMBERS[puzzle])) for puzzle in batch]

    found = find_miscount(ScriptedSubject(FakeClock(), answer), workload().counted, 4.0)
    assert (found is not None) is is_wrong


def test_a_cache_with_a_wrong_key_is_notable(tmp_path: Path) -> None:
    """A function that confuses puzzles with equally many clues is not wrong; the report says what is."""
    (tmp_path / "cached.py").write_text(BAD_CACHE)
    first, second, _ = COUNTED
    with closing(subject(f"python:{tmp_path}/cached.py:solve", Options(contract=COUNT))) as solver:
        found = find_miscount(solver, [[first, second], [CountedPuzzle(second.puzzle, second.number)]], 60.0)
    assert found is not None
    [sentence] = Performance(1.0, miscount=found).notable()
    wrong = "617 for a puzzle with 34 solutions, which the contract count accepts"
    assert sentence == f"MISCOUNTED: {wrong}; try --count-to {second.number}: {second.puzzle}"

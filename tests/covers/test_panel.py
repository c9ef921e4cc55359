"""The agreement of the engines about the covers of a problem."""

import time
from collections.abc import Callable

import pytest

from crosscover.covers import Problem, all_covers, panel
from crosscover.covers.engines import ENGINES, bitset_covers
from crosscover.covers.panel import CoverDisagreementError, UndecidedCoversError, judge
from crosscover.covers.problem import Cover

PROBLEM = Problem("abc", ["a", "b", "c", "ab", "bc"])
COVERS = [(0, 1, 2), (0, 4), (2, 3)]


def test_all_covers() -> None:
    """All covers are returned in ascending order, and a new list each time."""
    found = all_covers(PROBLEM)
    assert found == COVERS
    found.clear()
    assert all_covers(PROBLEM) == COVERS


WRONG_ENGINES: list[tuple[Callable[[list[Cover]], list[Cover]], str]] = [
    (lambda covers: covers[1:], "the engines disagree about the covers"),
    (lambda _: [], "the engines disagree about the covers"),
    (lambda covers: [*covers, covers[0]], "wrong gives a cover twice"),
    (lambda covers: [*covers[1:], (0, 3)], r"wrong gives \(0, 3\): 2 options contain a"),
    (lambda covers: [*covers, (9,)], r"wrong gives \(9,\): there is no option 9"),
]


@pytest.mark.parametrize("place", [0, 1, 3])
@pytest.mark.parametrize(("change", "message"), WRONG_ENGINES)
def test_a_wrong_engine_is_a_fault(place: int, change: Callable[[list[Cover]], list[Cover]], message: str) -> None:
    """An engine that misses, repeats or invents a cover is named, with the problem."""
    engines = dict.fromkeys("pqr", bitset_covers)
    names = [*engines]
    names.insert(place, "wrong")
    engines["wrong"] = lambda problem, limit: change(bitset_covers(problem, limit))
    with pytest.raises(CoverDisagreementError, match=message) as caught:
        judge(PROBLEM, 9, {name: engines[name] for name in names})
    assert repr(PROBLEM) in str(caught.value)


def test_numbers_of_covers_in_a_disagreement() -> None:
    """The message gives the number of covers of each engine."""

    def blind(_problem: Problem, _limit: int) -> list[Cover]:
        return []

    engines = {"right": bitset_covers, "blind": blind}
    with pytest.raises(CoverDisagreementError, match=r"\(right 3, blind 0\)"):
        judge(PROBLEM, 9, engines)


def test_the_limit_is_inclusive() -> None:
    """A problem with as many covers as the limit is decided; one more is too many."""
    assert len(all_covers(PROBLEM, 3)) == 3
    with pytest.raises(UndecidedCoversError, match="there are more than 2 covers of\nProblem"):
        all_covers(PROBLEM, 2)


def test_an_engine_that_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow engine is named, and the problem is undecided."""
    monkeypatch.setattr(panel, "ENGINE_SECONDS", 0.1)

    def slow(_problem: Problem, _limit: int) -> list[Cover]:
        time.sleep(30)
        return []

    with pytest.raises(UndecidedCoversError, match=r"slow took more than 0\.1 s for\nProblem"):
        judge(PROBLEM, 9, {"bitset": ENGINES["bitset"], "slow": slow})

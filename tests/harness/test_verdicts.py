"""The cache of verdicts and their certification."""

import math
from collections.abc import Iterator
from itertools import count
from types import NoneType

import pytest

from crosscover.harness import verdicts as module
from crosscover.harness.verdicts import RefutedVerdictError, UncertifiedError, VerdictCache, VerdictTally, certify
from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.oracles.panel import Panel
from crosscover.reference import Engine, Grid, NoSolution, Several, Unique, Verdict
from crosscover.reference.verdict import verdict_of

from .fakes import EASY, OTHER, SOLUTION, FakeClock, finds_nothing

TWO = Grid.parse(".39...12....9.7...8..4.1..6.42...79...........91...54.5..1.9..3...8.5....14...87.")
"""Two solutions (Sudopedia, "Test cases")."""


def unlimited(**engines: Engine) -> VerdictCache:
    """A cache of the verdicts of a panel, with as many certificates as there are verdicts."""
    return VerdictCache(Panel(engines), share=math.inf, clock=count(1).__next__)


def test_a_puzzle_is_decided_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A repeated puzzle is not solved again, unless so many others came between that its verdict was dropped."""
    monkeypatch.setattr(module, "MAX_CACHED_VERDICTS", 2)
    asked: list[Grid] = []

    def engine(puzzle: Grid, limit: int | None = None, /) -> Iterator[Grid]:
        asked.append(puzzle)
        return BitmaskEngine()(puzzle, limit)

    cache = VerdictCache(Panel({"counting": engine}))
    for puzzle, number in ((EASY, 1), (EASY, 1), (OTHER, 2), (SOLUTION, 3), (OTHER, 3), (EASY, 4)):
        assert (cache[puzzle], len(asked)) == (Unique(SOLUTION), number)


def test_certificates_take_a_share_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Verdicts are certified in order, as long as certificates have taken less than 5 % of the time so far."""
    clock = FakeClock()

    def certify_slowly(verdicts: list[tuple[Grid, Verdict]], _: float) -> Iterator[None]:
        clock.now += 1
        if verdicts[0][0] == SOLUTION:
            raise UncertifiedError
        yield

    monkeypatch.setattr(module, "certify", certify_slowly)
    cache = VerdictCache(Panel({"bitmask": BitmaskEngine()}), clock=clock)
    tallies: list[tuple[int, int]] = []
    for now, puzzles in ((0.0, [EASY, OTHER, EASY]), (10.0, []), (19.0, []), (21.0, [SOLUTION]), (1000.0, [])):
        clock.now = now
        assert [cache[puzzle] for puzzle in puzzles] == [Unique(SOLUTION)] * len(puzzles)
        cache.certify_in_time()
        tallies.append((cache.tally.decided, cache.tally.certified))
    assert tallies == [(2, 0), (2, 1), (2, 1), (3, 2), (3, 2)]
    assert clock.now == 1001.0


@pytest.mark.parametrize("refuted", [False, True])
def test_verdicts_are_certified_when_they_are_reached(refuted: bool) -> None:
    """A verdict is certified at once if there is time; if the certificate is false, the error is kept for the task."""
    cache = unlimited(it=finds_nothing if refuted else BitmaskEngine())
    assert cache[TWO] == (NoSolution() if refuted else verdict_of(list(BitmaskEngine()(TWO))))
    assert cache.tally == VerdictTally(decided=1, certified=not refuted)
    assert isinstance(cache.take_refuted(), RefutedVerdictError if refuted else NoneType)
    assert cache.take_refuted() is None


@pytest.mark.parametrize("false", [NoSolution(), Several(SOLUTION, SOLUTION)])
def test_a_false_verdict_is_refuted(false: Verdict) -> None:
    """A verdict that cannot be proved because it is false is reported as refuted."""
    with pytest.raises(RefutedVerdictError, match="the certificate is false"):
        list(certify([(EASY, false)], 60))

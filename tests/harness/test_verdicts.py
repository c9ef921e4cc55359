"""The cache of verdicts and their certification."""

from collections.abc import Iterator

import pytest

from crosscover.harness import verdicts as module
from crosscover.harness.verdicts import RefutedVerdictError, VerdictCache, certify
from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.oracles.panel import Panel
from crosscover.reference import Grid, NoSolution, Several, Unique, Verdict

from .fakes import EASY, OTHER, SOLUTION, FakeClock


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
    """A verdict is certified when it is reached, as long as certificates have taken less than 5 % of the time."""
    clock = FakeClock()

    def certify_slowly(_verdicts: list[tuple[Grid, Verdict]]) -> Iterator[None]:
        clock.now += 1
        yield

    monkeypatch.setattr(module, "certify", certify_slowly)
    cache = VerdictCache(Panel({"bitmask": BitmaskEngine()}), clock=clock)
    for now, puzzle, certified in ((0.0, EASY, 0), (10.0, OTHER, 1), (10.0, EASY, 1), (19.0, SOLUTION, 1)):
        clock.now = now
        assert cache[puzzle] == Unique(SOLUTION)
        assert cache.certified == certified
    assert cache.decided == 3


@pytest.mark.parametrize("false", [NoSolution(), Several(SOLUTION, SOLUTION)])
def test_a_false_verdict_is_refuted(false: Verdict) -> None:
    """A verdict that cannot be proved because it is false is reported as refuted."""
    with pytest.raises(RefutedVerdictError, match="the certificate is false"):
        list(certify([(EASY, false)]))

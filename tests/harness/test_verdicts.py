"""The cache of verdicts and their certification."""

import math
from collections.abc import Callable, Iterator
from itertools import count, islice
from types import NoneType
from typing import TypedDict

import pytest

from crosscover.harness import verdicts as module
from crosscover.harness.verdicts import (
    RefutedVerdictError,
    UncertifiedError,
    UncountedError,
    VerdictCache,
    VerdictTally,
    certify,
)
from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.oracles.panel import DisagreementError, Panel
from crosscover.reference import DlxEngine, Grid, NoSolution, Several, Shape, Unique, Verdict
from crosscover.reference.verdict import verdict_of
from crosscover.time_limit import seconds_left
from tests.oracles.puzzles import COUNTED
from tests.oracles.test_panel import timing_out

from .fakes import EASY, OTHER, SOLUTION, FakeClock, finds_nothing, verdicts

TWO = Grid.parse(".39...12....9.7...8..4.1..6.42...79...........91...54.5..1.9..3...8.5....14...87.")
"""Two solutions (Sudopedia, "Test cases")."""

LEAST, GREATEST = sorted(BitmaskEngine()(TWO), key=lambda grid: grid.values)


class Limits(TypedDict):
    """The limits of certificates in a cache."""

    share: float
    clock: Callable[[], float]


UNLIMITED = Limits(share=math.inf, clock=count(1).__next__)
"""Certificates get all the time that they need."""


class Counting:
    """A right engine that counts its calls."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, puzzle: Grid, limit: int | None = None, /) -> Iterator[Grid]:
        """Solve a puzzle."""
        self.asked += 1
        return BitmaskEngine()(puzzle, limit)


class SlowToCount(Counting):
    """The same, but to find more than two solutions takes it a second."""

    def __call__(self, puzzle: Grid, limit: int | None = None, /) -> Iterator[Grid]:
        """Solve a puzzle."""
        if (limit is None or limit > 2) and seconds_left() < 1:
            raise TimeoutError
        return super().__call__(puzzle, limit)


@pytest.mark.parametrize(("count_to", "number", "is_exact"), [(None, 2, False), (4, 4, False), (10, 10, True)])
def test_exact_numbers(count_to: int | None, number: int, is_exact: bool) -> None:
    """Solutions are counted up to the number that is checked exactly, by all engines, and the number is certified."""
    puzzle = next(Grid.parse(text) for text, solutions in COUNTED.items() if solutions == 10)
    cache = VerdictCache(Panel({"bitmask": BitmaskEngine(), "dlx": DlxEngine()}), count_to=count_to, **UNLIMITED)
    assert (cache[puzzle].number, cache[puzzle].is_exact) == (number, is_exact)
    assert (cache[EASY].number, cache[EASY].is_exact) == (1, True)
    assert cache.take_tally() == VerdictTally(decided=2, certified=2)


def test_too_many_to_count() -> None:
    """A puzzle that engines cannot count in time has no verdict; with more time it has the same as any other."""
    engine = SlowToCount()
    cache = VerdictCache(Panel({"slow": engine, "dlx": DlxEngine()}), count_to=1000)
    assert cache.without_uncounted([EASY, TWO, OTHER]) == [EASY, OTHER]
    asked = engine.asked
    for _ in range(2):
        with pytest.raises(UncountedError, match=r"slow gave up after 0\.5 s"):
            cache[TWO]
    assert engine.asked == asked
    assert cache.patiently(TWO, 5.0) == cache[TWO]
    assert (cache[TWO].number, cache[TWO].is_exact) == (2, True)
    assert cache.take_tally().decided == 3


def test_known_numbers_are_not_counted() -> None:
    """A number of solutions that is known to be exact, or greater than the exact ones, is not counted again."""
    cache = VerdictCache(Panel({"slow": SlowToCount(), "dlx": DlxEngine()}), count_to=1000)
    exact, minimum = Several(LEAST, GREATEST, 1000, is_exact=True), Several(LEAST, GREATEST, 1001)
    for puzzle, known in ((TWO, exact), (OTHER, minimum)):
        cache.add(puzzle, known)
        assert cache[puzzle].number == 1000
        assert cache[puzzle].is_exact == known.is_exact


def test_uncounted_puzzles_are_not_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    """A puzzle without a verdict is none of those that make room for others."""
    monkeypatch.setattr(module, "MAX_CACHED_VERDICTS", 1)
    monkeypatch.setattr(module, "MAX_SUITE_PUZZLES", 0)
    cache = VerdictCache(Panel({"slow": SlowToCount(), "dlx": DlxEngine()}), count_to=1000)
    assert cache.without_uncounted([TWO, EASY, OTHER]) == [EASY, OTHER]
    assert list(cache.decided()) == [OTHER]


def test_engines_that_count_differently() -> None:
    """An engine that loses one of many solutions is noticed."""
    puzzle = next(Grid.parse(text) for text, solutions in COUNTED.items() if solutions == 10)

    def loses_one(asked: Grid, limit: int | None = None) -> Iterator[Grid]:
        return islice(BitmaskEngine()(asked, limit), 9)

    with pytest.raises(DisagreementError):
        VerdictCache(Panel({"bitmask": BitmaskEngine(), "wrong": loses_one}), count_to=20)[puzzle]


def test_a_puzzle_is_decided_once() -> None:
    """A repeated puzzle is not solved again."""
    engine = Counting()
    cache = VerdictCache(Panel({"counting": engine}))
    assert cache[EASY] == cache[EASY] == Unique(SOLUTION)
    assert engine.asked == 1


def test_the_cache_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """If there are too many verdicts, the oldest is dropped, and decided again the next time."""
    monkeypatch.setattr(module, "MAX_CACHED_VERDICTS", 2)
    monkeypatch.setattr(module, "MAX_SUITE_PUZZLES", 0)
    engine = Counting()
    cache = VerdictCache(Panel({"counting": engine}))
    for puzzle, asked in ((EASY, 1), (OTHER, 2), (SOLUTION, 3), (OTHER, 3), (EASY, 4)):
        assert cache[puzzle] == Unique(SOLUTION)
        assert engine.asked == asked


def test_the_first_verdicts_of_a_run_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many verdicts follow, a suite can hold the first ones, in their order."""
    monkeypatch.setattr(module, "MAX_CACHED_VERDICTS", 3)
    monkeypatch.setattr(module, "MAX_SUITE_PUZZLES", 2)
    cache = verdicts()
    puzzles = [SOLUTION.with_cell(cell, 0) for cell in range(9)]
    for puzzle in puzzles:
        assert cache[puzzle] == Unique(SOLUTION)
    assert list(cache.decided()) == [*puzzles[:2], puzzles[-1]]


def test_abstentions_are_kept() -> None:
    """The cache records which engines abstained for which puzzle."""
    cache = VerdictCache(Panel({"bitmask": BitmaskEngine(), "dlx": DlxEngine(), "slow": timing_out()}))
    assert cache[EASY] == Unique(SOLUTION)
    assert cache.abstained == {EASY: ("slow",)}


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> FakeClock:
    """A clock on which each certificate takes a second; there is none for a grid without an empty cell."""
    clock = FakeClock()

    def certify_slowly(verdicts: list[tuple[Grid, Verdict]], _: float, *, least: bool) -> Iterator[None]:  # noqa: ARG001 - as the real one
        clock.now += 1
        if verdicts[0][0] == SOLUTION:
            raise UncertifiedError
        yield

    monkeypatch.setattr(module, "certify", certify_slowly)
    return clock


def cache_on(clock: FakeClock) -> VerdictCache:
    """A cache on a clock."""
    return VerdictCache(Panel({"bitmask": BitmaskEngine()}), clock=clock)


def test_certificates_take_a_share_of_the_time(clock: FakeClock) -> None:
    """Verdicts are certified in order, as long as certificates have taken less than 5 % of the time so far."""
    cache, tallies = cache_on(clock), list[VerdictTally]()
    for now, puzzles in ((0.0, [EASY, OTHER, EASY]), (10.0, []), (19.0, []), (21.0, [SOLUTION]), (1000.0, [])):
        clock.now = now
        assert [cache[puzzle] for puzzle in puzzles] == [Unique(SOLUTION)] * len(puzzles)
        cache.certify_in_time()
        tallies.append(cache.take_tally())
    assert [(one.decided, one.certified) for one in tallies] == [(2, 0), (0, 1), (0, 0), (1, 1), (0, 0)]
    assert clock.now == 1001.0


def test_certificates_take_no_longer_in_a_short_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """A certificate may take the share of the time so far, at most 2 s; if that was too short, it is repeated."""
    clock = FakeClock()
    limits: list[tuple[Grid, float]] = []

    def never_enough(verdicts: list[tuple[Grid, Verdict]], seconds: float, *, least: bool) -> Iterator[None]:  # noqa: ARG001 - as the real one
        limits.append((verdicts[0][0], round(seconds, 3)))
        clock.now += seconds
        raise UncertifiedError
        yield

    monkeypatch.setattr(module, "certify", never_enough)
    cache = cache_on(clock)
    for clock.now in (0.0, 10.0, 100.0, 1000.0):
        assert [cache[puzzle] for puzzle in (EASY, OTHER)] == [Unique(SOLUTION)] * 2
        cache.certify_in_time()
    assert limits == [(EASY, 0.5), (OTHER, 0.525), (EASY, 2.0), (OTHER, 2.0)]


def test_few_verdicts_wait_for_certificates(clock: FakeClock, monkeypatch: pytest.MonkeyPatch) -> None:
    """If too many verdicts wait, the oldest remain without a certificate."""
    monkeypatch.setattr(module, "MAX_CACHED_VERDICTS", 1)
    cache = cache_on(clock)
    assert [cache[puzzle] for puzzle in (EASY, OTHER)] == [Unique(SOLUTION)] * 2
    clock.now = 1000.0
    cache.certify_in_time()
    assert cache.take_tally() == VerdictTally(decided=2, certified=1)


@pytest.mark.parametrize(("least", "refuted"), [(False, False), (True, False), (False, True)])
def test_verdicts_are_certified_when_they_are_reached(least: bool, refuted: bool) -> None:
    """A verdict is certified at once if there is time; if the certificate is false, the error is kept for the task."""
    panel = Panel({"wrong": finds_nothing} if refuted else {"bitmask": BitmaskEngine(), "dlx": DlxEngine()})
    cache = VerdictCache(panel, least=least, **UNLIMITED)
    expected = Several(LEAST, GREATEST) if least else verdict_of(list(BitmaskEngine()(TWO)))
    assert cache[TWO] == (NoSolution() if refuted else expected)
    assert cache.take_tally() == VerdictTally(decided=1, certified=not refuted)
    assert isinstance(cache.take_refuted(), RefutedVerdictError if refuted else NoneType)
    assert cache.take_refuted() is None


def test_another_solution_than_the_least_is_refuted() -> None:
    """Certification fails for a solution that is not the least."""
    with pytest.raises(RefutedVerdictError, match="the certificate is false"):
        list(certify([(TWO, Several(GREATEST, LEAST))], 60, least=True))


@pytest.mark.parametrize("false", [NoSolution(), Several(SOLUTION, SOLUTION), Several(LEAST, GREATEST, 3)])
def test_a_false_verdict_is_refuted(false: Verdict) -> None:
    """A verdict that cannot be proved because it is false is reported as refuted; so is a false number of solutions."""
    with pytest.raises(RefutedVerdictError, match="the certificate is false"):
        list(certify([(EASY if false.number < 3 else TWO, false)], 60))


@pytest.mark.parametrize(("shape", "certified"), [("2x2", 1), ("2x3", 1), ("4x4", 1), ("5x5", 0)])
def test_certified_shapes(shape: str, certified: int) -> None:
    """Verdicts are certified for all shapes that have certificates."""
    cache = VerdictCache(Panel({"dlx": DlxEngine()}), **UNLIMITED)
    full = Grid.canonical(Shape.parse(shape))
    assert cache[full.with_cell(0, 0)] == Unique(full)
    assert cache.take_tally() == VerdictTally(decided=1, certified=certified)


def test_certifying_ends_in_time() -> None:
    """Verdicts for which there is no time remain without a certificate."""
    with pytest.raises(UncertifiedError, match="were not enough"):
        list(certify([(EASY, Unique(SOLUTION))], -1))


def test_search_nodes() -> None:
    """The nodes of the dancing links are recorded for each puzzle; other engines report none."""
    cache = VerdictCache(Panel({"bitmask": BitmaskEngine(), "dlx": DlxEngine()}))
    others = VerdictCache(Panel({"bitmask": BitmaskEngine()}))
    for puzzle in (EASY, SOLUTION):
        assert cache[puzzle] == others[puzzle]
    assert cache.nodes == {EASY: len(EASY.empty_cells()), SOLUTION: 0}
    assert not others.nodes

"""The harness of properties that call the engine under test."""

import time
from collections.abc import Iterator
from functools import partial

import pytest
from hypothesis import strategies as st

from crosscover import contracts
from crosscover.harness.budget import Budget, Clock
from crosscover.harness.engine_harness import EngineHarness
from crosscover.harness.judging import PropertyViolatedError
from crosscover.harness.property_result import PropertyResult
from crosscover.harness.round import Round
from crosscover.harness.session import SubjectSession
from crosscover.options import Options
from crosscover.reference import Engine, Grid
from crosscover.result import CheckedProperty
from crosscover.subjects.engine_subject import EngineSubject

from . import fakes
from .fakes import BUDGET, EASY, OTHER

ANY = Options(contract=contracts.ANY)


def harness_of(solve: Engine, budget: Budget = BUDGET, clock: Clock = time.monotonic) -> EngineHarness:
    """A harness for an engine, in a run of a minute."""
    session = SubjectSession(EngineSubject("engine:it", lambda: solve, ANY), fakes.verdicts(), clock=clock)
    session.begin(60)
    return EngineHarness(Round(session, PropertyResult(CheckedProperty("p", "")), budget))


def count_solutions(harness: EngineHarness, puzzle: Grid) -> None:
    """Count the solutions that the engine finds."""
    harness.count(len(harness.solutions(puzzle)))


def test_an_exception_of_an_engine_is_a_failure() -> None:
    """An engine that raises fails the property with the puzzle."""

    def solve(_puzzle: Grid, _limit: int | None = None, /) -> Iterator[Grid]:
        raise ValueError("no idea")

    harness = harness_of(solve)
    with pytest.raises(PropertyViolatedError, match="the engine raised ValueError: no idea") as raised:
        harness.for_each_example(st.just(EASY), partial(count_solutions, harness))
    assert raised.value.puzzle == EASY


def test_an_engine_is_renewed_for_each_example() -> None:
    """An example cannot damage the engine of the next example."""
    harness = harness_of(fakes.finds_nothing)
    made: list[Engine] = []

    def make() -> Engine:
        made.append(fakes.finds_nothing)
        return fakes.finds_nothing

    harness.round.session.subject = EngineSubject("engine:it", make, ANY)
    before = len(made)
    harness.for_each_example(st.integers(0, 10**9), lambda _number: harness.count())
    assert len(made) - before == harness.round.result.reported.judged == BUDGET.examples


def test_shrinking_a_violation_takes_limited_steps() -> None:
    """Examples count until the first failure; from then on, each example takes a step, and none is counted."""
    harness = harness_of(fakes.finds_nothing, Budget(examples=50, seed=1, shrink_steps=10))
    numbers: list[int] = []

    def has_few_ones(number: int) -> None:
        harness.count()
        numbers.append(number)
        if number.bit_count() > 7:
            raise PropertyViolatedError("many ones")

    with pytest.raises(PropertyViolatedError):
        harness.for_each_example(st.integers(0, 2**60), has_few_ones)
    [first, *_] = [place for place, number in enumerate(numbers, 1) if number.bit_count() > 7]
    reported = harness.round.result.reported
    assert (reported.failed_after, reported.judged) == (first, first)
    assert len(numbers) == first + 10


def test_a_timeout_of_an_engine_is_a_failure() -> None:
    """An engine that times out fails the property; this is not shrunk."""
    calls: list[Grid] = []

    def solve(puzzle: Grid, _limit: int | None = None, /) -> Iterator[Grid]:
        calls.append(puzzle)
        raise TimeoutError("too slow")

    harness = harness_of(solve)
    with pytest.raises(PropertyViolatedError, match="too slow") as raised:
        harness.for_each_example(st.sampled_from([EASY, OTHER]), partial(count_solutions, harness))
    assert (raised.value.is_timeout, len(calls)) == (True, 1)


def test_an_engine_that_the_end_of_the_run_stops() -> None:
    """A timeout at the end of the run is no failure."""
    clock = fakes.FakeClock()

    def solve(_puzzle: Grid, _limit: int | None = None, /) -> Iterator[Grid]:
        clock.now = 70.0
        raise TimeoutError("too slow")

    harness = harness_of(solve, clock=clock)
    harness.for_each_example(st.just(EASY), partial(count_solutions, harness))
    assert harness.round.shrinking is None

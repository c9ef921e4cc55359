"""The harness of properties that call the engine under test."""

from collections.abc import Iterator

import pytest
from hypothesis import strategies as st

from crosscover import contracts
from crosscover.harness.engine_harness import EngineHarness
from crosscover.harness.judging import PropertyViolatedError
from crosscover.harness.property_result import PropertyResult
from crosscover.harness.round import Round
from crosscover.harness.session import SubjectSession
from crosscover.options import Options
from crosscover.reference import Grid
from crosscover.result import CheckedProperty
from crosscover.subjects.engine_subject import EngineSubject

from . import fakes
from .fakes import BUDGET, EASY

ANY = Options(contract=contracts.ANY)


def test_an_exception_of_an_engine_is_a_failure() -> None:
    """An engine that raises fails the property with the puzzle."""

    def solve(_puzzle: Grid, _limit: int | None = None, /) -> Iterator[Grid]:
        raise ValueError("no idea")

    session = SubjectSession(EngineSubject("engine:it", lambda: solve, ANY), fakes.verdicts())
    harness = EngineHarness(Round(session, PropertyResult(CheckedProperty("p", "")), BUDGET))
    with pytest.raises(PropertyViolatedError, match="the engine raised ValueError: no idea") as raised:
        harness.for_each_example(st.just(EASY), lambda puzzle: harness.count(len(harness.solutions(puzzle))))
    assert raised.value.puzzle == EASY

"""The fixture `harness` of every property."""

from collections.abc import Callable, Iterator

import pytest
from hypothesis import strategies as st

from crosscover import contracts
from crosscover.contracts import CONTRACTS
from crosscover.dialects import Formatting
from crosscover.harness.applies import IMPROPER, AppliesTo, Requires
from crosscover.harness.harness import Harness
from crosscover.harness.judging import PropertyViolatedError, SubjectFailedError
from crosscover.harness.schedule import Budget
from crosscover.options import Options
from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.reference import DlxEngine, Engine, Grid
from crosscover.subjects.engine_subject import EngineSubject

from .fakes import EASY, SOLUTION, FakeClock, ScriptedSubject, answer_rightly, refuse_if_empty, verdicts

BUDGET = Budget(examples=20, seed=1, shrink_seconds=20)


def program(*, seconds: float = 0.0, refused: int | None = None) -> tuple[Harness, ScriptedSubject]:
    """A harness for a program that refuses puzzles in which the cell `refused` is empty."""
    clock = FakeClock()
    answer = answer_rightly if refused is None else refuse_if_empty(refused)
    subject = ScriptedSubject(clock, answer, seconds=seconds)
    return Harness(subject, verdicts(), BUDGET, clock=clock), subject


def engine(make: Callable[[], Engine] = BitmaskEngine) -> Harness:
    """A harness for an engine."""
    return Harness(EngineSubject("engine:it", make, Options(contract=contracts.ANY)), verdicts(), BUDGET)


@pytest.mark.parametrize(
    ("requires", "by"),
    [
        (Requires.ANY_SUBJECT, {"program", "engine", "links"}),
        (Requires.PROGRAM, {"program"}),
        (Requires.ENGINE, {"engine", "links"}),
        (Requires.DANCING_LINKS, {"links"}),
        (Requires.SAVED_FAILURES, set[str]()),
        (Requires.CERTIFICATES, set[str]()),
    ],
)
def test_applicable_properties(requires: Requires, by: set[str]) -> None:
    """A property applies to the subjects that meet its requirements."""
    subjects = {"program": program()[0], "engine": engine(), "links": engine(DlxEngine)}
    to = AppliesTo(frozenset(CONTRACTS.values()), requires)
    assert {name for name, harness in subjects.items() if harness.applies(to)} == by


def test_contracts() -> None:
    """A property of improper puzzles does not apply under the contract `proper`."""
    to = AppliesTo(frozenset(IMPROPER), Requires.ANY_SUBJECT)
    assert (program()[0].applies(to), engine().applies(to)) == (False, True)


def test_saved_failures_and_certification() -> None:
    """The properties for saved failures and certification apply only if there is something to rerun or certify."""
    subject = ScriptedSubject(FakeClock())
    harness = Harness(subject, verdicts(certify=True), BUDGET, saved=[((EASY,), Formatting())])
    for requires in (Requires.SAVED_FAILURES, Requires.CERTIFICATES):
        assert harness.applies(AppliesTo(frozenset(CONTRACTS.values()), requires))


def test_examples_depend_on_the_seed_and_the_property() -> None:
    """The same seed draws the same examples for one property, and others for another."""

    def drawn(name: str) -> list[int]:
        harness, _ = program()
        seen: list[int] = []

        def keep(number: int) -> None:
            seen.append(number)

        harness.start_property(name)
        harness.for_each_example(st.integers(0, 10**9), keep)
        return seen

    assert drawn("a") == drawn("a") != drawn("b")
    assert len(drawn("a")) == BUDGET.examples


def test_a_slow_subject_ends_a_property() -> None:
    """When the time of a property is over, no further example runs, and the counts are kept."""
    harness, subject = program(seconds=6.0)
    harness.start_property("p")
    harness.for_each_example(st.integers(0, 80).map(lambda cell: [SOLUTION.with_cell(cell, 0)]), harness.judge)
    assert len(subject.asked) == harness.record.judged == 2


def test_a_failure_is_shrunk() -> None:
    """The counterexample is the smallest of its cause."""
    harness, _ = program(refused=0)
    harness.start_property("p")
    batches = st.integers(0, 2**80 - 1).map(lambda kept: [SOLUTION, SOLUTION.keeping(kept << 1 | 2**80 - 2**70)])
    with pytest.raises(SubjectFailedError) as raised:
        harness.for_each_example(batches, lambda batch: harness.judge([SOLUTION.with_cell(0, 0), *batch[:1]]))
    assert raised.value.counterexample.batch == (EASY,)


def test_an_exception_of_an_engine_is_a_failure() -> None:
    """An engine that raises fails the property, with the puzzle as counterexample."""

    def raising() -> Engine:
        def solve(_puzzle: Grid, _limit: int | None = None, /) -> Iterator[Grid]:
            raise ValueError("no idea")

        return solve

    with pytest.raises(PropertyViolatedError, match="the engine raised ValueError: no idea") as raised:
        engine(raising).solutions(EASY)
    assert raised.value.puzzle == EASY


def test_only_engines_are_engines() -> None:
    """A property for engines that runs on a program is a fault of crosscover."""
    with pytest.raises(TypeError, match="exec:scripted is not an engine"):
        program()[0].solutions(EASY)


def test_progress() -> None:
    """The callback receives the number of puzzles judged."""
    harness, _ = program()
    told: list[int] = []
    harness.start_property("p", told.append)
    harness.judge([EASY])
    harness.judge([EASY, SOLUTION])
    harness.count(2, "grids")
    assert told == [1, 3, 5]

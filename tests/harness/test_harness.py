"""The fixture `harness` of every property."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import pytest
from hypothesis import strategies as st

from crosscover import contracts
from crosscover.contracts import Contract
from crosscover.harness.applies import IMPROPER, Conditions, Property, Requires
from crosscover.harness.harness import Harness
from crosscover.harness.judging import PropertyViolatedError, SubjectFailedError
from crosscover.harness.result import Status
from crosscover.harness.schedule import Budget
from crosscover.harness.session import SubjectSession
from crosscover.harness.verdicts import VerdictCache, VerdictTally
from crosscover.options import Options
from crosscover.oracles.bitmask import BitmaskEngine
from crosscover.oracles.panel import Panel
from crosscover.reference import Engine, Grid
from crosscover.responses import Declined, Response
from crosscover.subjects.engine_subject import EngineSubject
from crosscover.subjects.subject import SubjectKind

from .fakes import (
    EASY,
    SOLUTION,
    FakeClock,
    ScriptedSubject,
    TimedSubject,
    answer_rightly,
    each,
    finds_nothing,
    refuse_if_empty,
    right,
    verdicts,
)

BUDGET = Budget(examples=20, seed=1)


def program(name: str = "p", *, seconds: float = 0.0, refused: int | None = None) -> tuple[Harness, ScriptedSubject]:
    """A harness for a program that refuses puzzles in which the cell `refused` is empty."""
    clock = FakeClock()
    answer = answer_rightly if refused is None else refuse_if_empty(refused)
    subject = ScriptedSubject(clock, answer, seconds=seconds)
    return Harness(SubjectSession(subject, verdicts(), clock=clock), name, BUDGET), subject


def engine(make: Callable[[], Engine] = BitmaskEngine) -> Harness:
    """A harness for an engine."""
    subject = EngineSubject("engine:it", make, Options(contract=contracts.ANY))
    return Harness(SubjectSession(subject, verdicts()), "p", BUDGET)


def conditions(kind: SubjectKind, contract: Contract = contracts.ANY, *offers: str) -> Conditions:
    """The conditions of a run, which offers nothing unless it is named."""
    names = ("has_saved", "has_own_puzzles", "limits_performance")
    return Conditions(kind, Options(contract=contract), **{name: name in offers for name in names})


@pytest.mark.parametrize(
    ("requires", "kinds"),
    [
        (Requires.ANY_SUBJECT, set(SubjectKind)),
        (Requires.PROGRAM, {SubjectKind.PROGRAM}),
        (Requires.ENGINE, {SubjectKind.ENGINE, SubjectKind.DANCING_LINKS}),
        (Requires.DANCING_LINKS, {SubjectKind.DANCING_LINKS}),
    ],
)
def test_kinds_of_subjects(requires: Requires, kinds: set[SubjectKind]) -> None:
    """A property applies to the kinds of subjects that have what it requires."""
    judged = Property("p", "", requires=requires)
    assert {kind for kind in SubjectKind if conditions(kind).allow(judged)} == kinds


def test_one_puzzle_a_run() -> None:
    """A property of runs of several puzzles does not apply to a program that takes one puzzle a run."""
    judged = Property("p", "", requires=Requires.SEVERAL_PUZZLES)
    several = conditions(SubjectKind.PROGRAM)
    single = replace(several, options=Options(dialect="line"))
    assert (several.allow(judged), single.allow(judged)) == (True, False)


def test_contracts() -> None:
    """A property of improper puzzles does not apply to a subject of proper ones."""
    judged = Property("p", "", contracts=frozenset(IMPROPER))
    kind = SubjectKind.PROGRAM
    assert (conditions(kind, contracts.PROPER).allow(judged), conditions(kind).allow(judged)) == (False, True)


@pytest.mark.parametrize(
    ("requires", "offer"),
    [
        (Requires.SAVED_FAILURES, "has_saved"),
        (Requires.OWN_PUZZLES, "has_own_puzzles"),
        (Requires.PERFORMANCE_LIMITS, "limits_performance"),
    ],
)
def test_offers_of_a_run(requires: Requires, offer: str) -> None:
    """A property that requires something of a run applies only if the run offers it."""
    judged = Property("p", "", requires=requires)
    kind = SubjectKind.FUNCTION
    assert (conditions(kind).allow(judged), conditions(kind, contracts.ANY, offer).allow(judged)) == (False, True)


def test_a_false_certificate_is_a_fault_of_crosscover() -> None:
    """If the panel is wrong together with the subject, which therefore passes, the task is a fault."""
    cache, clock = VerdictCache(Panel({"wrong": finds_nothing}), share=math.inf), FakeClock()
    subject = ScriptedSubject(clock, refuse_if_empty(0), options=Options(contract=contracts.ANY))
    harness = Harness(SubjectSession(subject, cache, clock=clock), "p", BUDGET)
    harness.judge([SOLUTION.with_cell(0, 0)])
    result = harness.result(Property("p", ""), None)
    assert (result.outcome.status, result.verdicts) == (Status.FAULT, VerdictTally(decided=1))
    assert result.outcome.failure is not None
    assert result.outcome.failure.reason.startswith("RefutedVerdictError: the panel says")


def test_examples_depend_on_the_seed_and_the_property() -> None:
    """The same seed draws the same examples for one property, and others for another."""

    def drawn(name: str) -> list[int]:
        harness, _ = program(name)
        seen: list[int] = []

        def keep(number: int) -> None:
            seen.append(number)

        harness.for_each_example(st.integers(0, 10**9), keep)
        return seen

    assert drawn("a") == drawn("a") != drawn("b")
    assert len(drawn("a")) == BUDGET.examples


def test_a_slow_subject_ends_a_property() -> None:
    """When the time of a property is over, no further example runs, and the counts are kept."""
    harness, subject = program(seconds=6.0)
    harness.for_each_example(st.integers(0, 80).map(lambda cell: [SOLUTION.with_cell(cell, 0)]), harness.judge)
    assert len(subject.asked) == harness.record.judged == 2


def test_a_failure_is_shrunk() -> None:
    """The counterexample is the smallest of its cause."""
    harness, _ = program(refused=0)
    batches = st.integers(0, 2**80 - 1).map(lambda kept: [SOLUTION, SOLUTION.keeping(kept << 1 | 2**80 - 2**70)])
    with pytest.raises(SubjectFailedError) as raised:
        harness.for_each_example(batches, lambda batch: harness.judge([SOLUTION.with_cell(0, 0), *batch[:1]]))
    assert raised.value.counterexample.batch == (EASY,)


def test_a_slow_machine_makes_no_difference_to_a_counterexample() -> None:
    """Equal solvers shrink a failure in the same steps, if one of them takes three times as long."""

    def refuse_some(batch: Sequence[Grid]) -> list[Response]:
        refused = [len(one.empty_cells()) > 20 and not one.values[40] and sum(one.values[:9]) % 7 == 3 for one in batch]
        return [Declined() if is_refused else right(one) for one, is_refused in zip(batch, refused, strict=True)]

    batches = st.lists(st.integers(0, 2**81 - 1).map(SOLUTION.keeping), min_size=1, max_size=8)
    options = Options(contract=contracts.ANY)

    def shrunk(seconds: float) -> tuple[tuple[Grid, ...], float]:
        clock = FakeClock()
        subject = TimedSubject(clock, each(seconds), answer=refuse_some, options=options)
        session = SubjectSession(subject, verdicts(), clock=clock)
        session.start(60)
        harness = Harness(session, "p", Budget(seed=3))
        with pytest.raises(SubjectFailedError) as raised:
            harness.for_each_example(batches, harness.judge)
        return raised.value.counterexample.batch, clock.now

    (fast, fast_seconds), (slow, slow_seconds) = shrunk(0.03), shrunk(0.09)
    assert fast == slow
    assert slow_seconds == pytest.approx(3 * fast_seconds)


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
    events: list[int] = []
    session = SubjectSession(ScriptedSubject(FakeClock()), verdicts())
    harness = Harness(session, "p", BUDGET, progress=events.append)
    harness.judge([EASY])
    harness.judge([EASY, SOLUTION])
    harness.count(2, "grids")
    assert events == [1, 3, 5]

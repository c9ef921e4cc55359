"""The harness of a property, the judge, and the registry."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest
from hypothesis import strategies as st

from crosscover import contracts
from crosscover.harness import applies
from crosscover.harness.applies import IMPROPER, Conditions, Property, Requires, applies_to
from crosscover.harness.budget import Budget
from crosscover.harness.harness import Harness, judge
from crosscover.harness.judging import PropertyViolatedError, SubjectFailedError
from crosscover.harness.result import PropertyResult, Status
from crosscover.harness.session import SubjectSession
from crosscover.harness.verdicts import VerdictCache
from crosscover.options import Options
from crosscover.oracles.panel import Panel
from crosscover.reference import Engine, Grid
from crosscover.responses import Declined, Response
from crosscover.subjects.engine_subject import EngineSubject
from crosscover.subjects.subject import SubjectKind
from crosscover.visible_kinds import VisibleKind

from . import fakes
from .fakes import BUDGET, EASY, OTHER, SOLUTION, ScriptedSubject, harness_of, refuse_if_empty, right, scripted, timed

ANY = Options(contract=contracts.ANY)
ONE_EMPTY = st.integers(0, 80).map(lambda cell: [SOLUTION.with_cell(cell, 0)])
"""Batches of a puzzle with an empty cell."""
NO_OFFERS = Conditions(SubjectKind.PROGRAM, ANY, has_saved=False, has_own_puzzles=False, limits_performance=False)
IT = Property("p", "What p says.", lambda harness: harness.judge([EASY]))
"""A property of one puzzle."""


def session_of(subject: ScriptedSubject, cache: VerdictCache | None = None) -> SubjectSession:
    """A session of a subject."""
    return SubjectSession(subject, cache or fakes.verdicts(), clock=subject.clock)


def engine(solve: Engine) -> Harness:
    """A harness for an engine."""
    session = SubjectSession(EngineSubject("engine:it", lambda: solve, ANY), fakes.verdicts())
    return Harness(session, PropertyResult("p", ""), BUDGET)


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
    judged = replace(IT, requires=requires)
    assert {kind for kind in SubjectKind if replace(NO_OFFERS, kind=kind).allow(judged)} == kinds


@pytest.mark.parametrize(
    ("judged", "with_it", "without_it"),
    [
        (replace(IT, requires=Requires.SEVERAL_PUZZLES), {}, {"options": Options(dialect="line")}),
        (replace(IT, contracts=frozenset(IMPROPER)), {}, {"options": Options()}),
        (replace(IT, about=VisibleKind.CLASHING), {}, {"options": replace(ANY, no_clashes=True)}),
        (replace(IT, requires=Requires.SAVED_FAILURES), {"has_saved": True}, {}),
        (replace(IT, requires=Requires.OWN_PUZZLES), {"has_own_puzzles": True}, {}),
        (replace(IT, requires=Requires.PERFORMANCE_LIMITS), {"limits_performance": True}, {}),
    ],
)
def test_conditions(judged: Property, with_it: dict[str, object], without_it: dict[str, object]) -> None:
    """A property applies only if the options and the offers of the run fulfil what it requires."""
    allowed = [replace(NO_OFFERS, **changes).allow(judged) for changes in (with_it, without_it)]  # type: ignore[arg-type]  # a field each
    assert allowed == [True, False]


def test_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    """The decorator registers a test by its name, with the first line of its docstring, and returns it."""
    monkeypatch.setattr(applies, "REGISTRY", {})

    def test_it(harness: Harness) -> None:
        """What it says.

        More about it.
        """

    assert applies_to(IMPROPER)(test_it) is test_it
    assert {"it": Property("it", "What it says.", test_it, frozenset(IMPROPER))} == applies.REGISTRY


def test_rounds() -> None:
    """A round fills the result of the property; the next one adds to it, and draws other examples."""
    subject = scripted()
    session, seen = session_of(subject), set[tuple[Grid, ...]]()
    draw = replace(IT, test=lambda harness: harness.judge_each(ONE_EMPTY))
    for number in (1, 2):
        result = judge(draw, session, BUDGET)
        assert (result.status, result.rounds, result.judged) == (Status.PASSED, number, number * BUDGET.examples)
        assert (result.runs, result.distinct, result.is_finished) == (result.judged, len({*subject.asked}), False)
        seen ^= set(subject.asked)
        subject.asked.clear()
    assert session.results == {"p": result}
    assert seen


def test_a_property_that_draws_nothing_is_finished() -> None:
    """A property that draws no examples has judged all that it would after a round."""
    result = judge(IT, session_of(scripted()), BUDGET)
    assert (result.is_finished, result.judged, result.status) == (True, 1, Status.PASSED)


def test_a_failure_is_certified() -> None:
    """The result of a failing property has its counterexample, with a certificate."""
    result = judge(IT, session_of(scripted(refuse_if_empty(0))), BUDGET)
    assert (result.status, result.failed_after) == (Status.WRONG, 1)
    assert result.failure is not None
    assert (result.failure.puzzles, result.failure.certified) == ((EASY,), True)
    assert [one.puzzle for one in result.failure.certificates] == [EASY]


def test_a_false_certificate_is_a_fault_of_crosscover() -> None:
    """If the panel is wrong together with the subject, which therefore passes, the property is a fault."""
    cache = VerdictCache(Panel({"wrong": fakes.finds_nothing}), share=math.inf)
    result = judge(IT, session_of(scripted(refuse_if_empty(0), options=ANY), cache), BUDGET)
    assert (result.status, result.judged) == (Status.FAULT, 1)
    assert result.failure is not None
    assert result.failure.reason.startswith("RefutedVerdictError: the panel says")


def drawn(name: str = "a", seed: int = 1, rounds: int = 1, *, jobs: int = 1) -> list[tuple[Grid, ...]]:
    """The batches that a round of a property asks."""
    subject = scripted()
    harness = harness_of(subject, Budget(examples=8, seed=seed), name=name, jobs=jobs)
    harness.result.rounds = rounds
    harness.judge_each(ONE_EMPTY)
    return subject.asked


def test_examples_depend_on_seed_property_and_round() -> None:
    """The same seed draws the same examples for one round of one property, and others for any other."""
    assert len(drawn()) == 8
    assert drawn() == drawn()
    assert drawn() not in (drawn("b"), drawn(seed=2), drawn(rounds=2))


def test_examples_do_not_depend_on_processes() -> None:
    """With two processes, the same batches are asked, each once."""
    assert Counter(drawn(jobs=2)) == Counter(drawn())


def test_a_failure_of_a_run_asked_ahead_is_repeated_alone() -> None:
    """A wrong answer while other runs take place counts only if the batch fails alone as well."""
    asked: dict[tuple[Grid, ...], int] = {}

    def refuse_first(batch: Sequence[Grid]) -> Sequence[Response] | None:
        asked[tuple(batch)] = asked.get(tuple(batch), 0) + 1
        return [Declined()] * len(batch) if batch == (EASY,) and asked[EASY,] == 1 else None

    harness = harness_of(scripted(refuse_first), jobs=2)
    harness.judge_each(st.sampled_from([[EASY], [OTHER], [SOLUTION]]))
    assert asked == {(EASY,): 2, (OTHER,): 1, (SOLUTION,): 1}
    assert (harness.result.judged, harness.has_failed) == (3, False)


def test_a_timeout_of_a_run_asked_ahead_is_judged_as_any_other() -> None:
    """A run that was asked ahead and timed out is not repeated whole."""
    subject = timed(lambda puzzle, _: 1.5 if puzzle == EASY else 0.01)
    harness = harness_of(subject, run_seconds=60, jobs=2)
    harness.judge_each(st.just([OTHER, EASY]))
    assert subject.asked == [(OTHER, EASY), (EASY,)]
    assert (harness.result.judged, harness.result.unanswered) == (2, [])


@pytest.mark.parametrize(("seconds", "judged"), [(10.0, 2), (0.0, 1)])
def test_a_slow_subject_ends_a_round(seconds: float, judged: int) -> None:
    """When the time of a round is over, no further example runs, but it has at least one."""
    harness = harness_of(scripted(seconds=6.0), Budget(examples=20, seconds=seconds))
    harness.for_each_example(ONE_EMPTY, harness.judge)
    assert (harness.result.judged, harness.result.had_no_time) == (judged, True)


def test_the_time_of_shrinking() -> None:
    """A failure is shrunk for a quarter of the time left, but not less than 8 seconds, though its round is over."""
    for left, seconds in ((60.0, 16.0), (10.0, 8.0)):
        harness = harness_of(scripted(), Budget(seconds=0.0), run_seconds=left)
        harness.mark_failed()
        assert (harness.shrinking.end.left, harness.is_over()) == (seconds, False)


def test_a_failure_is_shrunk() -> None:
    """The counterexample is the smallest of its cause."""
    harness = harness_of(scripted(refuse_if_empty(0)))
    batches = st.integers(0, 2**80 - 1).map(lambda kept: [SOLUTION, SOLUTION.keeping(kept << 1 | 2**80 - 2**70)])
    with pytest.raises(SubjectFailedError) as raised:
        harness.for_each_example(batches, lambda batch: harness.judge([SOLUTION.with_cell(0, 0), *batch[:1]]))
    assert raised.value.counterexample.batch == (EASY,)


def test_a_slow_machine_makes_no_difference_to_a_counterexample() -> None:
    """Equal solvers shrink a failure in the same steps, if one of them takes three times as long."""

    def refuse_some(batch: Sequence[Grid]) -> list[Response]:
        refused = [len(one.empty_cells()) > 20 and not one.values[40] and sum(one.values[:9]) % 7 == 3 for one in batch]
        return [Declined() if is_refused else right(one) for one, is_refused in zip(batch, refused, strict=True)]

    batches = st.lists(st.integers(0, 2**81 - 1).map(SOLUTION.keeping), min_size=1, max_size=4)

    def shrunk(seconds: float) -> tuple[tuple[Grid, ...], float]:
        subject = timed(fakes.each(seconds), refuse_some, options=ANY)
        harness = harness_of(subject, Budget(examples=20, seed=3), run_seconds=60)
        with pytest.raises(SubjectFailedError) as raised:
            harness.for_each_example(batches, harness.judge)
        return raised.value.counterexample.batch, subject.clock.now

    (fast, fast_seconds), (slow, slow_seconds) = shrunk(0.03), shrunk(0.09)
    assert fast == slow
    assert slow_seconds == pytest.approx(3 * fast_seconds)


def test_an_exception_of_an_engine_is_a_failure() -> None:
    """An engine that raises fails the property with the puzzle, which is not asked again."""
    asked: list[Grid] = []

    def solve(puzzle: Grid, _limit: int | None = None, /) -> Iterator[Grid]:
        asked.append(puzzle)
        raise ValueError("no idea")

    harness = engine(solve)
    with pytest.raises(PropertyViolatedError, match="the engine raised ValueError: no idea") as raised:
        harness.for_each_example(st.just(EASY), harness.solutions)
    assert (raised.value.puzzle, asked) == (EASY, [EASY])


def test_only_engines_are_engines() -> None:
    """A property for engines that runs on a program is a fault of crosscover."""
    with pytest.raises(TypeError, match="exec:scripted is not an engine"):
        harness_of(scripted()).solutions(EASY)


def test_progress() -> None:
    """The callback receives the number of puzzles judged; nothing is counted after a failure."""
    events: list[int] = []
    session = session_of(scripted())
    harness = Harness(session, session.result_of(IT), BUDGET, events.append)
    harness.judge([EASY])
    harness.judge([EASY, SOLUTION])
    harness.count(2, "grids")
    harness.mark_failed()
    harness.count(7)
    assert (events, harness.result.failed_after, harness.result.distinct) == ([1, 3, 5], 5, 2)

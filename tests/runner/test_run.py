"""Runs over properties: rounds, events and early ends, with scripted subjects and properties on a fake clock."""

import math
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace

import pytest
from hypothesis import strategies as st

from crosscover import contracts
from crosscover.dialects import Formatting
from crosscover.exit_code import ExitCode, UsageError
from crosscover.harness.applies import Property, Requires
from crosscover.harness.budget import MAX_DOUBLINGS, Budget
from crosscover.harness.harness import SolverHarness
from crosscover.harness.judging import SavedInput
from crosscover.harness.limits import OVERTIME
from crosscover.harness.session import SubjectSession
from crosscover.options import Options
from crosscover.properties.covering import covering_list
from crosscover.reference import Grid
from crosscover.report.events import Event, Progress, Started
from crosscover.responses import Declined, Response
from crosscover.result import CheckResult, Speed, Status
from crosscover.runner.opening import open_run
from crosscover.runner.plugin import PlannedRun
from crosscover.runner.run import Run, conditions_of, properties_for, selects
from crosscover.runner.settings import read_settings
from tests.harness.fakes import Answer, FakeClock, ScriptedSubject, answer_rightly, refuse_if_empty, verdicts

TWO = Budget(examples=2, shrink_steps=0)
ONCE, GROWING = replace(TWO, rounds=1), TWO


class Log:
    """A listener that records the status of events, and raises an error at the first event of a kind."""

    def __init__(self, fails_at: type[Event] | None = None, error: Exception | None = None) -> None:
        self.words: list[str] = []
        self._fails_at = fails_at
        self._error = error or OSError("no room")

    def __call__(self, event: Event) -> None:
        """Record an event."""
        match event:
            case Progress(name):
                self.words += [name] if self.words[-1:] != [name] else []
            case Started(result):
                self.words.append(f"started {len(result.properties)}")
            case CheckResult():
                self.words.append(event.grade.word)
        if self._fails_at is not None and isinstance(event, self._fails_at):
            raise self._error


def refuse(batch: Sequence[Grid]) -> Sequence[Response]:
    """Refuse everything."""
    return [Declined()] * len(batch)


def session_of(answer: Answer = answer_rightly, *, seconds: float = 0.0, jobs: int = 1) -> SubjectSession:
    """A session with a scripted subject that takes these seconds for each puzzle."""
    clock = FakeClock()
    subject = ScriptedSubject(clock, answer, seconds=seconds, options=Options(contract=contracts.ANY))
    return SubjectSession(subject, verdicts(), covers=covering_list, clock=clock, jobs=jobs)


def check(
    session: SubjectSession,
    chosen: str = "ordinary or empty_houses or full_grids",
    *listeners: Log,
    budget: Budget = ONCE,
    seconds: float = math.inf,
    first: bool = False,
) -> tuple[CheckResult, Run]:
    """Run the chosen properties to the end."""
    properties = properties_for(conditions_of(session), chosen)
    run = Run(session, properties, budget, seconds, listeners, stops_at_failure=first)
    return run.run(), run


def statuses(result: CheckResult) -> list[Status]:
    """The status of each property, in order."""
    return [one.status for one in result.properties]


def advance(session: SubjectSession, seconds: float) -> None:
    """Let time pass on the clock of a session."""
    assert isinstance(session.clock, FakeClock)
    session.clock.now += seconds


class Scripted:
    """Properties that judge a number of puzzles in some seconds, by default all that they have; records their turns."""

    def __init__(self, session: SubjectSession) -> None:
        self.session = session
        self.turns: list[tuple[str, float]] = []

    def __call__(self, name: str, *, seconds: float = math.inf, puzzles: int = 100) -> Property:
        """A property."""

        def test(harness: SolverHarness) -> None:
            self.turns.append((name, round(harness.round.budget.seconds, 2)))
            advance(self.session, min(seconds, harness.round.deadline.left))
            harness.round.count(puzzles)
            harness.round.result.is_finished = False

        return Property(name, "It holds.", test)

    def run(self, *properties: Property, seconds: float = 30) -> list[str]:
        """Run properties in growing rounds; return their names in the order of their turns."""
        Run(self.session, properties, GROWING, seconds).run()
        return [name for name, _ in self.turns]


@pytest.mark.parametrize(
    "expression",
    ["", "grids", "Full", "not patterns", "patterns or grids", "grids and not (minimal or patterns)", " full_grids "],
)
def test_selects(expression: str) -> None:
    """Parts of names are combined by `and`, `or`, `not` and parentheses; the empty expression selects everything."""
    assert selects(expression, "full_grids")
    assert not expression or not selects(f"not ({expression})", "full_grids")


@pytest.mark.parametrize("expression", ["patterns and", "a b", "1", "a == 1", "f()", "(", "a.b", "\0", "not " * 5000])
def test_malformed_expressions(expression: str) -> None:
    """Any other expression is a usage error."""
    with pytest.raises(UsageError, match=r"is not an expression of names, 'and', 'or' and 'not'$"):
        selects(expression, "full_grids")


def test_events() -> None:
    """The events of a run come in order; lines about the solver as a whole are in its end."""
    log, session = Log(), session_of()
    assert isinstance(session.subject, ScriptedSubject)
    session.subject.remarks = ("answers, but does not exit: it was stopped after its last answer",)
    result, _ = check(session, "ordinary or full_grids", log)
    assert log.words == ["started 2", "ordinary_puzzles", "full_grids", "no errors found"]
    assert (result.exit_code, result.complete) == (ExitCode.GOOD, True)
    assert result.notes == session.subject.remarks


def test_the_totals_of_rounds() -> None:
    """A property that passes is reported once, with the totals of all rounds; its covering list is judged once."""
    _, once = check(session_of(), "missing_digits", budget=ONCE)
    _, twice = check(session_of(), "missing_digits", budget=replace(TWO, rounds=2))
    [first], [total] = once.results, twice.results
    assert (total.rounds, total.covered, total.not_asked) == (2, first.covered, ())
    assert total.judged > first.judged


def test_failures_end_properties() -> None:
    """A property that fails has no later rounds; with `first` the run ends as well."""
    _, run = check(session_of(refuse), "missing_digits", budget=replace(TWO, rounds=2))
    assert [one.rounds for one in run.results] == [1]
    for seconds in (math.inf, 1000):
        result, _ = check(session_of(refuse), budget=GROWING, seconds=seconds, first=True)
        assert statuses(result) == [Status.WRONG, Status.NOT_RUN, Status.NOT_RUN]
        assert (result.exit_code, result.complete, result.rounds) == (ExitCode.WRONG, False, 1)


def test_time_ends_rounds() -> None:
    """With a time limit, rounds with doubling numbers of examples run until it is used up."""
    scripted = Scripted(session_of(seconds=0.1))
    batches = st.integers(0, 80).map(lambda cell: [Grid.canonical().with_cell(cell, 0)])
    drawing = Property("a", "It holds.", lambda harness: harness.judge_each(batches))
    run = Run(scripted.session, [drawing], GROWING, 4)
    result = run.run()
    assert (result.complete, result.rounds >= 3, result.properties[0].runs >= 38) == (True, True, True)
    assert 3.9 < scripted.session.clock() < 4.1


def test_a_time_that_is_too_short() -> None:
    """Properties without time are reported, and the run is still complete."""
    result, _ = check(session_of(seconds=0.01), budget=GROWING, seconds=0.01)
    assert statuses(result) == [Status.PASSED, Status.NOT_RUN, Status.NOT_RUN]
    assert (result.exit_code, result.complete) == (ExitCode.NOT_DECIDED, True)


def test_equal_shares() -> None:
    """Each property of a round has an equal share of the time that is left."""
    scripted = Scripted(session_of())
    scripted.run(scripted("a", seconds=1), scripted("b"), scripted("c"))
    assert scripted.turns == [("a", 10.0), ("b", 14.5), ("c", 14.5)]


def test_few_puzzles_first() -> None:
    """Properties that have judged too little come first, until they have had a fifth of the time."""
    for puzzles, expected in ((1, "abbbbbbab"), (5, "abbab")):
        scripted = Scripted(session_of())
        names = scripted.run(scripted("a", seconds=1), scripted("b", seconds=1, puzzles=puzzles))
        assert "".join(names).startswith(expected)


@pytest.mark.parametrize(("pace", "expected"), [(1000, [7.5, 7.5, 15]), (100, [10, 10, 10])])
def test_share_of_volume(pace: float, expected: list[float]) -> None:
    """`volume` has half of a round if the subject is fast."""
    session = session_of(seconds=1 / pace)
    session.smoke()
    scripted = Scripted(session)
    scripted.run(scripted("a"), scripted("b"), scripted("volume"))
    assert [seconds for _, seconds in scripted.turns[:3]] == expected


def test_limits_of_performance_come_last() -> None:
    """The property that measures performance runs once, after all rounds of the others."""
    scripted = Scripted(session_of())
    last = replace(scripted("performance", seconds=1), requires=Requires.PERFORMANCE_LIMITS)
    assert scripted.run(last, scripted("a", seconds=10)) == ["a", "a", "a", "performance"]


def test_under_pytest_the_time_of_other_tests_does_not_count() -> None:
    """A property that pytest starts has its share of what properties have left of the time."""
    session = session_of()
    scripted = Scripted(session)
    first, second = scripted("a", seconds=5), scripted("b")
    run = Run(session, [first, second], ONCE, 30)
    run.judge_in_turn(first)
    advance(session, 1000)
    assert run.judge_in_turn(second).status is Status.PASSED
    assert scripted.turns == [("a", 15.0), ("b", 25.0)]


def test_under_pytest_retries_have_a_quarter_of_the_whole_time() -> None:
    """The allowance for retries does not shrink while properties use up the time."""
    session = session_of()
    scripted = Scripted(session)
    properties = [scripted(name, seconds=25) for name in "abc"]
    run = Run(session, properties, ONCE, 60)
    for one in properties:
        run.judge_in_turn(one)
        session.timeouts.retry_seconds = 14.9
        assert not session.timeouts.is_used_up


def test_many_rounds() -> None:
    """The number of examples stays bounded, however many rounds a run has."""
    assert replace(TWO, examples=3).round(2000, 1.0).examples == 3 << MAX_DOUBLINGS


def test_given_puzzles_come_before_others() -> None:
    """Given puzzles that were not reached come first, until they have had a fifth of the time."""
    scripted = Scripted(session_of())
    given = scripted("your_puzzles", seconds=1)

    def judge_some(harness: SolverHarness) -> None:
        given.test(harness)
        harness.round.result.skipped = 1

    names = scripted.run(replace(given, test=judge_some), scripted("b", seconds=1))
    assert names[:7] == ["your_puzzles", "b", *["your_puzzles"] * 5]


def test_a_saved_failure_that_occurred_now_and_then() -> None:
    """If a failure that occurred now and then does not occur, a note says so."""
    session = session_of()
    session.saved = [SavedInput((Grid.canonical(),), Formatting(), repeats=5)]
    session.waiting = list(session.saved)
    result, _ = check(session, "saved_failures")
    assert result.properties[0].judged == 5
    assert any("occurred now and then" in note for note in result.notes)


def test_overlapping_runs_that_fail() -> None:
    """A subject that fails only if runs overlap has no error; a note says so."""
    session = session_of()
    session.runs.overlap_fails = True
    result, _ = check(session, "full_grids")
    assert result.exit_code is ExitCode.GOOD
    assert any("beside another run" in note for note in result.notes)


@pytest.mark.parametrize("answer", [answer_rightly, refuse_if_empty(0)])
def test_jobs_change_no_puzzle(answer: Answer) -> None:
    """A run with two processes at once has the puzzles and results of a run with one."""
    budget = replace(TWO, rounds=2)
    alone, both = (
        check(session_of(answer, jobs=jobs), "missing_digits or full_grids", budget=budget)[1] for jobs in (1, 2)
    )
    for one, other in zip(alone.results, both.results, strict=True):  # only the lengths of runs may differ
        assert (one.status, one.judged, one.asked) == (other.status, other.judged, other.asked)
        assert (one.failed_after, one.failure) == (other.failed_after, other.failure)


@pytest.mark.parametrize(
    ("error", "code"), [(OSError("no room"), ExitCode.INTERRUPTED), (ValueError("a bug"), ExitCode.FAULT)]
)
def test_a_listener_that_fails(error: Exception, code: ExitCode) -> None:
    """A listener that fails prevents or ends the run; other errors than OSError are faults of crosscover."""
    log = Log(Progress, error)
    result, run = check(session_of(), "ordinary or empty_houses", log)
    assert log.words == ["started 2", "ordinary_puzzles", result.grade.word]
    assert statuses(result)[1] is Status.NOT_RUN
    assert (run.error, result.exit_code, result.complete) == (error, code, False)
    with pytest.raises(type(error), match=str(error)):
        check(session_of(), "empty_houses", Log(Started, error))


@pytest.mark.parametrize(
    ("error", "expected", "code"),
    [
        (KeyboardInterrupt(), [Status.NOT_RUN, Status.NOT_RUN], ExitCode.INTERRUPTED),
        (ValueError("a bug"), [Status.FAULT, Status.PASSED], ExitCode.FAULT),
    ],
)
def test_a_property_that_raises(error: BaseException, expected: list[Status], code: ExitCode) -> None:
    """Ctrl-C ends the run, which is then not complete; an unexpected exception is a fault, and the run goes on."""

    def test(_: SolverHarness) -> None:
        raise error

    scripted = Scripted(session_of())
    run = Run(scripted.session, [Property("a", "It holds.", test), scripted("b", seconds=1)], ONCE)
    result = run.run()
    assert (statuses(result), result.exit_code, run.error) == (expected, code, None)
    assert result.complete == (code is ExitCode.FAULT)


def test_performance_is_measured_in_the_time_of_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """The measurement of performance ends with the time of the run."""
    session = session_of()

    def measure(_subject: object, _workload: object, seconds: float) -> Speed:
        advance(session, seconds)
        return Speed()

    monkeypatch.setattr("crosscover.harness.session.measure", measure)
    judged = Scripted(session)("a", seconds=1)
    result = Run(session, [judged], GROWING, 20, measures_performance=True).run()
    assert result.speed is not None
    assert 15 <= session.clock() <= 20


@pytest.mark.parametrize("seconds", [10, 60])
def test_failures_are_shrunk_in_the_time_of_a_run(seconds: float) -> None:
    """A run in which failures of a slow subject are shrunk ends in time."""
    session = session_of(lambda batch: refuse(batch) if batch[0].values[0] else None, seconds=0.1)
    result, _ = check(session, budget=Budget(), seconds=seconds)
    assert result.failures
    assert len(result.failures[0].puzzles) == 1
    assert session.clock() <= seconds + OVERTIME


@pytest.mark.parametrize("spec", ["engine:dlx", "exec:cat"])
def test_conditions_before_a_run_is_open(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Under pytest the properties of a run that is not open yet are those of the open run."""
    monkeypatch.setattr("crosscover.engines.DEFAULT_PANEL", ("bitmask", "dlx"))
    settings = read_settings(spec, {})
    found = replace(settings, options=replace(settings.options, is_found=True))
    with closing(open_run(found, [], ())) as run:
        assert PlannedRun(spec, {}).conditions == (replace(conditions_of(run.session), options=settings.options),)

"""Runs over properties: rounds, events and early ends, with scripted subjects and properties on a fake clock."""

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import strategies as st

from crosscover import contracts
from crosscover.dialects import Formatting
from crosscover.errors import ExitCode
from crosscover.harness.budget import MAX_DOUBLINGS, Budget, Deadline, Stopwatch
from crosscover.harness.harness import SolverHarness
from crosscover.harness.judging import PropertyViolatedError, SavedInput
from crosscover.harness.limits import FAST, OVERTIME
from crosscover.harness.own_puzzles import OwnPuzzles
from crosscover.harness.pace import Pace
from crosscover.harness.property import Property
from crosscover.harness.property_result import Ended
from crosscover.harness.sampling import extend_sample
from crosscover.harness.session import SubjectSession
from crosscover.options import Options
from crosscover.reference import Grid
from crosscover.report.events import Event, Failing, Judged, Progress, Started
from crosscover.responses import Declined, Response
from crosscover.result import CheckResult, Grade, Speed, Status
from crosscover.runner.expected import ExpectedFailure, ExpectedFailures
from crosscover.runner.opening import properties_for
from crosscover.runner.run import Run
from crosscover.runner.saved import input_of, load
from crosscover.subjects.subject import Transcript, Usage
from tests.harness.fakes import Answer, FakeClock, ScriptedSubject, answer_correctly, correct, refuse_if_empty, verdicts

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
            case Failing() | Judged():
                pass
        if self._fails_at is not None and isinstance(event, self._fails_at):
            raise self._error


def refuse(batch: Sequence[Grid]) -> Sequence[Response]:
    """Refuse everything."""
    return [Declined()] * len(batch)


def session_of(answer: Answer = answer_correctly, *, seconds: float = 0.0, jobs: int = 1) -> SubjectSession:
    """A session with a scripted subject that takes these seconds for each puzzle."""
    clock = FakeClock()
    subject = ScriptedSubject(clock, answer, seconds=seconds, options=Options(contract=contracts.ANY))
    return SubjectSession(subject, verdicts(), clock=clock, jobs=jobs)


def check(
    session: SubjectSession,
    chosen: str = "ordinary or empty_houses or full_grids",
    *listeners: Log,
    budget: Budget = ONCE,
    seconds: float = math.inf,
    first: bool = False,
) -> tuple[CheckResult, Run]:
    """Run the chosen properties to the end."""
    properties = properties_for(session.features(), chosen)
    run = Run(session, properties, budget, seconds, listeners, stops_at_failure=first)
    return run.run(), run


def statuses(result: CheckResult) -> list[Status]:
    """The status of each property, in order."""
    return [one.status for one in result.properties]


class Scripted:
    """Properties that judge a number of puzzles in some seconds, by default all that they have; records their turns."""

    def __init__(self, session: SubjectSession) -> None:
        assert isinstance(session.clock, FakeClock)
        self.session = session
        self.clock = session.clock
        self.turns: list[tuple[str, float]] = []

    def __call__(self, name: str, *, seconds: float = math.inf, puzzles: int = 100) -> Property:
        """A property."""

        def test(harness: SolverHarness) -> None:
            self.turns.append((name, round(harness.round.budget.seconds, 2)))
            self.clock.now += min(seconds, harness.round.deadline.left)
            harness.round.count(puzzles)
            harness.round.result.ended = Ended.NOT_YET

        return Property(name, "It holds.", test)

    def run(self, *properties: Property, seconds: float = 30) -> list[str]:
        """Run properties in growing rounds; return their names in the order of their turns."""
        Run(self.session, properties, GROWING, seconds).run()
        return [name for name, _ in self.turns]


def test_events() -> None:
    """The events of a run come in order; lines about the solver as a whole are in its end."""
    log, session = Log(), session_of()
    assert isinstance(session.subject, ScriptedSubject)
    session.subject.remarks = ["answers, but does not exit: it was stopped after its last answer"]
    result, _ = check(session, "ordinary or full_grids", log)
    assert log.words == ["started 2", "ordinary_puzzles", "full_grids", "no errors found"]
    assert (result.exit_code, result.complete) == (ExitCode.GOOD, True)
    assert list(result.notes) == session.subject.remarks


def test_forms_that_a_solver_does_not_read() -> None:
    """Notes list the usual forms of the input that it needs, and one reason."""

    def note(harness: SolverHarness) -> None:
        harness.round.count(10)
        harness.round.result.reads_only = {"LF": "", "a newline at the end": "it loses the last puzzle"}

    result = Run(session_of(), [Property("forms", "It holds.", note)], ONCE).run()
    assert result.notes[:2] == ("reads only: LF, a newline at the end", "it loses the last puzzle")


def test_the_totals_of_rounds() -> None:
    """A property that passes is reported once, with the totals of all rounds; its covering list is judged once."""
    _, once = check(session_of(), "missing_digits", budget=ONCE)
    _, twice = check(session_of(), "missing_digits", budget=replace(TWO, rounds=2))
    [first], [total] = once.results.values(), twice.results.values()
    assert (total.rounds, total.covered, total.not_covered) == (2, first.covered, ())
    assert total.reported.judged > first.reported.judged


def test_failures_end_properties() -> None:
    """A property that fails has no later rounds; with `first` the run ends as well."""
    _, run = check(session_of(refuse), "missing_digits", budget=replace(TWO, rounds=2))
    assert [one.rounds for one in run.results.values()] == [1]
    for seconds in (math.inf, 1000):
        result, _ = check(session_of(refuse), budget=GROWING, seconds=seconds, first=True)
        assert statuses(result) == [Status.WRONG, Status.NOT_RUN, Status.NOT_RUN]
        assert (result.exit_code, result.complete, result.rounds) == (ExitCode.WRONG, False, 1)
        assert "The run is not complete: a failure ended it before each property was judged." in result.notes


def test_time_ends_rounds() -> None:
    """With a time limit, rounds with doubling numbers of examples run until it is used up."""
    scripted = Scripted(session_of(seconds=0.1))
    batches = st.integers(0, 80).map(lambda cell: [Grid.simplest().with_cell(cell, 0)])
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


def test_no_time_for_the_speed() -> None:
    """If a run has used up its time, the report states why there is no speed."""
    scripted = Scripted(session_of())
    slow = replace(scripted("a"), is_last=True)  # without a limit
    result = Run(scripted.session, [slow], ONCE, 30, measures_performance=True).run()
    assert result.speed == Speed(unmeasured=("anything: no time was left",))


def test_a_solver_that_slows_down() -> None:
    """A solver that takes longer per puzzle in longer runs is not wrong, but a note says so."""
    session = session_of()
    for number, seconds in ((100, 1.0), (1000, 50.0)):
        transcript = Transcript((Declined(),) * number, usage=Usage(seconds))
        session.runs.pace.record([Grid.simplest()] * number, transcript, seconds)
    result, _ = check(session)
    note = "It slows down during a run: 1,000 puzzles took 5 times as long per puzzle as 100."
    assert (result.exit_code, note in result.notes) == (ExitCode.GOOD, True)


def test_limits_of_performance_come_last() -> None:
    """The property that measures performance runs once, after all rounds of the others."""
    scripted = Scripted(session_of())
    last = replace(scripted("performance", seconds=1), is_last=True)
    assert scripted.run(last, scripted("a", seconds=10)) == ["a", "a", "a", "performance"]


@pytest.mark.parametrize("first", [False, True])
def test_limits_of_performance_after_a_failure(first: bool) -> None:
    """The property that measures performance is judged after a failure, unless the failure ends the run."""
    scripted = Scripted(session_of(refuse))
    failing = Property("a", "It holds.", lambda harness: harness.judge([Grid.simplest()]))
    last = replace(scripted("performance", seconds=1), is_last=True)
    Run(scripted.session, [failing, last], ONCE, stops_at_failure=first).run()
    assert [name for name, _ in scripted.turns] == ([] if first else ["performance"])


def test_under_pytest_the_time_of_other_tests_does_not_count() -> None:
    """A property that pytest starts has its share of what properties have left of the time."""
    session = session_of()
    scripted = Scripted(session)
    watch = Stopwatch(session.clock)
    session.clock = watch
    first, second = scripted("a", seconds=5), scripted("b")
    session.deadline = Deadline(watch)
    run = Run(session, [first, second], ONCE, 30)
    with watch:
        run.judge_in_turn(first)
    scripted.clock.now += 1000
    with watch:
        run.judge_in_turn(second)
    assert scripted.turns == [("a", 15.0), ("b", 25.0)]


def test_under_pytest_a_property_has_rounds_until_its_turn_is_over() -> None:
    """A property that pytest starts is judged in rounds, all in its share of the time."""
    scripted = Scripted(session_of())
    first, second = scripted("a", seconds=5), scripted("b", seconds=10)
    run = Run(scripted.session, [first, second], GROWING, 30)
    run.judge_in_turn(first)
    assert scripted.turns == [("a", 15.0), ("a", 10.0), ("a", 5.0)]
    run.judge_in_turn(second)
    assert scripted.turns[3:] == [("b", 15.0), ("b", 5.0)]
    run.judge_in_turn(first)  # as plugins that rerun a test do
    assert scripted.turns[5:] == [("a", 0.0)]


def test_many_rounds() -> None:
    """The number of examples stays bounded, however many rounds a run has."""
    assert replace(TWO, examples=3).round(2000, 1.0).examples == 3 << MAX_DOUBLINGS


def test_a_saved_failure_that_occurred_now_and_then() -> None:
    """If a failure that occurred now and then does not occur, a note says so."""
    session = session_of()
    session.saved = [SavedInput((Grid.simplest(),), Formatting(), repeats=5)]
    session.waiting = list(session.saved)
    result, _ = check(session, "saved_failures")
    assert result.properties[0].judged == 5
    assert any("occurred now and then" in note for note in result.notes)


@pytest.mark.parametrize(
    ("chosen", "seconds", "reached"), [("your", 60, "1 of 1"), ("empty_houses or your", 0, "0 of 1")]
)
def test_how_many_puzzles_of_a_file_are_reached(chosen: str, seconds: float, reached: str) -> None:
    """A note says how many puzzles of the user's file were reached, even if it was none."""
    session = session_of()
    session.own_puzzles = OwnPuzzles("mine.txt", [(1, Grid.simplest())])
    result, _ = check(session, chosen, seconds=seconds)
    assert [note for note in result.notes if note.startswith(f"mine.txt: {reached} puzzles reached")]


def test_puzzles_of_a_file_that_pytest_leaves_out() -> None:
    """If pytest selects other properties, no note mentions the puzzles of the file."""
    session = session_of()
    session.own_puzzles = OwnPuzzles("mine.txt", [(1, Grid.simplest())])
    result, _ = check(session, "full_grids")
    assert result.notes == ()


def test_overlapping_runs_that_fail() -> None:
    """A subject that fails only if runs overlap has no error; a note says so."""
    session = session_of()
    session.runs.overlap_fails = True
    result, _ = check(session, "full_grids")
    assert result.exit_code is ExitCode.GOOD
    assert any("beside another run" in note for note in result.notes)


@pytest.mark.parametrize("answer", [answer_correctly, refuse_if_empty(0)])
def test_jobs_change_no_puzzle(answer: Answer) -> None:
    """A run with two processes at once has the puzzles and results of a run with one."""
    budget = replace(TWO, rounds=2)
    alone, both = (
        check(session_of(answer, jobs=jobs), "missing_digits or full_grids", budget=budget)[1] for jobs in (1, 2)
    )
    for one, other in zip(
        alone.results.values(), both.results.values(), strict=True
    ):  # only the lengths of runs may differ
        assert (one.seen, one.failure) == (other.seen, other.failure)
        first, second = one.reported, other.reported
        assert (first.status, first.judged, first.failed_after) == (second.status, second.judged, second.failed_after)


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


@pytest.mark.parametrize("number", [1, 2])
def test_a_report_that_fails_at_the_last_property(number: int) -> None:
    """A run whose report cannot be written is not complete, and performance is not measured afterwards."""
    scripted = Scripted(session_of())
    properties = [scripted("a"), replace(scripted("performance"), is_last=True)][:number]
    result = Run(scripted.session, properties, ONCE, listeners=[Log(Progress)]).run()
    assert (result.exit_code, result.complete) == (ExitCode.INTERRUPTED, False)
    assert [name for name, _ in scripted.turns] == ["a"]


def test_an_expected_failure() -> None:
    """A listed failure does not count against the solver, and ends no run."""
    session = session_of(refuse)
    ordinary, full_grids = properties_for(session.features(), "ordinary or full_grids")
    expected = ExpectedFailures({"full_grids": ExpectedFailure("known.txt:1")})
    run = Run(session, [full_grids, ordinary], ONCE, expected=expected, stops_at_failure=True)
    assert [(prop.status, prop.expected) for prop in run.run().properties] == [
        (Status.WRONG, True),
        (Status.WRONG, False),
    ]
    alone = Run(session_of(refuse), [full_grids], ONCE, expected=expected)
    assert alone.run().exit_code is ExitCode.GOOD


def test_expected_failures_have_no_circumstances() -> None:
    """The circumstances of failures do not depend on expected failures."""
    scripted = Scripted(session_of(refuse_full_grids))
    expected = ExpectedFailures({"saved_failures": ExpectedFailure("known.txt:1")})
    listed, other = failing_at(scripted, "saved_failures"), scripted("b")
    Run(scripted.session, [other, listed], ONCE, 60, expected=expected).run()
    assert scripted.session.sample.failed == []
    extend_sample(scripted.session, [listed], 1, Deadline(scripted.clock).within(5))
    assert scripted.session.sample.failed == []


def test_a_failure_is_announced_before_it_is_shrunk() -> None:
    """Listeners learn of a failure at once, with its puzzle as found; later they receive the shrunk failure."""
    events: list[Event] = []
    session = session_of(refuse)
    [ordinary] = properties_for(session.features(), "ordinary")
    result = Run(session, [ordinary], Budget(rounds=1), listeners=[events.append]).run()
    [failing] = [event for event in events if isinstance(event, Failing)]
    [ended] = [event for event in events if isinstance(event, Judged)]
    assert events.index(failing) < events.index(ended)
    assert (failing.prop.status, failing.prop.name) == (Status.WRONG, "ordinary_puzzles")
    [failure] = ended.failures
    assert failure.puzzle == result.failures[0].puzzle
    assert failure.puzzle.count(".") < failing.puzzle.count(".")


def test_a_failure_in_a_later_round_has_no_bound() -> None:
    """The announced failure of a property that passed before does not state how rare errors are."""
    events: list[Event] = []
    session = session_of(lambda batch: refuse(batch) if session.result_of(ordinary).rounds > 1 else None)
    [ordinary] = properties_for(session.features(), "ordinary")
    Run(session, [ordinary], Budget(examples=10, rounds=2), listeners=[events.append]).run()
    [failing] = [event for event in events if isinstance(event, Failing)]
    assert failing.prop.rarer_than is None


def test_each_cause_is_shown_once() -> None:
    """The failures of a property that ends are those whose cause no property showed before."""
    events: list[Event] = []
    session = session_of(refuse)
    properties = properties_for(session.features(), "ordinary or empty_houses")
    Run(session, properties, Budget(rounds=1), listeners=[events.append]).run()
    assert [len(event.failures) for event in events if isinstance(event, Judged)] == [1, 0]


def test_the_end_of_a_property_is_announced() -> None:
    """Listeners learn that a property will not be judged again."""
    events: list[Event] = []
    session = session_of()
    properties = properties_for(session.features(), "ordinary or full_grids")
    Run(session, properties, replace(TWO, rounds=2), listeners=[events.append]).run()
    assert [event.prop.name for event in events if isinstance(event, Judged)] == ["ordinary_puzzles", "full_grids"]


@pytest.mark.parametrize("error", [PropertyViolatedError("it is violated"), ValueError("a bug")])
def test_a_failure_that_is_not_shrunk_is_announced(error: Exception) -> None:
    """Listeners learn of a failure of an engine, and of a fault."""
    events: list[Event] = []

    def test(_: SolverHarness) -> None:
        raise error

    Run(session_of(), [Property("a", "It holds.", test)], ONCE, listeners=[events.append]).run()
    [failing] = [event for event in events if isinstance(event, Failing)]
    assert str(error) in failing.prop.reason
    assert failing.puzzle == ""


def failing_at(scripted: Scripted, name: str) -> Property:
    """A property that takes 5 s, and then fails."""

    def test(harness: SolverHarness) -> None:
        scripted.clock.now += 5
        harness.judge([Grid.simplest()])

    return Property(name, "It fails.", test)


def test_a_failure_ends_a_run_after_some_seconds() -> None:
    """The others share the time after the first failure, except the last 5 s for the circumstances; a note says so."""
    scripted = Scripted(session_of(refuse))
    failing, others = failing_at(scripted, "a"), [scripted(name) for name in "bc"]
    run = Run(scripted.session, [failing, *others], GROWING, 60, after_failure=15)
    result = run.run()
    assert scripted.turns[:2] == [("b", 5.0), ("c", 5.0)]
    assert result.complete
    assert 20 <= scripted.clock.now <= 21
    assert scripted.session.deadline.at == 5 + 15 + OVERTIME
    assert any("15 s after its first failure" in note for note in result.notes)


def test_a_failed_run_without_more_to_judge() -> None:
    """A run whose only property fails ends early, so no note states the time after its first failure."""
    scripted = Scripted(session_of(refuse))
    result = Run(scripted.session, [failing_at(scripted, "a")], GROWING, 60, after_failure=7).run()
    assert not any("after its first failure" in note for note in result.notes)


def fast_rate(_pace: Pace, _like: Sequence[Grid] = ()) -> float:
    """The puzzles per second of a fast subject."""
    return FAST


def test_the_time_after_a_failure_has_a_plan_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """After the first failure, a property with a share leaves the others their part of the time that is left."""
    monkeypatch.setattr(Pace, "rate", fast_rate)
    scripted = Scripted(session_of(refuse))
    others = [scripted("b"), scripted("c"), replace(scripted("v"), share=0.5)]
    Run(scripted.session, [failing_at(scripted, "a"), *others], GROWING, 60, after_failure=15).run()
    assert scripted.turns[:3] == [("b", 2.5), ("c", 2.5), ("v", 5.0)]


def test_an_expected_failure_does_not_end_a_run() -> None:
    """A run with only expected failures uses its time."""
    scripted = Scripted(session_of(refuse))
    expected = ExpectedFailures({"saved_failures": ExpectedFailure("known.txt:1")})
    failing, other = failing_at(scripted, "saved_failures"), scripted("b")
    result = Run(scripted.session, [failing, other], GROWING, 60, expected=expected, after_failure=15).run()
    assert scripted.clock.now == 60
    assert not any("first failure" in note for note in result.notes)


def test_under_pytest_a_failure_ends_a_run_after_some_seconds() -> None:
    """The properties that pytest starts after a failure share the time that the run has after it."""
    scripted = Scripted(session_of(refuse))
    failing, others = failing_at(scripted, "a"), [scripted(name) for name in "bc"]
    run = Run(scripted.session, [failing, *others], GROWING, after_failure=15)
    for prop in (failing, *others):
        run.judge_in_turn(prop)
    assert scripted.turns == [("b", 5.0), ("c", 5.0)]


def refuse_full_grids(batch: Sequence[Grid]) -> Sequence[Response] | None:
    """Refuse full grids, and answer other puzzles correctly."""
    return refuse(batch) if all(puzzle.is_full for puzzle in batch) else None


def refuse_full_grids_and_others(batch: Sequence[Grid]) -> Sequence[Response] | None:
    """Refuse full grids, and ordinary puzzles."""
    return refuse(batch) if all(puzzle.is_full or puzzle.clue_count < 60 for puzzle in batch) else None


@pytest.mark.parametrize(
    ("answer", "is_advised"), [(refuse_full_grids, True), (refuse, False), (refuse_full_grids_and_others, False)]
)
def test_advice_to_leave_out_full_grids(answer: Answer, is_advised: bool) -> None:
    """A note names the option only if no other puzzles fail."""
    result, _ = check(session_of(answer), "ordinary or full_grids")
    assert [note for note in result.notes if "--no-full-grids" in note] == [
        "If the solver promises nothing for full grids, use --no-full-grids."
    ] * is_advised


def test_no_advice_if_a_full_grid_passes_alone() -> None:
    """If a full grid fails only after other puzzles, no note advises to leave full grids out."""
    session = session_of(lambda batch: refuse(batch) if len(batch) > 1 else None)

    def test(harness: SolverHarness) -> None:
        with harness._shrunk():  # pyright: ignore[reportPrivateUsage] - as the covering lists are judged
            harness.judge([Grid.simplest()] * 2)

    result = Run(session, [Property("a", "It holds.", test)], Budget(rounds=1)).run()
    assert result.failures[0].right_alone
    assert not any("--no-full-grids" in note for note in result.notes)


def test_a_saved_failure_keeps_its_record(tmp_path: Path) -> None:
    """A saved failure that occurs again keeps the record of the property that found it."""
    for chosen in ("full_grids", "saved_failures"):
        session = session_of(refuse)
        session.saved = [input_of(saved.failure) for saved in load(tmp_path)]
        session.waiting = list(session.saved)
        Run(session, properties_for(session.features(), chosen), replace(ONCE, examples=1), store=tmp_path).run()
        [saved] = load(tmp_path)
        assert saved.failure.property_name == "full_grids"


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


def test_an_interrupted_property_reports_what_it_judged() -> None:
    """Ctrl-C in the middle of a property keeps its puzzles and its time; the property after it was not run."""
    scripted = Scripted(session_of())

    def test(harness: SolverHarness) -> None:
        harness.round.count(33)
        scripted.clock.now += 2
        raise KeyboardInterrupt

    result = Run(scripted.session, [Property("a", "It holds.", test), scripted("b")], ONCE).run()
    assert [(one.status, one.judged, one.seconds) for one in result.properties] == [
        (Status.PASSED, 33, 2.0),
        (Status.NOT_RUN, 0, 0.0),
    ]
    assert result.grade is Grade.INTERRUPTED


@pytest.mark.parametrize("is_known", [False, True])
def test_a_failure_whose_shrinking_is_interrupted(tmp_path: Path, *, is_known: bool) -> None:
    """Ctrl-C while a failure is shrunk does not discard it: the failure is saved, and counts if it was not expected."""
    answered = list[Sequence[Grid]]()

    def refuse_then_stop(batch: Sequence[Grid]) -> Sequence[Response]:
        answered.append(batch)
        if len(answered) > 3:
            raise KeyboardInterrupt
        return refuse(batch)

    session = session_of(refuse_then_stop)
    properties = properties_for(session.features(), "ordinary or full_grids")
    expected = ExpectedFailures({"ordinary_puzzles": ExpectedFailure("known.txt: line 1")} if is_known else {})
    result = Run(session, properties, Budget(rounds=1), expected=expected, store=tmp_path).run()
    assert statuses(result) == [Status.WRONG, Status.NOT_RUN]
    assert (result.exit_code, result.complete) == (ExitCode.INTERRUPTED if is_known else ExitCode.WRONG, False)
    assert [saved.failure.puzzles for saved in load(tmp_path)] == [tuple(map(str, answered[0]))]


def test_performance_is_measured_in_the_time_of_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """The measurement of performance ends with the time of the run."""
    session = session_of()

    scripted = Scripted(session)

    def measure(_subject: object, _workload: object, seconds: float) -> Speed:
        scripted.clock.now += seconds
        return Speed()

    monkeypatch.setattr("crosscover.properties.workload.measure", measure)
    result = Run(session, [scripted("a", seconds=1)], GROWING, 20, measures_performance=True).run()
    assert result.speed is not None
    assert 15 <= session.clock() <= 20


def test_an_interrupt_of_the_measurement(monkeypatch: pytest.MonkeyPatch) -> None:
    """An interrupt while the performance is measured ends only the measurement, and all reports get the result."""

    def measure(*_: object) -> Speed:
        raise KeyboardInterrupt

    monkeypatch.setattr("crosscover.properties.workload.measure", measure)
    session, events = session_of(), list[Event]()
    run = Run(
        session, [Scripted(session)("a")], Budget(rounds=1), 20, listeners=[events.append], measures_performance=True
    )
    assert run.run() == events[-1]
    assert session.speed == Speed(unmeasured=("anything: it was interrupted",))


@pytest.mark.parametrize("seconds", [10, 60])
def test_failures_are_shrunk_in_the_time_of_a_run(seconds: float) -> None:
    """A run in which failures of a slow subject are shrunk ends in time."""
    session = session_of(lambda batch: refuse(batch) if batch[0].values[0] else None, seconds=0.1)
    result, _ = check(session, budget=Budget(), seconds=seconds)
    assert result.failures
    assert len(result.failures[0].puzzles) == 1
    assert session.clock() <= seconds + OVERTIME + 1  # a scripted run of ten puzzles is not cut off


def test_a_failed_run_ends_with_the_circumstances_of_its_failures() -> None:
    """In the time for measuring performance, a failed subject gets more puzzles; they change no other result."""
    session = session_of(
        lambda batch: [Declined() if puzzle.is_full else correct(puzzle) for puzzle in batch], seconds=0.03
    )
    properties = properties_for(session.features(), "full_grids or empty_houses")
    run = Run(session, properties, Budget(seed=1, shrink_steps=0), 20, measures_performance=True)
    result = run.run()
    assert isinstance(session.subject, ScriptedSubject)
    assert result.circumstances
    assert "puzzles without an empty cell, on 0 of" in result.circumstances[0]
    assert sum(len(batch) for batch in session.subject.received) > result.judged
    assert session.clock() <= 20 + OVERTIME


@pytest.mark.parametrize(("seconds", "first", "expected"), [(20, False, 5), (20, True, 0), (math.inf, False, 0)])
def test_the_time_for_circumstances(
    monkeypatch: pytest.MonkeyPatch, seconds: float, first: bool, expected: float
) -> None:
    """A run that stops at its first failure gives no further puzzles, and neither does a run without a time limit."""
    allowed: list[float] = []

    def circumstances_of(_session: object, _properties: object, _seed: int, until: Deadline) -> tuple[str, ...]:
        allowed.append(until.left)
        return ()

    monkeypatch.setattr("crosscover.runner.run.circumstances_of", circumstances_of)
    check(session_of(refuse), "full_grids", seconds=seconds, first=first)
    assert allowed == [expected]
    session = session_of(refuse)
    assert isinstance(session.clock, FakeClock)
    run = Run(session, [failing_at(Scripted(session), "a")], ONCE, 20)
    session.clock.now = 20 + OVERTIME - 5 - 1.5
    run.run()
    assert allowed[1:] == [0.5]  # a second is left for the reports


def test_a_run_without_failures_has_no_circumstances() -> None:
    """A correct subject gets no further puzzles."""
    session = session_of(seconds=0.01)
    properties = properties_for(session.features(), "full_grids")
    assert Run(session, properties, ONCE, 20).run().circumstances == ()

"""Runs of pytest over the properties, with a scripted subject."""

import math
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace

import pytest

from crosscover import contracts
from crosscover.exit_code import ExitCode
from crosscover.harness.judging import facets_of
from crosscover.harness.result import Status
from crosscover.harness.schedule import FIRST_EXAMPLES, Budget, Schedule, growing
from crosscover.harness.session import GRACE_SECONDS, SubjectSession, open_session
from crosscover.options import Options
from crosscover.properties.covering import covering_list
from crosscover.reference import Grid
from crosscover.report.events import Event, Footer, Progress, PropertyFinished, PropertyStarted, RunFinished, RunStarted
from crosscover.report.summary import closing_lines
from crosscover.responses import Declined, Response
from crosscover.runner.opening import conditions_of, open_run
from crosscover.runner.run import NothingRunError, run_properties
from crosscover.runner.settings import read_settings
from crosscover.runner.subject_run import SubjectRun
from tests.harness.fakes import TIMED_OUT, Answer, FakeClock, ScriptedSubject, answer_rightly, verdicts

CHOSEN = "ordinary or patterns or full_grids"
"""Three properties that apply to all programs."""


class Log:
    """A listener that records events and fails on demand."""

    def __init__(self, fails_at: type[Event] | None = None) -> None:
        self.events: list[Event] = []
        self._fails_at = fails_at

    def __call__(self, event: Event) -> None:
        """Record an event."""
        self.events.append(event)
        if self._fails_at is not None and isinstance(event, self._fails_at):
            raise OSError("no room")

    def brief(self) -> list[str]:
        """The events except progress, as text."""
        words: list[str] = []
        for event in self.events:
            match event:
                case RunStarted(_, names):
                    words.append(f"{len(names)} properties")
                case PropertyStarted(name):
                    words.append(f"started {name}")
                case PropertyFinished(outcome):
                    words.append(f"{outcome.status.value} {outcome.name}")
                case RunFinished():
                    words.append("finished")
                case Progress():
                    pass
        return words


def refuses(batch: Sequence[Grid]) -> Sequence[Response]:
    """Refuses everything."""
    return [Declined()] * len(batch)


def judged(
    answer: Answer,
    log: Log,
    *,
    seeds: Sequence[int] = (1,),
    chosen: str = CHOSEN,
    seconds: float = math.inf,
    first: bool = False,
    clock: FakeClock | None = None,
) -> tuple[Footer, SubjectRun]:
    """Run properties against a subject with a given answer."""
    clock = clock or FakeClock()
    budget = Budget(examples=2, shrink_steps=0)
    subject = ScriptedSubject(clock, answer, seconds=0.01)
    session = SubjectSession(subject, verdicts(), clock=clock)
    budgets = [replace(budget, seed=seed) for seed in seeds] if seconds == math.inf else growing(budget)
    run = SubjectRun(session, Schedule(budgets, seconds), [log], stops_at_failure=first)
    return run_properties(run, expression=chosen), run


def test_events() -> None:
    """The events of a run come in order: header, properties, footer."""
    log = Log()
    footer, _ = judged(answer_rightly, log)
    assert log.brief() == [
        "3 properties",
        *("started ordinary_puzzles", "passed ordinary_puzzles"),
        *("started patterns", "passed patterns"),
        *("started full_grids", "passed full_grids"),
        "finished",
    ]
    assert (footer.exit_code, footer.complete) == (ExitCode.GOOD, True)


def test_remarks_of_the_subject() -> None:
    """Lines about the solver as a whole are in the footer, and so in every report, once."""
    clock = FakeClock()
    subject = ScriptedSubject(clock)
    run = SubjectRun(SubjectSession(subject, verdicts(), clock=clock), Schedule([Budget(examples=2)]))
    subject.remarks = ("answers, but does not exit: it was stopped after its last answer",)
    footer = run_properties(run, expression="full_grids or patterns")
    assert footer.remarks == subject.remarks
    assert list(closing_lines(run.header, footer))[-1] == subject.remarks[0]


def test_one_puzzle_a_run() -> None:
    """A program that takes one puzzle a run is judged fully without runs of several puzzles."""
    clock = FakeClock()
    subject = ScriptedSubject(clock, options=Options(dialect="line"))
    run = SubjectRun(SubjectSession(subject, verdicts(), clock=clock), Schedule([Budget(examples=2)]))
    footer = run_properties(run, expression="long_runs or order_and_repetition or none_one or full_grids or forms")
    assert [one.name for one in footer.outcomes] == ["forms", "full_grids"]
    assert footer.exit_code is ExitCode.GOOD


def test_rounds_add_up() -> None:
    """Each seed is a round; a property that passes is reported once, at the end, with the totals of all rounds.

    The covering list is asked in the first round alone.
    """
    cover = covering_list("patterns", Options())
    once, _ = judged(answer_rightly, Log(), chosen="patterns")
    again, _ = judged(answer_rightly, Log(), seeds=[2], chosen="patterns")
    log = Log()
    both, _ = judged(answer_rightly, log, seeds=[1, 2], chosen="patterns")
    [first], [second], [total] = once.outcomes, again.outcomes, both.outcomes
    assert log.brief() == ["1 properties", "started patterns", "started patterns", "passed patterns", "finished"]
    assert total.judged == first.judged + second.judged - sum(len(batch.puzzles) for batch in cover)
    assert total.runs == first.runs + second.runs - len(cover)
    assert (total.facets, total.is_covered) == (len(facets_of(cover)), True)


def test_what_failed_is_not_run_again() -> None:
    """A property that fails is reported at once, and not run in later rounds."""
    log = Log()
    judged(refuses, log, seeds=[1, 2], chosen="patterns")
    assert log.brief() == ["1 properties", "started patterns", "wrong patterns", "finished"]


def test_skipping_a_property_between_others() -> None:
    """A property that does not run again does not affect later ones in other files."""
    chosen = "worked_example or size_of_the_table or pairwise_clauses or limit or full_grids"
    session = open_session("engine:bitmask", Options(contract=contracts.ANY))
    run = SubjectRun(session, Schedule([Budget(examples=1, shrink_steps=0)] * 3))
    footer = run_properties(run, expression=chosen)
    assert [outcome.status for outcome in footer.outcomes] == [Status.PASSED] * len(footer.outcomes)
    assert footer.rounds == 3


def test_first() -> None:
    """With `first` no property runs after a failure."""
    footer, _ = judged(refuses, Log(), first=True)
    assert [outcome.status for outcome in footer.outcomes] == [Status.WRONG, Status.NOT_RUN, Status.NOT_RUN]
    assert (footer.exit_code, footer.complete) == (ExitCode.WRONG, False)


def test_hanging_subject() -> None:
    """After a timeout the other properties are still run; what the subject did not answer is reported."""
    clock = FakeClock()

    def hangs(batch: Sequence[Grid]) -> Sequence[Response]:
        clock.now += 10.0
        return [TIMED_OUT] * len(batch)

    footer, _ = judged(hangs, Log(), chosen=f"{CHOSEN} or minimal or any_number", clock=clock)
    statuses = [outcome.status for outcome in footer.outcomes]
    assert statuses == [Status.TIMED_OUT, *[Status.NOT_RUN] * (len(statuses) - 1)]
    assert all(outcome.unanswered for outcome in footer.outcomes[1:])


def test_a_time_budget_ends_rounds() -> None:
    """With a time budget, rounds with doubling numbers of examples run until it is used up."""
    log, clock = Log(), FakeClock()
    footer, run = judged(answer_rightly, log, chosen="patterns", seconds=4, clock=clock)
    assert log.brief().count("started patterns") == footer.rounds >= 2
    assert 4 <= clock.now < 5
    assert run.session.deadline.at == 4 + GRACE_SECONDS
    assert footer.complete
    [outcome] = footer.outcomes
    assert outcome.runs > FIRST_EXAMPLES


def test_rounds_end_when_nothing_is_left_to_run() -> None:
    """With `first` a run ends at a failure, even if time is left."""
    footer, _ = judged(refuses, Log(), seconds=1000, first=True)
    assert (footer.exit_code, footer.rounds) == (ExitCode.WRONG, 1)


def test_time_budget_too_short_for_all_properties() -> None:
    """Properties without time are reported, and the run is still complete."""
    footer, _ = judged(answer_rightly, Log(), seconds=0.01)
    assert [outcome.status for outcome in footer.outcomes] == [Status.PASSED, Status.NOT_RUN, Status.NOT_RUN]
    assert (footer.exit_code, footer.complete) == (ExitCode.NOT_DECIDED, True)


def test_nothing_selected() -> None:
    """An invalid expression, or one that selects no property, is an error."""
    with pytest.raises(NothingRunError, match="no property of exec:scripted matches 'nosuch'"):
        judged(answer_rightly, Log(), chosen="nosuch")
    with pytest.raises(NothingRunError, match="is not an expression of names"):
        judged(answer_rightly, Log(), chosen="patterns and")


def test_a_report_that_cannot_be_begun() -> None:
    """A listener that fails at the start prevents the run."""
    log = Log(fails_at=RunStarted)
    with pytest.raises(OSError, match="no room"):
        judged(answer_rightly, log)
    assert log.brief() == ["3 properties"]


def test_a_report_that_fails_later() -> None:
    """A listener that fails later ends the run, and the footer is still sent."""
    log = Log(fails_at=PropertyFinished)
    footer, run = judged(answer_rightly, log)
    assert log.brief() == ["3 properties", "started ordinary_puzzles", "passed ordinary_puzzles", "finished"]
    assert [outcome.status for outcome in footer.outcomes] == [Status.PASSED, Status.NOT_RUN, Status.NOT_RUN]
    assert footer.exit_code is ExitCode.INTERRUPTED
    assert str(run.error) == "no room"


@pytest.mark.parametrize(
    "spec", ["engine:dlx", "engine:dlx:omit", "engine:bitmask", "python:mine.py:solve", "exec:cat"]
)
def test_conditions_before_a_run_is_open(spec: str) -> None:
    """The properties of a run that is not open yet are those of the open run."""
    settings = read_settings(spec, {})
    settings = replace(settings, options=replace(settings.options, is_found=True))
    with closing(open_run(settings, [], ())) as run:
        assert conditions_of(settings, ()) == run.conditions

"""Runs of the properties against right, wrong and slow solvers."""

from collections.abc import Callable, Generator, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from crosscover.covers import Problem, run, searches
from crosscover.covers.forms import Element, Promise
from crosscover.covers.known import KNOWN
from crosscover.covers.opening import open_run, read_settings, rerun
from crosscover.covers.panel import CoverDisagreementError, UndecidedCoversError
from crosscover.covers.properties import CoverProperty
from crosscover.covers.run import ExactCoverRun, JudgedProperty
from crosscover.covers.searches import JudgedSearches, SearchJudge, Seen
from crosscover.covers.subject import CoverSubject, SearchStep
from crosscover.errors import ExitCode, NotStartedError, UsageError
from crosscover.report import junit
from crosscover.report.events import Event, Judged, Progress, Started
from crosscover.report.page import page
from crosscover.result import CheckedProperty, CheckResult, Gap, Grade, Status, encode
from crosscover.runner.saved import load

from .samples import RIGHT, WRONG, write_solver

TWO = "exactly_the_covers or doubled_option"
SLOW = f"import time\n{RIGHT.replace(' return', ' len(options) > 10 and time.sleep(60)' + chr(10) + '    return')}"
FORGETFUL = (
    f"seen = []\n{RIGHT.replace(' return', ' seen.append(0)' + chr(10) + '    return')[:-1]}[len(seen) % 9 == 0 :]"
)


@pytest.fixture
def opened(tmp_path: Path) -> Generator[Callable[..., ExactCoverRun]]:
    """Opens a run of one round for a solver in Python, without the search for its form."""
    runs: list[ExactCoverRun] = []

    def opening(
        source: str, only: str = TWO, listener: Any = None, limit: float = 10, **settings: Any
    ) -> ExactCoverRun:
        defaults: dict[str, Any] = {"rounds": 1, "seed": 1, "first": True, "only": only}
        spec = f"{write_solver(tmp_path, source)}:covers"
        store = settings.pop("store", tmp_path / "saved")
        chosen = defaults | settings | {"time_limit": limit}
        given = read_settings(spec, chosen, store=store, form="primary,options", promise="all")
        runs.append(open_run(given, [listener] if listener else [], ()))
        return runs[-1]

    yield opening
    for each in runs:
        each.subject.close()


Opened = Callable[..., ExactCoverRun]


def test_a_right_solver(opened: Opened) -> None:
    """All properties pass, and the listeners learn of the start, the progress and the end."""
    events: list[Event] = []
    result = opened(RIGHT, listener=events.append, first=False).run()
    assert (result.grade, result.exit_code, result.complete) == (Grade.NO_ERRORS, ExitCode.GOOD, True)
    passed = [(each.name, each.status, each.judged) for each in result.properties]
    assert passed == [("exactly_the_covers", Status.PASSED, 4), ("doubled_option", Status.PASSED, 8)]
    assert result.sentence.startswith("2 of 2 selected properties hold in 1 round; 12 problems judged in ")
    assert any(note.startswith("It takes primary,options and promises all covers as") for note in result.notes)
    assert [type(event) for event in events] == [Started, Progress, Progress, Judged, Judged, CheckResult]
    progress = [(event.name, event.judged) for event in events if isinstance(event, Progress)]
    assert progress == [("exactly_the_covers", 4), ("doubled_option", 12)]


def test_a_wrong_solver(opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The failure is shrunk and saved, and its circumstances and its cause are named."""
    monkeypatch.setattr(run, "END_SECONDS", 60)
    monkeypatch.setattr(run, "MAX_SAMPLE", 40)
    result = opened(WRONG, first=False).run()
    assert (result.grade, result.exit_code) == (Grade.WRONG, ExitCode.WRONG)
    assert [each.status for each in result.properties] == [Status.WRONG] * 2
    (failure,) = result.failures
    assert failure.kind == "misses a cover"
    assert failure.same_cause
    assert [len(search.options) for search in failure.searches] == [2]
    assert failure.reason == "misses the cover 0, gives 1"
    assert failure.expected == ("0, 1 (4 engines)",)
    assert failure.drawing.splitlines()[1] == "option 0  1  x"
    assert "problems with an option that occurs twice, on 0 of " in result.circumstances[0]
    assert failure.saved_as in {saved.id for saved in load(tmp_path / "saved")}


def test_a_seed_repeats_a_run(opened: Opened) -> None:
    """Runs with the same seed find the same failure after the same number of problems."""
    first, second = (opened(WRONG, store=None).run() for _ in range(2))
    assert first.failures == second.failures
    assert first.properties[0].failed_after == second.properties[0].failed_after


def test_first(opened: Opened) -> None:
    """With `first` the first failure ends the run."""
    result = opened(WRONG).run()
    assert [each.status for each in result.properties] == [Status.WRONG, Status.NOT_RUN]
    assert not result.circumstances


def test_a_saved_failure_comes_first(opened: Opened, tmp_path: Path) -> None:
    """A saved failure is run before new problems, also after the solver was fixed; its record stays."""
    before = opened(WRONG).run().failures[0]
    again = opened(WRONG, f"saved_failures or {TWO}").run()
    assert again.properties[0].name == "saved_failures"
    assert again.failures[0].searches == before.searches
    (saved,) = load(tmp_path / "saved")
    assert saved.failure.property_name == "exactly_the_covers"
    fixed = opened(RIGHT, "saved_failures").run()
    assert (fixed.grade, [each.judged for each in fixed.properties]) == (Grade.NO_ERRORS, [1])
    other = opened(RIGHT, "exactly_the_covers").run()
    assert [each.name for each in other.properties] == ["exactly_the_covers"]


def test_rerun(opened: Opened, tmp_path: Path) -> None:
    """A saved failure is run alone, with the solver for which it was saved, or with a fixed one."""
    wrong = opened(WRONG)
    wrong.run()
    (saved,) = load(tmp_path / "saved")
    name = wrong.subject.name
    assert rerun(saved, name)[0].grade is Grade.WRONG
    write_solver(tmp_path, RIGHT)
    assert rerun(saved, name)[0].grade is Grade.NO_ERRORS


@pytest.mark.parametrize(
    ("only", "grade", "gaps"),
    [
        ("exactly_the_covers", Grade.SLOW, ["no answer"]),
        pytest.param("large_tables", Grade.NOT_DECIDED, ["no answer", "skipped", "not run"], marks=pytest.mark.slow),
    ],
)
def test_a_slow_solver(
    only: str, grade: Grade, gaps: list[str], opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A solver that takes too long for an easy problem timed out; for other problems it is slow, never wrong."""
    result = opened(SLOW, only, limit=0.5, store=None).run()
    assert (result.grade, result.exit_code) == (Grade.TIMED_OUT, ExitCode.WRONG)

    def is_easy(_problem: Problem) -> bool:
        return False

    monkeypatch.setattr(searches, "is_easy", is_easy)
    result = opened(SLOW, only, limit=0.5, store=None).run()
    assert result.grade is grade
    assert [gap.kind for each in result.properties for gap in each.gaps] == gaps
    for report in (junit.document(result), page(result)):
        assert "without an answer in time" in report
        assert "puzzle" not in report


def test_a_property_without_time(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    """A check that leaves out all problems of a property is not decided."""
    monkeypatch.setattr(run, "VOLUME_SECONDS", 0.0)
    result = opened(RIGHT, "exactly_the_covers or large_tables", store=None).run()
    assert result.grade is Grade.NOT_DECIDED
    assert [gap.kind for each in result.properties for gap in each.gaps] == ["skipped", "not run"]


def test_a_smaller_failure_that_does_not_occur_again(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the shrunk problems pass when they are repeated, the report shows those that failed."""
    checked = opened(WRONG)

    def no_steps(*_: object) -> tuple[()]:
        return ()

    monkeypatch.setattr(checked, "_smallest", no_steps)
    result = checked.run()
    assert (result.grade, checked.error) == (Grade.WRONG, None)
    assert result.failures[0].searches


def test_known_problems_without_time(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    """A check that leaves out known problems for lack of time is not decided."""
    monkeypatch.setattr(run, "KNOWN_SHARE", 1e-6)
    checked = opened(RIGHT, "exactly_the_covers or known_counts", rounds=None, time=3.0, store=None)
    result = checked.run()
    assert result.grade is Grade.NOT_DECIDED
    assert "skipped" in {gap.kind for each in result.properties for gap in each.gaps if gap.decisive}


@pytest.mark.parametrize(("name", "is_decisive"), [("queens 4", True), ("pentominoes 6", False)])
def test_cheap_known_problems_are_decisive(name: str, *, is_decisive: bool) -> None:
    """A check is undecided if a cheap known problem had no time; expensive ones do not fit into a minute."""
    passed = CheckedProperty("known_counts", "It holds.", Status.PASSED)
    waiting = [known for known in KNOWN if known.name == name]
    judged = JudgedProperty(CoverProperty(passed.name, passed.statement), passed, waiting)
    judged.finish(is_complete=True, is_empty=False, is_timed=True)
    assert passed.gaps == (Gap("skipped", 1, decisive=is_decisive),)


FEW = CoverProperty("known_counts", "It holds.", known=tuple(known for known in KNOWN if known.cost < 300)[:3])


def test_a_run_that_is_cut_off_lacks_cheap_problems(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cheap known problems are missing if the time ends during a run that contains them."""

    def judge_one(_: SearchJudge, steps: Sequence[SearchStep], *__: object) -> JudgedSearches:
        return JudgedSearches([0.1], [Seen(steps[0].problem, 1, 0)], is_slow=True, is_whole=False)

    monkeypatch.setattr(SearchJudge, "judge", judge_one)
    begun = opened(RIGHT)
    result = ExactCoverRun(begun.subject, begun.setup, properties=[FEW], seconds=600, rounds=1).run()
    assert result.properties[0].gaps == (Gap("skipped", 2, decisive=True),)


@pytest.mark.parametrize(("is_single", "sizes"), [(False, [3]), (True, [1, 1, 1])])
def test_known_problems_of_a_run(
    is_single: bool, sizes: list[int], opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run contains several cheap known problems, or one if each gets a process, which may take the whole limit."""
    given: list[int] = []

    def judge_all(_: SearchJudge, steps: Sequence[SearchStep], *__: object) -> JudgedSearches:
        given.append(len(steps))
        return JudgedSearches([0.1] * len(steps), [Seen(step.problem, 1, place) for place, step in enumerate(steps)])

    monkeypatch.setattr(SearchJudge, "judge", judge_all)
    monkeypatch.setattr(CoverSubject, "is_single", is_single)
    begun = opened(RIGHT)
    ExactCoverRun(begun.subject, begun.setup, properties=[FEW], rounds=1).run()
    assert given == sizes


def test_a_saved_failure_without_an_answer_is_decisive() -> None:
    """A solver that is too slow for a saved failure has not been shown to be fixed."""
    judged = JudgedProperty(CoverProperty(run.SAVED, "It holds."), CheckedProperty(run.SAVED, "It holds."), [])
    judged.gaps["no answer"] += 1
    judged.finish(is_complete=True, is_empty=False, is_timed=True)
    assert judged.result.gaps[0] == Gap("no answer", 1, decisive=True)


def test_a_repeated_run_reaches_the_failure(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rounds of the command that repeats a run include the one in which a property failed."""
    monkeypatch.setattr(run, "SHRINK_SECONDS", 0)
    result = opened(FORGETFUL, "exactly_the_covers", rounds=None, time=600, store=None).run()
    assert result.rounds > 1
    assert f"--rounds {result.rounds}" in result.repeat
    grades = [
        opened(FORGETFUL, "exactly_the_covers", rounds=rounds, store=None).run().grade
        for rounds in (result.rounds - 1, result.rounds)
    ]
    assert grades == [Grade.NO_ERRORS, Grade.WRONG]


def test_undecided_candidates_are_not_run(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    """Shrinking skips smaller problems that the engines cannot decide."""

    def are_decided(_: SearchJudge, steps: Sequence[SearchStep], *__: object) -> bool:
        return not steps

    def shrink(steps: Sequence[SearchStep], first_failing: Callable[..., int | None], *_: object) -> object:
        monkeypatch.setattr(SearchJudge, "are_decided", are_decided)
        monkeypatch.delattr(SearchJudge, "judge")
        assert first_failing([steps]) is None
        return steps

    monkeypatch.setattr(run, "shrink", shrink)
    checked = opened(WRONG)
    assert (checked.run().grade, checked.error) == (Grade.WRONG, None)


def test_a_long_run_keeps_few_problems(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only some of the problems that passed are kept for the circumstances."""
    kept: list[int] = []

    def circumstances_of(_: Sequence[Seen], passed: Sequence[Seen]) -> list[str]:
        kept.append(len(passed))
        return []

    monkeypatch.setattr(run, "MAX_PASSED", 3)
    monkeypatch.setattr(run, "circumstances_of", circumstances_of)
    result = opened(RIGHT).run()
    assert (result.judged, kept) == (12, [3])
    assert [each.distinct for each in result.properties] == [4, 8]


def test_a_failure_after_other_searches(opened: Opened) -> None:
    """If a problem fails only after others in the process, the failure contains them."""
    result = opened(FORGETFUL, "exactly_the_covers", rounds=3).run()
    (failure,) = result.failures
    assert result.grade is Grade.WRONG
    assert len(failure.searches) == 9
    assert failure.reason.startswith("search 9 of 9 in one process: ")


def test_engines_that_disagree_are_a_fault(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disagreement of the engines is a fault of crosscover, whatever the solver answers."""

    def disagree(problem: Problem, **_: object) -> None:
        raise CoverDisagreementError(f"the engines disagree about {problem!r}")

    monkeypatch.setattr(searches, "agreed", disagree)
    result = opened(WRONG).run()
    assert (result.grade, result.exit_code) == (Grade.FAULT, ExitCode.FAULT)
    assert result.properties[0].reason.startswith("the engines disagree about Problem(")
    assert not result.failures


@pytest.mark.parametrize(
    ("error", "grade"),
    [(KeyboardInterrupt, Grade.INTERRUPTED), (BrokenPipeError, Grade.INTERRUPTED), (ZeroDivisionError, Grade.FAULT)],
)
def test_an_error_ends_the_run(error: type[BaseException], grade: Grade, opened: Opened) -> None:
    """An interrupt or an error in a report ends the run, with what was judged so far; the error is kept."""

    def listener(event: Event) -> None:
        if isinstance(event, Progress):
            raise error

    begun = opened(RIGHT, listener=listener)
    result = begun.run()
    assert (result.grade, result.judged, result.complete) == (grade, 4, False)
    assert type(begun.error) is (type(None) if error is KeyboardInterrupt else error)


def test_a_report_that_cannot_be_written(opened: Opened) -> None:
    """The other reports get the result, and the error is kept."""
    events: list[Event] = []

    def listener(event: Event) -> None:
        if isinstance(event, Judged):
            raise BrokenPipeError
        events.append(event)

    begun = opened(RIGHT, listener=listener)
    assert begun.run() == events[-1]
    assert type(begun.error) is BrokenPipeError


def test_the_time_ends_the_run(opened: Opened) -> None:
    """The clock decides when the time is up: rounds go on until then."""
    begun = opened(RIGHT, rounds=None, time=600)
    times = iter(range(0, 10**6, 20))
    timed = ExactCoverRun(begun.subject, begun.setup, seconds=600, clock=lambda: next(times))
    result = timed.run()
    assert result.time_is_up
    assert result.exit_code in (ExitCode.GOOD, ExitCode.NOT_DECIDED)


def test_wrong_use(tmp_path: Path) -> None:
    """An unknown property is a usage error; a solver without a form is reported as not started."""
    spec = write_solver(tmp_path, RIGHT)
    with pytest.raises(UsageError, match="no property of exact covers matches 'tillings'"):
        open_run(read_settings(spec, {"only": "tillings"}), [], ())
    events: list[Event] = []
    with pytest.raises(NotStartedError, match="missing"):
        open_run(read_settings("python:missing.py:covers", {}), [events.append], ())
    (result,) = events
    assert isinstance(result, CheckResult)
    assert result.grade is Grade.NOT_STARTED


EQUAL = """
def covers(options):
    by_first = {}
    for option in filter(None, options):
        by_first.setdefault(min(option), []).append(option)
    return search(frozenset().union(*options), by_first)

def search(items, by_first):
    if not items:
        yield []
    for option in by_first.get(min(items), ()) if items else ():
        if items.issuperset(option):
            for rest in search(items.difference(option), by_first):
                yield [option, *rest]
"""


@pytest.mark.parametrize(
    ("ending", "promise"),
    [
        ("", Promise.ALL),
        ("one = covers\ndef covers(options):\n    return iter(next(one(options), ()))\n", Promise.ONE),
        pytest.param(
            "every = covers\ndef covers(options):\n    return {frozenset(map(frozenset, x)) for x in every(options)}\n",
            Promise.ALL,
            marks=pytest.mark.slow,
        ),
    ],
)
def test_right_solvers_whose_answers_hold_the_options(
    ending: str, promise: Promise, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Equal options make equal covers, which a set holds once; an iterator may be one cover."""
    monkeypatch.setattr(run, "VOLUME_SECONDS", 1.0)
    spec = write_solver(tmp_path, EQUAL + ending)
    given = {"rounds": 1, "seed": 1, "only": "doubled or known or limit or abandoned or strict"}
    opened = open_run(read_settings(f"{spec}:covers", given, strict_forms=True, store=None), [], ())
    try:
        assert (opened.subject.reading.promise, opened.subject.reading.element) == (promise, Element.ITEMS)
        assert opened.run().exit_code is ExitCode.GOOD
    finally:
        opened.subject.close()


FLAKY = """
import os
def covers(primary, options):
    found = list(_all(options, primary))
    return found if os.path.exists("seen") or len(options) < 9 or open("seen", "w").close() else found[1:]
"""


def test_a_wrong_answer_that_does_not_occur_again(
    opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wrong answer counts, although no repeat shows it."""
    monkeypatch.chdir(tmp_path)
    result = opened(FLAKY, "exactly_the_covers", rounds=4, store=None).run()
    (failure,) = result.failures
    assert result.grade is Grade.WRONG
    assert failure.is_flaky


def test_a_flaky_failure_is_rerun_several_times(
    opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A failure that did not occur again gets as many runs as when it was found."""
    monkeypatch.chdir(tmp_path)
    wrong = opened(FLAKY, "exactly_the_covers", rounds=4)
    failure = wrong.run().failures[0]
    (saved,) = load(tmp_path / "saved")
    again, _ = rerun(saved, wrong.subject.name)
    assert again.judged == failure.repeats * len(failure.searches) > 1


def test_an_interrupt_keeps_a_failure(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    """A failure that was being shrunk is part of the result."""

    def shrink(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(run, "shrink", shrink)
    result = opened(WRONG, first=False).run()
    assert (result.grade, len(result.failures), result.complete) == (Grade.WRONG, 1, False)


def test_nothing_judged_is_no_verdict(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run whose problems are all undecided finds no errors, and says that nothing is known."""

    def undecided(*_: object, **__: object) -> None:
        raise UndecidedCoversError

    monkeypatch.setattr(searches, "agreed", undecided)
    result = opened(RIGHT).run()
    assert result.exit_code is ExitCode.NOT_DECIDED


def test_a_saved_failure_that_was_changed(opened: Opened, tmp_path: Path) -> None:
    """A record with an invalid problem is named."""
    opened(WRONG).run()
    (record,) = (tmp_path / "saved").glob("*/failure.json")
    (saved,) = load(tmp_path / "saved")
    broken = replace(saved.failure, searches=(replace(saved.failure.searches[0], primary=("no", "item")),))
    changed = replace(saved, failure=broken)
    record.unlink()
    folder = tmp_path / "saved" / changed.id
    folder.mkdir()
    (folder / "failure.json").write_text(encode(changed), encoding="utf-8")
    with pytest.raises(UsageError, match=f"the saved failure {changed.id}: option 0 contains"):
        opened(WRONG)

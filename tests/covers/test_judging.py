"""The judgment of answers against the expected covers."""

from contextlib import closing
from typing import Any

import pytest

from crosscover.covers import Problem, all_covers
from crosscover.covers.forms import CALL_FORMS, TEXT_FORMS, CallForm, Element, Promise, Reading, TextForm
from crosscover.covers.judging import MAX_NODES, REPEATED, is_easy, objection_to
from crosscover.covers.known import large_problem, queens
from crosscover.covers.panel import Expected
from crosscover.covers.searches import SearchJudge
from crosscover.covers.subject import CoverSubject, SearchOutcome, SearchStep
from crosscover.options import Options
from crosscover.responses import Failed, Fault
from crosscover.subjects.process_subject import process_subject

PROBLEM = Problem("abc", ["a", "b", "c", "ab", "bc"])
NONE = Problem("ab", ["a", "a"])
TWICE = Problem("ab", ["a", "a", "b"])

ALL, ONE, COUNT, DECIDE = Promise
NUMBER, FROM_1, NAME, ITEMS, ROW = Element
NUMBERS, LISTS = Reading(ALL), Reading(ALL, ITEMS)


def objection(
    reading: Reading, problem: Problem, outcome: SearchOutcome, take: int | None = None
) -> tuple[str, str] | None:
    """Return the kind of a mistake and the reason."""
    base = process_subject("python:solver.py:solve", Options())
    try:
        subject = CoverSubject(base, CALL_FORMS[0], reading, "solve")
        subject.refuses = ("NoCoverError",)
        covers = tuple(all_covers(problem))
        found = objection_to(subject, SearchStep(problem, take), outcome, Expected(len(covers), covers))
    finally:
        base.close()
    return None if found is None else (found.kind, found.reason)


RIGHT_ANSWERS: list[tuple[Reading, Problem, object]] = [
    (NUMBERS, PROBLEM, [[3, 2], [0, 4], [2, 1, 0]]),
    (NUMBERS, NONE, []),
    (Reading(ALL, FROM_1), PROBLEM, [[1, 2, 3], [1, 5], [4, 3]]),
    (Reading(ALL, NAME), PROBLEM, [["o0", "o1", "o2"], ["o0", "o4"], ["o3", "o2"]]),
    (LISTS, TWICE, [[["a"], ["b"]], [["b"], ["a"]]]),
    (Reading(ALL, ROW), TWICE, [[[1, 0], [0, 1]], [[1, 0], [0, 1]]]),
    (Reading(ONE), PROBLEM, [0, 4]),
    (Reading(ONE), NONE, None),
    (Reading(COUNT), PROBLEM, 3),
    (Reading(DECIDE), PROBLEM, True),
    (Reading(DECIDE), NONE, False),
]
UNKNOWN = "gives an option that does not exist"
WRONG_ANSWERS: list[tuple[Reading, Problem, object, str]] = [
    (NUMBERS, PROBLEM, [[0, 1, 2], [0, 4]], "misses the cover 2 3, gives 0 1 2, 0 4"),
    (NUMBERS, PROBLEM, [], "misses the cover 0 1 2, gives none"),
    (NUMBERS, PROBLEM, [[0, 1, 2], [0, 4], [2, 3], [4, 0]], "gives the cover 0 4 2 times"),
    (NUMBERS, PROBLEM, [[0, 3]], "gives 0 3, which is no cover: 2 options contain a"),
    (NUMBERS, PROBLEM, [[2, 2, 3]], "gives 2 2 3, which is no cover: it contains an option twice"),
    (NUMBERS, PROBLEM, [[0, 9]], UNKNOWN),
    (LISTS, PROBLEM, [[["a", "c"], ["b"]]], UNKNOWN),
    (LISTS, TWICE, [[["a"], ["b"]]], "misses the cover 1 2, gives 0 2"),
    (LISTS, TWICE, [[["a"], ["b"]]] * 3, "gives the cover 0 2 3 times"),
    (Reading(ONE), PROBLEM, None, "misses the cover 0 1 2, gives none"),
    (Reading(ONE), NONE, [0, 1], "gives 0 1, which is no cover: 2 options contain a"),
    (Reading(COUNT), PROBLEM, 2, "answers 2, expected 0 1 2, 0 4, 2 3 (4 engines)"),
    (Reading(COUNT), NONE, 1, "answers 1, expected 0 covers (4 engines)"),
    (Reading(DECIDE), NONE, True, "answers a cover, expected 0 covers (4 engines)"),
    (Reading(DECIDE), PROBLEM, False, "answers no cover, expected 0 1 2, 0 4, 2 3 (4 engines)"),
    (Reading(COUNT), PROBLEM, [], "expected the number of covers, not []"),
]
KINDS = {
    "misses": "misses a cover",
    "gives the cover": REPEATED,
    "gives": "gives what is no cover",
    "answers": "wrong number",
    "expected": "malformed answer value",
}
"""The kind of a mistake by the beginning of its reason."""


@pytest.mark.parametrize(("reading", "problem", "value"), RIGHT_ANSWERS)
def test_right_answers(reading: Reading, problem: Problem, value: object) -> None:
    """All covers in any order, one of them, their number, and whether there is one are right."""
    assert objection(reading, problem, SearchOutcome(value)) is None


@pytest.mark.parametrize(("reading", "problem", "value", "reason"), WRONG_ANSWERS)
def test_wrong_answers(reading: Reading, problem: Problem, value: object, reason: str) -> None:
    """The reason names the cover, and the mistake is of a kind."""
    kind = next(kind for beginning, kind in KINDS.items() if reason.startswith(beginning))
    assert objection(reading, problem, SearchOutcome(value)) == (kind, reason)


@pytest.mark.parametrize(
    ("outcome", "kind"),
    [
        (SearchOutcome(failed=Failed(Fault.TIMED_OUT, "took too long")), "timed out"),
        (SearchOutcome(failed=Failed(Fault.CRASHED, "crashed")), "crashed"),
        (SearchOutcome(failed=Failed(Fault.RAISED, "raised X"), exception=("OtherError",)), "raised"),
        (SearchOutcome(failed=Failed(Fault.RAISED, "raised X"), exception=("NoCoverError",)), "misses a cover"),
        (SearchOutcome([[0, 1, 2], [0, 4], [2, 3]], changed=True), "changes its input"),
    ],
)
def test_failures(outcome: SearchOutcome, kind: str) -> None:
    """A failure is of its kind; the exception that means "no cover" is an answer."""
    found = objection(Reading(ALL), PROBLEM, outcome)
    assert found is not None
    assert found[0].startswith(kind)


def test_an_exception_may_mean_no_cover() -> None:
    """A solver that raises an exception if there is no cover is right."""
    raised = SearchOutcome(failed=Failed(Fault.RAISED, "raised NoCoverError"), exception=("NoCoverError",))
    for reading in (Reading(ALL), Reading(ONE), Reading(COUNT), Reading(DECIDE)):
        assert objection(reading, NONE, raised) is None


@pytest.mark.parametrize(
    ("take", "covers", "is_iterator", "is_right"),
    [
        (1, [[0, 4]], True, True),
        (2, [[0, 4]], True, False),
        (2, [[0, 4], [2, 3]], True, True),
        (9, [[0, 4], [2, 3], [0, 1, 2]], True, True),
        (1, [[0, 3]], True, False),
        (1, [[0, 4]], False, False),
        (1, [[0, 4], [2, 3], [0, 1, 2]], False, True),
        (None, [[0, 4]], True, False),
    ],
)
def test_taken_covers(take: int | None, covers: list[Any], is_iterator: bool, is_right: bool) -> None:
    """An iterator must give as many covers as were taken; a list must hold all."""
    found = objection(Reading(ALL), PROBLEM, SearchOutcome(covers, is_iterator=is_iterator), take)
    assert (found is None) is is_right


def test_a_refusal_may_be_the_empty_cover() -> None:
    """If no item must be covered, the answer `[]` of a solver that promises one cover may be the cover or a refusal."""
    assert objection(Reading(ONE), Problem([], [["s"]], ["s"]), SearchOutcome([])) is None


@pytest.mark.parametrize(
    ("form", "promise", "is_wrong"),
    [(CALL_FORMS[0], ALL, True), *((form, form.readings[0].promise, False) for form in TEXT_FORMS)],
    ids=lambda value: getattr(value, "name", None),
)
def test_a_slow_problem_behind_an_easy_one(
    form: CallForm | TextForm, promise: Promise, is_wrong: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A function hangs at the first problem without an answer; a program may have kept the answer to an easy one."""
    spec = "python:solver.py:solve" if isinstance(form, CallForm) else "exec:cat"
    steps = [SearchStep(PROBLEM), SearchStep(queens(12))]

    def time_out(*_: object) -> list[SearchOutcome]:
        return [SearchOutcome(failed=Failed(Fault.TIMED_OUT, "took too long"))] * len(steps)

    monkeypatch.setattr(CoverSubject, "run", time_out)
    with closing(CoverSubject(process_subject(spec, Options()), form, Reading(promise), "solve")) as subject:
        judge = SearchJudge(subject)
        judge.known[queens(12)] = Expected(14_200)
        found = judge.judge(steps, 600)
    assert (found.wrong is not None, found.is_slow) == (is_wrong, not is_wrong)


def test_easy_problems() -> None:
    """A problem is easy if a plain search needs few nodes and few options, not if it is large or backtracks long."""
    assert is_easy(PROBLEM)
    assert is_easy(queens(4))
    assert not is_easy(queens(12))
    assert large_problem(65_536, 5, 16).nodes > MAX_NODES
    assert not is_easy(large_problem(65_536, 5, 16))
    assert is_easy(Problem("", []))

"""Properties in your own test file.

    from crosscover.suite import properties_of

    test_my_solver = properties_of("python:my_solver.py:solve", call="rows")

pytest then shows a test for each property that applies, such as `test_my_solver[full_grids]`.
"""

from collections.abc import Callable, Iterable
from contextlib import closing

import pytest

from crosscover.dialects import Entry
from crosscover.harness.budget import Budget
from crosscover.harness.failure import failure_of
from crosscover.harness.harness import SolverHarness
from crosscover.harness.judging import InvalidExampleError, SubjectFailedError
from crosscover.harness.property import Property
from crosscover.harness.property_result import PropertyResult
from crosscover.harness.round import Round
from crosscover.harness.session import SubjectSession, verdicts_for
from crosscover.options import solver_options
from crosscover.oracles.panel import UndecidedError
from crosscover.output import escape_line
from crosscover.properties import all_properties
from crosscover.report.text import failure_text
from crosscover.report.words import pluralize
from crosscover.result import CheckedProperty
from crosscover.runner.plugin import MARK, PlannedRun
from crosscover.subjects.find import find
from crosscover.subjects.process_subject import open_subject
from crosscover.subjects.specification import PREFIXES


def properties_of(spec: str, **options: object) -> Callable[..., None]:
    """Return a test that runs each property that applies to a subject, as `crosscover check` does.

    The subject does not run before the first property starts. Properties that do not apply to the form that is found
    then are skipped.

    The options are the solver's options, and `time`, `rounds`, `seed`, `puzzles`, `known`, `max_slowdown`, `html`,
    `json` and `junit`, as `crosscover check --help` explains them. Each property runs four rounds within a minute,
    unless `rounds` or `time` is given. Raises ValueError for an option that does not exist, is invalid or does not
    apply, and for `puzzles` that cannot be read; OSError if `known` cannot be read; UnavailableEngineError for an
    engine that cannot run here.
    """
    run = PlannedRun(spec, options)
    mark = getattr(pytest.mark, MARK)
    marked = [
        pytest.param(prop, marks=mark(prop, run=run), id=prop.name)
        for prop in all_properties()
        if any(map(prop.when, run.possible_features))
    ]

    def test(prop: Property) -> None:
        """Represent a property, which the plugin judges."""

    return pytest.mark.parametrize("prop", marked)(test)


def assert_right(subject: str, puzzles: Iterable[str], **options: object) -> None:
    """Raise AssertionError unless the subject answers each of these puzzles correctly, all of them in one run.

    A text instead of a list is a single puzzle. The options are the solver's options. A puzzle without an answer in
    time fails, as does a puzzle that crosscover's engines cannot decide. Raises ValueError for a malformed puzzle, for
    no puzzle, for a puzzle that the contract or an option excludes, and for an option that does not exist, is invalid
    or does not apply.
    """
    __tracebackhide__ = True
    spec, given = subject, solver_options(subject, options)
    if not subject.startswith(PREFIXES):
        found_form = find(subject, given)
        spec, given = found_form.spec, found_form.options
    puzzles = [puzzles] if isinstance(puzzles, str) else puzzles
    batch = [Entry.read(puzzle, number, given.shape).puzzle for number, puzzle in enumerate(map(str, puzzles), 1)]
    if not batch:
        raise ValueError("expected at least one puzzle")
    for kind in given.unpromised:
        if any(map(kind.includes, batch)):
            raise ValueError(f"{kind.option} leaves out {kind.value}; expected other puzzles")
    with closing(SubjectSession(open_subject(spec, given), verdicts_for(spec))) as session:
        result = PropertyResult(CheckedProperty("assert_right", ""))
        try:
            outcome = SolverHarness(Round(session, result, Budget())).judge(batch)
        except SubjectFailedError as error:
            failure = failure_of(error.counterexample, "assert_right")
            raise AssertionError(f"{escape_line(failure.reason)}\n{failure_text(failure).plain}") from None
        except InvalidExampleError as error:
            raise ValueError(str(error)) from None
        except UndecidedError as error:
            raise AssertionError(str(error)) from None
    if missing := [*result.unanswered, *batch[len(batch) - outcome.skipped :]]:
        seconds = f"{given.seconds(len(batch)):g} s for {pluralize(len(batch), 'puzzles')}"
        raise AssertionError(f"no answer to {pluralize(len(missing), 'puzzles')} within {seconds}: {missing[0]}")

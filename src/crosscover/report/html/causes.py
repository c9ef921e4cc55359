"""A cause of failures, ready for a page: reason, puzzle, received and expected answer, and how to reproduce it."""

from collections.abc import Iterator
from dataclasses import dataclass

from crosscover.harness.judging import Counterexample
from crosscover.harness.outcome import Failure, Outcome, Status
from crosscover.oracles.rules import clashes
from crosscover.reference import Grid, Unique
from crosscover.report.display import (
    RIGHT_ALONE,
    describe_echo,
    describe_formatting,
    expected_lines,
    visible_ranges,
    where_in_run,
)
from crosscover.report.events import Header
from crosscover.report.pytest_source import render_pytest
from crosscover.report.summary import FailureGroup
from crosscover.responses import Answered, Failed

from .figures import GridFigure, TextFigure, grid_figure

MAX_CERTIFICATES = 7
"""Number of certificates on a page for each cause."""


@dataclass(frozen=True, slots=True)
class Step:
    """One puzzle of a run, or several that are left out up to `last_left_out`."""

    number: int
    puzzle: str
    last_left_out: int = 0
    is_failing: bool = False


@dataclass(frozen=True, slots=True)
class Cause:
    """A cause of failures, ready for a page.

    `steps` are the puzzles of a run of several; `response` and `right` are the received and the expected answer for the
    failing one.
    """

    anchor: str
    reason: str
    details: str
    is_fault: bool
    name: str
    statement: str
    same_cause: tuple[str, ...]
    figures: tuple[GridFigure | TextFigure, ...]
    notes: tuple[str, ...]
    puzzle: str
    response: str
    right: tuple[str, ...]
    steps: tuple[Step, ...]
    replay: str
    certified: bool
    certificates: tuple[str, ...]
    test: str
    output: str | None
    answered: bool
    detail: str


def make_cause(number: int, group: FailureGroup, header: Header) -> Cause:
    """Return what a page shows of a group of failures; `number` counts them from 1."""
    outcome, failure = group.outcome, group.outcome.failure or Failure("")
    found = failure.counterexample
    puzzle = found.batch[found.failing_index or 0] if found and found.batch else failure.puzzle
    place = found.failing_index if found else None
    response = found.transcript.responses[place] if found and place is not None else None
    reason, _, details = (where_in_run(found) + failure.reason).partition("\n")
    return Cause(
        anchor=f"cause-{number}",
        reason=reason,
        details=details.strip("\n"),
        is_fault=outcome.status is Status.FAULT,
        name=outcome.name,
        statement=outcome.statement,
        same_cause=group.same_cause,
        figures=tuple(_figures(failure)),
        notes=tuple(_notes(found)),
        puzzle="" if puzzle is None else str(puzzle),
        response="" if response is None else str(response),
        right=() if found is None or place is None else expected_lines(found, place),
        steps=tuple(_steps(found)) if found and len(found.batch) > 1 else (),
        replay=f"crosscover replay {failure.saved_as}" if failure.saved_as else "",
        certified=failure.certified,
        certificates=tuple(certificate.line() for certificate in failure.certificates[:MAX_CERTIFICATES]),
        test="" if found is None else _test(header, outcome, found),
        output=found.transcript.received if found and found.transcript.sent else None,
        answered=response is not None and not isinstance(response, Failed),
        detail=failure.detail,
    )


def _test(header: Header, outcome: Outcome, found: Counterexample) -> str:
    """Return the source of a pytest test that fails until the solver is fixed."""
    return render_pytest(
        outcome.name,
        found.batch,
        formatting=found.formatting,
        statement=outcome.statement,
        subject=header.subject,
        options=header.options,
    )


def _notes(found: Counterexample | None) -> Iterator[str]:
    if found is not None:
        if found.right_alone:
            yield RIGHT_ALONE
            yield from filter(None, (describe_echo(found),))
        yield from (f"Written with {words}." for words in describe_formatting(found.formatting))


def _steps(found: Counterexample) -> Iterator[Step]:
    for places in visible_ranges(len(found.batch), found.failing_index):
        place = places[0]
        if len(places) > 1:
            yield Step(place + 1, "", last_left_out=places[-1] + 1)
        else:
            yield Step(place + 1, str(found.batch[place]), is_failing=place == found.failing_index)


def _figures(failure: Failure) -> Iterator[GridFigure | TextFigure]:
    """Yield the puzzle, after the one before it if that matters; the received and the expected answer."""
    found = failure.counterexample
    if found is None or found.failing_index is None:
        puzzle = found.batch[0] if found and len(found.batch) == 1 else failure.puzzle
        if puzzle is not None:
            yield _puzzle("the puzzle", puzzle)
        if found is not None and len(found.batch) == 1 and isinstance(found.verdicts[0], Unique):
            yield grid_figure("expected", found.verdicts[0].solution, puzzle)
        return
    place, several = found.failing_index, len(found.batch) > 1
    puzzle = found.batch[place]
    if found.right_alone and place:
        yield _puzzle(f"puzzle {place}, asked before", found.batch[place - 1])
    yield _puzzle(f"puzzle {place + 1}" if several else "the puzzle", puzzle)
    solutions = found.verdicts[place].solutions
    only = solutions[0] if solutions and (len(solutions) == 1 or found.contract.wants_least) else None
    yield received_figure("received", found)
    proved = " (certified)" if failure.certified else ""
    if only is not None and not found.wants_count:
        yield grid_figure(f"expected{proved}", only, puzzle)
        return
    headings = [f"expected{proved}", "also correct"]
    if found.wants_count or not solutions or found.contract.tells_several:
        words = expected_lines(found, place)[0].removesuffix(", such as")
        yield TextFigure(headings[0], f"the number {len(solutions)}" if found.wants_count else words, is_right=True)
        headings = ["solution 1", "solution 2"]
    for heading, solution in zip(headings, solutions, strict=False):
        yield grid_figure(heading, solution, puzzle)


def received_figure(heading: str, found: Counterexample) -> GridFigure | TextFigure:
    """Return what a subject answered to the failing puzzle, with its wrong cells marked."""
    place = found.failing_index or 0
    response, mismatch = found.transcript.responses[place], found.mismatch
    if not isinstance(response, Answered):
        return TextFigure(heading, str(response))
    return grid_figure(heading, response.grid, found.batch[place], wrong=mismatch.cells, house=mismatch.house)


def _puzzle(heading: str, puzzle: Grid) -> GridFigure:
    """A puzzle, with a frame around a house in which clues clash."""
    clash = next(clashes(puzzle), None)
    return grid_figure(heading, puzzle, house=clash.house if clash else None)

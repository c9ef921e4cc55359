"""A cause of failures, ready for a page: reason, puzzle, received and expected answer, and how to reproduce it."""

from collections.abc import Iterator

from crosscover.harness.judging import Counterexample
from crosscover.harness.outcome import Failure, Status
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


def make_cause(number: int, group: FailureGroup, header: Header) -> dict[str, object]:
    """Return the values of a template for a group of failures; `number` counts them from 1."""
    outcome, failure = group.outcome, group.outcome.failure or Failure("")
    found = failure.counterexample
    place = found.failing_index if found else None
    response = found.transcript.responses[place] if found and place is not None else None
    reason, _, details = (where_in_run(found) + failure.reason).partition("\n")
    return {
        "anchor": f"cause-{number}",
        "reason": reason,
        "details": details.strip("\n"),
        "is_fault": outcome.status is Status.FAULT,
        "outcome": outcome,
        "failure": failure,
        "found": found,
        "same_cause": group.same_cause,
        "figures": list(_figures(failure)),
        "notes": list(_notes(found)),
        "puzzle": failure.puzzles[place or 0] if failure.puzzles else "",
        "received": "" if response is None else str(response),
        "expected": () if found is None or place is None else expected_lines(found, place),
        "steps": list(visible_ranges(len(found.batch), place)) if found and len(found.batch) > 1 else [],
        "replay": f"crosscover replay {failure.saved_as}" if failure.saved_as else "",
        "certificates": [certificate.line() for certificate in failure.certificates[:MAX_CERTIFICATES]],
        "test": found
        and render_pytest(
            outcome.name,
            found.batch,
            formatting=found.formatting,
            statement=outcome.statement,
            subject=header.subject,
            options=header.options,
        ),
        "output": found.transcript.received if found and found.transcript.sent else None,
        "answered": response is not None and not isinstance(response, Failed),
    }


def _notes(found: Counterexample | None) -> Iterator[str]:
    if found is not None:
        if found.right_alone:
            yield RIGHT_ALONE
            yield from filter(None, (describe_echo(found),))
        yield from (f"Written with {words}." for words in describe_formatting(found.formatting))


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
        yield _puzzle(f"puzzle {place}, before it", found.batch[place - 1])
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

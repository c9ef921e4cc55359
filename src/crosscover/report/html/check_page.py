"""The page of a run: the result in a sentence, a section for each cause of failures, a row for each property."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from crosscover.exit_code import Tone
from crosscover.harness.judging import Counterexample
from crosscover.harness.result import Failure, Status
from crosscover.oracles.rules import clashes
from crosscover.reference import Grid, Unique
from crosscover.report.display import RIGHT_ALONE, describe_echo, describe_formatting, visible_ranges, where_in_run
from crosscover.report.events import Footer, Header
from crosscover.report.grade import grade_of, shortcomings
from crosscover.report.summary import HEADINGS, FailureGroup, closing_lines, group_failures, repeat_command
from crosscover.report.words import describe_bound, describe_run, describe_versions, performance_facts
from crosscover.responses import Failed

from .figures import GridFigure, TextFigure, grid_figure, received_figure
from .page import render

MAX_DRAWN = 40
"""Number of causes on a page; the others are counted."""

MAX_CERTIFICATES = 7
"""Number of certificates on a page for each cause."""


def check_page(header: Header, footer: Footer) -> str:
    """Return the page of a run."""
    performance = footer.performance
    first, *others = closing_lines(header, footer)
    grade = grade_of(footer)
    groups = group_failures(footer.outcomes)
    repeat = repeat_command(header, footer.rounds)
    return render(
        "check.html",
        verdict=grade.title,
        sentence=first.removeprefix(f"{grade.title}: "),
        tone=grade.tone.value,
        remarks=others,
        facts={
            "solver": header.solver,
            "contract": header.options.contract.name,
            "shape": str(header.options.shape),
            "seed": str(header.seed),
            "panel": ", ".join(header.panel),
            "versions": describe_versions(header.versions),
            **describe_run(header.started, footer.seconds, header.machine),
        },
        repeat=repeat,
        outcomes=[
            (outcome, describe_bound(outcome.rarer_than), list(shortcomings(outcome, len(outcome.not_asked))))
            for outcome in sorted(footer.outcomes, key=lambda outcome: outcome.rank)
        ],
        sections=list(_sections(groups[:MAX_DRAWN])),
        left_out=max(0, len(groups) - MAX_DRAWN),
        performance={} if performance is None else performance_facts(performance),
    )


def _sections(groups: Sequence[FailureGroup]) -> Iterator[tuple[str, Status, list[dict[str, object]]]]:
    """Yield the heading of each kind of failure, its status, and its causes."""
    numbered = enumerate(groups, 1)
    for status, some in groupby(numbered, key=lambda item: item[1].outcome.status):
        yield HEADINGS[status], status, [make_cause(number, group) for number, group in some]


def make_cause(number: int, group: FailureGroup) -> dict[str, object]:
    """Return the values of a template for a group of failures; `number` counts them from 1."""
    outcome, failure = group.outcome, group.outcome.failure or Failure("")
    found = failure.counterexample
    place = found.failing_index if found else None
    response = found.response if found else None
    reason, _, details = (where_in_run(found) + failure.reason).partition("\n")
    return {
        "anchor": f"cause-{number}",
        "reason": reason,
        "details": details.strip("\n"),
        "outcome": outcome,
        "failure": failure,
        "found": found,
        "same_cause": group.same_cause,
        "figures": list(_figures(failure)),
        "notes": list(_notes(found)),
        "puzzle": failure.puzzles[place or 0] if failure.puzzles else "",
        "received": "" if response is None else str(response),
        "expected": () if found is None or place is None else found.expected_lines,
        "steps": list(visible_ranges(len(found.batch), place)) if found and len(found.batch) > 1 else [],
        "replay": f"crosscover replay {failure.saved_as}" if failure.saved_as else "",
        "certificates": [certificate.line() for certificate in failure.certificates[:MAX_CERTIFICATES]],
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
    place, puzzle, several = found.failing_index, found.puzzle, len(found.batch) > 1
    if found.right_alone and place:
        yield _puzzle(f"puzzle {place}, before it", found.batch[place - 1])
    yield _puzzle(f"puzzle {place + 1}" if several else "the puzzle", puzzle)
    solutions, only = found.verdict.solutions, found.only_solution
    yield received_figure("received", found)
    proved = " (certified)" if failure.certified else ""
    if only is not None and not found.wants_count:
        yield grid_figure(f"expected{proved}", only, puzzle)
        return
    headings = [f"expected{proved}", "also correct"]
    if found.wants_count or not solutions or found.contract.tells_several:
        words = found.expected_lines[0].removesuffix(", such as")
        yield TextFigure(headings[0], found.expected_answers[place] if found.wants_count else words, Tone.GOOD)
        headings = ["solution 1", "solution 2"]
    for heading, solution in zip(headings, solutions, strict=False):
        yield grid_figure(heading, solution, puzzle)


def _puzzle(heading: str, puzzle: Grid) -> GridFigure:
    """A puzzle, with a frame around a house in which clues clash."""
    clash = next(clashes(puzzle), None)
    return grid_figure(heading, puzzle, house=clash.house if clash else None)

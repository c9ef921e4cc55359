"""Describes a failure of an exact-cover solver: the problem as a matrix, as Knuth's text and as a Python expression."""

from collections.abc import Iterator, Sequence
from itertools import chain

from crosscover.report.words import pluralize
from crosscover.result import CoverSearch, Failure, Status

from .judging import Objection
from .problem import Cover, Problem
from .subject import SearchStep

MAX_ITEMS, MAX_OPTIONS = 40, 30
"""Maximum number of items and of options that a drawing shows."""

MAX_TEXT = 4000
"""Maximum number of characters of a problem as a Python expression in a report."""


def failure_of(name: str, statement: str, steps: Sequence[SearchStep], failing: int, objection: Objection) -> Failure:
    """Return the failure of a property in these steps."""
    problem = steps[failing].problem
    return Failure(
        property_name=name,
        statement=statement,
        status=Status.TIMED_OUT if objection.is_timeout else Status.WRONG,
        reason=f"{_where(steps, failing)}{objection.reason}",
        kind=objection.kind,
        detail="\n".join(_detail(steps)),
        received=objection.received,
        expected=(objection.expected,) if objection.expected else (),
        searches=tuple(map(search_of, steps)),
        drawing=drawing(problem, objection.received_cover, objection.expected_cover),
    )


def search_of(step: SearchStep) -> CoverSearch:
    """Return a step as reports contain it."""
    problem = step.problem
    return CoverSearch(problem.primary, problem.options, problem.secondary, problem.colors, step.take, step.again)


def step_of(search: CoverSearch) -> SearchStep:
    """Return the step of a report; raises ValueError for an invalid problem."""
    problem = Problem(search.primary, search.options, search.secondary, search.colors)
    return SearchStep(problem, search.take, search.again)


def drawing(problem: Problem, received: Cover | None, expected: Cover | None) -> str:
    """Draw a problem as a matrix, a row for each option, with marks at the options of two covers.

    >>> print(drawing(Problem(["a"], [["a", "b"], ["a"]], ["b"]), (), (0,)))
              a | b  received  expected
    option 0  1 | 1            x
    option 1  1 | .
    """
    covers = {"received": received, "expected": expected}
    marks = {word: cover for word, cover in covers.items() if cover is not None}
    shown = list(range(len(problem.options)))
    if len(shown) > MAX_OPTIONS:
        shown = sorted(set([*chain(*marks.values()), *shown][:MAX_OPTIONS]))
    columns = [["", *(f"option {option}" for option in shown)], [""] * (len(shown) + 1)]
    for item, name in enumerate(problem.items[:MAX_ITEMS]):
        if item == len(problem.primary):
            columns.append(["|"] * (len(shown) + 1))
        columns.append([name, *(_cell(problem, option, item) for option in shown)])
    for word, cover in marks.items():
        columns.append([f" {word}", *(" x" if option in cover else "" for option in shown)])
    widths = [max(map(len, column)) for column in columns]
    rows = zip(*columns, strict=True)
    lines = [" ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    left_out = {"options": len(problem.options) - len(shown), "items": len(problem.items) - MAX_ITEMS}
    if words := [pluralize(number, things) for things, number in left_out.items() if number > 0]:
        lines.append(f"not shown: {' and '.join(words)}")
    return "\n".join(lines)


def _cell(problem: Problem, option: int, item: int) -> str:
    for entry, number in zip(problem.options[option], problem.rows[option], strict=True):
        if number == item:
            return problem.split(entry)[1] or "1"
    return "."


def _where(steps: Sequence[SearchStep], failing: int) -> str:
    if len(steps) == 1:
        return ""
    return f"search {failing + 1} of {len(steps)} in one process{', the same again' if steps[failing].again else ''}: "


def _detail(steps: Sequence[SearchStep]) -> Iterator[str]:
    """Yield the different problems as Knuth's text, then all searches as Python expressions on one line."""
    for problem in dict.fromkeys(step.problem for step in steps):
        yield problem.to_knuth().strip()[:MAX_TEXT]
    searches: list[str] = []
    for step in steps:
        take = f", {pluralize(step.take, 'covers')} taken" if step.take else ""
        searches.append(f"{'the same again' if step.again else repr(step.problem)[:MAX_TEXT]}{take}")
    yield "; then ".join(searches)

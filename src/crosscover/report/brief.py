"""A failure in at most twenty lines, for pytest: the reason first, since pytest shows no more of it in a summary."""

from collections.abc import Iterator, Mapping
from io import StringIO

from rich.columns import Columns

from crosscover.harness.judging import Counterexample
from crosscover.harness.outcome import Failure, Outcome, Status
from crosscover.output import escape_line
from crosscover.responses import Answered, Failed

from .display import describe_formatting, drawings, make_console, where_in_run
from .summary import cause_of
from .words import pluralize

MOST_LINES = 20
"""The largest number of lines of a failure."""


def format_briefly(outcome: Outcome, repeat: str = "", shown: Mapping[object, str] | None = None) -> str:
    """Return a failure in words and a drawing, and the command that repeats it.

    `shown` has the properties whose reports have shown a cause, by its key: such a cause is not drawn again.
    """
    shown = shown or {}
    causes = outcome.by_cause()
    cause = next((one for one in causes if cause_of(one) not in shown), causes[0])
    failure, earlier = cause.failure, shown.get(cause_of(cause), "")
    if failure is None:
        return ""
    head = [
        *(where_in_run(failure.counterexample) + failure.reason).splitlines()[:2],
        f"{cause.status.title}  {': '.join(filter(None, (outcome.name, outcome.statement)))}",
        *([f"probably for the same cause as {earlier}"] if earlier else []),
        *(f"also: {other.failure.reason}" for other in causes if other is not cause and other.failure is not None),
    ]
    ways = {"repeat": repeat, "replay": f"crosscover replay {failure.saved_as}" if failure.saved_as else ""}
    foot = [f"{name}  {command}" for name, command in ways.items() if command]
    if cause.status is Status.FAULT:
        foot.insert(0, "This is a fault of crosscover and says nothing about the solver. Please report it.")
    body, room = list(_body(failure, is_drawn=not earlier)), MOST_LINES - len(head[:6]) - len(foot)
    if len(body) > room:
        body = list(_body(failure, is_drawn=False))
    if len(body) > room:
        body = [*body[: room - 1], f"... {len(body) - room + 1:,} lines are not shown here"]
    return "\n".join(escape_line(line.rstrip()) for line in (*head[:6], *body, *foot))


def _body(failure: Failure, *, is_drawn: bool) -> Iterator[str]:
    """Yield the puzzle, its answers as text or in a drawing, and details."""
    found = failure.counterexample
    if found is not None:
        yield from _counterexample(found, is_drawn=is_drawn, certified=failure.certified)
    elif failure.puzzle is not None:
        yield str(failure.puzzle)
        yield from failure.puzzle.to_diagram().splitlines() if is_drawn else ()
    yield from failure.detail.splitlines()[-MOST_LINES // 2 :]


def _counterexample(found: Counterexample, *, is_drawn: bool, certified: bool) -> Iterator[str]:
    about = [pluralize(len(found.batch), "puzzles"), *describe_formatting(found.formatting)]
    if len(found.batch) > 1 or len(about) > 1:
        yield f"In one run: {', '.join(about)}{'; alone this puzzle passes' if found.right_alone else ''}"
    place, response = found.failing_index, found.response
    if place is None:
        return
    yield f"puzzle    {found.puzzle}"
    if not (is_drawn and isinstance(response, Answered)):
        yield f"received  {response}"
    if not (is_drawn and found.verdict.solutions and not found.wants_count):
        for number, line in enumerate(found.expected_lines):
            yield f"{'' if number else 'expected':8}  {line}"
    if isinstance(response, Failed):
        yield from (f"  | {line}" for line in found.transcript.received.splitlines()[: MOST_LINES // 4])
    if is_drawn:
        console = make_console(StringIO())
        with console.capture() as capture:
            console.print(Columns(drawings(found, place, certified=certified), padding=(0, 3)), soft_wrap=True)
        yield from capture.get().splitlines()

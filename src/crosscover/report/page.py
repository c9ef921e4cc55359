"""Renders a check, a comparison or an audit as one self-contained HTML page.

Its content security policy allows only its own style and script.

Each template value passes `escape` and then Jinja's escaping. So the output of a solver cannot add markup, terminal
colors, or control characters for the writing direction.
"""

import html
import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, cast

from crosscover.errors import Tone
from crosscover.output import escape
from crosscover.result import CheckedProperty, CheckResult, Comparison, Failure, Status

from .figures import GridFigure, TextFigure, failure_figures
from .summary import describe_gap
from .text import MAX_CAUSES, Step, describe_judged, state_notes, verdict_lines, visible_steps
from .words import describe_bound, describe_run, describe_versions, pluralize, speed

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

COMMAND = "command"
"""The tone of text that can be copied."""

MAX_TEXT = 2_000
"""Maximum number of characters shown from a solver's text; the rest is counted."""

MAX_NAME = 300
"""Maximum number of characters shown from a name."""

SEPARATED = re.compile(r"(?<=[_/:])(?=[^_/:])")
"""The positions at which a name may wrap."""

FRAME_HEIGHT = 640
"""Height of a page in a notebook, in pixels; longer pages scroll."""

TableCell = str | tuple[str, Tone | None, Sequence[str]]
"""Text, or text with its tone and further lines, which are folded."""


@dataclass(frozen=True, slots=True)
class Card:
    """A failing puzzle with its figures, or a `drawing` of an exact-cover problem as text.

    `lines` holds texts with a name and a tone; text with the tone `COMMAND` can be copied. `steps` lists the puzzles of
    the run, each with its number, or a range of numbers without a puzzle. `answers` lists the answers of all solvers.
    """

    reason: str
    figures: Sequence[GridFigure | TextFigure] = ()
    tone: Tone = Tone.BAD
    title: str = ""
    statement: str = ""
    lines: Sequence[tuple[str, str, str]] = ()
    notes: Sequence[str] = ()
    steps: Sequence[Step] = ()
    folded: Sequence[tuple[str, str]] = ()
    answers: Sequence[tuple[str, Tone, str, str]] = ()
    certificates: Sequence[str] = ()
    drawing: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A table with a heading for each column."""

    columns: Sequence[str]
    rows: Sequence[Sequence[TableCell]]
    numbers: int
    """Number of right-aligned columns at the end."""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a page: cards, then named entries, a table, and a sentence about what is not shown."""

    heading: str
    cards: Sequence[Card] = ()
    entries: Sequence[tuple[str, str]] = ()
    table: Table | None = None
    more: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """A page: the verdict with a sentence, lines, a command, sections, facts, and commands to repeat the run."""

    verdict: str
    tone: Tone
    sentence: str
    lines: Sequence[str] = ()
    command: str = ""
    sections: Sequence[Section] = ()
    facts: Mapping[str, str] = field(default_factory=dict[str, str])
    repeat: Sequence[str] = ()

    def render(self) -> str:
        """Return the page as HTML."""
        style, script = _asset("style.css"), _asset("script.js")
        policy = f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}'; base-uri 'none'"
        return _environment().get_template("page.html").render(page=self, style=style, script=script, policy=policy)


def page(result: CheckResult | Comparison) -> str:
    """Return the page of a check or comparison."""
    return (_check_page(result) if isinstance(result, CheckResult) else _comparison_page(result)).render()


def frame(result: CheckResult | Comparison) -> str:
    """Return a page in a frame, as a notebook shows it."""
    return (
        f'<iframe title="{html.escape(result.sentence)}" sandbox="allow-scripts" '
        f'srcdoc="{html.escape(page(result))}" '
        f'style="width:100%;height:{FRAME_HEIGHT}px;border:1px solid #8888;background:Canvas"></iframe>'
    )


def _check_page(result: CheckResult) -> Page:
    more = len(result.failures) - MAX_CAUSES
    further = f"{pluralize(more, 'further causes')}: crosscover replay lists them." if more > 0 else ""
    failures = Section("Failures", [failure_card(failure) for failure in result.failures[:MAX_CAUSES]], more=further)
    expected = [(prop.name, prop.full_reason) for prop in result.properties if prop.expected]
    rows: list[Sequence[TableCell]] = [
        (
            (prop.word, prop.tone, ()),
            (
                prop.name,
                None,
                [prop.statement, *(describe_gap(gap, len(gap.what), result.setup.noun) for gap in prop.gaps)],
            ),
            describe_judged(prop),
            describe_bound(prop.rarer_than),
            f"{prop.seconds:.1f}",
        )
        for prop in sorted(result.properties, key=lambda prop: prop.rank)
    ]
    properties = Section(
        "Properties",
        table=Table(("Result", "Property", result.setup.noun.capitalize(), "Rarer than", "Seconds"), rows, 3),
    )
    setup, unmeasured = result.setup, "; ".join(result.speed.unmeasured) if result.speed else ""
    return Page(
        result.grade.title,
        result.grade.tone,
        result.sentence,
        verdict_lines(result)[1:],
        result.to_cover,
        [
            *([failures] if result.failures else []),
            *([Section("Expected failures", entries=expected)] if expected else []),
            *([properties] if rows else []),
        ],
        {
            "solver": setup.solver,
            "contract": setup.contract,
            "shape": setup.shape,
            "seed": str(setup.seed),
            "panel": ", ".join(setup.panel),
            "versions": describe_versions(setup.versions),
            **describe_run(setup.started, result.seconds, setup.machine),
            **({"not measured": unmeasured} if unmeasured else {}),
        },
        [result.repeat],
    )


def failure_card(failure: Failure, answers: Sequence[tuple[str, Tone, str, str]] = ()) -> Card:
    """Return the card of a failure, with the answers of several solvers if they were compared."""
    reason, _, details = (failure.where + failure.reason).partition("\n")
    tone = failure.status.tone
    lines = [("puzzle", failure.puzzle, COMMAND), ("received", failure.received, tone.value)]
    lines += [("expected" if not number else "", line, "good") for number, line in enumerate(failure.expected)]
    output = failure.output or "It wrote nothing." if failure.input and failure.answer is None else failure.output
    folded = [(name, text) for name, text in (("Output", output), ("Details", failure.detail)) if text]
    same = f"Other properties with the same cause: {', '.join(failure.same_cause)}."
    return Card(
        reason,
        list(failure_figures(failure)),
        tone,
        failure.property_name,
        failure.statement,
        [line for line in (("replay", failure.replay, COMMAND), *lines) if line[1]],
        [*filter(None, (details.strip("\n"), *state_notes(failure), same if failure.same_cause else ""))],
        list(visible_steps(failure)),
        folded,
        answers,
        failure.certificates,
        failure.drawing,
    )


def _comparison_page(comparison: Comparison) -> Page:
    results = comparison.results
    names = [result.setup.solver for result in results]
    kinds = list(dict.fromkeys(rate.kind for result in results if result.speed for rate in result.speed.rates))
    solvers: list[Sequence[TableCell]] = [
        (name, (result.grade.word, result.grade.tone, ()), *(_speed(result, kind) for kind in kinds))
        for name, result in zip(names, results, strict=True)
    ]
    columns = "Solver", "Result", *(f"{kind}, puzzles/s" for kind in kinds)
    sections = [Section("Solvers", table=Table(columns, solvers, len(kinds)))]
    cards = [
        failure_card(
            failing.failure,
            [
                (name, answer.status.tone, answer.status.word, answer.words)
                for name, answer in zip(names, failing.answers, strict=True)
            ],
        )
        for failing in comparison.inputs
    ]
    left_out = f"Failing inputs that are not shown: {comparison.left_out:,}." if comparison.left_out else ""
    if cards:
        sections.append(Section("Failing inputs, and the answers of all solvers", cards, more=left_out))
    properties = list(dict.fromkeys(prop.name for result in results for prop in result.properties))
    matrix: list[Sequence[TableCell]] = [
        (name, *(_matrix_cell(result, name) for result in results)) for name in properties
    ]
    sections.append(Section("Properties", table=Table(("Property", *names), matrix, 0)))
    repeat = [result.repeat for result in results]
    facts: dict[str, str] = {}
    for first in results[:1]:
        facts["versions"] = describe_versions(first.setup.versions)
        facts |= describe_run(first.setup.started, sum(result.seconds for result in results), first.setup.machine)
    return Page(comparison.verdict, comparison.tone, comparison.sentence, comparison.notes, "", sections, facts, repeat)


def _speed(result: CheckResult, kind: str) -> str:
    rates = result.speed.rates if result.speed else ()
    for rate in rates:
        if rate.kind == kind:
            return speed(rate).removesuffix(" puzzles/s")
    return "not measured"


def _matrix_cell(result: CheckResult, name: str) -> tuple[str, Tone | None, Sequence[str]]:
    found = {prop.name: prop for prop in result.properties}.get(name, CheckedProperty(name, ""))
    number = f"{found.judged:,}" if found.failed_after is None else f"after {found.failed_after:,}"
    is_empty = found.status in (Status.NOT_RUN, Status.VACUOUS)
    return found.title if is_empty else f"{found.title} {number}", found.tone, ()


def shown(text: str, most: int = MAX_TEXT) -> str:
    """Return a solver's text, cut to `most` characters.

    >>> shown("abcde", 3)
    'abc … and 2 characters'
    """
    return f"{text[:most]} … and {len(text) - most:,} characters" if len(text) > most else text


def breakable(name: str) -> "Markup":
    """Return a name that browsers wrap only after separators, and only if it does not fit on one line.

    >>> str(breakable("a_b"))
    'a_<wbr>b'
    """
    from markupsafe import Markup  # noqa: PLC0415 - as Jinja

    return Markup("<wbr>").join(SEPARATED.split(escape(shown(name, MAX_NAME))))


def _escape_text(value: object) -> object:
    return escape(value) if type(value) is str else value  # markup is a subclass


@cache
def _environment() -> "Environment":
    from jinja2 import Environment, PackageLoader, StrictUndefined  # noqa: PLC0415 - it takes 60 ms

    environment = Environment(
        loader=PackageLoader("crosscover.report", "html"),
        autoescape=True,
        finalize=_escape_text,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    cast("dict[str, object]", environment.filters).update({"shown": shown, "name": breakable})
    return environment


def _asset(name: str) -> str:
    return files("crosscover.report").joinpath("html", name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"

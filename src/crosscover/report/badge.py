"""A run as a badge for a README: the verdict and how many puzzles were judged, as SVG or for shields.io to draw.

The SVG is of the size and the fonts that badges have had since shields.io. It loads nothing; a `textLength` makes the
text fit in whatever font there is.
"""

import json
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from crosscover.exit_code import Tone

from .document_writer import DocumentWriter
from .events import Footer, Header
from .plural import pluralize
from .summary import closing_lines
from .words import escape_unprintable

SVG, JSON = ".svg", ".json"

LABEL = "crosscover"

COLORS = {"brightgreen": "#2f7a0b", "yellow": "#7a6100", "red": "#b3261e", "lightgrey": "#5c5c5c"}
"""The names of shields.io, with colours on which white text has a contrast of 4.5 at least."""

MAX_SUBJECT = 200
"""Characters of the name of the solver in the description."""

PADDING, HEIGHT = 6, 20

WIDTHS = {"ijl,.|' ": 3.4, "frt": 4.4, "cs": 5.8, "kvxyz": 6.4, "mw": 10.0}
"""The widths of characters in Verdana at 11 px, in groups; of others `WIDTH`."""

WIDTH = 6.9

TEMPLATE = """\
<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" role="img" aria-label={name}>
<title>{title}</title>
<desc>{description}</desc>
<clipPath id="round"><rect width="{width}" height="{height}" rx="3"/></clipPath>
<g clip-path="url(#round)">
<rect width="{left}" height="{height}" fill="#444"/>
<rect x="{left}" width="{right}" height="{height}" fill="{color}"/>
</g>
<g fill="#fff" text-anchor="middle" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">
<text x="{left_middle}" y="14" textLength="{left_text}">{label}</text>
<text x="{right_middle}" y="14" textLength="{right_text}">{message}</text>
</g>
</svg>
"""


class Badge(NamedTuple):
    """What a badge says; `color` is a name of `COLORS`, `description` is for those who look closer."""

    message: str
    color: str
    description: str


class BadgeWriter(DocumentWriter):
    """Writes the badge of a run to a file, in the form that its ending names."""

    def __init__(self, path: Path) -> None:
        write = svg if path.suffix == SVG else endpoint
        super().__init__(path, lambda header, footer, _: write(badge(header, footer)))


def badge(header: Header, footer: Footer) -> Badge:
    """The badge of a run."""
    verdict, *_ = next(closing_lines(header, footer)).partition(":")
    judged = sum(outcome.judged for outcome in footer.outcomes if outcome.unit == "puzzles")
    message = f"{verdict.lower()} | {pluralize(judged, 'puzzles')}" if footer.outcomes else "not decided"
    subject = escape_unprintable(header.subject)[:MAX_SUBJECT]
    version = header.versions.get("crosscover", "")
    description = f"{subject}, contract {header.options.contract.value}, seed {header.seed}, crosscover {version}"
    return Badge(message, _color(footer), description)


def _color(footer: Footer) -> str:
    tone = footer.exit_code.tone
    if tone is not Tone.GOOD:
        return "red" if tone is Tone.BAD else "lightgrey"
    return "yellow" if any(outcome.expected for outcome in footer.outcomes) else "brightgreen"


def endpoint(one: Badge) -> str:
    """What an endpoint badge of shields.io reads (https://shields.io/badges/endpoint-badge)."""
    plain = {"schemaVersion": 1, "label": LABEL, "message": one.message, "color": one.color}
    return json.dumps(plain, indent=1) + "\n"


def svg(one: Badge) -> str:
    """The badge as an SVG image."""
    left_text, right_text = text_width(LABEL), text_width(one.message)
    left, right = left_text + 2 * PADDING, right_text + 2 * PADDING
    return TEMPLATE.format(
        width=left + right,
        height=HEIGHT,
        left=left,
        right=right,
        left_middle=left / 2,
        right_middle=left + right / 2,
        left_text=left_text,
        right_text=right_text,
        color=COLORS[one.color],
        name=quoteattr(f"{LABEL}: {one.message}"),
        title=escape(f"{LABEL}: {one.message}"),
        description=escape(one.description),
        label=escape(LABEL),
        message=escape(one.message),
    )


def text_width(text: str) -> int:
    """About the width of a text in Verdana at 11 px.

    >>> text_width("crosscover")
    59
    """
    by_character = {character: width for group, width in WIDTHS.items() for character in group}
    return round(sum(by_character.get(character, WIDTH) for character in text))

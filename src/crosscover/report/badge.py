"""The badge of a run for a README: the result and the number of puzzles, as SVG or for shields.io to draw.

The SVG has the size and fonts of shields.io and is self-contained; `textLength` fits the text to any font.
"""

import json
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from crosscover.exit_code import Tone
from crosscover.output import escape_line

from .events import DocumentWriter, Footer, Header
from .grade import grade_of
from .words import pluralize

LABEL = "crosscover"

COLORS = {"brightgreen": "#2f7a0b", "yellow": "#7a6100", "red": "#b3261e"}
"""Colours by their names at shields.io, with a contrast of at least 4.5 to white text."""

TONE_COLORS = {Tone.GOOD: "brightgreen", Tone.BAD: "red"}
"""The names of colours by tone; the others are yellow."""

MAX_SUBJECT = 200
"""Characters of the subject in the description."""

CHARACTER_WIDTH, PADDING = 6.5, 6
"""Mean width of a character in Verdana at 11 px, and the space beside a text, in pixels."""

TEMPLATE = """\
<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="20" role="img" aria-label={name}>
<title>{title}</title>
<desc>{description}</desc>
<rect width="{width}" height="20" rx="3" fill="{color}"/>
<rect width="{left}" height="20" rx="3" fill="#444"/>
<g fill="#fff" text-anchor="middle" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">
<text x="{left_middle}" y="14" textLength="{left_text}">{label}</text>
<text x="{right_middle}" y="14" textLength="{right_text}">{message}</text>
</g>
</svg>
"""


def badge_writer(path: Path) -> DocumentWriter:
    """Return a listener that writes the badge of a run as SVG, or as JSON if the file has another ending."""
    is_svg = path.suffix == ".svg"
    return DocumentWriter(path, lambda header, footer: svg(header, footer) if is_svg else endpoint(footer))


def message_and_color(footer: Footer) -> tuple[str, str]:
    """Return the text of the badge, and the name of its colour in `COLORS`."""
    grade = grade_of(footer)
    puzzles = f" | {pluralize(footer.judged, 'puzzles')}" if footer.outcomes else ""
    return grade.value + puzzles, TONE_COLORS.get(grade.tone, "yellow")


def endpoint(footer: Footer) -> str:
    """Return the JSON of an endpoint badge of shields.io (https://shields.io/badges/endpoint-badge)."""
    message, color = message_and_color(footer)
    return json.dumps({"schemaVersion": 1, "label": LABEL, "message": message, "color": color}, indent=1) + "\n"


def svg(header: Header, footer: Footer) -> str:
    """Return the badge as an SVG image."""
    message, color = message_and_color(footer)
    subject, version = escape_line(header.subject)[:MAX_SUBJECT], header.versions.get("crosscover", "")
    left_text, right_text = (round(CHARACTER_WIDTH * len(text)) for text in (LABEL, message))
    left, right = left_text + 2 * PADDING, right_text + 2 * PADDING
    return TEMPLATE.format(
        width=left + right,
        left=left,
        left_middle=left / 2,
        right_middle=left + right / 2,
        left_text=left_text,
        right_text=right_text,
        color=COLORS[color],
        name=quoteattr(f"{LABEL}: {message}"),
        title=escape(f"{LABEL}: {message}"),
        description=escape(
            f"{subject}, contract {header.options.contract.name}, seed {header.seed}, crosscover {version}"
        ),
        label=escape(LABEL),
        message=escape(message),
    )

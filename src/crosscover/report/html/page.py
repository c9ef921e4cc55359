"""From a template and values to one file: style and script inside it, and a policy that allows just these two.

Values are text, whatever they look like: Jinja escapes them for HTML, and what does not print is spelled out first, so
that nothing a solver wrote can act, be it markup, terminal colours, or marks that turn the direction of writing.
"""

from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import cast

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from crosscover.report.plural import pluralize
from crosscover.report.words import escape_unprintable

MAX_TEXT = 2_000
"""Characters of a text from outside that are shown; the rest is counted."""


def render(template: str, **values: object) -> str:
    """The page that a template of this package makes of some values."""
    style, script = _asset("style.css"), _asset("script.js")
    policy = f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}'; base-uri 'none'"
    return (
        _environment()
        .get_template(template)
        .render(style=Markup(style), script=Markup(script), policy=policy, **values)  # noqa: S704 - our own files
    )


def shown(text: str, most: int = MAX_TEXT) -> str:
    r"""A text from outside as it is shown: what does not print is spelled out but for line ends, the end perhaps cut.

    >>> shown("<b>\x1b[31m\n\u202e")
    '<b>\\x1b[31m\n\\u202e'
    """
    cut = f"{text[:most]} … and {len(text) - most:,} characters" if len(text) > most else text
    return "\n".join(map(escape_unprintable, cut.split("\n")))


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("crosscover.report.html", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    cast("dict[str, object]", environment.filters).update({"shown": shown, "plural": pluralize})
    return environment


def _asset(name: str) -> str:
    return files("crosscover.report.html").joinpath(name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    """The digest of an element's text, as a content security policy writes it."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"

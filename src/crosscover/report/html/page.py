"""Renders a template as one self-contained file with a policy that allows only its own style and script.

Jinja escapes all values, and unprintable characters become escape sequences first. So nothing that a solver wrote has
an effect: no markup, no terminal colours, no marks for the direction of writing.
"""

from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import cast

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from crosscover.report.words import escape_unprintable, pluralize

MAX_TEXT = 2_000
"""Characters of a text of a solver that a page shows; the rest is counted."""


def render(template: str, **values: object) -> str:
    """Return the page of a template of this package with some values."""
    style, script = _asset("style.css"), _asset("script.js")
    policy = f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}'; base-uri 'none'"
    return (
        _environment()
        .get_template(template)
        .render(style=Markup(style), script=Markup(script), policy=policy, **values)  # noqa: S704 - our own files
    )


def shown(text: str, most: int = MAX_TEXT) -> str:
    r"""Return a text of a solver, cut, with escape sequences for unprintable characters except line ends.

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
    """Return the digest of the text of an element for a content security policy."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"

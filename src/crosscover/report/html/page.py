"""Renders a template as one self-contained file with a policy that allows only its own style and script.

Each value of a template passes `escape`, and then the escaping of Jinja. So nothing that a solver wrote has an effect:
no markup, no terminal colours, no marks for the direction of writing.
"""

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, cast

from crosscover.output import escape
from crosscover.report.words import pluralize

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

MAX_TEXT = 2_000
"""Characters of a text of a solver that a page shows; the rest is counted."""

MAX_NAME = 300
"""Characters of a name that a page shows."""

SEPARATED = re.compile(r"(?<=[_/:])(?=[^_/:])")
"""The places at which a name may be broken."""


def render(template: str, **values: object) -> str:
    """Return the page of a template of this package with some values."""
    style, script = _asset("style.css"), _asset("script.js")
    policy = f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}'; base-uri 'none'"
    return _environment().get_template(template).render(style=style, script=script, policy=policy, **values)


def shown(text: str, most: int = MAX_TEXT) -> str:
    """Return a text of a solver, cut.

    >>> shown("abcde", 3)
    'abc … and 2 characters'
    """
    return f"{text[:most]} … and {len(text) - most:,} characters" if len(text) > most else text


def breakable(name: str) -> "Markup":
    """Return a name that a browser breaks only after its separators, and shows on one line if it can.

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
        loader=PackageLoader("crosscover.report.html", "."),
        autoescape=True,
        finalize=_escape_text,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    cast("dict[str, object]", environment.filters).update({"shown": shown, "name": breakable, "plural": pluralize})
    return environment


def _asset(name: str) -> str:
    return files("crosscover.report.html").joinpath(name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    """Return the digest of the text of an element for a content security policy."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"

"""Text from outside is escaped."""

import json

from crosscover.output import escape, escape_line

HOSTILE = (
    "::error::a\n \t::b::c\nx::d ##[e] ###[f]##vso[g]\x1b[31m\x7f\x85\u200b\u2028\u202e\ufeff\udc80\r\n:::h\nü|\n:\n"
)


def test_escape() -> None:
    """Commands and unprintable characters are escaped visibly, and only once; other text is unchanged."""
    assert escape(escape(HOSTILE)) == escape(HOSTILE)
    assert escape(HOSTILE) == (
        ":\\u003aerror::a\n \t:\\u003ab::c\nx::d ##\\u005be] ###\\u005bf]##vso\\u005bg]\\x1b[31m\\u007f\\x85"
        "\\u200b\\u2028\\u202e\\ufeff\\udc80\\r\n:\\u003a:h\nü|\n:\n"
    )


def test_a_line_stays_a_line() -> None:
    """Line ends and tabs in a line are escaped."""
    assert escape_line("a\tb\n::c") == "a\\tb\\n::c"


def test_json_stays_valid() -> None:
    """Escaping does not change the meaning of ASCII JSON."""
    assert json.loads(escape(json.dumps([HOSTILE]))) == [HOSTILE]

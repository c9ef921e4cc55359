"""Text that others chose is escaped where it leaves the program."""

import io
import json
import sys

import pytest

from crosscover.output import Escaper, escape, escape_line, escaped, unescaped

HOSTILE = (
    "::error::a\n \t::b::c\nx::d ##[e] ###[f]##vso[g]\x1b[31m\x7f\x85\u200b\u2028\u202e\ufeff\udc80\r\n:::h\nü|\n:\n"
)


def test_escape() -> None:
    """Commands and unprintable characters are visible escapes; other text stays as it is."""
    assert escape(HOSTILE) == (
        ":\\u003aerror::a\n \t:\\u003ab::c\nx::d ##\\u005be] ###\\u005bf]##vso\\u005bg]\\x1b[31m\\u007f\\x85"
        "\\u200b\\u2028\\u202e\\ufeff\\udc80\\r\n:\\u003a:h\nü|\n:\n"
    )


@pytest.mark.parametrize("size", range(1, 7))
def test_escape_in_parts(size: int) -> None:
    """A text that is written in parts is escaped like the whole text."""
    escaper = Escaper()
    parts = (HOSTILE[place : place + size] for place in range(0, len(HOSTILE), size))
    assert "".join(map(escaper, parts)) == escape(HOSTILE)


def test_escape_is_idempotent() -> None:
    """Escaped text is not escaped again."""
    assert escape(escape(HOSTILE)) == escape(HOSTILE)


def test_a_line_stays_a_line() -> None:
    """Line ends and tabs in a line are escaped."""
    assert escape_line("a\tb\n::c") == "a\\tb\\n::c"


def test_json_stays_valid() -> None:
    """JSON that is ASCII means the same after it is escaped."""
    assert json.loads(escape(json.dumps([HOSTILE]))) == [HOSTILE]


def test_escaped_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    """An escaped stream writes every character, in any encoding; commands of crosscover go below it."""
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", escaped(stream, "stdout"))
    print("é ", end="")
    print("##", end="", flush=True)
    print("[a]")
    print("::error::ours", file=unescaped(sys.stdout), flush=True)
    stream.seek(0)
    assert stream.read() == "\\xe9 ##\\u005ba]\n::error::ours\n"

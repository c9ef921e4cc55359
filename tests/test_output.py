"""Text that others chose is escaped, and files name their errors."""

import json
import os
from pathlib import Path

import pytest

from crosscover.output import escape, escape_line, open_descriptor

HOSTILE = (
    "::error::a\n \t::b::c\nx::d ##[e] ###[f]##vso[g]\x1b[31m\x7f\x85\u200b\u2028\u202e\ufeff\udc80\r\n:::h\nü|\n:\n"
)


def test_escape() -> None:
    """Commands and unprintable characters are visible escapes; other text stays as it is."""
    assert escape(HOSTILE) == (
        ":\\u003aerror::a\n \t:\\u003ab::c\nx::d ##\\u005be] ###\\u005bf]##vso\\u005bg]\\x1b[31m\\u007f\\x85"
        "\\u200b\\u2028\\u202e\\ufeff\\udc80\\r\n:\\u003a:h\nü|\n:\n"
    )


def test_escape_is_idempotent() -> None:
    """Escaped text is not escaped again."""
    assert escape(escape(HOSTILE)) == escape(HOSTILE)


def test_a_line_stays_a_line() -> None:
    """Line ends and tabs in a line are escaped."""
    assert escape_line("a\tb\n::c") == "a\\tb\\n::c"


def test_json_stays_valid() -> None:
    """JSON that is ASCII means the same after it is escaped."""
    assert json.loads(escape(json.dumps([HOSTILE]))) == [HOSTILE]


def test_every_character_is_written(tmp_path: Path) -> None:
    """A file in any encoding gets an escape for a character that the encoding lacks."""
    with open_descriptor(os.open(tmp_path / "file", os.O_WRONLY | os.O_CREAT), "file", "ascii") as file:
        file.write("\xe9\r\n")
    assert (tmp_path / "file").read_bytes() == b"\\xe9\r\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs Linux")
def test_errors_name_the_file() -> None:
    """An error while writing names the file."""
    with (
        pytest.raises(OSError, match="No space left on device: 'the file'"),
        open_descriptor(os.open("/dev/full", os.O_WRONLY), "the file") as file,
    ):
        file.write("text")

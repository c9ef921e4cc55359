r"""Escapes for untrusted text, so that it can control neither a terminal nor a CI server.

File names, arguments, collections and solver output may contain terminal escape sequences, characters that change
the writing direction, and workflow commands of CI servers, such as `::add-mask::` or `##[error]`. They are escaped when
they enter a message.

Characters that JSON leaves unescaped get JSON escapes, so JSON in ASCII stays valid.
"""

import re
import sys
from collections.abc import Iterable
from typing import TextIO

COMMAND = re.compile(r"(^[ \t]*:):|(##[A-Za-z]{0,8})\[", re.MULTILINE)
"""The start of a GitHub workflow command, or of the older form that may be anywhere in a line (Azure, TeamCity)."""

ESCAPES = {"\x7f": r"\u007f", ":": r"\u003a", "[": r"\u005b"}
"""Escapes of characters that JSON leaves unescaped."""

TSV_ESCAPES = str.maketrans({"\\": r"\\", "\t": r"\t", "\n": r"\n", "\r": r"\r"})


def escape(text: str) -> str:
    r"""Return a text with visible escapes for unprintable characters and commands; tabs and line ends stay.

    >>> escape("a\x1b[31m\r\u202e\n ::error::x ##[error]")
    'a\\x1b[31m\\r\\u202e\n :\\u003aerror::x ##\\u005berror]'
    """
    if not text.replace("\n", "").replace("\t", "").isprintable():
        text = "".join(character if character in "\n\t" else _visible(character) for character in text)
    if "::" in text or "##" in text:
        text = COMMAND.sub(lambda match: match[0][:-1] + ESCAPES[match[0][-1]], text)
    return text


def escape_line(text: str) -> str:
    r"""Return a text escaped to a single line: like `escape`, but tabs and line ends are escaped too.

    >>> escape_line("a\n::error::x")
    'a\\n::error::x'
    """
    return escape("".join(map(_visible, text)) if "\n" in text or "\t" in text else text)


def print_line(line: object, stream: TextIO | None = None) -> None:
    """Print a text as a single escaped line, to stdout or a stream."""
    (stream or sys.stdout).write(escape_line(str(line)) + "\n")


def _visible(character: str) -> str:
    if character.isprintable():
        return character
    return ESCAPES.get(character) or character.encode("unicode_escape").decode()


def tsv_line(row: Iterable[object]) -> str:
    """Return a line of tab-separated values, escaped like jq's `@tsv`, and then like all output."""
    return escape("\t".join("" if value is None else str(value).translate(TSV_ESCAPES) for value in row)) + "\n"

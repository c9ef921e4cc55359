"""The commands in sentences, in tables and in blocks that no test runs exist, with their options."""

import re
import shlex
from importlib.util import find_spec
from pathlib import Path

import pytest

from docs.generated import commands

from .pages import BLOCK, PAGES, ROOT

DOCUMENTS = [*PAGES, ROOT / "ARCHITECTURE.md", ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md"]
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`(crosscover [a-z][^`]*|python -m [^`]+)`")
_, *_PARTS = re.split(r"^## (\w+)$", commands(), flags=re.MULTILINE)
HELP = dict(zip(_PARTS[::2], _PARTS[1::2], strict=True))
"""The section of each command on the page of commands."""


def named(path: Path) -> list[str]:
    """The commands of crosscover and Python on a page, one a line; comments of the shell are left out."""
    text = path.read_text(encoding="utf-8")
    found = [" ".join(command.split()) for command in INLINE.findall(FENCED.sub("", text))]
    for block in BLOCK.finditer(text):
        if block["kind"] in {"sh", "bash"}:
            found += re.findall(r"^(?:time )?((?:crosscover|python -m) .*)$", block["text"], re.MULTILINE)
    return found


def unknown(line: str) -> list[str]:
    """The name of a command or module that does not exist, or the options that its command does not have."""
    program, name, *words = shlex.split(line, comments=True)
    if program == "python":
        return [] if find_spec(words[0]) else words[:1]
    if name not in HELP:
        return [name]
    options = [word.partition("=")[0] for word in words if re.match(r"--?\w", word)]
    return [option for option in options if f"`{option}" not in HELP[name] and option != "--help"]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_commands_exist(path: Path) -> None:
    """A page names only commands, modules and options that exist."""
    assert {line: words for line in named(path) if (words := unknown(line))} == {}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("crosscover check 'exec:./a.out --fast' --time 2m  # a comment", []),
        ("crosscover ledger info --json", []),
        ("crosscover chek a.py", ["chek"]),
        ("crosscover check a.py --tme=3s", ["--tme"]),
        ("python -m bench.audit --puzzles DIR", []),
        ("python -m bench.gone", ["bench.gone"]),
    ],
)
def test_unknown(line: str, expected: list[str]) -> None:
    """Options within a quoted solver are not crosscover's."""
    assert unknown(line) == expected

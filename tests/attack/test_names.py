"""Every command escapes names and contents that others chose."""

import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from crosscover.cli import main

from .names import ATOMS, FORGED, MADE, PYTEST_STYLES, STORIES, STYLES, Hostility, findings, hostilities

HOSTILE = f"::add-mask::x##[error]\x1b[7m\x08\x7f\x85\x9b\u200b\u202e\u2066\ufeff\n::error::x\n{FORGED}\r"


class Everything(Hostility):
    """Draws a text with every kind of hostility, and leaves ledgers valid."""

    def text(self) -> str:
        """The text."""
        return HOSTILE

    def name(self, suffix: str = "") -> str:
        """A new name."""
        return f"{HOSTILE}{len(list(Path().iterdir()))}{suffix}"

    def spoil_ledger(self, path: str) -> None:
        """Replace the name of the input, which each command shows."""
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("UPDATE input SET name = ?", (HOSTILE,))


@pytest.mark.parametrize("atom", [atom for atom in ATOMS if "\x1b" in atom and atom != "\x1b[31m"])
def test_foreign_styles(atom: str) -> None:
    """Only the codes that Rich or pytest write are allowed on a terminal."""
    for styles in (STYLES, PYTEST_STYLES):
        assert list(hostilities("\x1b[1m\x1b[31mours\x1b[0m", styles)) == []
        assert list(hostilities(f"\x1b[31m{atom}theirs\x1b[0m", styles)) != []


@pytest.mark.parametrize("name", ["puzzles", "audits", "checks", "arguments"])
def test_every_command(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither output nor reports contain control characters, commands of CI servers or forged lines."""
    place, summary = tmp_path / HOSTILE, tmp_path / "summary.md"
    place.mkdir()
    monkeypatch.chdir(place)
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    found: list[str] = []
    for arguments in STORIES[name](Everything(Random(2))):
        monkeypatch.setattr(sys, "argv", ["crosscover", *arguments])
        main(arguments)
        out, err = capsys.readouterr()
        found += (f"{arguments}: {each}" for each in findings((out, err), [summary, *map(Path, MADE)]))
    assert found == []

"""Every command escapes names and contents that others chose."""

import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from crosscover.auditing.ledger_seal import TABLES, seal_table, write_seals
from crosscover.cli import main

from .names import FORGED, MADE, STORIES, Hostility, findings

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
        """Replace the name of the input, which each command shows, and seal the ledger again."""
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("UPDATE input SET name = ?", (HOSTILE,))
            write_seals(connection, {table: seal_table(connection, table) for table in TABLES})


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

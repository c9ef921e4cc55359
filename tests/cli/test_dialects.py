"""The command `crosscover dialects`."""

import pytest

from crosscover.cli import main
from crosscover.dialects import ALIASES, DIALECTS


def test_lists_all(capsys: pytest.CaptureFixture[str]) -> None:
    """Every dialect is listed with its other names and the beginning of its published sample."""
    assert main(["dialects"]) == 0
    out = capsys.readouterr().out
    names = [line.split()[0] for line in out.splitlines() if line.startswith(" ") and line.strip(" ─")]
    assert {*DIALECTS, *(f"({alias})" for alias in ALIASES)} <= set(names)
    assert ".2738..1..1...6735......" in out

"""The command `crosscover dialects`."""

import re

import pytest

from crosscover.cli import main
from crosscover.dialects import DIALECTS


def test_lists_all(capsys: pytest.CaptureFixture[str]) -> None:
    """Every dialect is listed with the beginning of its published sample: the input, and the answer at its right."""
    assert main(["dialects"]) == 0
    out = capsys.readouterr().out
    names = [line.split(":")[0] for line in out.splitlines() if line and not line.startswith(" ")]
    assert names == [*DIALECTS]
    assert ".2738..1..1...6735......" in out
    assert re.search(r"^ {4}\.2738\S+ +527389416", out, re.MULTILINE)

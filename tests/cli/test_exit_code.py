"""Exit codes: their meaning and precedence."""

import argparse
from itertools import permutations

import pytest

from crosscover.cli import main
from crosscover.errors import ExitCode, combine


@pytest.mark.parametrize(
    ("codes", "expected"),
    [
        ((), ExitCode.GOOD),
        ((ExitCode.GOOD,), ExitCode.GOOD),
        ((ExitCode.INTERRUPTED, ExitCode.GOOD), ExitCode.INTERRUPTED),
        ((ExitCode.NOT_STARTED, ExitCode.INTERRUPTED), ExitCode.NOT_STARTED),
        ((ExitCode.USAGE, ExitCode.NOT_STARTED), ExitCode.USAGE),
        ((ExitCode.FAULT, ExitCode.USAGE), ExitCode.FAULT),
        ((ExitCode.WRONG, ExitCode.FAULT), ExitCode.WRONG),
        (tuple(ExitCode), ExitCode.WRONG),
    ],
)
def test_combine(codes: tuple[ExitCode, ...], expected: ExitCode) -> None:
    """Of several codes the most significant one counts, in any order."""
    assert {combine(some) for some in permutations(codes)} == {expected}


def test_help_explains_every_code(capsys: pytest.CaptureFixture[str]) -> None:
    """`crosscover --help` explains every exit code."""
    assert main(["--help"]) == ExitCode.GOOD
    words = " ".join(capsys.readouterr().out.split())
    assert words.endswith(" ".join(["exit codes:", *(f"{code:d} {code.meaning}" for code in sorted(ExitCode))]))


def test_internal_error(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """An unexpected exception, such as a bare ValueError, gives exit code 3 and one sentence."""

    def broken(_arguments: argparse.Namespace) -> None:
        raise ValueError("min() arg is an empty sequence")

    monkeypatch.setattr("crosscover.cli.engines.run", broken)
    assert main(["engines"]) == ExitCode.FAULT
    sentence = "internal error: ValueError: min() arg is an empty sequence; set CROSSCOVER_DEBUG=1 for the traceback"
    assert capsys.readouterr() == ("", f"crosscover: {sentence}\n")
    monkeypatch.setenv("CROSSCOVER_DEBUG", "1")
    assert main(["engines"]) == ExitCode.FAULT
    assert "in broken" in capsys.readouterr().err

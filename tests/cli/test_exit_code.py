"""What exit codes mean, and which of several counts."""

from itertools import permutations

import pytest

from crosscover.cli import main
from crosscover.exit_code import ExitCode, combine, fail


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
    """Of several codes the one that says most of a solver counts, in whatever order they came."""
    assert {combine(some) for some in permutations(codes)} == {expected}


def test_help_explains_every_code(capsys: pytest.CaptureFixture[str]) -> None:
    """`crosscover --help` lists the codes with their meanings."""
    assert main(["--help"]) == ExitCode.GOOD
    lines = capsys.readouterr().out.splitlines()
    first = lines.index("exit codes:") + 1
    assert lines[first : first + len(ExitCode)] == [f"  {code:d}  {code.meaning}" for code in sorted(ExitCode)]


def test_fail(capsys: pytest.CaptureFixture[str]) -> None:
    """A failure is told on the standard error, after its place, and its code comes back."""
    assert fail(ExitCode.FAULT, "no luck") is ExitCode.FAULT
    assert fail(ExitCode.USAGE, "no digit", "puzzles.txt:3:1") is ExitCode.USAGE
    assert capsys.readouterr() == ("", "crosscover: no luck\npuzzles.txt:3:1: no digit\n")

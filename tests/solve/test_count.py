"""The command `crosscover count`."""

from pathlib import Path

import pytest

from crosscover.cli import main
from tests.audit.samples import SEVERAL
from tests.dialects.samples import PUZZLE

TWELVE = "5...7....6..195....98....6.8...6....4..8.3..1....2...6.6....28....4.9.......8..7."
CLASHING = "55" + 79 * "."


@pytest.mark.parametrize(
    ("arguments", "code", "output"),
    [
        ([TWELVE], 0, "12 solutions\n"),
        ([TWELVE, "--limit", "12"], 0, "12 solutions\n"),
        ([TWELVE, "--limit", "11"], 0, "more than 11 solutions\n"),
        ([TWELVE, "--limit", "1"], 0, "more than 1 solution\n"),
        (["." * 81], 0, "more than 10,000 solutions\n"),
        ([PUZZLE, CLASHING, SEVERAL], 0, "puzzle 1: 1 solution\npuzzle 2: 0 solutions\npuzzle 3: 2 solutions\n"),
        (["." * 16, "--shape", "2x2"], 0, "288 solutions\n"),
        (["." * 256, "--shape", "4x4", "--limit", "99999"], 2, "expected a number of solutions from 1 to 64,772"),
        (["." * 9, "--shape", "1x3"], 0, "12 solutions (not certified)\n"),
    ],
)
def test_numbers(arguments: list[str], code: int, output: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The number is exact up to the limit."""
    assert main(["count", *arguments]) == code
    printed = capsys.readouterr().out
    assert printed == output if code == 0 else printed.startswith(output)


def test_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A file gets a line for each puzzle, by one or several processes."""
    monkeypatch.chdir(tmp_path)
    Path("puzzles.txt").write_text(f"{TWELVE}\n{SEVERAL}\n")
    assert main(["count", "puzzles.txt"]) == main(["count", "puzzles.txt", "--jobs", "2"]) == 0
    assert capsys.readouterr().out == 2 * "puzzles.txt:1: 12 solutions\npuzzles.txt:2: 2 solutions\n"

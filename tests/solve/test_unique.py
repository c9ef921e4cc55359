"""The command `crosscover unique`."""

from pathlib import Path

import pytest

from crosscover.cli import certifying, main
from crosscover.oracles.certificate import Certificate
from crosscover.oracles.proofs.certification import Producer, certify_puzzle
from crosscover.reference import Grid
from tests.audit.samples import SEVERAL
from tests.dialects.samples import PUZZLE

from .commands import crosscover

UNSOLVABLE = "5168497323.76.5...8.97...65135.6.9.7472591..696837..5.253186.746842.75..791.5.6.8"
CLASHING = "55" + 79 * "."
FOUR = "several solutions: two differ in 4 cells: "


@pytest.fixture(autouse=True)
def _in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder with a file of puzzles, and one that is malformed."""
    monkeypatch.chdir(tmp_path)
    Path("puzzles.csv").write_text(f"puzzle\n{PUZZLE}\n{SEVERAL}\n{CLASHING}\n")
    Path("malformed.txt").write_text(f"{PUZZLE}\n123\n")
    Path("nothing.csv").write_text("puzzle\n")


@pytest.mark.parametrize(
    ("arguments", "code", "lines"),
    [
        ([PUZZLE], 0, ["one solution"]),
        ([SEVERAL], 1, [f"{FOUR}r4c1 is 3 or 6, r4c6 is 6 or 3, r6c1 is 6 or 3, r6c6 is 3 or 6"]),
        ([CLASHING], 1, ["no solution: row 1 has 5 twice, at r1c1 and r1c2"]),
        ([UNSOLVABLE], 1, ["no solution, although no clues clash"]),
        (
            [PUZZLE, CLASHING],
            1,
            [
                "puzzle 1: one solution",
                "puzzle 2: no solution: row 1 has 5 twice, at r1c1 and r1c2",
                "2 puzzles: 1 none, 1 unique",
            ],
        ),
        (
            ["puzzles.csv"],
            1,
            [
                "puzzles.csv:2: one solution",
                f"puzzles.csv:3: {FOUR}",
                "puzzles.csv:4: no solution",
                "3 puzzles: 1 none, 1 unique, 1 several",
            ],
        ),
        (["malformed.txt"], 2, ["malformed.txt:1: one solution", "malformed.txt:2:4: expected 81 characters"]),
        (["." * 625, "--shape", "5x5"], 2, ["not decided: certificates are for boxes from 2x2 to 4x4, not 5x5"]),
        (["1.3.34....4..3.1", "--shape", "2x2"], 0, ["one solution"]),
        ([PUZZLE[1:]], 2, ["the puzzle:1:81: expected 81 characters, found 80"]),
        (["nothing.txt"], 2, ["crosscover: 'nothing.txt' is neither a file nor a puzzle"]),
        (["nothing.csv"], 2, ["nothing.csv:2:1: expected a row with a puzzle, found the end of the input"]),
    ],
)
def test_answers(arguments: list[str], code: int, lines: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """A puzzle gets a line, and a file a line for each puzzle and a summary; the exit code is 0 if all are proper."""
    assert main(["unique", *arguments]) == code
    output, errors = capsys.readouterr()
    printed = (output + errors).splitlines()
    assert len(printed) == len(lines)
    assert all(line.startswith(expected) for line, expected in zip(printed, lines, strict=True))


def test_stdin() -> None:
    """Without an argument the puzzles come from stdin."""
    outcome = crosscover("unique", given=f"{PUZZLE}\n")
    assert (outcome.code, outcome.output) == (0, "<stdin>:1: one solution\n")


def test_several_processes(capsys: pytest.CaptureFixture[str]) -> None:
    """Several processes answer in order."""
    assert main(["unique", "puzzles.csv", "--jobs", "2"]) == 1
    assert [line.split(":")[1] for line in capsys.readouterr().out.splitlines()[:-1]] == ["2", "3", "4"]


def test_time_limit(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A puzzle without a checked proof in time is not decided."""

    def never_ends(_puzzle: Grid, _producer: Producer, _most: int) -> Certificate:
        while True:
            pass

    monkeypatch.setattr(certifying, "certify_puzzle", never_ends)
    assert main(["unique", PUZZLE, "--time-limit", "0.05"]) == 5
    assert capsys.readouterr().out == "not decided in 0.05 s\n"


def test_interrupt(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """After an interrupt the answers so far and the totals are printed, and a wrong puzzle still counts."""

    def interrupted(puzzle: Grid, producer: Producer, most: int) -> Certificate:
        if str(puzzle) == CLASHING:
            raise KeyboardInterrupt
        return certify_puzzle(puzzle, producer, most)

    monkeypatch.setattr(certifying, "certify_puzzle", interrupted)
    assert main(["unique", "puzzles.csv", "--jobs", "1"]) == 1
    output, errors = capsys.readouterr()
    assert output.endswith("2 puzzles: 1 unique, 1 several\n")
    assert errors == "crosscover: interrupted\n"

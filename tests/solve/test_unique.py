"""The command `crosscover unique`."""

from pathlib import Path

import pytest

from crosscover.cli import deciding, main
from crosscover.oracles.certificate import Certificate, FalseCertificateError
from crosscover.oracles.panel import DisagreementError, Panel, UndecidedError
from crosscover.oracles.proofs.certification import Producer, certify_puzzle
from crosscover.reference import Grid, Shape
from tests.audit.samples import SEVERAL
from tests.dialects.samples import PUZZLE

from .commands import crosscover

UNSOLVABLE = "5168497323.76.5...8.97...65135.6.9.7472591..696837..5.253186.746842.75..791.5.6.8"
CLASHING = "55" + 79 * "."
FOUR = "several solutions: two differ in 4 cells: "

TWO_SOLUTIONS = """\
several solutions: two differ in 4 cells: r4c1 is 3 or 6, r4c6 is 6 or 3, r6c1 is 6 or 3, r6c6 is 3 or 6
+-------------+-------------+-------------+
|  4   3   9  |  6   5   8  |  1   2   7  |
|  1   5   6  |  9   2   7  |  3   8   4  |
|  8   2   7  |  4   3   1  |  9   5   6  |
+-------------+-------------+-------------+
| 3/6  4   2  |  5   1  6/3 |  7   9   8  |
|  7   8   5  |  2   9   4  |  6   3   1  |
| 6/3  9   1  |  7   8  3/6 |  5   4   2  |
+-------------+-------------+-------------+
|  5   7   8  |  1   4   9  |  2   6   3  |
|  2   6   3  |  8   7   5  |  4   1   9  |
|  9   1   4  |  3   6   2  |  8   7   5  |
+-------------+-------------+-------------+
"""
CONTRADICTION = """\
no solution, although no clues clash
5 clues contradict each other; each of them is needed:
+-------+-------+-------+
| . . . | . . 9 | . . . |
| . . . | . . . | . . . |
| . . . | . . . | . . . |
+-------+-------+-------+
| . . . | . . . | . . . |
| . . . | . 9 . | . . . |
| . . . | . . . | . . . |
+-------+-------+-------+
| . . . | 1 . . | . . . |
| . . . | 2 . . | . . . |
| . 9 . | . . . | . . . |
+-------+-------+-------+
"""


@pytest.fixture(autouse=True)
def _in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder with a file of puzzles, and one that is malformed."""
    monkeypatch.chdir(tmp_path)
    Path("puzzles.csv").write_text(f"puzzle\n{PUZZLE}\n{SEVERAL}\n{CLASHING}\n")
    Path("malformed.txt").write_text(f"{PUZZLE}\n123\n")
    Path("nothing.csv").write_text("puzzle\n")
    grids = ["\n".join(puzzle[start : start + 9] for start in range(0, 81, 9)) for puzzle in (PUZZLE, CLASHING)]
    Path("titles.txt").write_text("Grid 01\n{}\nGrid 02\n{}\n".format(*grids))


@pytest.mark.parametrize(
    ("arguments", "code", "lines"),
    [
        ([PUZZLE], 0, ["one solution"]),
        ([CLASHING], 1, ["no solution: row 1 has 5 twice, at r1c1 and r1c2"]),
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
        (["1.3.34....4..3.1", "--shape", "2x2"], 0, ["one solution"]),
        ([PUZZLE[1:]], 2, ["the puzzle:1:81: expected 81 characters, found 80"]),
        (["nothing.txt"], 2, ["crosscover: 'nothing.txt' is neither a file nor a puzzle"]),
        (
            ["titles.txt"],
            1,
            ["titles.txt:2 (Grid 01): one", "titles.txt:12 (Grid 02): no", "2 puzzles: 1 none, 1 unique"],
        ),
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


@pytest.mark.parametrize(("puzzle", "text"), [(SEVERAL, TWO_SOLUTIONS), (UNSOLVABLE, CONTRADICTION)])
def test_a_single_puzzle(puzzle: str, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A drawing shows two solutions of a single puzzle, or a minimal contradiction, also if it is in a file."""
    Path("puzzle.txt").write_text(f"{puzzle}\n")
    assert main(["unique", puzzle]) == main(["unique", "puzzle.txt"]) == 1
    assert capsys.readouterr().out == f"{text}puzzle.txt:1: {text}"


def test_digits_from_zero(capsys: pytest.CaptureFixture[str]) -> None:
    """Answers use the digits of the puzzle."""
    assert main(["unique", SEVERAL.replace("9", "0")]) == 1
    first, drawing = TWO_SOLUTIONS.split("\n", 1)
    assert capsys.readouterr().out.split("\n", 1) == [first, drawing.replace("9", "0")]


def test_letters(capsys: pytest.CaptureFixture[str]) -> None:
    """A clash names the repeated letter if the puzzle has letters instead of digits."""
    puzzle = Grid.simplest(Shape(2, 5)).with_cell(0, 2)
    letters = str(puzzle).translate(str.maketrans("123456789A", "ABCDEFGHIJ"))
    assert main(["unique", letters, "--shape", "2x5"]) == 1
    assert capsys.readouterr().out == "no solution: row 1 has B twice, at r1c1 and r1c2\n"


def test_a_contradiction_that_takes_too_long(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If time runs out, the clues found so far are drawn, and some may not be needed."""

    def certify(puzzle: Grid, producer: Producer, most: int) -> Certificate:
        if puzzle.clue_count < 40:
            raise TimeoutError
        return certify_puzzle(puzzle, producer, most)

    monkeypatch.setattr(deciding, "certify_puzzle", certify)
    assert main(["unique", UNSOLVABLE]) == 1
    assert capsys.readouterr().out.splitlines()[1] == ("40 clues contradict each other; 40 of them may not be needed:")


def test_minimal(capsys: pytest.CaptureFixture[str]) -> None:
    """With --minimal, the clues that can be left out and a minimal puzzle follow the answer."""
    minimal = "1....4....4..3.1"
    assert main(["unique", "1.3.34....4..3.1", minimal, "--shape", "2x2", "--minimal"]) == 0
    assert capsys.readouterr().out.splitlines()[:2] == [
        f"puzzle 1: one solution; 3 clues can be left out, each alone: r1c3, r2c1, r4c2; minimal puzzle: {minimal}",
        "puzzle 2: one solution; no clue can be left out",
    ]


def test_minimal_takes_too_long(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The answer names the clues for which it is unknown in time whether they can be left out."""

    def certify(puzzle: Grid, producer: Producer, most: int) -> Certificate:
        if puzzle.values[4] == 0:
            raise TimeoutError
        return certify_puzzle(puzzle, producer, most)

    monkeypatch.setattr(deciding, "certify_puzzle", certify)
    assert main(["unique", "1.3.34....4..3.1", "--shape", "2x2", "--minimal"]) == 0
    assert capsys.readouterr().out == (
        "one solution; 2 clues can be left out, each alone: r1c3, r4c2; 1 clue not decided in time: r2c1;"
        " smaller puzzle: 1...34....4....1\n"
    )


def test_a_wrong_proof_about_fewer_clues(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A wrong proof is a fault, also about a puzzle without one of its clues."""

    def certify(puzzle: Grid, producer: Producer, most: int) -> Certificate:
        if puzzle.clue_count < 40:
            raise FalseCertificateError("nothing is proved")
        return certify_puzzle(puzzle, producer, most)

    monkeypatch.setattr(deciding, "certify_puzzle", certify)
    assert main(["unique", UNSOLVABLE]) == 1  # the code of the answer
    output, errors = capsys.readouterr()
    assert output == "no solution, although no clues clash\n"
    assert "the proof by learning is wrong: nothing is proved" in errors


def test_a_shape_without_certificates(capsys: pytest.CaptureFixture[str]) -> None:
    """Engines decide a puzzle for which there are no certificates."""
    full = Grid.simplest(Shape(1, 5))
    for puzzle, code, text in (
        (full.with_cell(0, 0), 0, "one solution (not certified); --minimal is for boxes up to 4x4\n"),
        (full.with_cell(0, 2), 1, "no solution: row 1 has 2 twice, at r1c1 and r1c2 (not certified)\n"),
        (Grid.empty(Shape(1, 5)), 1, "several solutions: two differ in "),
    ):
        assert main(["unique", str(puzzle), "--shape", "1x5", "--minimal"]) == code
        assert capsys.readouterr().out.startswith(text)


@pytest.mark.parametrize(
    ("error", "code", "text"),
    [
        (UndecidedError(Grid.empty(), ("dlx",), ("sat",)), 5, "not decided in 60 s\n"),
        (DisagreementError(Grid.empty(), {}), 3, "not decided: the oracles disagree about the puzzle"),
    ],
)
def test_engines_that_do_not_decide(
    error: RuntimeError, code: int, text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Too few engines in time leave a puzzle undecided; a disagreement is a fault."""

    def grids(_panel: Panel, _puzzle: Grid, _limit: int) -> None:
        raise error

    monkeypatch.setattr(Panel, "grids", grids)
    assert main(["unique", str(Grid.simplest(Shape(1, 5))), "--shape", "1x5"]) == code
    assert capsys.readouterr().out.startswith(text)


def test_stdin() -> None:
    """Without an argument the puzzles come from stdin."""
    outcome = crosscover("unique", given=f"{PUZZLE}\n")
    assert (outcome.code, outcome.output) == (0, "<stdin>:1: one solution\n")


def test_several_processes(capsys: pytest.CaptureFixture[str]) -> None:
    """Several processes answer in order."""
    assert main(["unique", "puzzles.csv", "--jobs", "2"]) == 1
    assert [line.split(":")[1] for line in capsys.readouterr().out.splitlines()[:-1]] == ["2", "3", "4"]


@pytest.mark.parametrize("command", ["unique", "count"])
def test_time_limit(command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A puzzle without a checked proof in time is not decided, and neither is its number of solutions."""

    def never_ends(_puzzle: Grid, _producer: Producer, _most: int) -> Certificate:
        while True:
            pass

    monkeypatch.setattr(deciding, "certify_puzzle", never_ends)
    assert main([command, PUZZLE, "--time-limit", "0.05"]) == 5
    assert capsys.readouterr().out == "not decided in 0.05 s\n"


def test_interrupt(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """After an interrupt the answers so far and the totals are printed, and a wrong puzzle still counts."""

    def interrupted(puzzle: Grid, producer: Producer, most: int) -> Certificate:
        if str(puzzle) == CLASHING:
            raise KeyboardInterrupt
        return certify_puzzle(puzzle, producer, most)

    monkeypatch.setattr(deciding, "certify_puzzle", interrupted)
    assert main(["unique", "puzzles.csv", "--jobs", "1"]) == 1
    output, errors = capsys.readouterr()
    assert output.endswith("2 puzzles: 1 unique, 1 several\n")
    assert errors == "crosscover: interrupted\n"

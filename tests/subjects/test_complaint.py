"""What a search without a result says: the try that came nearest, in one line, and the next command."""

import re
import shutil
from pathlib import Path

import pytest

from crosscover.errors import NotStartedError
from crosscover.options import solver_options
from crosscover.subjects import find as finding
from crosscover.subjects.find import find
from crosscover.subjects.small_puzzles import EASY_SOLUTION

from .test_find import FOLDER
from .test_judged_form import PROGRAM, READS, SHOWS

UNDOES = """\
from search import free
def solve(board):
    for r in range(9):
        for c in range(9):
            if not board[r][c]:
                for digit in free(board, r, c):
                    board[r][c] = digit
                    done = solve(board)
                    board[r][c] = 0
                    if done:
                        return True
                return False
    return True
"""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(finding, "SECONDS", 1.5)
    shutil.copy(FOLDER / "python" / "search.py", "search.py")


def message(source: str, spec: str = "python:mine.py", **options: str | float) -> str:
    """Write a solver, and return the complaint about it."""
    Path("mine.py").write_text(source)
    with pytest.raises(NotStartedError) as raised:
        find(spec, solver_options(spec, options))
    return str(raised.value)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("pass", "solve returned None in every form; does it return the board, or fill it in place?"),
        ("return False", "solve returned False, which means no solution"),
        pytest.param("return board", "solve gave .*: the puzzle was returned unsolved", marks=pytest.mark.slow),
        ("board[0] = [0] * 10\n    raise RuntimeError('odd')", "solve raised RuntimeError: odd at mine.py:4 in solve"),
        pytest.param("return 17", "returned 17; expected", marks=pytest.mark.slow),
        (
            "import os; os.spawnlp(os.P_NOWAIT, 'sleep', 'sleep', '9'); return search.fill(board) and board",
            "solve answered, but left 1 process behind: sleep",
        ),
    ],
)
def test_a_function(body: str, said: str) -> None:
    """The nearest try is one with rows: a text cannot be filled in place."""
    shown = message(f"import search\ndef solve(board):\n    {body}\n")
    assert shown.startswith("python:mine.py answers no easy puzzle; ")
    assert "python:mine.py:solve --call=rows: " in shown
    assert re.search(said, shown)


def test_a_function_that_undoes_its_work() -> None:
    """It returns True, and the board is as it was."""
    assert "solve returned True and left the board as it was: it undoes its work, or fills" in message(UNDOES)


@pytest.mark.parametrize("name", ["solve", pytest.param("backtrack", marks=pytest.mark.slow)])
def test_the_next_command(name: str) -> None:
    """The command at the end judges the form that came nearest."""
    body = "board[0] = [digit or 1 for digit in board[0]]\n    return board"
    source = f"def {name}(board):\n    {body}\ndef advance(board): ...\n"
    spec = f"python:mine.py:{name}"
    assert message(source).endswith(f". To judge it in this form: crosscover check {spec} --call=rows")
    assert find(spec, solver_options(spec, {"call": "rows"})).options.call == "rows"


def test_a_form_without_progress() -> None:
    """A function that fills no cell may take another form; the command is not repeated after it has been tried."""
    source, call = "def solve(board):\n    return board\n", "python:mine.py:solve(puzzle)"
    assert message(source).endswith(f"write its call as an expression: crosscover check '{call}'")
    assert "crosscover check" not in message(source, call)


@pytest.mark.parametrize(
    ("given", "proposed"),
    [
        ({}, "--time-limit 60 --time 10m"),
        pytest.param({"time_limit": 0.6}, "--time-limit 6 --time 1m", marks=pytest.mark.slow),
    ],
)
def test_a_slow_form(given: dict[str, float], proposed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next command allows ten times the given time limit, and enough time for the search."""
    monkeypatch.setattr(finding, "FIRST_SECONDS", 0.1)
    source = "import time\ndef solve(text: str):\n    time.sleep(60)\n"
    assert message(source, "python:mine.py", call="text", **given).endswith(f"--call=text {proposed}")


def test_other_functions_are_named() -> None:
    """Without a name that states that a function solves puzzles, the message lists the names."""
    shown = message("def goback(board):\n    pass\ndef advance(board):\n    pass\n")
    assert "; no name states that a function solves puzzles; python:mine.py:NAME judges another function, of " in shown
    assert shown.endswith("of advance")
    assert "NAME" not in message("def solve(board):\n    pass\n")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        pytest.param("print(input())", "received '.*: it printed the puzzle as it was", marks=pytest.mark.slow),
        ("print('Welcome!')", "it printed no grid; its output ends with 'Welcome!'"),
        ("input(); print('123456789' * 9)", f"it prints the same grid for every puzzle: {'123456789' * 9}"),
        (
            f"import random as r; D = range(49, 58); print('{EASY_SOLUTION}'.translate(dict(zip(D, r.sample(D, 9)))))",
            r"it printed [1-9]{81}: .*clue",
        ),
    ],
)
def test_a_program(body: str, said: str) -> None:
    """A program that answers no puzzle: the message shows what it received and printed."""
    assert re.search(said, message(body, PROGRAM))


LOSES_NINES = f"{READS}rows = [[digit % 9 for digit in row] for row in rows]\n"


def test_a_program_that_loses_clues() -> None:
    """Different answers are not called the same, and the next command judges them."""
    shown = message(f"from search import fill\n{LOSES_NINES}fill(rows)\n{SHOWS}", PROGRAM)
    assert "same grid" not in shown
    assert re.search(r": clue r\dc\d = 9 became \d.*To judge it in this form: .* --dialect=rows( --empty=0)?$", shown)


def test_a_wrong_program_with_a_correct_function() -> None:
    """The correct function is not judged instead of the program, unless the user chooses it."""
    text = f"from search import fill\ndef go(board):\n    return fill(board) and board\n{LOSES_NINES}go(rows)\n{SHOWS}"
    shown = message(text, "mine.py")
    assert re.search(
        r"as a program, mine.py answers wrongly: clue r\dc\d = 9 .*python:mine.py:go answers correctly", shown
    )
    assert re.search(r"Choose one: crosscover check \S+.*, or crosscover check python:mine.py:go$", shown)


def test_a_program_with_a_fixed_board() -> None:
    """The message names the function, and the command that writes a program around it, if there is one."""
    source = f"def solve_sudoku(board): ...\ninput()\nprint('{EASY_SOLUTION}')\n"
    shown = message(source, PROGRAM)
    assert shown.endswith(". `crosscover init --harness python` writes a program around solve_sudoku")
    Path("fixed.sh").write_text(f"echo {str(EASY_SOLUTION).replace('1', '0')}\n")
    shown = message("", "exec:sh fixed.sh")
    assert "it prints the same grid for every puzzle" in shown
    assert shown.endswith(". Let it read the puzzle from stdin, such as 81 characters in a line")


def test_a_module_that_cannot_be_loaded() -> None:
    """The reason comes first; as a program, the file fails, too."""
    shown = message("import sudokus\ndef solve(board): ...\n", "mine.py")
    assert shown.startswith(
        "cannot load python:mine.py: ModuleNotFoundError: No module named 'sudokus' at mine.py:1 in"
    )
    assert ". As a program: exited with status 1" in shown


def test_a_program_that_fails_after_its_answer() -> None:
    """A right program that fails at its end is not judged as a crash, because it may have asked for more input."""
    source = f"from search import fill\n{READS}fill(rows)\n{SHOWS}raise SystemExit(1)\n"
    assert "it answered, but exited with status 1 after 1 of 1 puzzles" in message(source, PROGRAM)

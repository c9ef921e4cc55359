"""The function and the form that are judged, if a file has several functions, is slow, or disturbs overlapping runs."""

import shutil
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from crosscover.errors import NotStartedError
from crosscover.options import solver_options
from crosscover.subjects import find as finding
from crosscover.subjects.find import Found, find
from crosscover.subjects.process_subject import open_subject
from crosscover.subjects.small_puzzles import EASY_SOLUTION, easy_puzzle

from .solvers.table import SOLVERS, Small
from .test_find import FAST, FOLDER, named, skip_without_tools

SINGLES = """\
for r in range(9):
        for c in range(9):
            if not board[r][c] and len(free(board, r, c)) == 1:
                board[r][c] = min(free(board, r, c))
    return board
"""
"""Fills cells with one candidate, once."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the solvers, which is the working directory, with `search.py` beside the solver of a test."""
    monkeypatch.chdir(shutil.copytree(FOLDER, tmp_path / "solvers"))
    shutil.copy("python/search.py", "search.py")
    return tmp_path / "solvers"


def found(source: str, spec: str = "python:mine.py", **options: object) -> Found:
    """Write a solver, and find its form."""
    Path("mine.py").write_text(source)
    return find(spec, solver_options(spec, options))


def functions(*pairs: tuple[str, str]) -> str:
    """Return a file with functions, given by their first lines and the rest of their bodies."""
    return "from search import fill, free\n" + "".join(f"def {head}:\n    {body}\n" for head, body in pairs)


WRONG = "solve_sudoku(board)", SINGLES
CALLBACK = "solve(board, plan)", "plan(board)\n    fill(board)"


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        (WRONG, "is_solvable(board)"),
        pytest.param(("solve(callback)", "callback()"), "fake_solve(board)", marks=pytest.mark.slow),
        pytest.param(CALLBACK, "make_solved_board(board)", marks=pytest.mark.slow),
    ],
)
def test_a_helper_is_not_judged_instead_of_a_solver(wrong: tuple[str, str], right: str) -> None:
    """If the function whose name states that it solves has no correct form, no other function is judged."""
    name = wrong[0].partition("(")[0]
    with pytest.raises(NotStartedError, match=rf"\. '?python:mine.py:{name}\b.*mine.py:NAME judges"):
        found(functions((right, "return fill(board) and board"), wrong))


COMPLETES = """\
return [[digit or min({*range(1, 10)} - {*row}) for digit in row] for row in board]
"""
"""Fills the cells of a row with the same digit."""


@pytest.mark.slow
def test_a_wrong_helper_is_not_judged() -> None:
    """A helper that fills the grid against the rules is judged only if the user names it."""
    helper = "fill_rows(board)", COMPLETES
    with pytest.raises(NotStartedError, match="anneal"):
        found(functions(helper, ("anneal(path)", "open(path)")))
    assert found(functions(helper), "python:mine.py:fill_rows").options.call == "rows"


@pytest.mark.parametrize("flag", ["use_boxes", pytest.param("max_depth", marks=pytest.mark.slow)])
def test_a_flag_that_must_be_on(flag: str) -> None:
    """A required flag or limit is also tried with a value that means on, or without limit."""
    solver = f"solve(board, {flag})", f"return {flag} and fill(board) and board or {COMPLETES.removeprefix('return ')}"
    assert "solve(puzzle, 1" in found(functions(solver)).spec


def test_an_object_that_holds_the_answer_before_the_call() -> None:
    """An answer that a helper has left in its object is no answer of the solver that receives the object."""
    helper = "make_board(board)", "return fill(board) and board"
    with pytest.raises(NotStartedError, match="solve_sudoku"):
        found(functions(helper, WRONG))


@pytest.mark.parametrize(
    "body",
    [
        "def solve(self, board):\n        return board",
        "def __init__(self, board):\n        self.board = board\n    def solve(self, on_step):\n        on_step()",
    ],
)
def test_a_method_that_solves_is_judged(body: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A right helper does not stand for a wrong method."""
    monkeypatch.setattr(finding, "SECONDS", 1.5)
    with pytest.raises(NotStartedError, match="Sudoku"):
        found(f"{functions(('is_solvable(board)', 'return fill(board)'))}class Sudoku:\n    {body}\n")


@pytest.mark.parametrize(
    "helper",
    ["solve_cell(board)", "solve(board, row, col, digit)"],
)
def test_a_helper_with_the_name_of_a_solver(helper: str) -> None:
    """The names of some helpers contain "solve"; a right function beside them is found."""
    assert found(functions((helper, "return board"), ("complete(board)", "return fill(board)"))).spec.endswith(
        "complete"
    )


def test_a_named_helper_is_judged() -> None:
    """A function that the user names is judged, whatever the other names."""
    source = functions(WRONG, ("is_solvable(board)", "return fill(board)"))
    assert found(source, "mine.py:is_solvable").spec == "python:mine.py:is_solvable"


STEPS = """\
import time
from search import fill, free
def fill_in(board):
    return fill(board)
def solve_steps(board):
    for r, c in [(r, c) for r in range(9) for c in range(9) if not board[r][c]]:
        for board[r][c] in free(board, r, c):
            yield board
            time.sleep({delay})
            yield from solve_steps(board)
            if all(map(all, board)):
                return
        board[r][c] = 0
        return
"""


def test_the_last_step_of_a_slow_animation(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the last step of a generator times out, an easier puzzle shows that it is the answer."""
    monkeypatch.setattr(finding, "FIRST_SECONDS", 0.2)
    assert found(STEPS.format(delay=0.004), time_limit=0.3).spec == "python:mine.py:[puzzle, *solve_steps(puzzle)][-1]"


def test_a_first_step_is_no_answer() -> None:
    """A partly filled grid that extends the puzzle is an answer only in a form that the user has given."""
    source = functions(("solve(board)", SINGLES))
    with pytest.raises(NotStartedError):
        found(source, "python:mine.py:solve")
    assert found(source, "python:mine.py:solve", call="rows").spec == "python:mine.py:solve"


@pytest.mark.parametrize(("delay", "is_judged"), [(0.0, True), (60.0, False)])
def test_the_nearest_form_beside_a_slow_form(delay: float, is_judged: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The nearest form is judged only if no other form times out."""
    monkeypatch.setattr(finding, "FIRST_SECONDS", 0.3)
    monkeypatch.setattr(finding, "SECONDS", 3.0)
    text = f"if isinstance(board, str):\n        import time; time.sleep({delay}); return\n    "
    source = functions(("solve(board)", f"{text}return [[d or 1 for d in row] for row in board]"))
    if is_judged:
        assert found(source, time_limit=0.3).options.call == "rows"
    else:
        with pytest.raises(NotStartedError, match="a form that was too slow or was not tried may be right"):
            found(source, time_limit=0.3)


OVERLAP = """\
import atexit, os, sys, time
text = sys.stdin.read()
try:
    os.mkdir("running")
except OSError:
    alone = False
else:
    alone = True
    atexit.register(os.rmdir, "running")
time.sleep(0.1)
sys.path.insert(0, os.getcwd())
from search import fill
lines = text.split()
rows = [[int(d) if d != "." else 0 for d in line] for line in lines]
if len(rows) == 9 and len(rows[0]) == 9 and {condition}:
    fill(rows)
    print("\\n".join("".join(map(str, row)) for row in rows))
"""


def is_right(form: Found) -> bool:
    """Whether a form answers another easy puzzle when nothing else runs, whatever its time limit."""
    puzzle, solution = easy_puzzle(form.options.shape, "another")
    solver = open_subject(form.spec, replace(form.options, time_limit=60.0))
    response = solver.run([puzzle]).responses[0]
    solver.close()
    return str(response) == str(solution)


def test_a_solver_that_fails_if_runs_overlap() -> None:
    """The forms are tried again, one at a time, if none is right when several run at the same time."""
    assert is_right(found(OVERLAP.format(condition="alone"), "mine.py"))


@pytest.mark.slow
def test_a_form_that_is_right_only_if_runs_overlap() -> None:
    """An answer is confirmed when nothing else runs: it may come from the files of another run."""
    with pytest.raises(NotStartedError):
        found(OVERLAP.format(condition="not alone"), "mine.py")


PROGRAM = f"exec:{sys.executable} -S mine.py"
"""A program; without `site`, Python starts in two thirds of the time."""

READS = "rows = [list(map(int, input())) for _ in range(9)]\n"
SHOWS = "print(*(''.join(map(str, row)) for row in rows), sep='\\n')\n"


@pytest.mark.parametrize(
    "end",
    [
        "input('Another one?')",
        "sys.stdout.flush(); sys.stdin.readline() or sys.exit(1)",
        pytest.param(
            "while sys.stdin.readline() != 'n\\n': print(' '.join(map(str, sum(rows, []))), flush=True)",
            marks=pytest.mark.slow,  # it writes without end
            id="repeats",
        ),
    ],
)
def test_a_program_that_asks_for_another_puzzle(end: str) -> None:
    """A right program is judged, even if it fails, or repeats its answer, at the end of its input."""
    form = found(f"import sys\nfrom search import fill\n{READS}fill(rows)\n{SHOWS}{end}\n", PROGRAM, dialect="rows")
    assert form.options.lingers
    assert is_right(form)


def test_a_program_that_leaves_a_process_behind() -> None:
    """A process that a right program leaves behind is a failure, not a question for another puzzle."""
    source = """
import subprocess, sys
from search import fill
subprocess.Popen(['sleep', '60'], stdin=-3, stdout=-3, stderr=-3)
for line in sys.stdin:
    rows = [[int(cell) for cell in line[start:start + 9].replace('.', '0')] for start in range(0, 81, 9)]
    print(''.join(map(str, sum(rows, []))) if fill(rows) else 'none', flush=True)
"""
    assert not found(source, PROGRAM, dialect="lines").options.lingers


RIGHT = [small for small in SOLVERS if small.call and not small.is_wrong]


@pytest.mark.parametrize(
    ("small", "factor"),
    [
        pytest.param(
            small,
            factor,
            id=f"{small.file}-{factor}",
            marks=[] if factor == 30 and named(small, FAST) else [pytest.mark.slow],
        )
        for small in RIGHT
        for factor in ((3, 30, 300) if named(small, FAST) else (30,))
    ],
)
def test_a_slow_solver_is_judged_in_a_right_form(small: Small, factor: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow solver is judged in a right form or not at all; shorter limits have the effect of a slow machine."""
    skip_without_tools(small)
    monkeypatch.setattr(finding, "FIRST_SECONDS", finding.FIRST_SECONDS / factor)
    monkeypatch.setattr(finding, "SECONDS", finding.SECONDS / factor)
    options = solver_options(small.file, {"time_limit": 6.0 / factor})
    try:
        form = find(small.file, options)
    except NotStartedError:
        return
    assert is_right(form)


def test_an_object_of_a_neighbouring_file() -> None:
    """A class of a file beside the solver makes the object that the solver takes."""
    Path("rows.py").write_text("class Board:\n    def __init__(self, rows):\n        self.rows = rows\n")
    source = "from rows import Board\nfrom search import fill\ndef solve(board):\n    fill(board.rows)\n"
    assert found(source).spec == "python:mine.py:(solve(s := Board(puzzle)), s)"


@pytest.mark.parametrize("word", ["", pytest.param("# reads no argv", marks=pytest.mark.slow)])
def test_a_file_that_reads_nothing_is_no_program(word: str) -> None:
    """A file with functions, and without a word for input, is loaded, but not run as a program."""
    source = f"{functions(('solve(board)', 'pass'))}import os; os.makedirs(__name__, exist_ok=True) {word}\n"
    with pytest.raises(NotStartedError, match="solve returned None"):
        found(source, "mine.py")
    assert Path("__main__").exists() == bool(word)


@pytest.mark.parametrize("order", [1, pytest.param(-1, marks=pytest.mark.slow)])
def test_two_solvers_that_differ(order: int) -> None:
    """If one of two functions that solve is wrong, neither is judged before the user chooses."""
    right = "solve(board)", "fill(board)\n    return board"
    wrong = "solve_sudoku(board)", "board = [row[:] for row in board]\n    fill(board)\n    return board[::-1]"
    source = functions(*[right, wrong][::order])
    with pytest.raises(
        NotStartedError, match=r"^solve_sudoku answers .* choose one, as in python:mine\.py:solve_sudoku$"
    ):
        found(source)
    assert found(source, "python:mine.py:solve").spec == "python:mine.py:solve"


LOGIC = """\
while any([board[r].__setitem__(c, min(free(board, r, c))) is None for r in range(9) for c in range(9)
               if not board[r][c] and len(free(board, r, c)) == 1]):
        pass
    return board
"""
"""Fills cells with one candidate until there are none."""


@pytest.mark.parametrize(
    ("partial", "other"),
    [("solve_logic", "solve_completely"), pytest.param("propagate", "backtrack", marks=pytest.mark.slow)],
)
def test_a_solver_of_easy_puzzles_only(partial: str, other: str) -> None:
    """If one of two functions solves easy puzzles only, neither is judged before the user chooses."""
    source = functions((f"{partial}(board)", LOGIC), (f"{other}(board)", "return fill(board) and board"))
    with pytest.raises(
        NotStartedError, match=f"^{partial} answers a puzzle wrongly, .* as in python:mine.py:{partial}$"
    ):
        found(source)
    assert found(source, f"python:mine.py:{partial}").options.call == "rows"


def test_two_right_solvers() -> None:
    """A second correct solver, and a helper that leaves the puzzle as it is, do not matter."""
    right = "solve(board)", "fill(board)\n    return board"
    other, helper = ("sudoku_solver(board)", right[1]), ("solve_puzzle(board)", "return board")
    assert found(functions(right, other, helper)).spec == "python:mine.py:solve"


@pytest.mark.slow
def test_a_solver_that_takes_seconds_for_each_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first of several forms that time out gets the time that is left."""
    monkeypatch.setattr(finding, "SECONDS", 20.0)  # for a busy machine
    source = functions(("solve(board)", "__import__('time').sleep(2)\n    fill(board)\n    return board"))
    assert found(source, call="rows").spec == "python:mine.py:solve"


@pytest.mark.parametrize(
    "first",
    [
        "raise ValueError",
        pytest.param("return None", marks=pytest.mark.slow),
        pytest.param("return [[1] * 9] * 9", marks=pytest.mark.slow),
    ],
)
def test_a_solver_that_fails_with_the_first_puzzle(first: str) -> None:
    """A second puzzle is unlike the first in every respect, so a solver that answers it is judged."""
    source = functions(
        ("solve(board)", f"if sum(map(bool, sum(board, []))) < 40:\n        {first}\n    return fill(board) and board")
    )
    assert found(source, "python:mine.py:solve").options.call == "rows"


@pytest.mark.slow
def test_a_solver_that_hangs_with_the_first_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    """A form that times out with the first puzzle is judged if it answers another one."""
    monkeypatch.setattr(finding, "FIRST_SECONDS", 0.3)
    hangs = "if sum(map(bool, sum(board, []))) < 40:\n        __import__('time').sleep(60)"
    solver = "solve(board)", f"{hangs}\n    return fill(board) and board"
    assert found(functions(solver), "python:mine.py:solve", time_limit=0.3).options.call == "rows"


def test_grids_that_break_the_rules() -> None:
    """Full grids that differ from puzzle to puzzle, and break rules in every form, are wrong answers."""
    shifted = "return [[(digit + r) % 9 + 1 for digit in row] for r, row in enumerate(board)]"
    assert found(functions(("solve(board)", shifted))).options.call == "rows"


def test_a_generator_is_not_judged() -> None:
    """Other solved grids are no wrong answers: they are no answers to these puzzles."""
    rows = [str(EASY_SOLUTION)[start : start + 9] for start in range(0, 81, 9)]
    digits = "digits = __import__('random').sample(range(1, 10), 9)"
    source = functions(("solve(board)", f"{digits}\n    return [[digits[int(d) - 1] for d in row] for row in {rows}]"))
    with pytest.raises(NotStartedError, match="has nothing in common with the puzzle"):
        found(source, "python:mine.py:solve")


@pytest.mark.parametrize(
    ("program", "is_judged"),
    [
        ("print(input())", True),
        ("print('no solution')", False),
        pytest.param("print('Hello')", False, marks=pytest.mark.slow),
    ],
)
def test_the_answer_in_a_given_form_is_judged(program: str, is_judged: bool) -> None:
    """With an explicit dialect, an unsolved puzzle is a wrong answer; a text is none."""
    if is_judged:
        assert found(program, PROGRAM, dialect="lines").spec == PROGRAM
    else:
        with pytest.raises(NotStartedError):
            found(program, PROGRAM, dialect="lines")


def test_a_wrong_program_with_a_form_that_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that fills each puzzle and keeps its clues has understood its input; no other form can be right."""
    monkeypatch.setattr(finding, "FIRST_SECONDS", 0.5)
    monkeypatch.setattr(finding, "SECONDS", 3.0)
    program = """\
import sys, time
lines = sys.stdin.read().split()
if len(lines[0]) < 81:
    time.sleep(60)
for line in lines:
    print(line.replace(".", "7") if len(line) == 81 else "")
"""
    assert found(program, PROGRAM, time_limit=0.5).options.dialect == "poj3074"


@pytest.mark.slow
def test_a_slow_form_that_answers_the_first_puzzle_wrongly(monkeypatch: pytest.MonkeyPatch) -> None:
    """A form that times out with the first puzzle is not judged if it answers this puzzle wrongly in more time."""
    monkeypatch.setattr(finding, "FIRST_SECONDS", 0.3)
    monkeypatch.setattr(finding, "SECONDS", 10.0)
    waits = "__import__('time').sleep(0.6)\n        return [[1] * 9] * 9"
    solver = (
        "solve(board)",
        f"if sum(map(bool, sum(board, []))) < 40:\n        {waits}\n    return fill(board) and board",
    )
    with pytest.raises(NotStartedError):
        found(functions(solver), "python:mine.py:solve")

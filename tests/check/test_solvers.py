"""Checks of right and wrong functions and programs, and of solvers that cannot be judged."""

import re

import pytest

from crosscover.reference import Grid
from crosscover.report.text import RIGHT_ALONE
from tests.dialects.samples import ANSWER

from . import solvers
from .running import Here

pytestmark = pytest.mark.usefixtures("quick_panel")

FUNCTION = "python:mine.py:solve"
FEW = ("--rounds=1", "--seed=1")
SHOWN = re.compile(r"^puzzle    ([1-9.]{81})$", re.MULTILINE)


def shown(output: str) -> Grid:
    """Return the puzzle of the smallest failure in a report, which comes last."""
    return Grid.parse(SHOWN.findall(output)[-1])


def test_right_and_wrong_function(here: Here) -> None:
    """A wrong function is shown with the reason and a puzzle with few empty cells; a right function passes."""
    chosen = ("-k", "any_number")
    here.write("mine.py", solvers.RIGHT_PYTHON)
    right = here(FUNCTION, *FEW, *chosen)
    assert (right.code, right.errors) == (0, "")
    assert "NO ERRORS FOUND" in right.output
    here.write("mine.py", solvers.WRONG_PYTHON)
    ran = here(FUNCTION, *FEW, *chosen)
    assert (ran.code, ran.errors) == (1, "")
    puzzle = shown(ran.output)
    assert puzzle.values.count(0) <= 2
    assert "WRONG: python:mine.py:solve fails" in ran.output


def test_solver_without_promises(here: Here) -> None:
    """A solver that only fails for full grids is right if it does not promise them; a remark names the option."""
    here.write("mine.py", solvers.FAILS_FOR_FULL_GRIDS)
    ran = here(FUNCTION, *FEW, "-k", "full_grids or missing_digits")
    assert (ran.code, ran.errors) == (1, "")
    assert "If the solver promises nothing for full grids, use --no-full-grids." in ran.output.splitlines()
    assert here(FUNCTION, *FEW, "-k", "missing_digits", "--no-full-grids").code == 0


def test_right_program(here: Here) -> None:
    """A right program passes, even if it prints lines around its answers."""
    greeting = 'int main(void)\n{\n    puts("Solver 2");'
    program = here.compiled(solvers.RIGHT_C.replace("int main(void)\n{", greeting, 1))
    ran = here(program, *FEW, "-k", "forms or order or full_grids")
    assert (ran.code, ran.errors) == (0, "")


def test_state_between_puzzles(here: Here) -> None:
    """A fault that depends on an earlier puzzle is shown with the earlier and the failing puzzle."""
    ran = here(here.compiled(solvers.STALE_C), *FEW, "-k", "order or images")
    assert (ran.code, ran.errors) == (1, "")
    assert RIGHT_ALONE in ran.output
    assert "puzzle 2 of 2: " in ran.output
    assert shown(ran.output).values.count(0) < 3


def test_crash(here: Here) -> None:
    """A crash is reported with its signal and the puzzle that causes it."""
    ran = here(here.compiled(solvers.CRASHING_C), *FEW, "-k", "any_number")
    assert (ran.code, ran.errors) == (1, "")
    assert "SIGSEGV" in ran.output
    puzzle = shown(ran.output)
    assert puzzle.values[80] == 3


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("python:",), "names no module"),
        (("engine:dlx", "-k", "nosuch"), "no property of engine:dlx matches 'nosuch'"),
        (("engine:dlx", "-k", "patterns and"), "'patterns and' is not an expression"),
        (("engine:dlx", "-k", "patterns", "--json", "nowhere/report.json"), "nowhere"),
        (("engine:dlx", "--known", "nowhere.txt"), "nowhere.txt"),
        (("engine:dlx", "--known", "known.txt"), "known.txt: line 2: no property is named 'patternz' (did you mean"),
        (("engine:dlx", "--puzzles=mine.txt"), "mine.txt:2:81: expected "),
        (
            ("engine:dlx", "--puzzles=good.txt", "-k=grids"),
            "needs the property your_puzzles, which -k 'grids' leaves out",
        ),
        (("exec:'unfinished",), "exec:"),
    ],
)
def test_usage(arguments: tuple[str, ...], said: str, here: Here) -> None:
    """A usage error names the wrong word on stderr, and nothing is judged."""
    here.write("known.txt", "patterns\npatternz\n")
    here.write("good.txt", ANSWER)
    here.write("mine.txt", f"{ANSWER}\n{ANSWER[:-1]}é\n")
    ran = here(*arguments)
    assert (ran.code, ran.output) == (2, "")
    assert said in ran.errors
    assert "Traceback" not in ran.errors


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("python:mine.py:nosuch",), "nosuch"),
        (("python:rows.py:solve", "--call=cells"), "solve raised TypeError"),
        (("exec:./solver", "--dialect", "t-grids"), "exec:./solver --dialect=t-grids received '3"),
    ],
)
def test_not_started(arguments: tuple[str, ...], said: str, here: Here) -> None:
    """A solver that answers no easy puzzle in the given form is reported with the nearest try; no property fails."""
    here.write("mine.py", solvers.RIGHT_PYTHON)
    here.write("rows.py", "def solve(rows): return [row[:] for row in rows]")
    here.compiled(solvers.RIGHT_C)
    ran = here(*arguments)
    assert (ran.code, ran.output) == (4, "")
    assert said in ran.errors
    assert "Traceback" not in ran.errors

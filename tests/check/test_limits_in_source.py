"""Numbers in the source of functions and programs, from the command line."""

import shutil

import pytest

from . import solvers
from .running import Here

pytestmark = pytest.mark.usefixtures("quick_panel")

NAME = "limits_in_source"
SOME = ("--examples=1", "--seed=1", "-k", NAME)

COUNTER = """\
from mine import solve as right

MOST = 1 << 7
asked = []


def solve(puzzle):
    asked.append(puzzle)
    return right(puzzle) if len(asked) <= MOST else None
"""

ANSWERS_IN_BYTES = solvers.RIGHT_C.replace("        solve();\n", "        if (++asked <= MOST) solve();\n").replace(
    "int main(void)\n{\n", "#define MOST 255 /* not 300 */\nint main(void)\n{\n    int asked = 0;\n"
)


@pytest.fixture
def right(here: Here) -> str:
    """The specification of a right function without a limit."""
    return f"python:{here.write('mine.py', solvers.RIGHT_PYTHON)}:solve"


def test_a_function_in_python(right: str, here: Here) -> None:
    """A function that answers 128 puzzles is wrong for the 129th; its module without numbers has no such property."""
    ran = here(f"python:{here.write('limited.py', COUNTER)}:solve", *SOME)
    assert (ran.code, "WRONG" in ran.lines[NAME]) == (1, True)
    assert "puzzle 129 of " in ran.output
    ran = here(right, *SOME)
    assert (ran.code, ran.errors) == (2, f"crosscover: no property of {right} matches '{NAME}'\n")


def test_a_right_function(right: str, here: Here) -> None:
    """A right function is asked everything around a number, and no facet is left."""
    source = here.write("mine.c", "int limit = 100; // not 200")
    ran = here(right, f"--source={source}", *SOME)
    assert ran.code == 0
    assert "passed" in ran.lines[NAME]
    assert "not asked" not in ran.output


@pytest.mark.skipif(shutil.which("node") is None, reason="no node here, which runs JavaScript")
def test_a_function_in_javascript(here: Here) -> None:
    """A function in JavaScript that has room for 80 clues is wrong for a full grid."""
    limit = "const MOST = 80; // clues\n"
    limited = solvers.RIGHT_JAVASCRIPT.replace(
        "  const board", "  if (puzzle.replaceAll('.', '').length > MOST) return null;\n  const board"
    )
    ran = here(f"js:./{here.write('mine.mjs', limit + limited)}:solve", *SOME)
    assert (ran.code, "WRONG" in ran.lines[NAME]) == (1, True)


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler here")
def test_a_program(here: Here) -> None:
    """A program has the property if its source is named."""
    program = here.compiled(ANSWERS_IN_BYTES)
    assert here(program, *SOME).code == 2
    ran = here(program, "--source=solver.c", *SOME)
    assert (ran.code, "WRONG" in ran.lines[NAME]) == (1, True)
    assert "puzzle 256 of " in ran.output


@pytest.mark.parametrize(
    ("subject", "source", "message"),
    [
        ("exec:cat", "missing.c", "source: cannot read missing.c: No such file or directory"),
        ("engine:dlx", "missing.c", "source: only for exec: and python: and js: solvers, not engine:dlx"),
    ],
)
def test_wrong_usage(subject: str, source: str, message: str, here: Here) -> None:
    """A source that cannot be read, or does not apply, is a usage error."""
    ran = here(subject, f"--source={source}")
    assert (ran.code, ran.errors) == (2, f"crosscover: {message}\n")

"""The file of each small solver suffices to find its form."""

import shutil
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from crosscover.cli import main
from crosscover.errors import ExitCode, NotStartedError
from crosscover.options import Call, option_words, solver_options
from crosscover.result import CheckResult, decode
from crosscover.subjects import find as finding
from crosscover.subjects.find import find

from .solvers.table import SOLVERS, Small

FOLDER = Path(__file__).with_name("solvers")

FAST = (
    "text_dots.py",
    "leetcode.py",
    "class_attribute.py",
    "list_of_empties.py",
    "objects_around.py",
    "default_export.mjs",
    "solve.awk",
    "global.c",
    "solution.py",
    "backtracking.py",
)
"""Solvers of different kinds that are tested by default; `-m slow` tests the rest."""

JUDGED = (
    "rows_in_place_none.py",
    "class_set_board.py",
    "constructor_wrong.py",
    "objects_around.py",
    "global_row_column.py",
    "prompts.py",
    "no_boxes.cpp",
    "global.c",
    "solution.py",
    "propagation_only.py",
    "contradiction.py",
    "Diagonal.java",
)
"""Right and wrong solvers that are also judged."""


@pytest.fixture(autouse=True)
def _copies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Copy the solvers and run them there, because they may write files."""
    shutil.copytree(FOLDER, tmp_path / "solvers")
    monkeypatch.chdir(tmp_path / "solvers")


def named(small: Small, names: tuple[str, ...]) -> bool:
    """Whether a solver has one of these file names."""
    return small.file.rpartition("/")[2] in names


def skip_without_tools(small: Small) -> None:
    """Skip the test of a solver that cannot run here."""
    if any(shutil.which(program) is None for program in small.needs):
        pytest.skip(f"{' and '.join(small.needs)} missing")


@pytest.mark.parametrize(
    "small",
    [pytest.param(small, id=small.file, marks=[] if named(small, FAST) else [pytest.mark.slow]) for small in SOLVERS],
)
def test_the_form_is_found(small: Small, monkeypatch: pytest.MonkeyPatch) -> None:
    """A solver's form is found; a solver that answers no easy puzzle in any form is reported as not started."""
    skip_without_tools(small)
    if not small.call:
        monkeypatch.setattr(finding, "SECONDS", 2.0)
        with pytest.raises(NotStartedError, match=r"answers no easy puzzle|cannot load|defines no function") as raised:
            find(small.file, solver_options(small.file, {}))
        assert raised.value.code is ExitCode.NOT_STARTED
        return
    monkeypatch.setattr(finding, "SECONDS", 100.0)
    found = find(small.file, solver_options(small.file, {}))
    words = " ".join([found.spec.replace(sys.executable, "python3"), *option_words(found.options.given())])
    assert words == small.call


def test_explicit_options_are_kept() -> None:
    """Options that the user has set are kept."""
    found = find("python/rows_returned.py", solver_options("python/rows_returned.py", {"call": "rows"}))
    assert found.options.call is Call.ROWS


def test_an_explicit_form_is_trusted() -> None:
    """An answer in the form that the user has given is judged, although the solver takes another form."""
    spec = "python/rows_returned.py:solve_sudoku"
    assert find(spec, solver_options(spec, {"call": "board"})).options.call is Call.BOARD


@pytest.mark.slow
@pytest.mark.parametrize("small", [small for small in SOLVERS if named(small, JUDGED)], ids=lambda small: small.file)
def test_the_found_form_is_judged(small: Small) -> None:
    """The rules confirm a wrong answer; an unsuitable form is never reported as an error."""
    skip_without_tools(small)
    few = ("--rounds=1", "--seed=1", "--max-slowdown=0", "-x", "-k", "ordinary or full_grids or order or deep_search")
    code = main(["check", small.file, *few, "--json=report.json"])
    assert code in ((ExitCode.WRONG,) if small.is_wrong else (ExitCode.GOOD, ExitCode.NOT_DECIDED))
    result: CheckResult = decode(Path("report.json").read_text())
    assert all(one.certified for one in result.failures)
    assert bool(result.failures) == small.is_wrong


@pytest.mark.parametrize(
    ("file", "seed"),
    [("diagonal/one_diagonal.py", 1), pytest.param("diagonal/off_by_one.c", 2, marks=pytest.mark.slow)],
)
def test_wrong_diagonals(file: str, seed: int) -> None:
    """A solver that is wrong about a diagonal is never found as a right one; with the variant given, it is judged."""
    skip_without_tools(Small(file))
    with suppress(NotStartedError):
        assert not find(file, solver_options(file, {}), seed=seed).options.variant
    found = find(file, solver_options(file, {"variant": "x", "call": "rows"}))
    assert option_words(found.options.given()) == ["--call=rows", "--variant=x"]


@pytest.mark.parametrize(
    "named",
    [
        "python/class_set_board.py:SudokuGame",
        pytest.param("javascript/class_with_board.mjs:Sudoku", marks=pytest.mark.slow),
    ],
)
def test_a_class_is_named(named: str) -> None:
    """The name of a class finds its method that solves, as the file alone does."""
    file = named.partition(":")[0]
    skip_without_tools(Small(file))
    assert find(named, solver_options(named, {})) == find(file, solver_options(file, {}))


@pytest.mark.slow
def test_a_given_shape_is_kept() -> None:
    """If the shape is given, a solver of diagonal Sudoku is not found."""
    file = "diagonal/solution.py"
    with pytest.raises(NotStartedError, match="if it solves diagonal Sudoku, add --variant=x"):
        find(file, solver_options(file, {"shape": "3x3"}))


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_a_plain_solver_stays_one(tmp_path: Path, seed: int) -> None:
    """A solver that refuses puzzles with more than 50 empty cells is judged as a solver of plain Sudoku."""
    copy = tmp_path / "solvers" / "python" / "often_wrong.py"
    text = (FOLDER / "python" / "text_dots.py").read_text()
    copy.write_text(f"{text}\n\nright = solve\n\n\ndef solve(diag):\n    return diag.count('.') < 51 and right(diag)\n")
    assert find(str(copy), solver_options(str(copy), {}), seed=seed).options.variant is None


def test_a_hint_at_the_variant() -> None:
    """The complaint about a solver that names diagonals shows the option."""
    with pytest.raises(NotStartedError, match="; if it solves diagonal Sudoku, add --variant=x"):
        find("diagonal/off_by_one.c", solver_options("diagonal/off_by_one.c", {}))


def slow_copy(folder: Path, file: str, line: str, delay: str) -> str:
    """Copy a solver with a delay before a line, beside the modules that it imports; return the path."""
    copy = folder / "solvers" / "python" / "slow.py"
    copy.write_text((FOLDER / "python" / file).read_text().replace(line, delay + line, 1))
    return str(copy)


def test_a_slow_solver_is_found(tmp_path: Path) -> None:
    """Each try of a short search gets a second, even the last one."""
    slow = slow_copy(tmp_path, "rows_returned.py", "    attempt =", "    import time; time.sleep(0.5)\n")
    found = find(slow, solver_options(slow, {}), seconds=0.1)
    assert found.options.call is Call.ROWS


def test_a_solver_that_hangs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The complaint shows the output and the line at which the solver hangs, but no calls of crosscover."""
    hanging = tmp_path / "hanging.py"
    hanging.write_text("import time\ndef solve(puzzle):\n    print('searching', flush=True)\n    time.sleep(60)\n")
    monkeypatch.setattr(finding, "FIRST_SECONDS", 1.0)
    shown = r"; [1-9] forms? tried\..*; it was at hanging.py:4 in solve; its output ends with 'searching'"
    with pytest.raises(NotStartedError, match=shown) as raised:
        find(str(hanging), solver_options(str(hanging), {}), seconds=0.1)
    assert "worker.py" not in str(raised.value)


@pytest.mark.slow
def test_time_is_left_for_slow_tries(tmp_path: Path) -> None:
    """Tries that time out leave time to repeat the first of them."""
    slow = slow_copy(tmp_path, "text_dots.py", "    rows =", "    import time; time.sleep(1.05)\n")
    assert find(slow, solver_options(slow, {}), seconds=30).options.call is Call.TEXT


def test_a_slow_solver_in_a_given_form(tmp_path: Path) -> None:
    """In a form that the user gives with a time limit, a solver has more than a second for the first puzzle."""
    slow = slow_copy(tmp_path, "text_dots.py", "    rows =", "    import time; time.sleep(4)\n")
    given = solver_options(slow, {"call": "text", "time_limit": 60.0})
    assert find(slow, given, seconds=60).options.call is Call.TEXT


def test_a_slow_import(tmp_path: Path) -> None:
    """Loading may take the time limit, even if a try may not."""
    slow = slow_copy(tmp_path, "rows_returned.py", "from copy", "import time; time.sleep(1.2)\n")
    spec = f"python:{slow}:solve_sudoku"
    found = find(spec, solver_options(spec, {"time_limit": 60.0}), seconds=8)
    assert found.options.call is Call.ROWS

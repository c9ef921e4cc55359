"""Running and judging of solvers in the gallery, and storing of results."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from gallery.__main__ import not_judged
from gallery.entries import HERE, Entry, load
from gallery.install import InstallError, ask_command, install
from gallery.judging import Judge, independently, run, subject
from gallery.results import Results, merge
from gallery.results import load as load_results

ENTRIES = load()
STUB = """
def solve(puzzle):
    print("a message of the package")
    return None if puzzle.startswith("11") else puzzle.replace(".", "7")
"""


def stub(place: Path, text: str) -> Entry:
    """An installed entry whose adapter is this text."""
    entry = replace(ENTRIES["pypi:dlx"], options=(), may_give_up=False)
    install_helpers = Path(__file__).parents[2] / "gallery" / "adapters" / "ask.py"
    (place / "ask.py").write_text(install_helpers.read_text())
    (place / "adapter.py").write_text(text)
    return entry


def test_an_adapter_answers_line_by_line(tmp_path: Path) -> None:
    """Each puzzle is answered with a solution or `none`; output of the package is kept out of the answers."""
    command = ask_command(stub(tmp_path, STUB), tmp_path, "proper")
    done = subprocess.run(command, input="11..\n12..\n", capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.splitlines() == ["none", "1277"]
    assert "a message of the package" in done.stderr


def test_the_contract_count_uses_the_function_count() -> None:
    """Under the contract `count` the adapter's function `count` is called, in either language."""
    place = Path("/place")
    assert subject(ENTRIES["npm:dlxlib"], place, "count")[0] == "js:/place/adapter.mjs:count"
    assert subject(ENTRIES["pypi:dlx"], place, "any")[0] == "python:/place/adapter.py:solve"


def test_a_file_is_judged_unchanged_and_asked_by_its_adapter() -> None:
    """The file of a course project is judged as it is; its adapter answers line by line."""
    entry = ENTRIES["git:KTala9/AIND-Sudoku"]
    place = Path("/place")
    words = ["/place/source/solution.py", "--python", sys.executable, "--variant", "x"]
    assert subject(entry, place, "any") == words
    assert ask_command(entry, place, "any") == [sys.executable, "/place/ask.py", "solve"]


def test_a_file_without_an_adapter_is_judged_but_not_confirmed(tmp_path: Path) -> None:
    """A file in JavaScript is judged as it is; without an adapter no command can confirm its errors."""
    entry = replace(ENTRIES["git:KTala9/AIND-Sudoku"], adapter="", file="solver.js", variant="")
    assert subject(entry, Path("/place"), "proper") == ["/place/source/solver.js"]
    case = {"command": ask_command(entry, Path("/place"), "proper")}
    assert independently(case, tmp_path) == {"confirmed": False, "reason": "the entry has no adapter"}


def test_an_interrupted_run_continues() -> None:
    """Entries are judged if a result for their version and each of their contracts is missing."""
    dlx, sudoku = ENTRIES["pypi:dlx"], ENTRIES["npm:sudoku"]
    entries = {entry.id: entry for entry in (dlx, sudoku)}
    results: Results = {
        dlx.id: {"version": dlx.version, "contracts": {"any": {}}},
        sudoku.id: {"version": sudoku.version, "contracts": {"proper": {}}},
    }
    assert not_judged(entries, results) == [dlx.id]
    results[sudoku.id]["version"] = "0"
    assert not_judged(entries, results) == [dlx.id, sudoku.id]


def test_results_are_merged_and_those_of_other_versions_dropped(tmp_path: Path) -> None:
    """Results of another contract are added; those of another version are replaced."""
    path = tmp_path / "results.json"
    merge(path, "npm:a", "1", "proper", {"verdict": "no errors found"})
    merge(path, "npm:a", "1", "count", {"verdict": "timed out"})
    assert set(load_results(path)["npm:a"]["contracts"]) == {"proper", "count"}
    merge(path, "npm:a", "2", "any", {"verdict": "timed out"})
    assert load_results(path) == {"npm:a": {"version": "2", "contracts": {"any": {"verdict": "timed out"}}}}


def test_results_of_two_processes_are_all_kept(tmp_path: Path) -> None:
    """Processes that add results at the same time lose none."""
    path = tmp_path / "results.json"
    code = "import sys; from pathlib import Path; from gallery.results import merge\n"
    code += "for number in range(40): merge(Path(sys.argv[1]), f'{sys.argv[2]}:{number}', '1', 'any', {})"
    processes = [subprocess.Popen([sys.executable, "-c", code, str(path), name]) for name in ("npm", "pypi")]
    assert [process.wait(60) for process in processes] == [0, 0]
    assert len(load_results(path)) == 80


def test_a_missing_program_is_an_error_with_a_message(tmp_path: Path) -> None:
    """If an interpreter or a program that a solver needs is missing, the message names it."""
    with pytest.raises(InstallError, match=r"needs Python 9\.9"):
        install(replace(ENTRIES["pypi:rustoku"], python="9.9"), tmp_path)
    with pytest.raises(InstallError, match="needs no-such-program on PATH"):
        install(replace(ENTRIES["pypi:dlx"], needs=("no-such-program",)), tmp_path)


def test_a_solver_from_a_repository_is_installed_at_its_commit(tmp_path: Path) -> None:
    """Only the files of an entry are checked out, at its commit and not a later one."""
    repository = tmp_path / "repository"
    repository.mkdir()

    def git(*words: str) -> str:
        identity = ("-c", "user.name=A", "-c", "user.email=a@example.org")
        return subprocess.run(
            ["git", *identity, *words], cwd=repository, capture_output=True, text=True, check=True
        ).stdout.strip()

    git("init", "--quiet")
    for text in ("old", "new"):
        (repository / "solver.py").write_text(text)
        (repository / "other.py").write_text("")
        git("add", ".")
        git("commit", "--quiet", "--message", text)
    git("config", "uploadpack.allowAnySHA1InWant", "true")
    entry = replace(
        ENTRIES["git:norvig/pytudes"],
        version=git("rev-parse", "HEAD~1"),
        repository=str(repository),
        files=("solver.py",),
    )
    source = install(entry, tmp_path) / "source"
    assert (source / "solver.py").read_text() == "old"
    assert not (source / "other.py").exists()


def test_an_unknown_name_is_an_error_of_usage() -> None:
    """An unknown entry gives exit code 2 and a message."""
    command = [sys.executable, "-m", "gallery", "npm:nothing"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 2
    assert "unknown solver 'npm:nothing'; see --list" in done.stderr


@pytest.mark.parametrize(
    ("values", "answer"), [("grid[:80] + '2'", "1" * 80 + "2"), ("grid[:80] + '?'", "1" * 80 + "."), ("''", "none")]
)
def test_a_dict_of_boxes_is_written_as_cells(tmp_path: Path, values: str, answer: str) -> None:
    """The boxes A1 to I9 are written in rows, with a dot for a box of several digits, and nothing is `none`."""
    source = tmp_path / "source"
    source.mkdir()
    code = f"names = [row + column for row in 'ABCDEFGHI' for column in '123456789']\ngrid = '{'1' * 81}'\n"
    code += f"def solve(puzzle): return {{n: v.replace('?', '12') for n, v in zip(names, {values})}}\n"
    (source / "solution.py").write_text(code)
    for file in ("ask.py", "board.py", "source.py", "git/aind.py"):
        target = "adapter.py" if file.startswith("git") else file
        (tmp_path / target).write_text((HERE / "adapters" / file).read_text())
    command = ask_command(ENTRIES["git:KTala9/AIND-Sudoku"], tmp_path, "any")
    done = subprocess.run(command, input="1\n", capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.split() == [answer]


@pytest.mark.slow
def test_a_wrong_solver_is_reported_and_confirmed(tmp_path: Path) -> None:
    """A solver that fills in sevens is wrong for the smallest puzzle, confirmed in both ways."""
    result = Judge("30s", 10).judge(stub(tmp_path, STUB), tmp_path, "proper")
    assert result["verdict"] == "wrong"
    assert result["confirmation"]["confirmed"]
    assert result["confirmation"]["replays"] == 2
    assert len(result["puzzle"]) == 81


SOLVES = """
def solve(puzzle):
    if puzzle.count(".") > {most}:
        return None
    if "." not in puzzle:
        return puzzle
    cell = puzzle.index(".")
    row, column = divmod(cell, 9)
    seen = {{puzzle[other] for other in range(81) if other // 9 == row or other % 9 == column
            or (other // 27, other % 9 // 3) == (row // 3, column // 3)}}
    tries = (solve(puzzle[:cell] + digit + puzzle[cell + 1:]) for digit in "123456789" if digit not in seen)
    return next(filter(None, tries), None)
"""

SOLVES_FOUR_TIMES = """
calls = 0

def solve(puzzle):
    global calls
    calls += 1
    return search(puzzle) if calls < 5 else None
"""


@pytest.mark.release
def test_a_solver_that_may_give_up(tmp_path: Path) -> None:
    """A solver that refuses puzzles with more than 52 empty cells is wrong, unless its entry allows giving up."""
    entry = stub(tmp_path, SOLVES.format(most=52))
    judge = Judge("10s", 10)
    assert judge.judge(entry, tmp_path, "proper")["verdict"] == "wrong"
    assert judge.judge(replace(entry, may_give_up=True), tmp_path, "proper")["verdict"] == "gives up"


@pytest.mark.release
def test_a_solver_that_gives_up_in_company_only_is_wrong(tmp_path: Path) -> None:
    """A refusal that depends on the puzzles before it is an error, even if the solver may give up."""
    text = SOLVES.format(most=81).replace("solve(", "search(") + SOLVES_FOUR_TIMES
    entry = replace(stub(tmp_path, text), may_give_up=True)
    assert Judge("10s", 10).judge(entry, tmp_path, "proper")["verdict"] == "wrong"


@pytest.mark.slow
def test_a_check_that_cannot_start_says_why(tmp_path: Path) -> None:
    """A solver that cannot be loaded is not started, and the message says why."""
    result = Judge("10s", 10).judge(stub(tmp_path, "import nothing_of_this_name\n"), tmp_path, "proper")
    assert result["verdict"] == "not started"
    assert "nothing_of_this_name" in result["reason"]


def test_a_check_uses_the_build_of_this_interpreter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A command gets the search path of its caller, so that it finds the same build of the engines."""
    monkeypatch.setenv("PYTHONPATH", "/caller")
    show_path = "import os; print(os.environ['PYTHONPATH'])"
    assert run([sys.executable, "-c", show_path], tmp_path, 60) == (0, "/caller\n")

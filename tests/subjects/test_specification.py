"""What a path or a command on the command line may mean."""

import sys
from pathlib import Path

import pytest

from crosscover.cli import main
from crosscover.errors import UsageError
from crosscover.subjects.specification import files_of, meanings, typescript

FILES = {
    "solver.py": 0o644,
    "solver.js": 0o644,
    "solver.c": 0o644,
    "solve.pl": 0o644,
    "Solve.class": 0o644,
    "program": 0o755,
}


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, mode in FILES.items():
        Path(name).touch()
        Path(name).chmod(mode)
    Path("notes").touch()
    Path("fixed.cpp").write_text("int main() { getchar(); /* scanf */ }")
    Path("Sudoku.java").write_text("class Sudoku { }")
    Path("solver.c").write_text("int main(void) { return getchar() + scanf(0); }")


@pytest.mark.parametrize(
    ("what", "expected"),
    [
        ("exec:anything at all", ["exec:anything at all"]),
        ("solver.py", ["python:solver.py", "exec:PYTHON solver.py"]),
        ("solver.py:solve", ["python:solver.py:solve"]),
        ("package.module:solve", ["python:package.module:solve"]),
        ("solver.js", ["js:./solver.js", "exec:node solver.js"]),
        ("./solver.js:solve", ["js:./solver.js:solve"]),
        ("solver.c", ["exec:./solver.c"]),
        ("solver.c:solve", ["c:solver.c:solve"]),
        ("fixed.cpp", ["cpp:fixed.cpp", "exec:./fixed.cpp"]),
        ("Sudoku.java", ["java:Sudoku.java"]),
        ("solver.c --fast", ["exec:./solver.c --fast"]),
        ("solve.pl", ["exec:perl solve.pl"]),
        ("Solve.class", ["exec:java -cp . Solve"]),
        ("program", ["exec:./program"]),
        ("./program -v", ["exec:./program -v"]),
        ("sh solver.js", ["exec:sh solver.js"]),
        ("dlx", ["engine:dlx"]),
    ],
)
def test_meanings(what: str, expected: list[str]) -> None:
    """The suffix of a file, and the input that a source reads, decide whether it is a function or a program."""
    assert [one.replace(sys.executable, "PYTHON").replace("python3", "PYTHON") for one in meanings(what)] == expected


@pytest.mark.parametrize(
    ("code", "folder", "expected"),
    [
        ("from .board import Board", ".", "python3 -m sudoku"),
        ("import sudoku.board", "..", "env PYTHONPATH=.. python3 -m sudoku"),
        ("import sys", ".", "python3 sudoku/__main__.py"),
    ],
)
def test_packages(code: str, folder: str, expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that imports from its package runs as a module."""
    Path("sudoku").mkdir()
    Path("sudoku/board.py").touch()
    main_file = Path("sudoku/__main__.py")
    main_file.write_text(code)
    monkeypatch.chdir("sudoku" if folder == ".." else ".")
    name = "__main__.py" if folder == ".." else str(main_file)
    assert meanings(name)[1].replace(sys.executable, "python3") == f"exec:{expected}"


def test_a_folder_named_like_a_library() -> None:
    """A file that imports a library, in a folder of this name, runs as a script."""
    Path("math").mkdir()
    Path("math/program.py").write_text("import math\nfrom math import sqrt")
    assert meanings("math/program.py")[1].endswith(f"{Path(sys.executable).name} math/program.py")


NEEDS = "TypeScript needs node 22.6 or later; this is v20.20.2"


@pytest.mark.parametrize(
    ("programs", "expected"),
    [
        ({"node": "echo v20.20.2"}, NEEDS),
        ({"node": "echo v20.20.2", "deno": "", "tsx": ""}, "exec:tsx solver.ts"),
        ({"tsx": "", "bun": ""}, "exec:bun solver.ts"),
        ({"deno": ""}, "exec:deno run -A --unstable-sloppy-imports solver.ts"),
        ({"node": "echo v22.6.0", "tsx": ""}, "exec:node --no-warnings --experimental-strip-types solver.ts"),
        ({"node": "echo v24.1.0"}, "exec:node --no-warnings --experimental-transform-types solver.ts"),
        ({}, "TypeScript needs node 22.6 or later; node is not on PATH"),
    ],
)
def test_typescript(programs: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """TypeScript runs in a recent Node, or else in another runtime."""
    Path("solver.ts").touch()
    for name, line in programs.items():
        Path("bin", name).parent.mkdir(exist_ok=True)
        Path("bin", name).write_text(f"#!/bin/sh\n{line}\n")
        Path("bin", name).chmod(0o755)
    monkeypatch.setenv("PATH", str(Path("bin").resolve()))
    typescript.cache_clear()
    try:
        found = meanings("solver.ts")[-1]
    except UsageError as error:
        found = str(error)
    typescript.cache_clear()
    assert found.startswith(expected)


@pytest.mark.parametrize(
    ("what", "advice"),
    [
        ("slover.py", "there is no file slover.py (did you mean solver.py?)"),
        ("../none/solver.py:solve", "there is no file ../none/solver.py"),
        ("pyhton:mine.py:solve", "expected a file, a command, or one of"),
        ("notes", "'notes' names no solver: expected a file, a command"),
        ("nothing", "expected a file, a command, or one of"),
        ("", "the command of the solver is empty: expected a command such as ./a.out"),
        ("'", "cannot be split into words"),
        ("a\0b", "expected a file"),
    ],
)
def test_names_of_nothing(what: str, advice: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A specification that names nothing is refused with the most similar file or the prefixes."""
    with pytest.raises(UsageError) as raised:
        meanings(what)
    assert advice in str(raised.value)
    assert main(["check", what]) == 2
    assert advice.partition("\0")[0] in capsys.readouterr().err


def test_files() -> None:
    """The files of a specification are the existing files that it names."""
    assert files_of("python:solver.py:solve(puzzle)[1:]") == [Path("solver.py")]
    assert files_of("exec:./program solver.c none.c") == [Path("program"), Path("solver.c")]

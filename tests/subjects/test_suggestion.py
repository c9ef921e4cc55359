"""Suggestions for solvers that are given without their kind."""

from pathlib import Path

import pytest

from crosscover.cli import main
from crosscover.subjects.runtimes import JavaScriptFunction
from crosscover.subjects.specification import EXPECTED, files_of, suggest


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def write(name: str, text: str, *, mode: int = 0o644) -> None:
    """Write a file to the working directory."""
    Path(name).parent.mkdir(exist_ok=True)
    Path(name).write_text(text)
    Path(name).chmod(mode)


@pytest.mark.parametrize(
    ("word", "advice"),
    [
        ("solver.py:solve", "try python:solver.py:solve"),
        ("solver.py", "try python:solver.py"),
        ("slover.py", "there is no file slover.py (did you mean solver.py?)"),
        ("../none/solver.py:solve", "there is no file ../none/solver.py"),
        ("package.module:solve", "try python:package.module:solve"),
        ("solver.js", "try js:./solver.js"),
        ("lib/solver.mjs:solve", "try js:./lib/solver.mjs:solve"),
        ("./a.out", "try exec:./a.out"),
        ("program", "try exec:./program"),
        ("./program --fast", "try 'exec:./program --fast'"),
        ("sh solver.js", "try 'exec:sh solver.js'"),
        ("sh", "try exec:sh"),
        ("dlx", "try engine:dlx"),
        ("solver.c", "compile it, and try exec:COMMAND; `crosscover init --harness c` writes a program around it"),
        ("none.c", "there is no file none.c"),
        ("nothing", EXPECTED),
        (".", EXPECTED),
        ("", EXPECTED),
        ("'", EXPECTED),
        ("a\0b", EXPECTED),
        ("pyhton:mine.py:solve", "try python:mine.py:solve"),
        ("exce:./a.out -v", "try 'exec:./a.out -v'"),
    ],
)
def test_other_words(word: str, advice: str) -> None:
    """The suggestion depends on the file's ending, known engines and programs on the path."""
    write("program", "#!/bin/sh\n", mode=0o755)
    for name in ("solver.c", "solver.py", "solver.js", "lib/solver.mjs"):
        write(name, "")
    assert suggest(word) == f"{word!r} names no solver: {advice}"


def test_check_prints_the_suggestion(capsys: pytest.CaptureFixture[str]) -> None:
    """A check of a file without kind exits with code 2 and prints the right specification."""
    write("mine.py", "def solve(text): ...")
    assert main(["check", "mine.py"]) == 2
    assert capsys.readouterr().err == "crosscover: 'mine.py' names no solver: try python:mine.py\n"


@pytest.mark.parametrize("word", ["1" * 256, f"{'1' * 256}.py", "1 " * 200])
def test_a_word_too_long_for_a_file(word: str) -> None:
    """A puzzle of 256 cells in place of a solver names no file."""
    assert suggest(word).endswith(EXPECTED)


def test_a_long_package() -> None:
    """A name of a package may be too long for a file."""
    assert JavaScriptFunction.parse("1" * 300) == JavaScriptFunction("1" * 300, "", is_file=False)


def test_a_long_command() -> None:
    """A command may have words that are too long for the name of a file."""
    Path("solver.py").touch()
    assert files_of(f"exec:python3 solver.py '{'x = 1; ' * 80}'") == [Path("solver.py")]

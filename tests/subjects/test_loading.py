"""Files that cannot be loaded: the message states the reason, and what to do."""

import shutil
from pathlib import Path

import pytest

from crosscover.options import Options
from crosscover.responses import Answered
from crosscover.subjects.forms import forms_of
from crosscover.subjects.process_subject import process_subject
from crosscover.subjects.small_puzzles import EASY
from crosscover.subjects.specification import typescript

NODE = shutil.which("node")
NEEDS_NODE = pytest.mark.skipif(not NODE, reason="no node here, which runs JavaScript")
GUARD = "put this under `if __name__ == '__main__'`"
LOADING = "while it is loaded"
ENVIRONMENT = "--python PATH runs it in the environment where the module is installed"

REASONS = {
    # code of a file: the end of the message
    "import sys\nsys.stdin.read()": f"reads stdin {LOADING} at mine.py:2 in <module>; {GUARD}",
    "exit(3)": f"SystemExit: 3 at mine.py:1 in <module>; it exits {LOADING}; {GUARD}",
    "import sudokus": f"at mine.py:1 in <module>; {ENVIRONMENT}",
    "\nprint 'x'": "(mine.py, line 2); Python 3 cannot run Python 2",
    "def f():\n  while True: ...\nf()": f"it was at mine.py:2 in f; {GUARD}",
    "require('sudokus')": "Cannot find module 'sudokus' at mine.js:1; `npm install sudokus` installs it",
    "import '@a/sudokus'": "`npm install @a/sudokus` installs it",
    "await new Promise(() => {})": f"waits for input {LOADING}; move this into a function",
    "process.exit(3)": "process.exit(3) at mine.js:1; move this into a function",
    "for (;;) {}": " s; move this into a function",
}


@pytest.mark.parametrize("code", REASONS)
def test_reasons(tmp_path: Path, code: str) -> None:
    """The message names the line that prevents loading."""
    is_python = ".py" in REASONS[code]
    if not (is_python or NODE):
        pytest.skip("no node here")
    path = tmp_path / ("mine.py" if is_python else "mine.mjs" if "await" in code else "mine.js")
    path.write_text(code)
    subject = process_subject(f"{'python' if is_python else 'js'}:{path}:solve", Options(time_limit=1))
    failed = subject.load(1)
    subject.close()

    assert failed is not None
    assert failed.reason.endswith(REASONS[code])


def test_remark(tmp_path: Path) -> None:
    """The report mentions a statement that failed while a file was loaded."""
    path = tmp_path / "mine.py"
    path.write_text("def solve(p): return p\nexit(3)")
    subject = process_subject(f"python:{path}:solve", Options())
    failed = subject.load(1)
    subject.close()

    assert failed is None
    assert subject.remarks == [
        "mine.py was loaded without a statement that failed: SystemExit: 3 at mine.py:2 in <module>"
    ]


@pytest.mark.parametrize("imports", ["import numpy as np", ""])
def test_only_a_solver_that_imports_numpy_gets_arrays(tmp_path: Path, imports: str) -> None:
    """Importing NumPy for each try would take most of a search."""
    path = tmp_path / "mine.py"
    path.write_text(f"{imports}\ndef solve(board): ...\n")
    subject = process_subject(f"python:{path}", Options())
    subject.load(5)
    has_arrays = any("numpy" in form.name for form in forms_of(subject.solver))
    subject.close()

    assert has_arrays == bool(imports)


@NEEDS_NODE
def test_another_runtime_of_typescript(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """tsx, Bun or Deno runs the worker, if Node is too old for TypeScript; its answers arrive."""
    source = tmp_path / "mine.ts"
    source.touch()
    source.with_suffix(".mjs").write_text("console.log('hello'); export const solve = (p) => p.replace('.', '1');")
    programs = {"node": "echo v20.1.0", "tsx": f'exec {NODE} "$1" "$(echo "$2" | sed s/mine.ts/mine.mjs/)" "$3"'}
    for name, line in programs.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{line}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    typescript.cache_clear()
    subject = process_subject(f"js:{source}:solve", Options())
    transcript = subject.run([EASY])
    subject.close()
    typescript.cache_clear()

    assert isinstance(transcript.responses[0], Answered)
    assert transcript.errors == "hello\n"

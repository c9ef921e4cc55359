"""Tries what is installed beside the Python that runs this, from an empty folder: `python try_installed.py compiled`.

The one argument, `compiled` or `pure`, is the build that is expected. cibuildwheel runs this for each wheel that it has
built, so it needs the wheel alone, no pytest; on Windows it tries only the commands that work there.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

PUZZLE = ".2738..1..1...6735.......293.5692.8...........6.1745.364.......9518...7..8..6534."
ANSWER = "527389416819426735436751829375692184194538267268174593643217958951843672782965341"
FEW = ("-k", "number_of_clues", "--examples", "3", "--seed", "1")
WRONG_SOLVER = "def solve(text):\n    return '1' * 81\n"


def crosscover(*arguments: str, folder: Path, text: str = "", code: int = 0) -> str:
    """The standard output of a command that must end with this exit code."""
    command = [sys.executable, "-m", "crosscover", *arguments]
    ran = subprocess.run(command, cwd=folder, input=text, capture_output=True, text=True, timeout=300, check=False)
    assert ran.returncode == code, f"{arguments} gave {ran.returncode}:\n{ran.stdout}\n{ran.stderr}"
    return ran.stdout


def try_installed(build: str, folder: Path) -> None:
    """Solve, certify and verify a puzzle and, where solvers can be watched, check a right and a wrong one."""
    from crosscover.oracles.bitmask import is_compiled  # noqa: PLC0415 - the installed one, of which this is told late
    from crosscover.reference import dancing_links  # noqa: PLC0415 - likewise

    compiled = dancing_links().__module__ == "crosscover.reference._dancing"
    assert (compiled, is_compiled()) == (build == "compiled",) * 2, "this is the other build"
    for engine in ("dlx", "bitmask", "sat:cadical195", "cpsat"):
        assert crosscover("solve", "--engine", engine, folder=folder, text=f"{PUZZLE}\n").split() == [ANSWER], engine
    crosscover("certify", "-o", "certificate.jsonl", folder=folder, text=f"{PUZZLE}\n")
    assert "1 certificate verified" in crosscover("verify", "certificate.jsonl", folder=folder)
    if os.name == "posix":
        crosscover("check", *FEW, folder=folder)
        (folder / "wrong.py").write_text(WRONG_SOLVER, encoding="utf-8")
        crosscover("check", "python:wrong.py:solve", *FEW, folder=folder, code=1)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        try_installed(sys.argv[1], Path(temporary))

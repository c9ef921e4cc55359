"""glpk-utils: `glpsol` on the model sudoku.mod of GLPK's examples, with the clues as data."""

import os
import re
import subprocess
import tempfile
from pathlib import Path

_ROOT = Path(__file__).resolve().parent / "root"
_LIBRARIES = ":".join(map(str, sorted(_ROOT.glob("usr/lib/*-linux-gnu"))))
_MODEL = _ROOT / "usr/share/doc/glpk-utils/examples/sudoku.mod"


def solve(puzzle):
    """The grid that the model prints, or None if it prints none."""
    rows = [f"{row + 1} {' '.join(puzzle[row * 9 : row * 9 + 9])}" for row in range(9)]
    with tempfile.NamedTemporaryFile("w", suffix=".dat") as data:
        data.write("\n".join(["data;", "param givens : 1 2 3 4 5 6 7 8 9 :=", *rows, ";", "end;", ""]))
        data.flush()
        command = [str(_ROOT / "usr/bin/glpsol"), "--math", str(_MODEL), "--data", data.name]
        environment = {**os.environ, "LD_LIBRARY_PATH": _LIBRARIES}
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)  # noqa: S603
    if "NO PRIMAL FEASIBLE" in done.stdout or "NO INTEGER FEASIBLE" in done.stdout:
        return None
    drawn = [re.sub("[^0-9]", "", line) for line in done.stdout.splitlines() if line.startswith(" |")]
    return "".join(drawn) or None

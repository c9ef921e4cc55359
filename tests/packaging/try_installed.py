"""Tries what is installed beside the Python that runs this, from an empty folder: `python try_installed.py compiled`.

The one argument, `compiled` or `pure`, is the build that is expected. cibuildwheel runs this for each wheel that it has
built, so it needs only the wheel, not pytest; on Windows it tries only the commands that work there.
"""

import os
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

PUZZLE = ".2738..1..1...6735.......293.5692.8...........6.1745.364.......9518...7..8..6534."
ANSWER = "527389416819426735436751829375692184194538267268174593643217958951843672782965341"
FEW = ("-k", "number_of_clues", "--rounds", "1", "--seed", "1")
WRONG_SOLVER = "def solve(text):\n    return text.replace('.', '1')\n"


def run_command(*arguments: str, folder: Path, text: str = "", code: int = 0) -> str:
    """The standard output of a command that must end with this exit code."""
    command = [sys.executable, "-m", "crosscover", *arguments]
    ran = subprocess.run(command, cwd=folder, input=text, capture_output=True, text=True, timeout=300, check=False)
    assert ran.returncode == code, f"{arguments} gave {ran.returncode}:\n{ran.stdout}\n{ran.stderr}"
    return ran.stdout


def try_installed(build: str, folder: Path) -> None:
    """Solve, certify and verify a puzzle; where solvers can be watched, use what needs files of the package too.

    These are pages, the schema of ledgers and what `init` writes, and a right and a wrong solver are checked.
    """
    import crosscover as package  # noqa: PLC0415 - the installed one, which is looked for once there is this folder
    from crosscover.oracles import backtracking, bitmask  # noqa: PLC0415 - likewise
    from crosscover.reference import dancing_links  # noqa: PLC0415 - likewise
    from crosscover.reference.compiled import compiled_build  # noqa: PLC0415 - likewise

    root = Path(package.__file__).parent
    paths = [path.relative_to(root).with_name(f"_{path.stem}") for path in root.rglob("*.pxd")]
    sources = [".".join(("crosscover", *path.parts)) for path in paths]
    compiled = [name for name in sources if find_spec(name)]
    assert sources, "no source has types for a compiler"
    assert compiled == (sources if build == "compiled" else []), f"of {sources} these are compiled: {compiled}"
    is_search_compiled = compiled_build(backtracking, bitmask.TYPECODE) is not None
    in_use = (dancing_links().__module__ == "crosscover.reference._dancing", is_search_compiled)
    assert in_use == (build == "compiled",) * 2, "the compiled modules are not those of these sources"
    for engine in ("dlx", "bitmask", "sat:cadical195", "cpsat"):
        assert run_command("solve", "--engine", engine, folder=folder, text=f"{PUZZLE}\n").split() == [ANSWER], engine
    run_command("certify", "-o", "certificate.jsonl", folder=folder, text=f"{PUZZLE}\n")
    assert "1 certificate verified" in run_command("verify", "certificate.jsonl", folder=folder)
    if os.name == "posix":
        (folder / "puzzle.txt").write_text(f"{PUZZLE}\n", encoding="utf-8")
        run_command("check", *FEW, "--html", "check.html", folder=folder)
        run_command("compare", "engine:dlx", "engine:bitmask", *FEW, "--html", "compare.html", folder=folder)
        run_command("audit", "puzzle.txt", "--ledger", "audit.db", "--html", "audit.html", folder=folder)
        for page in ("check.html", "compare.html", "audit.html"):
            assert "<style>" in (folder / page).read_text(encoding="utf-8"), f"{page} has no style"
        run_command("init", "--force", folder=folder)
        (folder / "wrong.py").write_text(WRONG_SOLVER, encoding="utf-8")
        run_command("check", "python:wrong.py:solve", *FEW, folder=folder, code=1)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        try_installed(sys.argv[1], Path(temporary))

"""How a command starts: what garbage collection skips, and interrupts."""

import gc
import subprocess
import sys
from pathlib import Path

import pytest

from crosscover.cli import main
from tests.solve.commands import COMMAND, ENVIRONMENT

HOOK = """\
import os, signal, sys

left = int(os.environ["IMPORTS"])
begun = False
signal.signal(signal.SIGINT, signal.default_int_handler)

def interrupt(event, arguments):
    global begun, left
    if event == "import":
        begun = begun or arguments[0].startswith("crosscover.")
        left -= begun
        if left == 0 and begun:
            signal.raise_signal(signal.SIGINT)

sys.addaudithook(interrupt)
"""


@pytest.mark.parametrize("imports", [1, 3, 10, 30])
@pytest.mark.parametrize("command", ["--help", "solve", "check", "verify"])
def test_interrupt_while_modules_are_loaded(command: str, imports: int, tmp_path: Path) -> None:
    """An interrupt during any import of a crosscover module ends the process without a traceback."""
    (tmp_path / "sitecustomize.py").write_text(HOOK)
    environment = {**ENVIRONMENT, "IMPORTS": str(imports), "PYTHONPATH": f"{tmp_path}:{ENVIRONMENT['PYTHONPATH']}"}
    done = subprocess.run(
        [*COMMAND, command], env=environment, input="", capture_output=True, text=True, check=False, timeout=120
    )
    assert done.stderr.removeprefix("crosscover: interrupted\n") == ""
    assert done.returncode in (-2, 130)


def test_what_garbage_collection_skips(capsys: pytest.CaptureFixture[str]) -> None:
    """In a process of its own a command exempts imported objects from garbage collection; `main` changes nothing."""
    code = "import gc; from crosscover.__main__ import run; run(['dialects']); print(gc.get_freeze_count() > 10_000)"
    ran = subprocess.run([sys.executable, "-c", code], env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert ran.stdout.endswith("\nTrue\n")
    before = gc.get_freeze_count()
    assert main(["dialects"]) == 0
    assert capsys.readouterr().out
    assert gc.get_freeze_count() == before

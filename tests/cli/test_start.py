"""Interrupts while a command starts."""

import subprocess
from pathlib import Path

import pytest

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


@pytest.mark.parametrize("imports", [1, 2, 3, 5, 10, 20, 30])
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

"""The start of a command: imports and interrupts."""

import sys
from pathlib import Path

import pytest

from crosscover.cli.parser import COMMANDS
from tests.check.running import COMMAND, ENVIRONMENT, ROOT, run

HEAVY = ("hypothesis", "jinja2", "jsonschema", "numpy", "ortools", "pysat", "pytest", "rich")
"""Libraries that take most of the time of an import."""

LOADED = f"""\
import sys
from crosscover.cli import main
codes = [int(main(line.split())) for line in sys.argv[1:]]
sys.exit(f"{{codes}} {{sorted(set({HEAVY}) & sys.modules.keys())}}")
"""

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


def test_imports() -> None:
    """Versions, helps, the list of dialects and usage errors need no large library."""
    lines = {
        "--version": 0,
        "--help": 0,
        "dialects": 0,
        **{f"{command} --help": 0 for command in COMMANDS},
        "chek": 2,
        "check solver.py": 2,
        "check python:a.py:f --dialect grid": 2,
        "solve --dialect french": 2,
    }
    ran = run([sys.executable, "-c", LOADED, *lines], ROOT)
    assert ran.errors.splitlines()[-1] == f"{list(lines.values())} []"


@pytest.mark.parametrize("imports", [1, 10, 30])
def test_interrupt_while_modules_are_loaded(imports: int, tmp_path: Path) -> None:
    """An interrupt during any import of a crosscover module ends the process without a traceback."""
    (tmp_path / "sitecustomize.py").write_text(HOOK)
    environment = {**ENVIRONMENT, "IMPORTS": str(imports), "PYTHONPATH": f"{tmp_path}:{ENVIRONMENT['PYTHONPATH']}"}
    ran = run([*COMMAND, "check"], tmp_path, environment=environment)
    assert ran.errors.removeprefix("crosscover: interrupted\n") == ""
    assert ran.code in (-2, 130)

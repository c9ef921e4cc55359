"""docs/reference/facts.md is true: its commands run, and print what it shows."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/reference/facts.md").read_text(encoding="utf-8")
FILES = re.compile(r"`([\w.]+)`:\n\n```(?:text|python)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SESSION = re.compile(r"^```console\n\$ ([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LEFT_OUT = "..."


def test_the_examples_print_what_is_shown(tmp_path: Path) -> None:
    """Each line that is shown below a command is printed by it, in this order; `...` stands for further ones."""
    for name, text in FILES.findall(PAGE):
        (tmp_path / name).write_text(text)
    (tmp_path / "bin").mkdir()
    for name, command in (("crosscover", f"{sys.executable} -m crosscover"), ("python3", sys.executable)):
        (tmp_path / "bin" / name).write_text(f'#!/bin/sh\nexec {command} "$@"\n')
        (tmp_path / "bin" / name).chmod(0o755)
    path = f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"
    environment = os.environ | {"PATH": path, "PYTHONPATH": str(ROOT / "src")}
    sessions = SESSION.findall(PAGE)
    assert len(sessions) == 4
    for command, shown in sessions:
        done = subprocess.run(
            ["sh", "-c", command],
            cwd=tmp_path,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=120,
            check=False,
        )
        shown_lines, printed = shown.splitlines(), done.stdout.splitlines()
        if LEFT_OUT in shown_lines:
            shown_lines.remove(LEFT_OUT)
            printed = [line for line in printed if line in shown_lines]
        assert printed == shown_lines

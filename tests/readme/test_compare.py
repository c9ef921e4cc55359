"""docs/compare.md is true: its commands run, in order, and print what it shows."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from .test_readme import BLOCK, ROOT, steady

PAGE = (ROOT / "docs/compare.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_commands_print_what_is_shown(tmp_path: Path) -> None:
    """The commands of the page print what stands below them."""
    program = tmp_path / "bin" / "crosscover"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m crosscover "$@"\n')
    program.chmod(0o755)
    path = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
    environment = os.environ | {"PATH": path, "PYTHONPATH": str(ROOT / "src"), "COLUMNS": "120"}
    [source] = [block["text"] for block in BLOCK.finditer(PAGE) if block["kind"] == "python"]
    (tmp_path / "my_solver.py").write_text(source, encoding="utf-8")
    consoles = [block["text"] for block in BLOCK.finditer(PAGE) if block["kind"] == "console"]
    commands = [part for text in consoles for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]]
    assert len(commands) == 4
    for part in commands:
        command, _, shown = part.partition("\n")
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=tmp_path,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=300,
            check=False,
        )
        assert lines(shown) == lines(done.stdout)


def lines(text: str) -> list[str]:
    """The lines of a text without what varies from run to run."""
    return [re.sub(r"after \d+|ok \d+|─+", "#", line).strip() for line in steady(text).splitlines() if line.strip()]

"""The commands of docs/reference/collections.md and docs/reference/audit.md print what the pages show."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.solve.commands import ENVIRONMENT, ROOT

PAGES = [(ROOT / "docs/reference" / name).read_text(encoding="utf-8") for name in ("collections.md", "audit.md")]
SESSION = re.compile(r"^\$ (.*)\n((?:(?!\$ |```).*\n)*)", re.MULTILINE)
SECONDS = re.compile(r"\d+\.\d s\b")


def sessions() -> list[tuple[str, str]]:
    """Each command of the pages, and what they show below it."""
    return [session for page in PAGES for session in SESSION.findall(page)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that the pages show, and `crosscover` beside them."""
    place = tmp_path_factory.mktemp("page")
    for command, shown in sessions():
        if command.startswith("cat "):
            (place / command.removeprefix("cat ")).write_text(shown, encoding="utf-8")
    script = place / "bin" / "crosscover"
    script.parent.mkdir()
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m crosscover "$@"\n')
    script.chmod(0o755)
    return place


def test_the_commands_print_what_is_shown(folder: Path) -> None:
    """Each command prints what its page shows below it; in the order of the pages: some build on others."""
    for command, shown in sessions():
        if not command.startswith("cat "):
            done = subprocess.run(
                ["bash", "-c", command],
                cwd=folder,
                env=ENVIRONMENT | {"PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"},
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                timeout=60,
                check=False,
            )
            assert SECONDS.sub("# s", done.stdout) == SECONDS.sub("# s", shown), command

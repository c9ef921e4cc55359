"""README is true: its commands run and print what it shows, and what it links to is there."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^(?:`(?P<file>[\w.]+)`:\n\n)?```(?P<kind>\w+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
VARYING = (
    (re.compile(r"\d+\.\d+ s\b"), "# s"),
    (re.compile(r"^versions  .*$", re.MULTILINE), "versions  #"),
    (re.compile(r"\b[.1-9]{81}\b|[.1-9]{81}"), "#"),
    (re.compile(r"^\| .* \|$", re.MULTILINE), "| # |"),
    (re.compile(r"(?:row|column|box) \d has \d twice, at r\dc\d and r\dc\d|clue r\dc\d = \d became \d"), "# is wrong"),
    (re.compile(r"\b[0-9a-f]{10}\b"), "#"),
    (re.compile(r"\b\d+ puzzles\b"), "# puzzles"),
    (re.compile(r" +"), " "),
)
"""What differs from run to run, from machine to machine, and from one version of Hypothesis to the next: seconds,
versions, the puzzles that are drawn, and the width of what is aligned with them."""


def sessions() -> Iterator[tuple[str, str]]:
    """Each command that README shows with its output, and the output."""
    for block in BLOCK.finditer(README):
        if block["kind"] == "console":
            for part in re.split(r"^\$ ", block["text"], flags=re.MULTILINE)[1:]:
                command, _, output = part.partition("\n")
                yield command, output


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that README shows, and `crosscover` beside them."""
    place = tmp_path_factory.mktemp("readme")
    for block in BLOCK.finditer(README):
        if block["file"]:
            (place / block["file"]).write_text(block["text"], encoding="utf-8")
    command = place / "bin" / "crosscover"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m crosscover "$@"\n')
    command.chmod(0o755)
    return place


def steady(text: str) -> str:
    """A text without what varies."""
    for pattern, replacement in VARYING:
        text = pattern.sub(replacement, text)
    return text.strip()


@pytest.mark.parametrize(("command", "shown"), list(sessions()))
def test_a_command_prints_what_is_shown(command: str, shown: str, folder: Path) -> None:
    """A command of README prints what README shows below it."""
    path = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    environment = os.environ | {"PATH": path, "PYTHONPATH": str(ROOT / "src"), "COLUMNS": "120"}
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
        check=False,
    )
    assert steady(shown) == steady(done.stdout)


def test_there_are_two_commands_to_set_up() -> None:
    """README has one line for the main job and one for the tests, and both make their own environment."""
    lines = [line for block in BLOCK.finditer(README) if block["kind"] == "sh" for line in block["text"].splitlines()]
    assert [line.rpartition("/")[2].split()[0] for line in lines] == ["crosscover", "pytest"]
    assert all(line.startswith("python3 -m venv .venv && ") for line in lines)


def test_every_command_is_in_readme() -> None:
    """README mentions every command that there is."""
    from crosscover.cli import COMMANDS  # noqa: PLC0415 - nothing else here needs the package

    assert [name for name in COMMANDS if f"crosscover {name}" not in README and f"`{name}`" not in README] == []


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"])
def test_links_lead_somewhere(name: str) -> None:
    """Every file that a document links to is there."""
    targets = re.findall(r"\]\((?!https?:)([^)#]+)", (ROOT / name).read_text(encoding="utf-8"))
    assert targets
    assert [target for target in targets if not (ROOT / target).exists()] == []

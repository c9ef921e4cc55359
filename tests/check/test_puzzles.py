"""Checks with a file of puzzles."""

import json

import pytest

from .running import Here

EASY = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."
FULL = "527389416819426735436751829375692184194538267268174593643217958951843672782965341"
CLASH = f"55{'.' * 79}"
OWN = ("--examples=1", "--seed=1", "-k", "your_puzzles")


@pytest.mark.usefixtures("quick_panel")
def test_puzzles_of_a_file(here: Here) -> None:
    """The puzzles of a file are a separate property, and those outside the contract are counted."""
    file = here.write("mine.txt", f"{EASY}\n{CLASH}\n{FULL}\n")
    ran = here("engine:bitmask", "--contract=proper", "--puzzles", file, "--json=report.json", *OWN)
    assert ran.lines["your_puzzles"].startswith("passed ")
    remark = "mine.txt: all 3 puzzles reached; 1 left out, which the contract excludes or the panel cannot decide."
    assert remark in ran.output.splitlines()
    assert json.loads((here.directory / "report.json").read_text())["footer"]["remarks"] == [remark]
    assert ran.code == 0


@pytest.mark.usefixtures("quick_panel")
def test_a_wrong_answer_is_shrunk_saved_and_named(here: Here) -> None:
    """A puzzle of the file with a wrong answer is reported with its line, and saved like any other failure."""
    file = here.write("mine.txt", f"{FULL}\n{EASY}\n")
    spec = here.write("wrong.py", "def solve(text):\n    return text.replace('.', '5')\n")
    ran = here(f"python:{spec}:solve", "--puzzles", file, *OWN)
    assert ran.code == 1
    assert "the first failure is in line 2" in ran.output
    assert "crosscover replay" in ran.output
    assert len(list((here.directory / ".crosscover").glob("*/failure.json"))) == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [(f"{EASY}\n{EASY[:-1]}é\n", "mine.txt:2:81: expected "), ("", "mine.txt:1:1: expected a puzzle")],
)
def test_a_malformed_file(here: Here, text: str, message: str) -> None:
    """A malformed file is refused before anything starts, with line and column."""
    ran = here("engine:bitmask", "--puzzles", here.write("mine.txt", text), *OWN)
    assert (ran.code, ran.output) == (2, "")
    assert message in ran.errors

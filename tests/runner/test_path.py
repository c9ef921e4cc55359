"""The path of a puzzle in ARCHITECTURE.md is the one that a run takes."""

import re
import sys
from contextlib import closing
from io import StringIO
from pathlib import Path
from types import FrameType

import pytest

from crosscover.harness.budget import Budget
from crosscover.harness.session import SubjectSession, verdicts_for
from crosscover.options import Options
from crosscover.properties import all_properties
from crosscover.report.terminal import TerminalWriter
from crosscover.runner.run import Run
from crosscover.subjects.specification import subject

ROOT = Path(__file__).parents[2]
SPEC = "python:mine.py:solve"

SOLVER = """
def solve(puzzle):
    cell = puzzle.find(".")
    if cell < 0:
        return puzzle
    row, column = divmod(cell, 9)
    box = row // 3 * 27 + column // 3 * 3
    peers = puzzle[row * 9 : row * 9 + 9] + puzzle[column::9]
    peers += "".join(puzzle[box + 9 * line : box + 9 * line + 3] for line in range(3))
    for digit in "123456789":
        if digit not in peers and (found := solve(puzzle[:cell] + digit + puzzle[cell + 1 :])):
            return found
    return None
"""


def test_a_run_takes_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run calls the listed functions in their order, and there are at most 40."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    listed: list[tuple[str, str]] = re.findall(r"^\d+\. `(\S+)` `(\S+)`$", text, re.MULTILINE)
    assert 30 < len(listed) <= 40
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(SOLVER, encoding="utf-8")
    path = list(listed)

    def follow(frame: FrameType, event: str, _argument: object) -> None:
        code = frame.f_code
        if path and event == "call" and path[0][1] == code.co_qualname and code.co_filename.endswith(path[0][0]):
            path.pop(0)

    [judged] = [one for one in all_properties() if one.name == "full_grids"]
    with closing(SubjectSession(subject(SPEC, Options()), verdicts_for(SPEC))) as session:
        run = Run(session, [judged], Budget(examples=2, rounds=1), listeners=[TerminalWriter(StringIO())])
        sys.setprofile(follow)
        try:
            run.run()
        finally:
            sys.setprofile(None)
    assert path == []

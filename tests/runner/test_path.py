"""The path of a puzzle in ARCHITECTURE.md is the one that a run takes."""

import re
import sys
from contextlib import closing
from io import StringIO
from pathlib import Path
from types import FrameType

import pytest

from crosscover.harness.budget import Budget
from crosscover.harness.property import Property
from crosscover.harness.session import SubjectSession
from crosscover.options import Options
from crosscover.properties import all_properties
from crosscover.properties.strategies.masking import proper, solved_grid
from crosscover.report.terminal import TerminalWriter
from crosscover.runner.run import Run
from crosscover.subjects.process_subject import subject
from tests.harness.fakes import verdicts

ROOT = Path(__file__).parents[2]


def test_a_run_takes_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run calls the listed functions in their order, and there are at most 40."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    listed: list[tuple[str, str]] = re.findall(r"^\d+\. `(\S+)` `(\S+)`$", text, re.MULTILINE)
    assert 30 < len(listed) <= 40
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text("def solve(puzzle): return '1' * 81", encoding="utf-8")
    path = list(listed)
    for cached in (solved_grid, proper):  # another test may have drawn the same grids
        cached.cache_clear()

    def follow(frame: FrameType, event: str, _argument: object) -> None:
        code = frame.f_code
        if path and event == "call" and path[0][1] == code.co_qualname and code.co_filename.endswith(path[0][0]):
            path.pop(0)

    [prop] = [prop for prop in all_properties() if prop.name == "full_grids"]
    prop = Property(prop.name, prop.statement, prop.test)  # without a covering list
    with closing(SubjectSession(subject("python:mine.py:solve", Options()), verdicts())) as session:
        run = Run(session, [prop], Budget(3, seed=4321, rounds=1), listeners=[TerminalWriter(StringIO())])
        sys.setprofile(follow)
        try:
            run.run()
        finally:
            sys.setprofile(None)
    assert path == []

"""The path of a puzzle in ARCHITECTURE.md is the path that a run takes."""

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
from crosscover.subjects.process_subject import open_subject
from tests.harness.fakes import verdicts

ROOT = Path(__file__).parents[2]


def calls_of_a_run() -> list[tuple[str, str]]:
    """List the Python calls of a run of one property as file and name, in order."""
    for cached in (solved_grid, proper):  # another test may have drawn the same grids
        cached.cache_clear()
    calls: list[tuple[str, str]] = []

    def record(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call":
            calls.append((frame.f_code.co_filename, frame.f_code.co_qualname))

    [prop] = [prop for prop in all_properties() if prop.name == "full_grids"]
    prop = Property(prop.name, prop.statement, prop.test)  # without a covering list
    with closing(SubjectSession(open_subject("python:mine.py:solve", Options()), verdicts())) as session:
        run = Run(session, [prop], Budget(3, seed=4321, rounds=1), listeners=[TerminalWriter(StringIO())])
        sys.setprofile(record)
        try:
            run.run()
        finally:
            sys.setprofile(None)
    return calls


def test_a_run_takes_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run calls each function of the documented path, in the documented order."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    documented: list[tuple[str, str]] = re.findall(r"^\d+\. `(\S+)` `(\S+)`$", text, re.MULTILINE)
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text("def solve(puzzle): return '1' * 81", encoding="utf-8")
    calls = iter(calls_of_a_run())
    missing = [  # each search for a function continues after the call that the previous search found
        (file, name)
        for file, name in documented
        if not any(name == called and path.endswith(f"/{file}") for path, called in calls)
    ]
    assert (documented != [], missing) == (True, [])

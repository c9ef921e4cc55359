"""docs/how-to/cross-check.md is true."""

import os
import re
import subprocess
import sys
from pathlib import Path

from crosscover.audit.disagreements import Example, JudgeSummary, to_plain
from tests.check.running import ENVIRONMENT
from tests.readme.test_readme import README, steady

PAGE = (Path(__file__).parents[2] / "docs/how-to/cross-check.md").read_text(encoding="utf-8")

PUZZLES = """\
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
.2738..1..1...6735.......293.5692.8...........6.1745.364.......9518...7..8..6534.
..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9
.8.921657967345821251876493..8132.76729564138136798245.7.68..1481..5.76.6.5.17.8.
"""


def test_session(tmp_path: Path) -> None:
    """The command prints what the page shows, each puzzle and answer included."""
    session = re.search(r"^```console\n\$ crosscover (.*?)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    solver = re.search(r"^`my_solver.py`:\n\n```python\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    assert session
    assert solver
    (tmp_path / "my_solver.py").write_text(solver[1])
    (tmp_path / "puzzles.txt").write_text(PUZZLES)
    done = subprocess.run(
        [sys.executable, "-m", "crosscover", *session[1].split()],
        cwd=tmp_path,
        env=os.environ | ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    seconds = re.compile(r"; .* s\b.*|\d+\.\d$", re.MULTILINE)
    assert steady(seconds.sub("#", done.stdout)) == steady(seconds.sub("#", session[2]))
    digits = re.compile(r"\b[1-9]{81}\b")
    assert digits.findall(done.stdout) == digits.findall(session[2])


def test_keys() -> None:
    """The page names each key of the table as JSON."""
    [plain] = to_plain([JudgeSummary("exec:./a.out", examples=[Example(*[""] * 6)])])
    section = PAGE.partition("## As JSON")[2]
    names = re.findall(r"`(\w+)`", section)
    assert [name for name in (*plain, *Example.__slots__) if name not in names] == []

"""Performance, as `crosscover check` measures it."""

import json
from contextlib import closing
from pathlib import Path

import pytest

from crosscover.harness.measuring import Measurement
from crosscover.options import Options
from crosscover.properties.workload import workload
from crosscover.subjects.specification import subject

from . import solvers
from .running import Here
from .test_broken_reference import broken_copy

REMEMBERING = f"""{solvers.RIGHT_PYTHON}

right, history = solve, []


def solve(puzzle):
    for earlier, answer in history:
        if sorted(earlier) == puzzle:
            return answer
    history.append((puzzle, right(puzzle)))
    return history[-1][1]
"""


@pytest.mark.slow
@pytest.mark.usefixtures("quick_panel")
def test_limits(here: Here) -> None:
    """An exceeded limit is a failed property that shows the measured value; without limits nothing fails."""
    few = (f"python:{here.write('mine.py', REMEMBERING)}:solve", "--rounds=1", "--seed=1", "-k")
    limited = here(*few, "performance", "--max-slowdown=0.001", "--json=report.json")
    [judged] = json.loads((here.directory / "report.json").read_text())["properties"]
    assert (limited.code, judged["name"], judged["status"]) == (1, "performance", "wrong")
    assert "times the time of the reference, more than 0.001" in judged["failure"]["reason"]
    measured = (*few, "images", "--max-slowdown=1e6")
    free = here(*measured)
    assert (free.code, "GROWING TIME" in free.output) == (0, True)
    here.write("mine.py", solvers.RIGHT_PYTHON)
    right = here(*measured)
    assert (right.code, "Performance" in right.output, "GROWING TIME" in right.output) == (0, True, False)
    here.write("mine.py", solvers.WRONG_PYTHON)
    assert "Performance" not in here(*measured).output


@pytest.mark.slow
def test_slow_undo_of_the_reference(tmp_path: Path) -> None:
    """The reference with shifted cell items that uncovers an option in the order of cover gets slower."""
    copied = broken_copy("uncover in the order of cover over a whole option", tmp_path)
    (tmp_path / "mine.py").write_text(
        f"""import os, sys
os.environ["CROSSCOVER_PURE"] = "1"
sys.path.insert(0, {str(copied)!r})
from crosscover.reference import CELL_LAST, CoverTable, DlxEngine, Grid
engine = DlxEngine(table=CoverTable(order=CELL_LAST, cell_shift=1))

def solve(puzzle):
    return str(next(engine(Grid.parse(puzzle), 1)))
""",
        encoding="utf-8",
    )
    options = Options().with_overrides({"time_limit": 1.25})
    with closing(subject(f"python:{tmp_path / 'mine.py'}:solve", options)) as judged:
        growth = Measurement(judged, workload(), 5.0, clock=lambda: 0.0).run().growth
    assert growth is not None
    assert growth.is_notable

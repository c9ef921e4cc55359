"""Performance, as `crosscover check` measures it."""

import json

import pytest

from . import solvers
from .running import Here

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
    few = (f"python:{here.write('mine.py', REMEMBERING)}:solve", "--examples=1", "--seed=1", "--performance=5", "-k")
    limited = here(*few, "performance", "--max-growth=0.5", "--json=report.json")
    [judged] = json.loads((here.directory / "report.json").read_text())["properties"]
    assert (limited.code, judged["name"], judged["status"]) == (1, "performance", "wrong")
    assert "time per puzzle grows with the length of a run" in judged["failure"]["reason"]
    free = here(*few, "images")
    assert (free.code, "GROWING TIME" in free.output) == (0, True)
    here.write("mine.py", solvers.RIGHT_PYTHON)
    right = here(*few, "images")
    assert (right.code, "Performance" in right.output, "GROWING TIME" in right.output) == (0, True, False)
    here.write("mine.py", solvers.WRONG_PYTHON)
    assert "Performance" not in here(*few, "images").output

"""Performance, as `crosscover check` measures it, of right solvers with and without weaknesses.

The bounds differ by a factor of two or more from the values on an idle machine, since the machine may be busy.
"""

import json
from contextlib import closing

import pytest

from crosscover.harness.measuring import Measurement
from crosscover.harness.performance import EASY, HARD, Performance
from crosscover.options import Options
from crosscover.properties.workload import workload
from crosscover.subjects.specification import subject

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


def measured(here: Here, text: str, seconds: float) -> Performance:
    """Measure a function for some seconds of processor time; the clock stands still, so the load does not matter."""
    spec = f"python:{here.directory / here.write('mine.py', text)}:solve"
    with closing(subject(spec, Options().with_overrides({"time_limit": seconds / 4}))) as judged:  # as `measure` does
        return Measurement(judged, workload(), seconds, clock=lambda: 0.0).run()


@pytest.mark.slow
def test_right_function(here: Here) -> None:
    """A right solver is timed, and its time does not grow."""
    tries = (measured(here, solvers.RIGHT_PYTHON, 5) for _ in range(3))  # a disturbed start hides the rates
    found = next(found for found in tries if {EASY, HARD} <= {rate.kind for rate in found.rates})
    assert found.growth is not None
    assert not found.growth.is_notable


@pytest.mark.slow
def test_function_with_a_history(here: Here) -> None:
    """A solver that searches all earlier puzzles gets slower as the run gets longer."""
    growth = measured(here, REMEMBERING, 10).growth
    assert growth is not None
    assert growth.is_notable


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
    here.write("mine.py", solvers.WRONG_PYTHON)
    assert "Performance" not in here(*few, "images").output

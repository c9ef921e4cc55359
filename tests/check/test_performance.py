"""Performance, as `crosscover check` measures it."""

from functools import partial

import pytest

from crosscover.result import CheckResult, Status, decode

from . import solvers
from .running import Here


@pytest.mark.slow
@pytest.mark.usefixtures("quick_panel")
def test_limits(here: Here) -> None:
    """If a limit is exceeded, a property fails and shows the measured value; without limits, nothing fails."""
    spec = f"python:{here.write('mine.py', solvers.RIGHT_PYTHON)}:solve"
    check = partial(here.main, "check", spec, "--rounds=1", "--seed=1", "-k")
    limited = check("performance", "--max-slowdown=0.001", "--json=report.json")
    result: CheckResult = decode((here.directory / "report.json").read_text())
    [judged] = result.properties
    assert (limited.code, judged.name, judged.status) == (1, "performance", Status.WRONG)
    assert "times the time of the reference, more than 0.001" in judged.reason
    free = check("images or performance", "--max-slowdown=1000000")
    assert (free.code, "Speed in processor time: " in free.output) == (0, True)
    here.write("mine.py", solvers.WRONG_PYTHON)
    assert "Speed" not in check("images").output

"""The order of the properties and their shares of the time, by how fast each catches wrong solvers.

`python -m tests.selftest --power` measures that over the zoo of wrong solvers.
"""

import json
from functools import cache
from importlib.resources import files

from crosscover.harness.own_puzzles import PROPERTY

FILES = (
    "test_given",
    "test_table",
    "test_encodings",
    "test_dancing_links",
    "test_engine",
    "test_solver",
    "test_run",
)
"""The order of the modules of properties: saved failures, the user's puzzles, then those that are quick, or that others
rely on."""

UNMEASURED = 1.0
"""Wrong solvers per second that a property is assumed to catch if it is missing from the table."""

LEAST_WEIGHT = 0.2
"""Weight of a property that catches hardly anything; the one that catches most in its time has weight 1."""


def position_of(module: str, name: str) -> tuple[int, float]:
    """The sort key of a property by its module and its name; within a module, those that catch most come first."""
    return FILES.index(module), -_caught_per_second().get(name, UNMEASURED)


def weight(name: str) -> float:
    """The share of a property in the time of a round, relative to others; the user's own puzzles get the most."""
    if name == PROPERTY:
        return 1.0
    table = _caught_per_second()
    return max(LEAST_WEIGHT, table.get(name, UNMEASURED) / max(table.values(), default=UNMEASURED))


@cache
def _caught_per_second() -> dict[str, float]:
    text = files("crosscover.runner").joinpath("power.json").read_text(encoding="ascii")
    properties = json.loads(text)["properties"]
    return {name: entry["kills"] / max(entry["seconds"], 1e-3) for name, entry in properties.items()}

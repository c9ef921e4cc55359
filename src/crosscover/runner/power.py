"""What each property catches in its time, as `python -m tests.selftest --power` has measured it over the zoo.

The order of the properties rests on it, and what part of the time each may take where the subject is slow.
"""

import json
from functools import cache
from importlib.resources import files

from crosscover.harness.own_puzzles import PROPERTY

UNMEASURED = 1.0
"""Wrong solvers a second: what is assumed of a property that the table does not have."""

LEAST_WEIGHT = 0.2
"""What a property weighs that catches hardly anything, beside one that catches most in its time, which weighs 1."""


def power(name: str) -> float:
    """How many wrong solvers of the zoo a property catches in a second."""
    return _table().get(name, UNMEASURED)


def weight(name: str) -> float:
    """What part of the time a property may have, beside others; the user's own puzzles get the most."""
    if name == PROPERTY:
        return 1.0
    return max(LEAST_WEIGHT, power(name) / max(_table().values(), default=UNMEASURED))


@cache
def _table() -> dict[str, float]:
    text = files("crosscover.runner").joinpath("power.json").read_text(encoding="ascii")
    properties = json.loads(text)["properties"]
    return {name: entry["kills"] / max(entry["seconds"], 1e-3) for name, entry in properties.items()}

"""The order of the properties and their weights, by how many wrong solvers each catches.

`python -m tests.selftest --power` measures that over the zoo of wrong solvers.
"""

import json
import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from statistics import median

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

VOLUME = "volume"
"""The property with the most puzzles, of any kind; several lanes may judge it at once."""

LAST = ("long_runs", VOLUME)
"""Properties that come last in their module: a single run of theirs takes a slow solver seconds."""

UNMEASURED = 1.0
"""Wrong solvers per second that a property is assumed to catch if it is missing from the table."""

MAX_RATIO = 2.0
"""The largest ratio of a weight to the median, in both directions, since the zoo is only a sample of wrong solvers."""

FAST = 1500.0
"""Puzzles per second from which a solver's `volume` weighs as much as all other properties together."""


def position_of(module: str, name: str) -> tuple[int, int, float]:
    """The sort key of a property by its module and its name; within a module, those that catch most come first."""
    entry = _table().get(name)
    caught_per_second = UNMEASURED if entry is None else entry["kills"] / max(entry["seconds"], 1e-3)
    return FILES.index(module), LAST.index(name) + 1 if name in LAST else 0, -caught_per_second


def weights(names: Iterable[str], rate: float) -> dict[str, float]:
    """The shares of properties in the time, relative to each other; `rate` is the subject's in puzzles per second.

    After n puzzles of a kind without an error, the next one shows an error with a chance of about a/n: the rule of
    succession, with the strength `a` of the kind. A property that gets t seconds has judged n = t x pace puzzles, so
    another second of it is worth a/t, whatever the pace. These values are equal if the times are proportional to the
    strengths, which are estimated by the wrong solvers of the zoo that a property catches per puzzle.

    `volume` has all kinds, and no engine decides its puzzles. The faster the subject, the more of its time would
    otherwise pass in crosscover, so `volume` weighs up to as much as all others together.
    """
    table = {name: entry["kills"] / max(entry["puzzles"], 1.0) for name, entry in _table().items()}
    typical = median(table.values())
    found = {name: min(MAX_RATIO, max(1 / MAX_RATIO, table.get(name, typical) / typical)) for name in names}
    if VOLUME in found:
        others = sum(found.values()) - found[VOLUME]
        found[VOLUME] = max(found[VOLUME], others * min(1.0, rate / FAST))
    return found


@cache
def property_names() -> tuple[str, ...]:
    """The names of all properties, whatever the subject, read from their source: importing them takes long."""
    sources = sorted(one.name for one in files("crosscover.properties").iterdir() if one.name.startswith("test_"))
    texts = (files("crosscover.properties").joinpath(name).read_text(encoding="utf-8") for name in sources)
    return tuple(name for text in texts for name in re.findall(r"^def test_(\w+)", text, re.MULTILINE))


@cache
def _table() -> dict[str, dict[str, float]]:
    text = files("crosscover.runner").joinpath("power.json").read_text(encoding="ascii")
    properties: dict[str, dict[str, float]] = json.loads(text)["properties"]
    return properties

"""The schedule: the properties of a round, and the time of each property."""

import math
from collections.abc import Sequence
from typing import Any

import pytest

from crosscover.harness.limits import VOLUME_SECONDS
from crosscover.harness.property import Property
from crosscover.harness.property_result import Ended, PropertyResult
from crosscover.result import CheckedProperty
from crosscover.runner.schedule import Results, RoundPlan, next_round, plan


def result(
    name: str,
    seconds: float = 1.0,
    judged: int = 100,
    *,
    share: float = 0.0,
    max_parts: float = math.inf,
    **state: Any,
) -> tuple[Property, PropertyResult]:
    """A property and its result so far, by default after one round."""
    reported = CheckedProperty(name, "", judged=judged, seconds=seconds)
    state.setdefault("rounds", 1)
    prop = Property(name, "", lambda _: None, share=share, max_parts=max_parts)
    return prop, PropertyResult(reported, **state)


def planned(
    *results: tuple[Property, PropertyResult],
    waiting: int | None = None,
    left: float = 30,
    used: float = 0.0,
    pace: float = 100,
) -> Sequence[float]:
    """The seconds of the last `waiting` properties of a round, or of all, after `used` seconds of the round."""
    found: Results = dict(results)
    properties = list(found)
    coming = RoundPlan(properties, left + used)
    return [seconds for _, seconds in plan(coming, properties[-(waiting or len(found)) :], found, left, pace)]


def names(*results: tuple[Property, PropertyResult], seconds: float = 30) -> tuple[str, float]:
    """The properties of the next round of a run, and the maximum time of each."""
    coming = next_round(dict(results), 5, seconds, seconds)
    return "".join(prop.name for prop in coming.properties), coming.max_seconds


def test_equal_parts() -> None:
    """Each property that waits has an equal part of the time left."""
    assert planned(result("a"), result("b"), result("c")) == [10, 10, 10]
    assert planned(result("a"), result("b"), result("c"), waiting=2) == [15, 15]


def test_a_property_with_a_maximum_of_parts() -> None:
    """The last property has all the time that others do not need, but at most its maximum number of equal parts."""
    others = [*map(result, "abcd")]
    assert planned(*others, result("e"), waiting=1, left=30, used=20) == [30]
    assert planned(*others, result("e", max_parts=2), waiting=1, left=30, used=20) == [20]


def test_a_share_for_a_fast_subject() -> None:
    """If the subject is fast, a property with a share of one half has as much time as the others of its round."""
    volume = result("v", share=0.5)
    assert planned(result("a"), result("b"), volume, pace=1000) == [7.5, 7.5, 10]
    assert planned(result("a"), result("b"), volume, waiting=1, left=15, used=15, pace=1000) == [15]
    assert planned(result("a"), result("b"), volume, waiting=1, left=18, used=12, pace=1000) == [12]


def test_a_subject_that_turns_out_to_be_fast() -> None:
    """If half of the time is already used, the other properties still get a part of the rest."""
    volume = result("v", 0, share=0.5)
    assert planned(result("a"), result("b"), volume, waiting=2, left=12, used=18, pace=1000) == [1.5, 12]


def test_a_share_for_a_slow_subject() -> None:
    """If the subject is slow, a property with a share has an equal part of its round."""
    assert planned(result("a"), result("b"), result("v", share=0.5)) == [10, 10, 10]
    assert planned(result("a"), result("b"), result("v", share=0.5), waiting=1, left=25, used=5) == [10]


def test_a_subject_that_is_fast_in_blocks() -> None:
    """The puzzles of the property with a share may show that the subject is fast."""
    assert planned(result("a"), result("v", 3.0, 3000, share=0.5), waiting=1, left=10, used=20) == [10]


def test_a_share_alone() -> None:
    """Without other properties, a property with a share has the time left."""
    assert planned(result("v", 9.0, share=0.5), pace=1000) == [30]


def test_no_time_limit() -> None:
    """Without a time limit, only a property with a share has a limit."""
    assert planned(result("a"), result("v", share=0.5), left=math.inf) == [math.inf, VOLUME_SECONDS]


def test_a_property_with_a_share_comes_last() -> None:
    """The round ends with the property with a share; finished and failed properties are left out."""
    finished, limited = result("c", ended=Ended.FINISHED), result("d", rounds=5)
    assert names(result("v", share=0.5), result("a"), result("b"), finished, limited) == ("abv", math.inf)


@pytest.mark.parametrize(
    ("state", "judged"), [({}, 9), ({"not_covered": ("a facet",)}, 100), ({"is_given": True, "skipped": 1}, 100)]
)
def test_properties_that_have_judged_too_little(state: dict[str, Any], judged: int) -> None:
    """Properties that have judged too little have rounds of their own, until they have had a fifth of the run."""
    assert names(result("a"), result("b", 5.9, judged, **state)) == ("b", 6)
    assert names(result("a"), result("b", 6.1, judged, **state)) == ("ab", math.inf)


def test_the_first_round_has_all_properties() -> None:
    """Before its first round, a property has judged too little, regardless of its time."""
    assert names(result("a", rounds=0), result("b", rounds=0)) == ("ab", math.inf)

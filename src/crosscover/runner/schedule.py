"""The schedule of a run: which properties a round judges, and how much time each property gets.

| property | time |
| --- | --- |
| most | an equal part of the time left, `long_runs` at most `LONG_RUNS_PARTS` equal parts of the round |
| with a share (`volume`), fast subject | as much as the others of its round, which leave it its share of the round |
| with a share, slow subject | an equal part of the round |
| judged too little | rounds without the properties that have judged enough, up to `BEHIND_SHARE` of the run |
| performance | after all rounds, without a limit |

In a run without a time limit, a property with a share gets `VOLUME_SECONDS` in each round.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from crosscover.harness.limits import BEHIND_SHARE, FAST, KEPT_SHARE, VOLUME_SECONDS
from crosscover.harness.property import Property
from crosscover.harness.property_result import MIN_PUZZLES, PropertyResult

Results = Mapping[Property, PropertyResult]
"""The results of all properties of a run so far, in run order."""


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """The properties of a round, in order, its time in seconds, and the maximum time of each property."""

    properties: Sequence[Property]
    seconds: float
    max_seconds: float = math.inf


def unfinished(results: Results, rounds: int | None = None) -> list[Property]:
    """Return the properties that another round may judge, if each has at most `rounds` rounds."""
    return [
        prop
        for prop, result in results.items()
        if result.is_unfinished and not (prop.is_last or result.rounds == rounds)
    ]


def next_round(results: Results, rounds: int | None, seconds: float, left: float) -> RoundPlan:
    """Return the next round of a run of `seconds`, if `left` seconds are left; no properties if all are finished."""
    properties = unfinished(results, rounds)
    behind = [prop for prop in properties if _is_behind(results[prop], seconds)]
    is_for_few = 0 < len(behind) < len(properties)
    in_order = sorted(behind or properties, key=lambda prop: prop.share)  # a property with a share comes last
    return RoundPlan(in_order, left, BEHIND_SHARE * seconds if is_for_few else math.inf)


def plan(
    coming: RoundPlan, waiting: Sequence[Property], results: Results, left: float, pace: float
) -> list[tuple[Property, float]]:
    """Return the seconds for each property of a round that waits, if `left` seconds of the run are left.

    The plan assumes that each property uses up its time; a new plan after each property corrects this. `pace` is the
    speed of the subject in puzzles per second.
    """
    if left == math.inf:
        return [(prop, VOLUME_SECONDS if prop.share else math.inf) for prop in waiting]
    shared = [prop for prop in waiting if prop.share]
    is_fast = max([pace, *(_speed(results[prop]) for prop in shared)]) >= FAST
    equal, used = coming.seconds / len(coming.properties), coming.seconds - left
    kept = sum(prop.share * coming.seconds if is_fast else equal for prop in shared)
    equally = max((left - kept) / max(1, len(waiting) - len(shared)), KEPT_SHARE * left / len(waiting))
    for_shared = min(left, max(equal, used) if is_fast else equal)
    return [(prop, for_shared if prop.share else min(equally, prop.max_parts * equal)) for prop in waiting]


def _speed(result: PropertyResult) -> float:
    """Return the puzzles per second of a property; short runs may hide that a subject is fast."""
    reported = result.reported
    return reported.judged / reported.seconds if reported.seconds else 0.0


def _is_behind(result: PropertyResult, seconds: float) -> bool:
    """Return whether a property has judged too little and used less than `BEHIND_SHARE` of the run."""
    reported, is_unreached = result.reported, result.is_given and result.skipped > 0
    is_little = bool(result.not_covered) or reported.judged < MIN_PUZZLES or is_unreached
    return not result.rounds or (is_little and reported.seconds < BEHIND_SHARE * seconds)

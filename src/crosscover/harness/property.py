"""What a property is, and the features of a run that decide whether it applies."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from crosscover.options import Options
from crosscover.subjects.subject import SubjectKind

from .judging import CoverBatch


@dataclass(frozen=True, slots=True)
class Features:
    """The features of a run that decide which properties apply."""

    kind: SubjectKind
    options: Options
    has_saved: bool = False
    has_own_puzzles: bool = False
    limits_performance: bool = False


Condition = Callable[[Features], bool]
"""Returns whether a property applies to a run."""

Cover = Callable[[Options], Sequence[CoverBatch]]
"""Returns the covering list of a property for a subject with these options."""


@dataclass(frozen=True, slots=True)
class Property:
    """A property: the name of its test without `test_`, its statement, and everything that is special about it.

    - `when`: the runs that it applies to.
    - `examples`: the factor for its number of examples.
    - `share`: its share of the time of a run if the subject is fast; it then comes last in each round. 0 for no share.
    - `max_parts`: its maximum time in a round, in equal parts of the round.
    - `cover`: its covering list.
    - `is_given`: its inputs come from the user, must all be judged, and allow no conclusion about other puzzles.
    - `is_random_proper`: it draws random proper puzzles, which bound the frequency of errors.
    - `is_last`: it is judged once, after all rounds.
    - `calls_engine`: its test calls the engine under test itself, through an `EngineHarness`.
    - `calls_subject`: its test calls the code under test, so an unexpected exception is a failure of the subject.
    """

    name: str
    statement: str
    test: Callable[[Any], None]
    when: Condition = lambda _run: True
    examples: float = 1.0
    share: float = 0.0
    max_parts: float = math.inf
    cover: Cover = lambda _options: ()
    is_given: bool = False
    is_random_proper: bool = False
    is_last: bool = False
    calls_engine: bool = False
    calls_subject: bool = False

    def needs_own_puzzles(self, features: Features) -> bool:
        """Return whether it applies to a run only because of the user's puzzles."""
        return self.when(features) and not self.when(replace(features, has_own_puzzles=False))

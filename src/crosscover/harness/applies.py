"""Which property applies to which subject.

Each property carries the mark `crosscover`, with the contracts it makes sense under and what else it requires; the
pytest plugin leaves out what does not apply.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

import pytest

from crosscover.contracts import CONTRACTS, Contract
from crosscover.reference import Shape

Test = TypeVar("Test", bound=Callable[..., None])


class Requires(Enum):
    """What must be there for a property to be judged."""

    ANY_SUBJECT = "any subject"
    PROGRAM = "a program"
    ENGINE = "an engine"
    DANCING_LINKS = "dancing links"
    SAVED_FAILURES = "saved failures"
    OWN_PUZZLES = "puzzles of the user's own"
    CERTIFICATES = "a run that certifies its verdicts"
    PERFORMANCE_LIMITS = "limits to its performance"


IMPROPER = tuple(contract for contract in CONTRACTS.values() if not contract.proper_only)
"""The contracts under which puzzles may have no solution or several."""


def every_shape(_shape: Shape) -> bool:
    """Puzzles of any shape will do."""
    return True


def nine_by_nine(shape: Shape) -> bool:
    """Puzzles of 9x9 cells alone, as where known or certified ones are needed."""
    return shape == Shape()


def four_by_four(shape: Shape) -> bool:
    """Puzzles of 4x4 cells alone, of which there are few enough to know them all."""
    return shape == Shape(2, 2)


def up_to_nine(shape: Shape) -> bool:
    """Puzzles of nine digits at most: of larger ones it takes too long to tell whether a clue is needed."""
    return shape.side <= 9


@dataclass(frozen=True, slots=True)
class AppliesTo:
    """The subjects that a property applies to: those with one of these contracts and shapes, and what it requires."""

    contracts: frozenset[Contract]
    requires: Requires
    shapes: Callable[[Shape], bool] = every_shape


def applies_to(
    contracts: Iterable[Contract] = tuple(CONTRACTS.values()),
    requires: Requires = Requires.ANY_SUBJECT,
    shapes: Callable[[Shape], bool] = every_shape,
) -> Callable[[Test], Test]:
    """Mark a test as a property of subjects with one of these contracts and shapes, and say what it requires."""
    return pytest.mark.crosscover(AppliesTo(frozenset(contracts), requires, shapes))

"""The registry of properties, and the conditions under which they apply to a subject.

A property is a function `test_…` in `crosscover.properties`, registered by its decorator.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeVar

from crosscover.contracts import CONTRACTS, Contract
from crosscover.options import CERTIFIED_SHAPES, Options
from crosscover.reference import Shape
from crosscover.subjects.subject import SubjectKind
from crosscover.visible_kinds import VisibleKind

Test = TypeVar("Test", bound=Callable[[Any], None])


class Requires(Enum):
    """Requirements of properties on a run."""

    ANY_SUBJECT = "any subject"
    PROGRAM = "a program"
    SEVERAL_PUZZLES = "several puzzles in a run"
    ENGINE = "an engine"
    DANCING_LINKS = "dancing links"
    SAVED_FAILURES = "saved failures"
    OWN_PUZZLES = "a file of puzzles"
    PERFORMANCE_LIMITS = "a limit of performance"


IMPROPER = tuple(contract for contract in CONTRACTS.values() if not contract.proper_only)
"""Contracts that allow puzzles with no or several solutions."""


def nine_by_nine(shape: Shape) -> bool:
    """Allow only puzzles of 9x9 cells, for properties that need known puzzles."""
    return shape == Shape()


def certified(shape: Shape) -> bool:
    """Allow only shapes with a certified corpus, for volume and performance."""
    return shape in CERTIFIED_SHAPES


def four_by_four(shape: Shape) -> bool:
    """Allow only puzzles of 4x4 cells, few enough to know them all."""
    return shape == Shape(2, 2)


def up_to_nine(shape: Shape) -> bool:
    """Allow only puzzles of at most nine digits: minimal larger puzzles take too long to find."""
    return shape.side <= 9


@dataclass(frozen=True, slots=True)
class Property:
    """A property: the name of its test without `test_`, its statement, and the conditions under which it applies."""

    name: str
    statement: str
    test: Callable[[Any], None]
    contracts: frozenset[Contract] = frozenset(CONTRACTS.values())
    requires: Requires = Requires.ANY_SUBJECT
    shapes: Callable[[Shape], bool] = lambda _: True
    about: VisibleKind | None = None


REGISTRY: dict[str, Property] = {}
"""The properties in imported modules, by name."""


def applies_to(
    contracts: Iterable[Contract] = tuple(CONTRACTS.values()),
    requires: Requires = Requires.ANY_SUBJECT,
    shapes: Callable[[Shape], bool] = lambda _: True,
    about: VisibleKind | None = None,
) -> Callable[[Test], Test]:
    """Register a test as a property of runs with these contracts and shapes that offer what the property `requires`.

    A property `about` a kind of puzzle does not apply if the subject receives no such puzzles. `full_grids` is not
    `about` full grids: without them it still has nearly full grids.
    """

    def register(test: Test) -> Test:
        name = test.__name__.removeprefix("test_")
        statement = str(test.__doc__).partition("\n")[0]
        REGISTRY[name] = Property(name, statement, test, frozenset(contracts), requires, shapes, about)
        return test

    return register


@dataclass(frozen=True, slots=True)
class Conditions:
    """The features of a run that decide which properties apply."""

    kind: SubjectKind
    options: Options
    has_saved: bool
    has_own_puzzles: bool
    limits_performance: bool

    def allow(self, judged: Property) -> bool:
        """Return whether a property applies."""
        fulfilled = {
            Requires.ANY_SUBJECT: True,
            Requires.PROGRAM: self.kind is SubjectKind.PROGRAM,
            Requires.SEVERAL_PUZZLES: self.options.text_form.batch_limit != 1,
            Requires.ENGINE: self.kind in (SubjectKind.ENGINE, SubjectKind.DANCING_LINKS),
            Requires.DANCING_LINKS: self.kind is SubjectKind.DANCING_LINKS,
            Requires.SAVED_FAILURES: self.has_saved,
            Requires.OWN_PUZZLES: self.has_own_puzzles,
            Requires.PERFORMANCE_LIMITS: self.limits_performance,
        }
        options = self.options
        is_left_out = judged.about in options.unpromised
        is_fitting = options.contract in judged.contracts and judged.shapes(options.shape)
        return is_fitting and fulfilled[judged.requires] and not is_left_out

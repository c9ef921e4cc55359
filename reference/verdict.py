"""Engines and verdicts.

An engine is a function from a puzzle to its solutions. A verdict states whether there are none, one or several, which
takes at most two solutions; a count takes all of them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Protocol

from .grid import Grid


class Engine(Protocol):
    """Solves puzzles: yields different full grids that extend the puzzle and obey the rules.

    It yields at most `limit` grids, or all of them for None, lazily and in any order. An abandoned iterator does not
    disturb the next puzzle, and several iterators may be open at once. A puzzle with clashing clues has no solution.
    """

    def __call__(self, puzzle: Grid, limit: int | None = None, /) -> Iterator[Grid]:
        """Yield the solutions of a puzzle."""
        ...


class VerdictKind(StrEnum):
    """The words for the number of solutions of a puzzle, as in certificates, ledgers and reports.

    A verdict has one of the first three kinds. A certificate that proves several solutions to be all solutions claims
    `exactly`. An audit calls a row `undecided` or `invalid` if its puzzle has no verdict.
    """

    NONE = "none"
    UNIQUE = "unique"
    SEVERAL = "several"
    EXACTLY = "exactly"
    UNDECIDED = "undecided"
    INVALID = "invalid"


DECIDED = (VerdictKind.NONE, VerdictKind.UNIQUE, VerdictKind.SEVERAL)


@dataclass(frozen=True, slots=True)
class NoSolution:
    """No grid extends the puzzle."""

    kind: ClassVar = VerdictKind.NONE
    solutions: ClassVar[tuple[Grid, ...]] = ()

    def __str__(self) -> str:
        return "no solution"


@dataclass(frozen=True, slots=True)
class Unique:
    """Exactly one grid extends the puzzle: the puzzle is proper."""

    kind: ClassVar = VerdictKind.UNIQUE
    solution: Grid

    @property
    def solutions(self) -> tuple[Grid, ...]:
        """The only solution."""
        return (self.solution,)

    def __str__(self) -> str:
        return f"one solution, {self.solution}"


@dataclass(frozen=True, slots=True)
class Several:
    """At least these two different grids extend the puzzle."""

    kind: ClassVar = VerdictKind.SEVERAL
    first: Grid
    second: Grid

    @property
    def solutions(self) -> tuple[Grid, ...]:
        """The two known solutions."""
        return (self.first, self.second)

    def __str__(self) -> str:
        return f"several solutions, including {self.first} and {self.second}"


Verdict = NoSolution | Unique | Several
"""Each verdict has a `kind` and up to two known `solutions`."""


def same_verdict(one: Verdict, other: Verdict) -> bool:
    """Return whether two verdicts on a puzzle agree; if there are several solutions, each may hold any two.

    >>> same_verdict(Several(Grid.simplest(), Grid.empty()), Several(Grid.empty(), Grid.simplest()))
    True
    """
    return one == other or one.kind is other.kind is VerdictKind.SEVERAL


def verdict(engine: Engine, puzzle: Grid) -> Verdict:
    """Return an engine's verdict on a puzzle."""
    return verdict_of(list(engine(puzzle, 2)))


def verdict_of(solutions: list[Grid]) -> Verdict:
    """Return the verdict that follows from the first two solutions of a puzzle."""
    if not solutions:
        return NoSolution()
    return Unique(solutions[0]) if len(solutions) == 1 else Several(solutions[0], solutions[1])


def count(engine: Engine, puzzle: Grid, limit: int | None = None) -> int:
    """Return the number of solutions, at most `limit`."""
    return sum(1 for _ in engine(puzzle, limit))

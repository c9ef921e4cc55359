"""A small zoo with two errors, and results of fictitious runs."""

from dataclasses import replace

from crosscover.result import CheckedProperty, Status

from .judging import CaseResult, MutantResult, row_of
from .zoo.model import Kind, Mutant, Solver
from .zoo.origins import BITMASK, MASKS, SHUFFLED
from .zoo.rare import RARE

REFUSES_FULL_GRIDS = next(mutant for mutant in RARE if mutant.name == "full-grid-refused")

SMALL_ZOO: tuple[Solver, ...] = (
    REFUSES_FULL_GRIDS,
    Mutant(Kind.RARE, "not-wrong", MASKS, "Nothing is wrong with it.", (), ()),
    Mutant(Kind.INDICES, "not-built", BITMASK, "It needs a compiler.", (), ()),
    MASKS,
    replace(SHUFFLED, name="not-right", changes=REFUSES_FULL_GRIDS.changes),
)
"""A zoo with two errors: one mutant is correct, and one right solver is wrong."""


def result(name: str, judged: int, status: Status = Status.PASSED, failed_after: int | None = None) -> CheckedProperty:
    """Return a result of a property."""
    reason = "" if status is Status.PASSED else "it was wrong"
    return CheckedProperty(name, "", status, judged=judged, failed_after=failed_after, reason=reason)


def run(
    solver: Solver, found: MutantResult, seed: int = 1, seconds: float = 1.0, first: float | None = None, *stated: str
) -> CaseResult:
    """Return a result of a run, with the sentences that it states about failures."""
    return CaseResult(solver.name, row_of(solver), seed, found, seconds, first, "a reason", stated)

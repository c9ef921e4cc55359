"""A small zoo, and results of runs that never took place."""

from dataclasses import replace

from crosscover.result import Status

from .judging import Case, CaseResult, MutantResult, PropertyResult
from .zoo.model import Kind, Mutant, Solver
from .zoo.origins import BITMASK, MASKS, SHUFFLED
from .zoo.rare import RARE

REFUSES_FULL_GRIDS = next(mutant for mutant in RARE if mutant.name == "full-grid-refused")

SMALL_ZOO: tuple[Solver, ...] = (
    REFUSES_FULL_GRIDS,
    Mutant(Kind.RARE, "not-wrong", MASKS, "Nothing is wrong with it.", (), ()),
    Mutant(Kind.RARE, "not-built", BITMASK, "It needs a compiler.", (), ()),
    MASKS,
    replace(SHUFFLED, name="not-right", changes=REFUSES_FULL_GRIDS.changes),
)
"""A zoo with two errors: one mutant is right, and one right solver is wrong."""


def mutant(name: str, kind: Kind) -> Solver:
    """A wrong solver that is never run."""
    return replace(REFUSES_FULL_GRIDS, name=name, kind=kind, description="It does something.")


def property_result(
    name: str, judged: int, status: Status = Status.PASSED, failed_after: int | None = None
) -> PropertyResult:
    """A result of a property."""
    return PropertyResult(name, status, judged, failed_after, 0.1, "" if status is Status.PASSED else "it was wrong")


def run(
    solver: Solver, result: MutantResult, *properties: PropertyResult, seed: int = 1, reason: str = ""
) -> CaseResult:
    """A result of a run."""
    return CaseResult(Case(solver, seed), result, properties, 1.0, reason)

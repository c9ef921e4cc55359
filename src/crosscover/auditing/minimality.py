"""Whether a proper puzzle is minimal: no clue can go without a further solution.

That a clue is needed is shown by a grid that keeps all other clues, and has another digit in its cell. One search finds
it, and the rules check it, so that nobody has to be believed. That a clue can go has no such witness: all engines have
to say that the puzzle without it is still proper.
"""

from collections.abc import Iterator
from contextlib import suppress

from crosscover.oracles.panel import ENGINE_SECONDS, DisagreementError, Panel
from crosscover.oracles.rules import first_violation
from crosscover.reference import Engine, Grid
from crosscover.time_limit import time_limit


def solutions_without(
    puzzle: Grid, solution: Grid, reference: Engine, panel: Panel
) -> Iterator[tuple[int, Grid | None]]:
    """The cell of each clue of a proper puzzle, and another solution that appears without it; None where it can go.

    Raises DisagreementError, also where a grid that is found is a second solution of the puzzle, and UndecidedError.
    """
    for cell, clue in puzzle.clues():
        without = puzzle.with_cell(cell, 0)
        other = _other_solution(without, solution, reference)
        if other is None or first_violation(other, without):
            grids, _ = panel.grids(without, 2)
            if len(grids) < 2 and grids != [solution]:
                raise DisagreementError(
                    without, {"the panel": ", ".join(map(str, grids)) or "no solution", "the rules": str(solution)}
                )
            other = next((grid for grid in grids if grid != solution), None)
        if other is not None and other.values[cell] == clue:
            raise DisagreementError(
                puzzle, {"the panel": f"one solution, {solution}", "the rules": f"another, {other}"}
            )
        yield cell, other


def _other_solution(puzzle: Grid, solution: Grid, engine: Engine) -> Grid | None:
    """A solution that an engine finds beside the given one; None where it finds none in time."""
    with suppress(TimeoutError), time_limit(ENGINE_SECONDS):
        return next((grid for grid in engine(puzzle, 2) if grid != solution), None)
    return None
